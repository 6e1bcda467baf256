import { z } from 'zod'
import { handles, type Job, type JobHandler } from '#platform/jobs/jobs.server.ts'
import { type ExpireQuotesDeps, expireQuotes } from './expire-quotes.server.ts'

/** Ends offers that were not answered in time. */
const expireQuotesJob = {
  name: 'expire-quotes',
  data: z.object({}),
  retryLimit: 0,
  schedule: '*/5 * * * *',
} satisfies Job

export function expireQuotesHandler(deps: ExpireQuotesDeps): JobHandler {
  return handles(expireQuotesJob, () => expireQuotes(deps))
}
