import { ChoiceChips } from '#shop/cakes/choice-chips.tsx'
import type { CartLine } from '#shop/cart/cart-line.ts'
import {
  isPickup,
  orderedGift,
  priceCheckout,
  type ShippingDetails,
} from '../shipping/shipping-details.ts'
import { type CashOrder, type CashPlan, cashError } from './cash-on-delivery.ts'

interface CashChoiceProps {
  lines: readonly CartLine[]
  shipping: ShippingDetails
  cash: { plan: CashPlan } & Pick<CashOrder, 'isGuest' | 'emailVerified' | 'isKnown'>
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
    isGuest: cash.isGuest,
    emailVerified: cash.emailVerified,
    isKnown: cash.isKnown,
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
