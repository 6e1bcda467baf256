import { formatInr, toPaise } from '#shop/values/money.ts'
import { isolated } from '#ui/isolated.ts'
import { MailButton, MailHeading, MailLayout, MailText } from '#ui/mail-layout.tsx'
import { OrderMailItems, type OrderMailProps } from './mails/order.mail.tsx'

/** Tells the customer that the order is cancelled and what comes back. */
export function OrderCancelledMail({ order, shop, pictures }: OrderMailProps) {
  const back = formatInr(toPaise(order.refunded))
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview={`Order ${order.number} will not be made.`}
    >
      <MailHeading>Your order is cancelled</MailHeading>
      <MailText>
        Hello {isolated(order.user.name)}, order {order.number} is cancelled and will not be made.
      </MailText>
      <OrderMailItems order={order} pictures={pictures} />
      <MailText>
        {order.refunded > 0
          ? `We have asked your bank to give back ${back}. It is on your card in a few days.`
          : 'Nothing was paid by card, so there is nothing to give back.'}
      </MailText>
      <MailButton href={`${shop.publicUrl}/products`}>Choose another cake</MailButton>
    </MailLayout>
  )
}
