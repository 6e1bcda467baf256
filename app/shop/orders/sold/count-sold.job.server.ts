import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { handles, type Job, type JobHandler } from '#platform/jobs/job.server.ts'
import { cakeChanged, soldChanged } from '#shop/cakes/published-cakes.server.ts'

/** Every process counts again what is sold, once a night: customers sort by it. */
const countSoldJob = {
  name: 'count-sold',
  data: z.object({}),
  retryLimit: 3,
  schedule: '35 3 * * *',
} satisfies Job

export function countSoldHandler({ db, cacheInvalidation }: AppContext): JobHandler {
  return handles(countSoldJob, () =>
    cacheInvalidation.transaction(db, async (_tx, invalidate) => invalidate([soldChanged])),
  )
}

/** Pages say within a minute that a cake is sold out, or can be had again; at once when an order takes pieces. */
export const countPiecesJob = {
  name: 'count-pieces',
  data: z.object({}),
  retryLimit: 0,
  schedule: '* * * * *',
} satisfies Job

export function countPiecesHandler({
  db,
  cacheInvalidation,
  publishedCakes,
}: AppContext): JobHandler {
  return handles(countPiecesJob, async () => {
    const changed = await publishedCakes.findChanged()
    if (changed.length === 0) return
    await cacheInvalidation.transaction(db, async (_tx, invalidate) =>
      invalidate(changed.map((id) => cakeChanged({ id }))),
    )
  })
}
