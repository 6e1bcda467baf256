import type { AppContext } from '#app/context.server.ts'
import { handles, type JobHandler, scheduledJob } from '#platform/jobs/job.server.ts'
import { soldChanged } from '#shop/cakes/published-cakes.server.ts'

/** Every process counts again what is sold, once a night: customers sort by it. */
const countSoldJob = scheduledJob('count-sold', '35 3 * * *', { retryLimit: 3 })

export function countSoldHandler({ db, cacheInvalidation }: AppContext): JobHandler {
  return handles(countSoldJob, () =>
    cacheInvalidation.transaction(db, async (_tx, invalidate) => invalidate([soldChanged])),
  )
}
