import { deliveryText, deliveryWords } from '#shop/orders/delivery/delivery-text.ts'
import { ItemInWords } from '#shop/orders/mails/order-mail-items.tsx'
import { formatInr, type Paise } from '#shop/values/money.ts'
import {
  MailButton,
  MailHeading,
  MailLayout,
  MailRow,
  MailRows,
  MailText,
} from '#ui/mail-layout.tsx'
import { quotedUserText } from '#ui/user-text.tsx'
import type { CakeMailProps } from './quote.mail.tsx'

/** How a quote ended, as far as the shop is told by mail. */
export type QuoteOutcome = 'accepted' | 'declined' | 'expired'

const outcomeTexts: Record<QuoteOutcome, { heading: string; next: string }> = {
  accepted: {
    heading: 'Quote accepted',
    next: 'You can bake the cake. Mark it as prepared when it is ready.',
  },
  declined: {
    heading: 'Quote declined',
    next: 'You can send a new quote, or leave it.',
  },
  expired: {
    heading: 'Quote not answered in time',
    next: 'Do not make the cake unless you send a new quote.',
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
        <MailRow label="Cake">
          <ItemInWords item={item} />
        </MailRow>
        <MailRow label="Price for one cake" strong>
          {formatInr(quote.pricePaise)}
        </MailRow>
        <MailRow label={deliveryWords(order).what}>{deliveryText(order)}</MailRow>
        <MailRow label="Customer">
          {quotedUserText(order.user.name)}, {order.user.mobileno}
        </MailRow>
      </MailRows>
      <MailButton href={`${shop.publicUrl}/admin/orders/${order.number}`}>
        View order {order.number}
      </MailButton>
    </MailLayout>
  )
}
