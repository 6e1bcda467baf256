import type { Paise } from '#shop/values/money.ts'
import type { Zone } from '../delivery-plan.schema.ts'

/** What shipping is computed from: the fee of the zone, and the surcharge of the slot. */
export interface DeliveryTerms extends Pick<Zone, 'feePaise' | 'freeFromPaise'> {
  /** The slot's; it is paid even where the delivery itself is free. */
  surchargePaise: Paise
}

/** ₹50, once per order: what a shop without zones charges, and a new zone until its owner says otherwise. */
export const usualTerms: DeliveryTerms = { feePaise: 5000, freeFromPaise: null, surchargePaise: 0 }

const pickupFee = { feePaise: 0, freeFromPaise: null }

/** The terms of a zone; without one, those of pickup, which costs nothing but its slot's surcharge. */
export function deliveryTerms(
  zone: Pick<Zone, 'feePaise' | 'freeFromPaise'> | null,
  surchargePaise: Paise,
): DeliveryTerms {
  const { feePaise, freeFromPaise } = zone ?? pickupFee
  return { feePaise, freeFromPaise, surchargePaise }
}

/** What an order pays for its shipping, in paise: fee and surcharge. */
export function shippingCost(
  { feePaise, freeFromPaise, surchargePaise }: DeliveryTerms,
  subtotal: Paise,
): Paise {
  const isFree = freeFromPaise !== null && subtotal >= freeFromPaise
  return (isFree ? 0 : feePaise) + surchargePaise
}
