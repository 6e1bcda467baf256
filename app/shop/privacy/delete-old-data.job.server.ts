import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { dayMs } from '#platform/durations.ts'
import { handles, type Job, type JobHandler } from '#platform/jobs/job.server.ts'
import { deleteExpired } from '#shop/accounts/accounts.store.server.ts'
import { deleteOldCodes } from '#shop/accounts/sessions.store.server.ts'
import { deleteOldInvitations } from '#shop/admin/staff/staff.store.server.ts'
import { deleteOldCounts } from '#shop/delivery/delivery.store.server.ts'
import { forgetNetworks } from '#shop/delivery/reservations.store.server.ts'
import { purgePhotos } from '#shop/handling/photos/read-photo.server.ts'
import { purgeMails } from '#shop/mails/send-mail.job.server.ts'
import { picturesInUse } from '#shop/orders/pictures-in-use.store.server.ts'
import { purgePictures } from '#shop/pictures/pictures.store.server.ts'
import { deleteOldRuns } from '#shop/riders/riders.store.server.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { retentionDays } from './data-kinds.ts'
import { forgetInvoiceNames } from './delete-account/forget-in-orders.store.server.ts'
import {
  deleteGuestsWithoutOrder,
  deleteOldMessages,
  deleteOldSecurityEntries,
  deleteUnconfirmedSubscribers,
  deleteUnpaidOrders,
} from './old-data.store.server.ts'

/** Deletes personal data whose time is over, every night. */
const deleteOldData = {
  name: 'delete-old-data',
  data: z.object({}),
  retryLimit: 1,
  schedule: '20 3 * * *',
} satisfies Job

interface RetentionRule {
  /** The `id` in `data-kinds.ts`, or a table's name if it is nobody's data. */
  kind: string
  /** Older data is deleted; 0 if its own column says when it expires. */
  days: number
  remove: (deps: AppContext, before: Date) => Promise<void>
}

const inDatabase =
  (remove: (db: Database, before: Date) => Promise<void>): RetentionRule['remove'] =>
  ({ db }, before) =>
    remove(db, before)

/** How the data is deleted that does not stay with an account. */
export const retentionRules: readonly RetentionRule[] = [
  {
    kind: 'sessions',
    days: 0,
    async remove({ db }, now) {
      await deleteExpired(db, now)
      await deleteOldCodes(db)
    },
  },
  {
    kind: 'newsletter',
    days: retentionDays.unconfirmedSubscription,
    remove: inDatabase(deleteUnconfirmedSubscribers),
  },
  {
    kind: 'unserved_pincodes',
    days: retentionDays.unservedCount,
    remove: ({ db }, before) => deleteOldCounts(db, kolkataDay(before)),
  },
  {
    kind: 'delivery_reservations',
    days: retentionDays.unpaidNetwork,
    remove: inDatabase(forgetNetworks),
  },
  {
    kind: 'invitations',
    days: retentionDays.staffInvitation,
    remove: inDatabase(deleteOldInvitations),
  },
  { kind: 'riders', days: retentionDays.riderRun, remove: inDatabase(deleteOldRuns) },
  { kind: 'order-photos', days: retentionDays.orderPhoto, remove: purgePhotos },
  {
    kind: 'unpaid-orders',
    days: retentionDays.unpaidOrder,
    remove: inDatabase(deleteUnpaidOrders),
  },
  // After the orders that were never paid.
  {
    kind: 'guests',
    days: retentionDays.guestWithoutOrder,
    remove: inDatabase(deleteGuestsWithoutOrder),
  },
  // After the orders that showed some of them.
  {
    kind: 'designs',
    days: retentionDays.unusedPicture,
    remove: (context, before) => purgePictures({ ...context, picturesInUse }, before),
  },
  { kind: 'mails', days: retentionDays.mail, remove: purgeMails },
  { kind: 'messages', days: retentionDays.message, remove: inDatabase(deleteOldMessages) },
  {
    kind: 'security-log',
    days: retentionDays.securityLog,
    remove: inDatabase(deleteOldSecurityEntries),
  },
  { kind: 'invoices', days: retentionDays.invoice, remove: inDatabase(forgetInvoiceNames) },
]

/** Runs each rule by itself, so that the others run if one fails. */
export function deleteOldDataHandler(deps: AppContext): JobHandler {
  return handles(deleteOldData, async () => {
    const now = deps.clock.now().getTime()
    const failed: string[] = []
    for (const { kind, days, remove } of retentionRules) {
      try {
        await remove(deps, new Date(now - days * dayMs))
      } catch (err) {
        deps.log.error({ err, kind }, 'old data could not be deleted')
        failed.push(kind)
      }
    }
    if (failed.length > 0) throw new Error(`old data was not deleted: ${failed.join(', ')}`)
  })
}
