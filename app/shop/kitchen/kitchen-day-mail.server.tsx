import { z } from 'zod'
import type { Database } from '#platform/database/database.server.ts'
import { hourMs } from '#platform/durations.ts'
import type { CurrentPlan } from '#shop/delivery/current-plan.server.ts'
import { type MailComposer, type MailKind, mailComposer } from '#shop/mails/mail-kind.server.ts'
import { dayTitle } from '#shop/values/kolkata-time.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { MailButton, MailHeading, MailLayout, MailText } from '#ui/mail-layout.tsx'
import { findBaking } from './kitchen.store.server.ts'
import { readWork } from './load-kitchen.server.ts'

const aboutADay = z.object({ day: z.iso.date() })

/** To the shop, in the morning: what there is to bake. */
export const kitchenDayMail = {
  name: 'kitchen-day',
  cause: 'shop',
  data: aboutADay,
  eventId: ({ day }) => day,
  // In the evening it is no reminder any more.
  expiresAfterMs: 12 * hourMs,
} satisfies MailKind<typeof aboutADay>

interface KitchenDayDeps {
  db: Database
  shop: ShopDetails
  deliveryPlan: CurrentPlan
}

export function kitchenDayMailComposer({ db, shop, deliveryPlan }: KitchenDayDeps): MailComposer {
  return mailComposer(kitchenDayMail, async ({ day }) => {
    const baking = await findBaking(db, day)
    if (!baking) return null
    const work = await readWork(db, deliveryPlan.current(), day)
    const cakes = baking.cakes === 1 ? '1 cake' : `${baking.cakes} cakes`
    return {
      to: shop.email,
      subject: `To bake today: ${cakes}`,
      mail: <KitchenDayMail day={day} cakes={cakes} work={work} shop={shop} first={baking.first} />,
    }
  })
}

interface KitchenDayMailProps {
  day: string
  /** '12 cakes' */
  cakes: string
  /** '310 of 480 minutes' */
  work: string | null
  /** When the first is handed over. */
  first: string
  shop: ShopDetails
}

function KitchenDayMail({ day, cakes, work, first, shop }: KitchenDayMailProps) {
  return (
    <MailLayout sender={{ ...shop, url: shop.publicUrl }} preview={`${cakes}, the first: ${first}`}>
      <MailHeading>{dayTitle(day)}</MailHeading>
      <MailText>
        There {cakes === '1 cake' ? 'is' : 'are'} {cakes} to bake{work && `, ${work} of work`}. The
        first is due {first}.
      </MailText>
      <MailButton href={`${shop.publicUrl}/admin/kitchen?day=${day}`}>Open the kitchen</MailButton>
    </MailLayout>
  )
}
