import type { Paise } from '#shop/values/money.ts'
import type { Zone } from '../delivery-plan.schema.ts'

/** What a delivery costs. */
export interface DeliveryTerms extends Pick<Zone, 'feePaise' | 'freeFromPaise'> {
  /** The slot's; it is paid even where the delivery itself is free. */
  surchargePaise: Paise
}

/** ₹50, once per order: what a shop without zones charges, and a new zone until its owner says otherwise. */
export const usualTerms: DeliveryTerms = { feePaise: 5000, freeFromPaise: null, surchargePaise: 0 }

/** Coming for a cake costs nothing but its slot's surcharge. */
export function pickupTerms(surchargePaise: Paise): DeliveryTerms {
  return { feePaise: 0, freeFromPaise: null, surchargePaise }
}

/** The one rule of what a delivery costs, in paise. */
export function deliveryCharge(
  { feePaise, freeFromPaise, surchargePaise }: DeliveryTerms,
  subtotal: Paise,
): Paise {
  const isFree = freeFromPaise !== null && subtotal >= freeFromPaise
  return (isFree ? 0 : feePaise) + surchargePaise
}
