import { z } from 'zod'
import { type MailComposer, type MailKind, mailComposer } from '#shop/mails/mail-kind.server.ts'
import { formatInr } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { MailHeading, MailLayout, MailText } from '#ui/mail-layout.tsx'

const aboutMoney = z.object({
  orderNumber: z.int(),
  receivedPaise: z.int(),
  agreedPaise: z.int(),
})

/** Tells the shop of money that came for an order that was over, or of another amount than agreed. */
export const unexpectedPaymentMail = {
  name: 'unexpected-payment',
  cause: 'shop',
  data: aboutMoney,
  eventId: ({ orderNumber }) => `${orderNumber}`,
} satisfies MailKind<typeof aboutMoney>

export function unexpectedPaymentMailComposer({ shop }: { shop: ShopDetails }): MailComposer {
  return mailComposer(unexpectedPaymentMail, async (money) => ({
    to: shop.email,
    subject: `Payment refunded: order ${money.orderNumber}`,
    mail: <UnexpectedPaymentMail {...money} shop={shop} />,
  }))
}

function UnexpectedPaymentMail(props: z.output<typeof aboutMoney> & { shop: ShopDetails }) {
  const { orderNumber, receivedPaise, agreedPaise, shop } = props
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview={`${formatInr(receivedPaise)} came and goes back.`}
    >
      <MailHeading>Money that was not expected</MailHeading>
      <MailText>
        {formatInr(receivedPaise)} came for order {orderNumber}, which had expired or was about{' '}
        {formatInr(agreedPaise)}. We are refunding all of it. The order was not placed.
      </MailText>
    </MailLayout>
  )
}
