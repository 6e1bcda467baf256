import { ChoiceChips } from '#shop/cakes/choice-chips.tsx'
import type { CartLine } from '#shop/cart/cart-line.ts'
import { type CashPayer, type CashPlan, cashError } from '#shop/orders/money/cash-on-delivery.ts'
import {
  isPickup,
  orderedGift,
  priceCheckout,
  type ShippingDetails,
} from '../shipping/shipping-details.ts'

interface CashChoiceProps {
  lines: readonly CartLine[]
  shipping: ShippingDetails
  cash: { plan: CashPlan } & CashPayer
  inCash: boolean
  onChange: (inCash: boolean) => void
}

/** Only in a shop that takes cash for ready-made cakes. Says why if it cannot be chosen. */
export function CashChoice({ lines, shipping, cash, inCash, onChange }: CashChoiceProps) {
  const picksUp = isPickup(shipping)
  const error = cashError(cash.plan, {
    price: priceCheckout(lines, shipping),
    pincode: picksUp ? null : shipping.pincode,
    slotId: shipping.slot?.id ?? '',
    isForSomebodyElse: orderedGift(shipping).recipient !== null,
    ...cash,
  })
  if (error) return <p className="rounded-field bg-blush px-4 py-3 text-sm">{error}</p>
  return (
    <ChoiceChips
      legend="How would you like to pay?"
      name="payBy"
      choices={[
        { value: 'card', label: 'Pay online' },
        { value: 'cash', label: picksUp ? 'Cash at pickup' : 'Cash on delivery' },
      ]}
      value={inCash ? 'cash' : 'card'}
      onChange={(value) => onChange(value === 'cash')}
    />
  )
}
