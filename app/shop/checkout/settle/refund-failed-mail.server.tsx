import { z } from 'zod'
import { composes, type MailComposer, type MailKind } from '#shop/mails/mail-kind.server.ts'
import { formatInr } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { MailHeading, MailLayout, MailText } from '#ui/mail-layout.tsx'

const aboutRefund = z.object({
  refundId: z.uuid(),
  orderNumber: z.int(),
  amountPaise: z.int(),
})

/** Tells the shop of money that the card company could not give back. */
export const mailRefundFailed = {
  name: 'refund-failed',
  data: aboutRefund,
  eventOf: ({ refundId }) => refundId,
} satisfies MailKind<typeof aboutRefund>

export function refundFailedComposer({ shop }: { shop: ShopDetails }): MailComposer {
  return composes(mailRefundFailed, async (refund) => ({
    to: shop.email,
    subject: `A refund did not arrive: order ${refund.orderNumber}`,
    mail: <RefundFailedMail {...refund} shop={shop} />,
  }))
}

function RefundFailedMail(props: z.output<typeof aboutRefund> & { shop: ShopDetails }) {
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
