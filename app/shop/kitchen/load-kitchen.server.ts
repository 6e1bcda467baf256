import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { hourMs } from '#platform/durations.ts'
import { handles, type Job, type JobHandler } from '#platform/jobs/job.server.ts'
import { dayLoad, usageText } from '#shop/delivery/day-load.ts'
import { readLoadRows } from '#shop/delivery/delivery.store.server.ts'
import { type DeliveryPlan, hasZones } from '#shop/delivery/delivery-plan.ts'
import { type MailKind, queueMail } from '#shop/mails/mail-kind.server.ts'
import { boundsOfDay, dayTitle, kolkataDay, parseDay } from '#shop/values/kolkata-time.ts'
import { findBaking, itemsOfDay, nextDeliveryAfter } from './kitchen.store.server.ts'

/** How many items of one day the kitchen shows at most. */
const kitchenItemsShown = 500

/** The minutes of a day, with the cakes of the next day that are baked on it: '310 of 480 minutes'; null without any. */
async function readWork(db: Database, plan: DeliveryPlan, day: string): Promise<string | null> {
  const { kitchen } = dayLoad(plan, day, await readLoadRows(db, day, day))
  return kitchen.limit === null && kitchen.taken === 0 ? null : usageText(kitchen, 'minute')
}

/** What the kitchen's page shows of the day in its address. */
export async function loadKitchen(
  { db, now, plan }: { db: Database; now: Date; plan: DeliveryPlan },
  dayText: string | null,
) {
  const day = parseDay(dayText, now)
  const inSlots = hasZones(plan)
  const items = await itemsOfDay(db, { day, plan, limit: kitchenItemsShown + 1 })
  const next = items.length === 0 ? await nextDeliveryAfter(db, boundsOfDay(day).to) : null
  return {
    day,
    today: kolkataDay(now),
    items: items.slice(0, kitchenItemsShown),
    more: items.length > kitchenItemsShown,
    work: inSlots ? await readWork(db, plan, day) : null,
    /** If nothing is to be made: the next day with something; null if there is none. */
    nextDay: next && kolkataDay(next),
  }
}

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
export async function remindKitchen(shop: AppContext) {
  const { db, clock, deliveryPlan } = shop
  if (!hasZones(deliveryPlan.current())) return
  const day = kolkataDay(clock.now())
  await db.transaction(async (tx) => {
    if (!(await findBaking(tx, day))) return
    await queueMail(shop, tx, 'kitchen-day', day, { day })
  })
}

export const kitchenDayMail: MailKind<{ day: string }> = async (
  { db, shop, deliveryPlan },
  { day },
) => {
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
}
// In the evening it is no reminder any more.
kitchenDayMail.expiresAfterMs = 12 * hourMs
