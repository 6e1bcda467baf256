import { z } from 'zod'
import { handles, type Job, type JobHandler } from '#platform/jobs/jobs.server.ts'
import { type ExpireOffersDeps, expireOffers } from './expire-offers.server.ts'

/** Ends offers that were not answered in time. */
const expireOffersJob = {
  name: 'expire-offers',
  data: z.object({}),
  retryLimit: 0,
  schedule: '*/5 * * * *',
} satisfies Job

export function expireOffersHandler(deps: ExpireOffersDeps): JobHandler {
  return handles(expireOffersJob, () => expireOffers(deps))
}
