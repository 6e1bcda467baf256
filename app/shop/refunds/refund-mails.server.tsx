import { z } from 'zod'
import type { Database } from '#platform/database/database.server.ts'
import { type MailComposer, type MailKind, mailComposer } from '#shop/mails/mail-kind.server.ts'
import { creditNotesText, greeting } from '#shop/orders/mails/order.mail.tsx'
import { findOrderForMail, mailToCustomer } from '#shop/orders/mails/order-mails.server.tsx'
import type { Order } from '#shop/orders/order.schema.ts'
import { refundArrives } from '#shop/orders/order-money.ts'
import { creditNotesOfRefund } from '#shop/tax-documents/tax-documents.store.server.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { MailButton, MailHeading, MailLayout, MailText } from '#ui/mail-layout.tsx'

const orderRefundedData = z.object({
  orderId: z.uuid(),
  amountPaise: z.int().positive(),
  key: z.uuid(),
})

/** Tells the customer about a refund. `key` is the refund's own: one mail for each. */
export const orderRefundedMail = {
  name: 'order-refunded',
  cause: 'recipient',
  data: orderRefundedData,
  eventId: ({ key }) => key,
} satisfies MailKind<typeof orderRefundedData>

const refundFailedData = z.object({
  refundId: z.uuid(),
  orderNumber: z.int(),
  amountPaise: z.int(),
})

/** Tells the shop about a refund that the payment provider could not make after all. */
export const refundFailedMail = {
  name: 'refund-failed',
  cause: 'shop',
  data: refundFailedData,
  eventId: ({ refundId }) => refundId,
} satisfies MailKind<typeof refundFailedData>

const refundDelayedData = refundFailedData.extend({ provider: z.string() })

/** Tells the shop about a refund that waits, because its balance at the payment provider is too low. */
export const refundDelayedMail = {
  name: 'refund-delayed',
  cause: 'shop',
  data: refundDelayedData,
  eventId: ({ refundId }) => refundId,
} satisfies MailKind<typeof refundDelayedData>

export function refundMailComposers({
  db,
  shop,
}: {
  db: Database
  shop: ShopDetails
}): MailComposer[] {
  return [
    mailComposer(orderRefundedMail, async ({ orderId, amountPaise, key }) => {
      const order = await findOrderForMail(db, orderId)
      const creditNotes = await creditNotesOfRefund(db, `admin-${key}`)
      const mail = (
        <OrderRefundedMail
          order={order}
          amountPaise={amountPaise}
          creditNotes={creditNotes}
          shop={shop}
        />
      )
      return mailToCustomer(order, `Refund for your order ${order.number}`, mail)
    }),
    mailComposer(refundFailedMail, async (refund) => ({
      to: shop.email,
      subject: `A refund failed: order ${refund.orderNumber}`,
      mail: <RefundFailedMail {...refund} shop={shop} />,
    })),
    mailComposer(refundDelayedMail, async (refund) => ({
      to: shop.email,
      subject: `A refund is waiting: order ${refund.orderNumber}`,
      mail: <RefundDelayedMail {...refund} shop={shop} />,
    })),
  ]
}

interface OrderRefundedMailProps {
  order: Pick<Order, 'number' | 'user'>
  amountPaise: Paise
  /** Their serials. */
  creditNotes: readonly string[]
  shop: ShopDetails
}

/** The refund's reason is left out: it is for the shop's own records. */
export function OrderRefundedMail({
  order,
  amountPaise,
  creditNotes,
  shop,
}: OrderRefundedMailProps) {
  const amount = formatInr(amountPaise)
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview={`We’ve refunded ${amount} for order ${order.number}.`}
    >
      <MailHeading>Your refund is on its way</MailHeading>
      <MailText>
        {greeting(order)} we’ve refunded {amount} for order {order.number}. {refundArrives('you')}
      </MailText>
      {creditNotes.length > 0 && <MailText>{creditNotesText(creditNotes)}</MailText>}
      <MailText>Questions? Reply to this email or call us.</MailText>
      <MailButton href={`${shop.publicUrl}/yourorder`}>View your order</MailButton>
    </MailLayout>
  )
}

function RefundFailedMail(props: z.output<typeof refundFailedData> & { shop: ShopDetails }) {
  const { orderNumber, amountPaise, shop } = props
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview={`${formatInr(amountPaise)} for order ${orderNumber} could not be refunded.`}
    >
      <MailHeading>A refund failed</MailHeading>
      <MailText>
        The payment provider could not refund {formatInr(amountPaise)} for order {orderNumber}. The
        card may be closed. The money is back with you. Please call the customer and refund it in
        another way.
      </MailText>
    </MailLayout>
  )
}

function RefundDelayedMail(props: z.output<typeof refundDelayedData> & { shop: ShopDetails }) {
  const { orderNumber, amountPaise, provider, shop } = props
  const amount = formatInr(amountPaise)
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview={`Your ${provider} balance is too low to refund ${amount} of order ${orderNumber}.`}
    >
      <MailHeading>A refund is waiting</MailHeading>
      <MailText>
        Your balance at {provider} is too low to refund {amount} of order {orderNumber}. Please add
        money in its dashboard, or wait for new payments. We keep trying, so you need not do
        anything else.
      </MailText>
    </MailLayout>
  )
}
