import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { formatInr, toPaise } from '#shop/values/money.ts'
import { isolated } from '#ui/isolated.ts'
import { MailButton, MailHeading, MailLayout, MailText } from '#ui/mail-layout.tsx'
import { addressText } from './customer-text.ts'
import { OrderMailItems, type OrderMailProps } from './mails/order.mail.tsx'
import { cashToPay } from './order-progress.ts'

/** Tells the customer that the cakes are ready, when they come and where, and what is to be paid at the door. */
export function OrderPreparedMail({ order, shop, pictures }: OrderMailProps) {
  const delivery = formatDateTime(new Date(order.time))
  const cash = cashToPay(order)
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview={`Order ${order.number} comes on ${delivery}.`}
    >
      <MailHeading>Your order is prepared</MailHeading>
      <MailText>
        Hello {isolated(order.user.name)}, order {order.number} is ready and will be with you on{' '}
        {delivery}.
      </MailText>
      <OrderMailItems order={order} pictures={pictures} />
      {cash > 0 && <MailText>Please keep {formatInr(toPaise(cash))} ready in cash.</MailText>}
      <MailText>It goes to: {isolated(addressText(order.address))}</MailText>
      <MailButton href={`${shop.publicUrl}/yourorder`}>See your order</MailButton>
    </MailLayout>
  )
}
