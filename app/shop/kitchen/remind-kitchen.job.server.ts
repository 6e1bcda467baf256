import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { handles, type Job, type JobHandler } from '#platform/jobs/jobs.server.ts'
import { hasZones } from '#shop/delivery/delivery-plan.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { findBaking } from './kitchen.store.server.ts'
import type { kitchenDayMail } from './kitchen-day-mail.server.ts'

/** Reminds the kitchen of its day, at six in the morning; later where the shop was down at six. */
const remindKitchenJob = {
  name: 'remind-kitchen',
  data: z.object({}),
  retryLimit: 5,
  // The day's mail is queued once: the first hour in which the shop runs, and there is something to bake.
  schedule: '0 6-17 * * *',
} satisfies Job

export function remindKitchenHandler(
  deps: Pick<AppContext, 'db' | 'clock' | 'jobs' | 'deliveryPlan'>,
): JobHandler {
  return handles(remindKitchenJob, () => remindKitchen(deps))
}

/** Queues the mail of the day, if there is something to bake; once, however often it runs. */
export async function remindKitchen({
  db,
  jobs,
  clock,
  deliveryPlan,
}: Pick<AppContext, 'db' | 'clock' | 'jobs' | 'deliveryPlan'>) {
  if (!hasZones(deliveryPlan.current())) return
  const day = kolkataDay(clock.now())
  await db.transaction(async (tx) => {
    if (await findBaking(tx, day))
      await queueMail<typeof kitchenDayMail>({ jobs, clock }, tx, 'kitchen-day', day, { day })
  })
}
