import { z } from 'zod'
import type { Job } from '#platform/jobs/jobs.server.ts'

const aboutAnOrder = z.object({ orderId: z.uuid() })

/** Tells the customer that the order is placed, with its items and total. */
export const mailOrderPlaced = {
  name: 'mail-order-placed',
  data: aboutAnOrder,
  retryLimit: 10,
} satisfies Job

/** Tells the customer that the order is cancelled and what is given back. */
export const mailOrderCancelled = {
  name: 'mail-order-cancelled',
  data: aboutAnOrder,
  retryLimit: 10,
} satisfies Job
