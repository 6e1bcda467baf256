import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import { confirmationLinkMs, confirmationPauseMs } from '#shop/mails/confirmation-times.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import type { CurrentPlan } from '../current-plan.server.ts'
import { lockVersion, readDeliveryPlan } from '../delivery.store.server.ts'
import { type DeliveryPlan, isServed } from '../delivery-plan.ts'
import { confirmPincodeMail, pincodeServedMail } from './pincode-mails.server.tsx'
import {
  deleteRequest,
  deleteServedCounts,
  findRequest,
  insertRequest,
  setConfirmed,
  takeServedRequests,
} from './unserved.store.server.ts'

export interface TellMeDeps {
  db: Database
  jobs: Jobs
  clock: Clock
  deliveryPlan: CurrentPlan
}

/**
 * Asks the owner of an address to confirm that they want to be told when the shop delivers to a pincode.
 *
 * @returns false, and nothing is stored, if it does so already
 */
export async function askToBeTold(
  { db, jobs, clock, deliveryPlan }: TellMeDeps,
  { email, pincode }: { email: string; pincode: string },
): Promise<boolean> {
  if (isServed(deliveryPlan.current(), pincode)) return false
  const now = clock.now()
  const request = { email, pincode, token: crypto.randomUUID(), askedAt: now }
  await db.transaction(async (tx) => {
    const askedBefore = new Date(now.getTime() - confirmationPauseMs)
    if (!(await insertRequest(tx, request, askedBefore))) return
    const mail = { mailId: crypto.randomUUID(), email, pincode }
    await queueMail({ jobs, clock }, tx, confirmPincodeMail, mail)
  })
  return true
}

/**
 * Confirms a request by the token of its mailed link; a second time is the same. Where the shop delivers meanwhile, its
 * owner is told at once.
 *
 * @throws AppError not_found for an unknown or expired token
 */
export async function confirmRequest({ db, jobs, clock }: TellMeDeps, token: string) {
  const at = clock.now()
  const askedAfter = new Date(at.getTime() - confirmationLinkMs)
  await db.transaction(async (tx) => {
    // Before or after a change of the zones: during it nobody would be told.
    await lockVersion(tx)
    const confirmed = await setConfirmed(tx, { token, at, askedAfter })
    if (confirmed)
      return tellServed({ jobs, clock }, tx, await readDeliveryPlan(tx, kolkataDay(at)))
    const known = await findRequest(tx, token)
    if (known?.confirmedAt) return
    throw new AppError(
      'not_found',
      'This link is incomplete or has expired. Please enter your pincode again.',
    )
  })
}

/**
 * Ends a request by the token of its mailed link, and deletes the address.
 *
 * @throws AppError not_found for an unknown token
 */
export async function withdrawRequest({ db }: Pick<TellMeDeps, 'db'>, token: string) {
  if (await db.transaction((tx) => deleteRequest(tx, token))) return
  throw new AppError('not_found', 'We have deleted your email already.')
}

/** Mails each who waits for a pincode that a plan serves, once, and forgets them and the counts of these pincodes. */
export async function tellServed(
  { jobs, clock }: Pick<TellMeDeps, 'jobs' | 'clock'>,
  tx: Database,
  plan: Pick<DeliveryPlan, 'zones'>,
) {
  const servesNow = (pincode: string) => isServed(plan, pincode)
  await deleteServedCounts(tx, servesNow)
  for (const { email, pincode } of await takeServedRequests(tx, servesNow)) {
    const mail = { mailId: crypto.randomUUID(), email, pincode }
    await queueMail({ jobs, clock }, tx, pincodeServedMail, mail)
  }
}
