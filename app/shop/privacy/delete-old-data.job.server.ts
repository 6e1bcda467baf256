import type { AppContext } from '#app/context.server.ts'
import { dayMs } from '#platform/durations.ts'
import { handles, type JobHandler, scheduledJob } from '#platform/jobs/job.server.ts'
import { deleteOldCounts } from '#shop/delivery/delivery.store.server.ts'
import { purgePhotos } from '#shop/handling/photos/order-photos.server.ts'
import { purgeMails } from '#shop/mails/send-mail.job.server.ts'
import { picturesInUse } from '#shop/orders/pictures-in-use.store.server.ts'
import { purgePictures } from '#shop/pictures/pictures.store.server.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { type DatedKind, retentionDays } from './data-kinds.ts'
import { deleteUnpaidOrders, forgetOld, personalRows } from './personal-rows.store.server.ts'

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
