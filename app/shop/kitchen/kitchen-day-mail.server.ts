import { z } from 'zod'
import { hourMs } from '#platform/durations.ts'
import { declareMail } from '#shop/mails/mail-kind.server.ts'
import { dayTitle } from '#shop/values/kolkata-time.ts'
import { findBaking } from './kitchen.store.server.ts'
import { readWork } from './load-kitchen.server.ts'

/** To the shop, in the morning: what there is to bake. */
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
