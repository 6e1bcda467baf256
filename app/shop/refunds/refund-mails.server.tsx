import { z } from 'zod'
import type { Database } from '#platform/database/database.server.ts'
import { type MailComposer, type MailKind, mailComposer } from '#shop/mails/mail-kind.server.ts'
import { findOrderForMail, mailToCustomer } from '#shop/orders/mails/order-mails.server.tsx'
import type { Order } from '#shop/orders/order.schema.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { MailButton, MailHeading, MailLayout, MailText } from '#ui/mail-layout.tsx'
import { cleanUserText } from '#ui/user-text.tsx'

const orderRefundedData = z.object({
  orderId: z.uuid(),
  amountPaise: z.int().positive(),
  key: z.uuid(),
})

/** Tells the customer about a refund. `key` is the refund's own: one mail for each. */
export const mailOrderRefunded = {
  name: 'order-refunded',
  data: orderRefundedData,
  eventId: ({ key }) => key,
} satisfies MailKind<typeof orderRefundedData>

const refundFailedData = z.object({
  refundId: z.uuid(),
  orderNumber: z.int(),
  amountPaise: z.int(),
})

/** Tells the shop about a refund that the payment provider could not make after all. */
export const mailRefundFailed = {
  name: 'refund-failed',
  data: refundFailedData,
  eventId: ({ refundId }) => refundId,
} satisfies MailKind<typeof refundFailedData>

export function refundMailComposers({
  db,
  shop,
}: {
  db: Database
  shop: ShopDetails
}): MailComposer[] {
  return [
    mailComposer(mailOrderRefunded, async ({ orderId, amountPaise }) => {
      const order = await findOrderForMail(db, orderId)
      const mail = <OrderRefundedMail order={order} amountPaise={amountPaise} shop={shop} />
      return mailToCustomer(order, `Money back for your order ${order.number}`, mail)
    }),
    mailComposer(mailRefundFailed, async (refund) => ({
      to: shop.email,
      subject: `A refund did not arrive: order ${refund.orderNumber}`,
      mail: <RefundFailedMail {...refund} shop={shop} />,
    })),
  ]
}

interface OrderRefundedMailProps {
  order: Pick<Order, 'number' | 'user'>
  amountPaise: Paise
  shop: ShopDetails
}

/** The refund's reason is left out: it is for the shop's own records. */
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

function RefundFailedMail(props: z.output<typeof refundFailedData> & { shop: ShopDetails }) {
  const { orderNumber, amountPaise, shop } = props
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview={`${formatInr(amountPaise)} of order ${orderNumber} came back to you.`}
    >
      <MailHeading>A refund did not arrive</MailHeading>
      <MailText>
        The card company could not give back {formatInr(amountPaise)} of order {orderNumber}: the
        card may be closed. The money is with you again. Please call the customer and give it back
        in another way.
      </MailText>
    </MailLayout>
  )
}
