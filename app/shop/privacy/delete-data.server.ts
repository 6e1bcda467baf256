import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import { dayMs } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { type Api, messageSchema } from '#platform/http/api.server.ts'
import { type Caller, endpoint } from '#platform/http/endpoint.ts'
import { handles, type JobHandler, scheduledJob } from '#platform/jobs/job.server.ts'
import { outboxKey } from '#platform/mail/mailer.server.ts'
import { clearSessionCookies } from '#shop/accounts/sessions.server.ts'
import { lockOwners } from '#shop/admin/users.store.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { cakeChanged } from '#shop/cakes/published-cakes.server.ts'
import { deleteOldCounts } from '#shop/delivery/delivery.store.server.ts'
import { deletePhotosOf, purgePhotos } from '#shop/handling/photos/order-photos.server.ts'
import { type MailKind, queueMail } from '#shop/mails/mail-kind.server.ts'
import { purgeMails } from '#shop/mails/send-mail.job.server.ts'
import { hasEnded } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { isAnyMade } from '#shop/orders/order-rules.ts'
import type { DisputedOrder } from '#shop/orders/orders.store.server.ts'
import { reviewsOf } from '#shop/orders/reviews/reviews.store.server.ts'
import { pictureIdFromPath } from '#shop/pictures/picture-sizes.ts'
import { purgePictures, purgeUnused } from '#shop/pictures/pictures.store.server.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { grievanceOfficer } from '#shop/values/shop-details.ts'
import { type DatedKind, retentionDays } from './data-kinds.ts'
import {
  deleteUnpaidOrders,
  forgetOld,
  forgetPerson,
  personalRows,
} from './personal-rows.store.server.ts'
import {
  deleteJobsOf,
  lockAccount,
  lockOrdersOf,
  markDeleted,
  nobody,
  picturesInUse,
} from './privacy.store.server.ts'

const deleteAccountEndpoint = endpoint({
  method: 'POST',
  path: '/account/delete',
  tag: 'Account',
  summary: 'Delete my account',
  description:
    'Deletes the caller’s account and the person from all that stays. 409 while an order is open, and for the last owner.',
  access: 'signed-in',
  recentPassword: true,
  response: messageSchema,
  problems: [409],
})

export type DeleteMyAccount = typeof deleteAccountEndpoint

export function serveAccountDeletion(api: Api, shop: AppContext) {
  api.serve(deleteAccountEndpoint, async (_, { caller, responseHeaders }) => {
    const message = await deleteAccount(shop, caller)
    clearSessionCookies(responseHeaders, shop.shop.publicUrl)
    return { message }
  })
}

/**
 * Deletes an account, and the person from everything that stays. A second time changes nothing. What is found by the e-mail
 * alone is theirs only if the e-mail is verified.
 *
 * @returns a sentence for the person
 * @throws AppError conflict while an order is open, and for the last owner
 */
export async function deleteAccount(deps: AppContext, caller: Caller): Promise<string> {
  const now = deps.clock.now()
  return deps.cacheInvalidation.transaction(deps.db, async (tx, invalidate) => {
    const account = await lockAccount(tx, caller.id)
    if (!account) return deletedSentence
    const { id, email, emailVerified } = account
    if (account.role === 'owner' && (await lockOwners(tx)).length === 1)
      throw new AppError('conflict', lastOwnerSentence)
    const orders = await lockOrdersOf(tx, account)
    const open = orders.filter((order) => isOpen(order, now)).map(({ number }) => number)
    if (open.length > 0) throw new AppError('conflict', openOrdersSentence(open))

    const orderIds = orders.map((order) => order.id)
    await deletePhotosOf({ ...deps, db: tx }, orderIds)
    const reviews = await reviewsOf(tx, orderIds)
    invalidate(reviews.map(({ cakeId }) => cakeChanged({ id: cakeId })))
    const mailIds = await deleteJobsOf(tx, account)
    for (const mailId of mailIds) await deps.outbox?.remove(outboxKey(mailId))
    await forgetPerson(tx, account)
    const items = orders.flatMap((order) => order.items)
    const designs = items.flatMap(({ customize, image }) => (customize ? image : []))
    const ids = [...designs.map(pictureIdFromPath), ...reviews.map(({ pictureId }) => pictureId)]
    await deleteDesigns(deps, tx, ids, now)
    await recordAudit(tx, {
      at: now,
      by: { ...caller, email: nobody },
      action: 'delete-account',
      subject: 'users',
      subjectId: id,
    })
    await deps.securityLog.record({ kind: 'account-deleted', userId: id }, tx)
    await markDeleted(tx, id, now)
    await queueMail(deps, tx, 'account-deleted', crypto.randomUUID(), {
      email,
      emailVerified,
    })
    return emailVerified ? deletedSentence : `${deletedSentence} ${staysSentence}`
  })
}

/** Being paid, delivered, refunded or disputed: a bank asks who got what, and where. */
function isOpen(order: DisputedOrder, now: Date): boolean {
  const { state, fulfilment, deliveryAt, payments, disputes } = order
  const isToCome = fulfilment === 'placed' ? deliveryAt > now : !hasEnded(fulfilment)
  return (
    state === 'awaiting_payment' ||
    (state === 'placed' && isToCome && isAnyMade(order)) ||
    payments.some(({ status }) => status === 'requested') ||
    disputes.some(({ status }) => status === 'open' || status === 'under_review')
  )
}

const deletedSentence = 'Your account is deleted.'
const staysSentence =
  'Other messages from this email and its newsletter stay: nobody has shown that it is theirs.'

/**
 * Deletes the pictures that nothing else shows. Somebody else may have sent the same and have it in their cart: what was
 * sent or ordered lately stays until pictures that nobody ordered are deleted.
 */
async function deleteDesigns(
  deps: AppContext,
  tx: Database,
  pictures: (string | null)[],
  now: Date,
) {
  const ids = [...new Set(pictures)].filter((id) => id !== null).sort()
  const before = new Date(now.getTime() - retentionDays.designs * dayMs)
  await purgeUnused({ db: tx, files: deps.files, picturesInUse }, ids, before)
}

const lastOwnerSentence =
  'You are the shop’s only owner. Please make somebody else an owner before you delete your account.'

function openOrdersSentence(numbers: number[]): string {
  const orders = `${numbers.length === 1 ? 'Order' : 'Orders'} ${numbers.join(', ')}`
  const are = numbers.length === 1 ? 'is' : 'are'
  return `${orders} ${are} still open. You can delete your account once everything is delivered or cancelled, and refunds and disputes are over.`
}

/** The last mail to a person: their address is forgotten once it is sent. */
export const accountDeletedMail: MailKind<{ email: string; emailVerified?: boolean }> = (
  { shop },
  { email, emailVerified = true },
) => ({
  isForgotten: true,
  to: email,
  subject: 'Your account was deleted',
  preview: `Your account at ${shop.name} was deleted.`,
  parts: [
    'We deleted your account, and your name, contact details, addresses, designs, photos, reviews and messages. We keep only what tax law requires of invoices.',
    `Pictures of the last ${retentionDays.designs} days are deleted within ${retentionDays.designs + 1} days, unless somebody else orders them.`,
    ...(emailVerified ? [] : [staysSentence]),
    `If this wasn’t you, write to ${grievanceOfficer(shop)}, at ${shop.grievance.email}.`,
  ],
})

/** Deletes personal data whose time is over, every night. */
const deleteOldData = scheduledJob('delete-old-data', '20 3 * * *', {
  retryLimit: 1,
  catchesUp: true,
})

type Rule = [kind: DatedKind, remove: (shop: AppContext, before: Date) => Promise<void>]

/** How data is deleted that does not stay with an account. Guests go after their unpaid orders, designs after all orders. */
export const retentionRules: readonly Rule[] = [
  ['unpaid-orders', ({ db }, before) => deleteUnpaidOrders(db, before)],
  ['order-photos', purgePhotos],
  ['mails', purgeMails],
  ['unserved_pincodes', ({ db }, before) => deleteOldCounts(db, kolkataDay(before))],
  ...personalRows.flatMap((rows): Rule[] =>
    rows.old ? [[rows.old.kind, ({ db }, before) => forgetOld(db, rows, before)]] : [],
  ),
  ['designs', (shop, before) => purgePictures({ ...shop, picturesInUse }, before)],
]

/** Runs each rule by itself, so that the others run if one fails. */
export function deleteOldDataHandler(deps: AppContext): JobHandler {
  return handles(deleteOldData, async () => {
    const now = deps.clock.now().getTime()
    const failed: string[] = []
    for (const [kind, remove] of retentionRules) {
      try {
        await remove(deps, new Date(now - retentionDays[kind] * dayMs))
      } catch (err) {
        deps.log.error({ err, kind }, 'old data could not be deleted')
        failed.push(kind)
      }
    }
    if (failed.length > 0) throw new Error(`old data was not deleted: ${failed.join(', ')}`)
  })
}
