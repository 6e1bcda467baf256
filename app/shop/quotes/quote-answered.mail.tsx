import { itemInWords } from '#shop/orders/mails/order.mail.tsx'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'
import {
  MailButton,
  MailHeading,
  MailLayout,
  MailRow,
  MailRows,
  MailText,
} from '#ui/mail-layout.tsx'
import { cleanUserText } from '#ui/user-text.tsx'
import type { CakeMailProps } from './quote.mail.tsx'

/** How a quote ended, as far as the shop is outcomeTexts by mail. */
export type QuoteOutcome = 'accepted' | 'declined' | 'expired'

const outcomeTexts: Record<QuoteOutcome, { heading: string; next: string }> = {
  accepted: {
    heading: 'A price was accepted',
    next: 'The cake can be baked. Mark it as prepared when it is.',
  },
  declined: {
    heading: 'A price was declined',
    next: 'You may offer another price, or leave it at that.',
  },
  expired: {
    heading: 'A price was not answered in time',
    next: 'The cake is not to be made, unless you offer a price again.',
  },
}

interface QuoteAnsweredMailProps extends Omit<CakeMailProps, 'cid'> {
  outcome: QuoteOutcome
  /** For one cake. */
  pricePaise: Paise
}

/** Tells the shop what became of a price it quoted. */
export function QuoteAnsweredMail({ order, item, shop, ...quote }: QuoteAnsweredMailProps) {
  const { heading, next } = outcomeTexts[quote.outcome]
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview={`Order ${order.number}, ${formatInr(quote.pricePaise)}.`}
    >
      <MailHeading>{heading}</MailHeading>
      <MailText>{next}</MailText>
      <MailRows>
        <MailRow label="Order">{order.number}</MailRow>
        <MailRow label="Cake">{itemInWords(item)}</MailRow>
        <MailRow label="Price for one cake" strong>
          {formatInr(quote.pricePaise)}
        </MailRow>
        <MailRow label="Delivery">{formatDateTime(new Date(order.time))}</MailRow>
        <MailRow label="Customer">
          {cleanUserText(order.user.name)}, {order.user.mobileno}
        </MailRow>
      </MailRows>
      <MailButton href={`${shop.publicUrl}/admin/orders/${order.number}`}>
        See order {order.number}
      </MailButton>
    </MailLayout>
  )
}
