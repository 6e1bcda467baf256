import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { PublishedCakes } from '#shop/cakes/published-cakes.server.ts'
import { type CartLine, customCakeStock, lineId } from '#shop/cart/cart-line.ts'
import { cartLink } from '#shop/cart/cart-link.ts'
import type { CurrentPlan } from '#shop/delivery/current-plan.server.ts'
import { nextOpenSlots } from '#shop/delivery/options/next-open-slots.server.ts'
import { slotText } from '#shop/delivery/slot-text.ts'
import { type MailComposer, type MailKind, mailComposer } from '#shop/mails/mail-kind.server.ts'
import { deliveryText } from '#shop/orders/delivery/delivery-text.ts'
import { findOrder, itemsOf } from '#shop/orders/orders.store.server.ts'
import { type ItemRow, toDeliveryTime } from '#shop/orders/whole-orders.store.server.ts'
import { splitAddress } from '#shop/values/india-address.ts'
import { formatInr, toRupees } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { MailButton, MailHeading, MailLayout, MailText } from '#ui/mail-layout.tsx'

const aboutAnOrder = z.object({ orderId: z.uuid() })

/** Tells a customer whose payment came late that the slot is gone, what is refunded, and when else we could come. */
export const slotGoneMail = {
  name: 'slot-gone',
  cause: 'anyone',
  data: aboutAnOrder,
  eventId: ({ orderId }) => orderId,
} satisfies MailKind<typeof aboutAnOrder>

interface SlotGoneDeps {
  db: Database
  clock: Clock
  shop: ShopDetails
  deliveryPlan: CurrentPlan
  publishedCakes: PublishedCakes
}

export function slotGoneMailComposer(deps: SlotGoneDeps): MailComposer {
  return mailComposer(slotGoneMail, async ({ orderId }) => {
    const order = await findOrder(deps.db, orderId)
    if (!order) throw new Error(`no order ${orderId} to write about`)
    const items = await itemsOf(deps.db, orderId)
    const pincode = order.isPickup ? null : (splitAddress(order.address)?.pincode ?? '')
    const lines = items.map((item) => toCartLine(item, deps.publishedCakes))
    const open = await nextOpenSlots(deps, { pincode, lines, count: 3 })
    return {
      to: order.customerEmail,
      subject: `Order ${order.number}: refunded, your time slot was taken`,
      mail: (
        <SlotGoneMail
          number={order.number}
          refund={formatInr(order.cardPaise)}
          when={deliveryText(toDeliveryTime(order))}
          slots={open.map(slotText)}
          cartUrl={cartLink(deps.shop.publicUrl, lines)}
          shop={deps.shop}
        />
      ),
    }
  })
}

function toCartLine(item: ItemRow, cakes: PublishedCakes): CartLine {
  const { name, category, flavour, wt, egg, amount, bname, customize, detail, image } = item
  const cakeid = item.cakeId ?? item.id
  const stock = customize ? customCakeStock : (cakes.current().byId.get(cakeid)?.stock ?? amount)
  return {
    id: lineId({ cakeid, flavour, wt, bname }),
    cakeid,
    name,
    category,
    flavour,
    wt,
    egg,
    amount,
    bname,
    customize,
    detail,
    image,
    isConfirmed: 'processing',
    price: toRupees(item.pricePaise),
    stock,
    max: stock,
  }
}

interface SlotGoneMailProps {
  number: number
  refund: string
  when: string
  slots: string[]
  cartUrl: string
  shop: ShopDetails
}

function SlotGoneMail({ number, refund, when, slots, cartUrl, shop }: SlotGoneMailProps) {
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview={`We refund ${refund}. Please choose another time.`}
    >
      <MailHeading>Your time slot was taken</MailHeading>
      <MailText>
        Your payment for order {number} came after we had given its place on {when} to somebody
        else. We are sorry. The order was not placed, and we are refunding all of {refund}.
      </MailText>
      {slots.length > 0 && <MailText>The next times that are free: {slots.join('; ')}.</MailText>}
      <MailButton href={cartUrl}>Order again</MailButton>
    </MailLayout>
  )
}
