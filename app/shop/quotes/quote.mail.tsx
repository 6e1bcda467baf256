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

interface QuoteMailProps extends CakeMailProps {
  /** In rupees. */
  offer: { price: number; total: number; answerBy: string }
  /** Where it is answered, without signing in. */
  link: string
}

/** Tells the customer what the customised cake costs, and asks for an answer. */
export function QuoteMail({ offer, link, ...cake }: QuoteMailProps) {
  const { order, item, shop } = cake
  const price = formatInr(toPaise(offer.price))
  const answerBy = formatDateTime(new Date(offer.answerBy))
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview={`${price} for your customised cake. Please answer by ${answerBy}.`}
    >
      <MailHeading>Your cake has a price</MailHeading>
      <MailText>
        Hello {isolated(order.user.name)}, our baker has looked at your customised cake in order{' '}
        {order.number} and can make it for {price}
        {item.amount > 1 ? ' each' : ''}.
      </MailText>
      <OrderedCake {...cake} />
      <CashRows {...cake} linePaise={toPaise(offer.total)} />
      <PaidByCard order={order} />
      <DeliveryText order={order} />
      <MailText>
        Please answer by <strong>{answerBy}</strong>, so that we can bake it in time. Until you
        accept, we do not begin.
      </MailText>
      <MailButton href={link}>See the price and answer</MailButton>
      <MailText>
        The button works without signing in. Whoever has this mail can answer for you, so please
        keep it to yourself.
      </MailText>
      <QuestionsText shop={shop} />
    </MailLayout>
  )
}
