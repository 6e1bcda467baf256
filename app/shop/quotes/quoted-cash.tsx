import { deliveryText, deliveryWords } from '#shop/orders/delivery/delivery-text.ts'
import { Amounts } from '#shop/orders/money/order-amounts.tsx'
import { formatInr } from '#shop/values/money.ts'
import { type QuoteToAnswer, quotedRows } from './quote-to-answer.ts'

/** The amount due in cash at this price, itemised. */
export function QuotedCash({ quote, accepted }: { quote: QuoteToAnswer; accepted: boolean }) {
  const { item, pricePaise, awaitsOtherPrices } = quote
  const requiredPaise = accepted ? 0 : quote.payment.requiredPaise
  return (
    <div className="grid gap-3">
      <Amounts
        rows={[
          { label: item.amount > 1 ? 'Price for one cake' : 'Price', value: formatInr(pricePaise) },
          item.amount > 1 && {
            label: `${item.amount} cakes`,
            value: formatInr(pricePaise * item.amount),
          },
          ...quotedRows(quote.amounts, { requiredPaise, cash: deliveryWords(quote).cash }),
        ]}
      />
      {awaitsOtherPrices && (
        <p className="text-xs text-cocoa-soft">
          Another customised cake in this order is still waiting for its quote. We’ll add its price
          once you accept it.
        </p>
      )}
    </div>
  )
}

export function WhatHappensNext({ quote, accepted }: { quote: QuoteToAnswer; accepted: boolean }) {
  const { requiredPaise } = quote.payment
  const duePaise = quote.amounts.duePaise - (accepted ? 0 : requiredPaise)
  const paying = requiredPaise > 0 ? ` and pay ${formatInr(requiredPaise)} online` : ''
  const steps = [
    accepted ? 'Our baker makes your cake.' : `You accept${paying}, and our baker makes your cake.`,
    `${quote.isPickup ? 'You pick it up' : 'We deliver it'} on ${deliveryText(quote)}.`,
    ...(duePaise > 0
      ? [`You pay ${formatInr(duePaise)} in cash ${deliveryWords(quote).cash}.`]
      : []),
  ]
  return (
    <section aria-labelledby="next" className="grid gap-2">
      <h2 id="next" className="text-lg">
        What happens next
      </h2>
      <ol className="grid list-decimal gap-1 pl-5 text-sm marker:font-semibold marker:text-berry">
        {steps.map((step) => (
          <li key={step} className="pl-1">
            {step}
          </li>
        ))}
      </ol>
      {!accepted && (
        <p className="text-sm text-cocoa-soft">
          We start baking only after you accept. Until then you pay nothing.
        </p>
      )}
    </section>
  )
}
