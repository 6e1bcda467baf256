import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { isolated } from '#ui/isolated.ts'
import { MailButton, MailHeading, MailLayout, MailText } from '#ui/mail-layout.tsx'
import { addressText } from './customer-text.ts'
import { awaitsAnyPrice, OrderMailItems, type OrderMailProps } from './mails/order.mail.tsx'

/** Tells the customer that the order is placed. */
export function OrderPlacedMail({ order, shop, pictures }: OrderMailProps) {
  const delivery = formatDateTime(new Date(order.time))
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview={`Order ${order.number}, for delivery on ${delivery}.`}
    >
      <MailHeading>Your Order is Placed.</MailHeading>
      <MailText>
        Thank you, {isolated(order.user.name)}! We have your order {order.number}, for delivery on{' '}
        {delivery}.
      </MailText>
      <OrderMailItems order={order} pictures={pictures} />
      {awaitsAnyPrice(order) && (
        <MailText>
          A customised cake is not in the total yet: our baker looks at it and mails you its price.
          You pay that in cash on delivery, if you agree to it.
        </MailText>
      )}
      <MailText>It goes to: {isolated(addressText(order.address))}</MailText>
      <MailButton href={`${shop.publicUrl}/yourorder`}>See your order</MailButton>
    </MailLayout>
  )
}
