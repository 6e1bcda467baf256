import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { handles, type Job, type JobHandler } from '#platform/jobs/jobs.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { isLocked } from '#shop/orders/fulfilment/order-lock.ts'
import { ordersWithoutStreet } from '../tracking.store.server.ts'
import type { addressMissingMail } from './address-missing-mail.server.ts'

/** Tells senders that their order has no address now that the kitchen begins. */
const askForAddressJob = {
  name: 'ask-for-address',
  data: z.object({}),
  retryLimit: 0,
  schedule: '*/5 * * * *',
} satisfies Job

export function askForAddressHandler(deps: Pick<AppContext, 'db' | 'clock' | 'jobs'>): JobHandler {
  return handles(askForAddressJob, () => askForAddresses(deps))
}

/** Queues one mail for each locked order whose address is missing; a second time does nothing. */
async function askForAddresses({ db, jobs, clock }: Pick<AppContext, 'db' | 'clock' | 'jobs'>) {
  const now = clock.now()
  for (const order of await ordersWithoutStreet(db, now)) {
    if (!isLocked(order, now)) continue
    await db.transaction((tx) =>
      queueMail<typeof addressMissingMail>({ jobs, clock }, tx, 'address-missing', order.id, {
        orderId: order.id,
      }),
    )
  }
}
