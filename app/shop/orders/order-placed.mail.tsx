import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { formatInr, toPaise } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { isolated } from '#ui/isolated.ts'
import { MailButton, MailHeading, MailLayout, MailText } from '#ui/mail-layout.tsx'
import { addressText } from './address-text.ts'
import type { Order } from './order.schema.ts'
import { type ItemPictures, OrderMailItems } from './order-mail-items.tsx'

interface OrderPlacedMailProps {
  order: Order
  shop: ShopDetails
  /** Of its items, with the names in icing. */
  pictures?: ItemPictures
}

/** Tells the customer that the order is placed. */
export function OrderPlacedMail({ order, shop, pictures }: OrderPlacedMailProps) {
  const delivery = formatDateTime(new Date(order.time))
  const total = formatInr(toPaise(order.paidByCard) + toPaise(order.dueInCash))
  const custom = order.order.some((item) => item.customize)
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview={`Order ${order.number} for ${delivery}, ${total}.`}
    >
      <MailHeading>Your Order is Placed.</MailHeading>
      <MailText>
        Thank you, {isolated(order.user.name)}! Order {order.number} will be with you on {delivery}.
      </MailText>
      <OrderMailItems order={order} pictures={pictures} />
      <MailText>Total: {total}</MailText>
      {custom && (
        <MailText>
          We will look at the design of your customised cake and mail you its price. You pay it in
          cash on delivery, once you have agreed to it.
        </MailText>
      )}
      <MailText>It goes to: {isolated(addressText(order.address))}</MailText>
      <MailButton href={`${shop.publicUrl}/yourorder`}>See your order</MailButton>
    </MailLayout>
  )
}
