import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { handles, type Job, type JobHandler, type Jobs } from '#platform/jobs/jobs.server.ts'
import type { CurrentPlan } from '#shop/delivery/current-plan.server.ts'
import { hasZones } from '#shop/delivery/delivery-plan.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { findBaking } from './kitchen.store.server.ts'
import { kitchenDayMail } from './kitchen-day-mail.server.tsx'

/** Reminds the kitchen of its day, at six in the morning; later where the shop was down at six. */
const remindKitchenJob = {
  name: 'remind-kitchen',
  data: z.object({}),
  retryLimit: 5,
  // The day's mail is queued once: the first hour in which the shop runs, and there is something to bake.
  schedule: '0 6-17 * * *',
} satisfies Job

interface RemindKitchenDeps {
  db: Database
  jobs: Jobs
  clock: Clock
  deliveryPlan: CurrentPlan
}

export function remindKitchenHandler(deps: RemindKitchenDeps): JobHandler {
  return handles(remindKitchenJob, () => remindKitchen(deps))
}

/** Queues the mail of the day, if there is something to bake; once, however often it runs. */
export async function remindKitchen({ db, jobs, clock, deliveryPlan }: RemindKitchenDeps) {
  if (!hasZones(deliveryPlan.current())) return
  const day = kolkataDay(clock.now())
  await db.transaction(async (tx) => {
    if (await findBaking(tx, day)) await queueMail({ jobs, clock }, tx, kitchenDayMail, { day })
  })
}
