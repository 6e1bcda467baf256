import { z } from 'zod'
import type { Job } from '#platform/jobs/jobs.server.ts'

/** Mails what a visitor wrote to the shop. */
export const mailMessage = {
  name: 'mail-message',
  data: z.object({ messageId: z.uuid() }),
  retryLimit: 8,
} satisfies Job

/** Welcomes a new subscriber. */
export const mailSubscribed = {
  name: 'mail-subscribed',
  data: z.object({ mailId: z.uuid(), email: z.email() }),
  retryLimit: 8,
} satisfies Job
