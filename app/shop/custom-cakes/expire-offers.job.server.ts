import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { handles, type Job, type JobHandler, type Jobs } from '#platform/jobs/jobs.server.ts'

/** Ends offers that were not answered in time. */
const expireOffers = {
  name: 'expire-offers',
  data: z.object({}),
  retryLimit: 0,
  schedule: '*/5 * * * *',
} satisfies Job

export function expireOffersHandler(_deps: { db: Database; clock: Clock; jobs: Jobs }): JobHandler {
  return handles(expireOffers, async () => {})
}
