import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { handles, type Job, type JobHandler } from '#platform/jobs/job.server.ts'
import { soldChanged } from '#shop/cakes/published-cakes.server.ts'

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
