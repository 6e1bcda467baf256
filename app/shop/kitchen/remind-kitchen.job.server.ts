import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { hourMs } from '#platform/durations.ts'
import { handles, type Job, type JobHandler } from '#platform/jobs/job.server.ts'
import { hasZones } from '#shop/delivery/delivery-plan.ts'
import { declareMail, queueMail } from '#shop/mails/mail-kind.server.ts'
import { dayTitle, kolkataDay } from '#shop/values/kolkata-time.ts'
import { findBaking } from './kitchen.store.server.ts'
import { readWork } from './load-kitchen.server.ts'

/** Reminds the kitchen of its day, at six in the morning, or later if the shop was down. */
const remindKitchenJob = {
  name: 'remind-kitchen',
  data: z.object({}),
  retryLimit: 5,
  // The day's mail is queued once, in the first hour in which the shop runs and has something to bake.
  schedule: '0 6-17 * * *',
} satisfies Job

export function remindKitchenHandler(deps: AppContext): JobHandler {
  return handles(remindKitchenJob, () => remindKitchen(deps))
}

/** Queues the mail of the day once, if there is something to bake. */
export async function remindKitchen({ db, jobs, clock, deliveryPlan }: AppContext) {
  if (!hasZones(deliveryPlan.current())) return
  const day = kolkataDay(clock.now())
  await db.transaction(async (tx) => {
    if (!(await findBaking(tx, day))) return
    await queueMail<typeof kitchenDayMail>({ jobs, clock }, tx, 'kitchen-day', day, { day })
  })
}

export const kitchenDayMail = declareMail({
  name: 'kitchen-day',
  cause: 'shop',
  data: z.object({ day: z.iso.date() }),
  // In the evening it is no reminder any more.
  expiresAfterMs: 12 * hourMs,
  async write({ db, shop, deliveryPlan }, { day }) {
    const baking = await findBaking(db, day)
    if (!baking) return null
    const { first } = baking
    const work = await readWork(db, deliveryPlan.current(), day)
    const cakes = baking.cakes === 1 ? '1 cake' : `${baking.cakes} cakes`
    const verb = baking.cakes === 1 ? 'is' : 'are'
    return {
      to: shop.email,
      subject: `To bake today: ${cakes}`,
      preview: `${cakes}, the first: ${first}`,
      heading: dayTitle(day),
      parts: [
        `There ${verb} ${cakes} to bake${work ? `, ${work} of work` : ''}. The first is due ${first}.`,
        { button: 'Open the kitchen', href: `${shop.publicUrl}/admin/kitchen?day=${day}` },
      ],
    }
  },
})
