import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { formatInr, toPaise } from '#shop/values/money.ts'
import { isolated } from '#ui/isolated.ts'
import { MailButton, MailHeading, MailLayout, MailText } from '#ui/mail-layout.tsx'
import {
  type CakeMailProps,
  CashRows,
  DeliveryText,
  OrderedCake,
  PaidByCard,
  QuestionsText,
} from './quote-mail-parts.tsx'

/** Confirms to the customer what was agreed. */
export function QuoteAcceptedMail(cake: CakeMailProps) {
  const { order, item, shop } = cake
  const delivery = formatDateTime(new Date(order.time))
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview={`${formatInr(toPaise(item.subtotal))} is agreed, for ${delivery}.`}
    >
      <MailHeading>We will bake your cake</MailHeading>
      <MailText>
        Thank you, {isolated(order.user.name)}! You have accepted our price for your customised cake
        in order {order.number}.
      </MailText>
      <OrderedCake {...cake} />
      <CashRows {...cake} linePaise={toPaise(item.subtotal)} />
      <PaidByCard order={order} />
      <DeliveryText order={order} />
      <MailText>Please have the cash ready when the cake comes.</MailText>
      <MailButton href={`${shop.publicUrl}/yourorder`}>See your order</MailButton>
      <QuestionsText shop={shop} />
    </MailLayout>
  )
}
