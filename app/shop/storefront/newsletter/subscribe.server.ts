import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import { confirmationLinkMs, confirmationPauseMs } from '#shop/mails/confirmation-times.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import {
  confirmSubscriber,
  deleteSubscriber,
  findSubscriber,
  insertSubscriber,
} from '../storefront.store.server.ts'
import type { confirmSubscriptionMail, subscribedMail } from './newsletter-mails.server.tsx'

/**
 * Asks the owner of an address to confirm the newsletter. Nothing is mailed to an address that is confirmed, or was mailed
 * within a day.
 */
export async function subscribe(
  { db, jobs, clock }: Pick<AppContext, 'db' | 'clock' | 'jobs'>,
  email: string,
) {
  const now = clock.now()
  const subscriber = { email, token: crypto.randomUUID(), consentedAt: now }
  await db.transaction(async (tx) => {
    const renewableBefore = new Date(now.getTime() - confirmationPauseMs)
    if (!(await insertSubscriber(tx, subscriber, renewableBefore))) return
    const event = crypto.randomUUID()
    await queueMail<typeof confirmSubscriptionMail>(
      { jobs, clock },
      tx,
      'confirm-subscription',
      event,
      { email },
    )
  })
}

/**
 * Confirms a subscription by the token of its mailed link, and welcomes the subscriber; a second time is the same.
 *
 * @throws AppError not_found for an unknown or expired token
 */
export async function confirmSubscription(
  { db, jobs, clock }: Pick<AppContext, 'db' | 'clock' | 'jobs'>,
  token: string,
) {
  const at = clock.now()
  const sentAfter = new Date(at.getTime() - confirmationLinkMs)
  await db.transaction(async (tx) => {
    const confirmed = await confirmSubscriber(tx, { token, at, sentAfter })
    if (confirmed) {
      const { email } = confirmed
      const event = crypto.randomUUID()
      return queueMail<typeof subscribedMail>({ jobs, clock }, tx, 'subscribed', event, { email })
    }
    const known = await findSubscriber(tx, { token })
    if (known?.confirmedAt) return
    throw new AppError(
      'not_found',
      'This link is incomplete or has expired. Please subscribe again.',
    )
  })
}

/**
 * Ends a subscription by the token of its unsubscribe link, and deletes the address.
 *
 * @throws AppError not_found for an unknown token
 */
export async function unsubscribe({ db }: Pick<AppContext, 'db'>, token: string) {
  if (await deleteSubscriber(db, { token })) return
  throw new AppError(
    'not_found',
    'This link is incomplete or was already used. If you still get our newsletter, please use the link in the newest one.',
  )
}
