import { formatInr, type Paise, toPaise, toRupees } from '#shop/values/money.ts'
import type { PublicZone } from './delivery.endpoints.ts'
import type { Zone } from './delivery-plan.schema.ts'

export interface DeliveryTerms extends Pick<Zone, 'feePaise' | 'freeFromPaise'> {
  /** The slot's; it is paid even where the delivery itself is free. */
  surchargePaise: Paise
}

/** ₹50, once per order: what a shop without zones charges, and a new zone until its owner changes it. */
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

export function shippingCost(
  { feePaise, freeFromPaise, surchargePaise }: DeliveryTerms,
  subtotal: Paise,
): Paise {
  const isFree = freeFromPaise !== null && subtotal >= freeFromPaise
  return (isFree ? 0 : feePaise) + surchargePaise
}

/** How much more of a subtotal makes the delivery free; null where it is free already, or never. */
export function missingForFree(
  { feePaise, freeFromPaise }: Pick<DeliveryTerms, 'feePaise' | 'freeFromPaise'>,
  subtotal: Paise,
): Paise | null {
  if (feePaise === 0 || freeFromPaise === null || subtotal >= freeFromPaise) return null
  return freeFromPaise - subtotal
}

/**
 * What is missing to the smallest order of a zone, as a sentence; null if nothing is. A customised cake has no price yet
 * and is delivered anyhow.
 */
export function minimumError(
  { name, minimumPaise }: Pick<Zone, 'name' | 'minimumPaise'>,
  { subtotal, hasCustom }: { subtotal: Paise; hasCustom: boolean },
): string | null {
  const missing = minimumPaise - subtotal
  if (missing <= 0 || hasCustom) return null
  return `We deliver to ${name} from ${formatInr(minimumPaise)}. Please add ${formatInr(missing)} more.`
}

export function toPublicZone({ name, feePaise, freeFromPaise, minimumPaise }: Zone): PublicZone {
  return {
    name,
    fee: toRupees(feePaise),
    freeFrom: freeFromPaise === null ? null : toRupees(freeFromPaise),
    minimum: toRupees(minimumPaise),
  }
}

export function fromPublicZone({ name, fee, freeFrom, minimum }: PublicZone) {
  return {
    name,
    feePaise: toPaise(fee),
    freeFromPaise: freeFrom === null ? null : toPaise(freeFrom),
    minimumPaise: toPaise(minimum),
  }
}
