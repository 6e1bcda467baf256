import { Amounts } from '#shop/orders/amounts.tsx'
import { formatInr, toPaise } from '#shop/values/money.ts'
import type { QuoteToAnswer } from './quote-to-answer.ts'

/** What is due in cash at this price, and what that is made of. */
export function QuotedCash({ offer }: { offer: QuoteToAnswer }) {
  const { item, otherCakes, shipping, paidByCard, awaitsOtherPrices } = offer
  const inr = (rupees: number) => formatInr(toPaise(rupees))
  return (
    <div className="grid gap-3">
      <Amounts
        rows={[
          { label: item.amount > 1 ? 'Price for one cake' : 'Price', value: inr(offer.price) },
          item.amount > 1 && { label: `${item.amount} cakes`, value: inr(offer.total) },
          otherCakes > 0 && {
            label: 'Your other customised cakes, as agreed',
            value: inr(otherCakes),
          },
          shipping > 0 && { label: 'Shipping', value: inr(shipping) },
          { label: 'Due in cash on delivery', value: inr(offer.totalDueInCash), strong: true },
        ]}
      />
      {paidByCard > 0 && (
        <p className="text-xs text-cocoa-soft">
          {inr(paidByCard)} of this order, with its shipping, is paid by card already.
        </p>
      )}
      {awaitsOtherPrices && (
        <p className="text-xs text-cocoa-soft">
          Another customised cake of this order still waits for its price, which is added once you
          have agreed to it.
        </p>
      )}
    </div>
  )
}
