import type { ComponentType } from 'react'
import { DeliverTo, PincodeForm } from '#shop/delivery/deliver-to/deliver-to.tsx'
import { useEarliest } from '#shop/delivery/deliver-to/use-earliest.ts'
import {
  deliveryTerms,
  fromPublicZone,
  minimumError,
  missingForFree,
} from '#shop/delivery/delivery-fees.ts'
import { isUnserved } from '#shop/delivery/slot-text.ts'
import { formatInr } from '#shop/values/money.ts'
import type { CartLine } from './cart-line.ts'
import type { CartTotalsProps } from './cart-totals.tsx'
import { priceCart } from './price-cart.ts'

/** What a zone costs does not depend on the lines: it stays while they change. */
const anyLines: readonly CartLine[] = []

interface ZoneCartTotalsProps {
  lines: readonly CartLine[]
  /** The page has it already; this part comes later. */
  Totals: ComponentType<CartTotalsProps>
}

/** The totals of a shop with zones: the fee of the customer's pincode, or the field that asks for it. */
export function ZoneCartTotals({ lines, Totals }: ZoneCartTotalsProps) {
  const { pincode, response } = useEarliest(anyLines)
  const zone = response?.zone ? fromPublicZone(response.zone) : null
  const terms = zone && deliveryTerms(zone, 0)
  const price = priceCart(lines, terms)
  const missing = terms && price.hasReadyMade ? missingForFree(terms, price.subtotal) : null
  const missingText = zone && minimumError(zone, price)
  const { whyNot } = useEarliest(lines).response ?? {}
  const canPickUp = response?.hasPickup ?? false
  return (
    <Totals
      lines={lines}
      terms={terms}
      unknownFee={feeText(pincode, isUnserved(response))}
      waitsFor={canPickUp ? null : (missingText ?? whyNot)}
    >
      {pincode ? <DeliverTo lines={lines} isNarrow /> : <PincodeForm lines={lines} />}
      {canPickUp && (missingText ?? whyNot) && (
        <p className="text-sm">{`${missingText ?? whyNot} Or pick it up yourself.`}</p>
      )}
      {missing !== null && !missingText && (
        <p className="rounded-field bg-blush p-3 text-sm font-semibold">
          {`${formatInr(missing)} more for free delivery`}
        </p>
      )}
    </Totals>
  )
}

/** Shown instead of the fee until it is known. */
function feeText(pincode: string, unserved: boolean): string {
  if (!pincode) return 'Enter your pincode'
  return unserved ? 'Not delivered there' : 'Shown at checkout'
}
