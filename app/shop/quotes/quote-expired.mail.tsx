import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'
import { isolated } from '#ui/isolated.ts'
import { MailButton, MailHeading, MailLayout, MailText } from '#ui/mail-layout.tsx'
import { type CakeMailProps, OrderedCake } from './quote-mail-parts.tsx'

interface QuoteExpiredMailProps extends CakeMailProps {
  offer: { pricePaise: Paise; answerBy: Date }
}

/** Tells the customer that the price was not answered in time, and what can still be done. */
export function QuoteExpiredMail({ offer, ...cake }: QuoteExpiredMailProps) {
  const { order, shop } = cake
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview="We did not hear from you in time. Nothing is to be paid for it."
    >
      <MailHeading>The time to answer is over</MailHeading>
      <MailText>
        Hello {isolated(order.user.name)}, we offered to make the customised cake of order{' '}
        {order.number} for {formatInr(offer.pricePaise)}, and had no answer by{' '}
        {formatDateTime(offer.answerBy)}. So we do not make it, and there is nothing to pay for it.
      </MailText>
      <OrderedCake {...cake} />
      <MailText>
        Would you like it all the same? Call us on {shop.phone}, or answer this mail: if there is
        still time to bake, we offer it again.
      </MailText>
      <MailButton href={`${shop.publicUrl}/yourorder`}>See your order</MailButton>
    </MailLayout>
  )
}
