import type { Order } from '#shop/orders/order.schema.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { MailButton, MailHeading, MailLayout, MailText } from '#ui/mail-layout.tsx'
import { cleanUserText } from '#ui/user-text.tsx'

interface OrderRefundedMailProps {
  order: Pick<Order, 'number' | 'user'>
  /** What this refund gives back. */
  amountPaise: Paise
  shop: ShopDetails
}

/** Tells the customer that money is on its way back; why is between them and the shop. */
export function OrderRefundedMail({ order, amountPaise, shop }: OrderRefundedMailProps) {
  const amount = formatInr(amountPaise)
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview={`${amount} of order ${order.number} go back to your card.`}
    >
      <MailHeading>Your money is on its way back</MailHeading>
      <MailText>
        Hello {cleanUserText(order.user.name)}, we have asked your bank to give back {amount} of
        what you paid for order {order.number}. It is on your card in a few days.
      </MailText>
      <MailText>Is something not as you expected? Answer this mail or call us.</MailText>
      <MailButton href={`${shop.publicUrl}/yourorder`}>See your order</MailButton>
    </MailLayout>
  )
}
