import { formatInr, type Paise, toPaise, toRupees } from '#shop/values/money.ts'
import type { PublicZone, Zone } from './delivery.schema.ts'

export interface DeliveryTerms extends Pick<Zone, 'feePaise' | 'freeFromPaise'> {
  /** The slot's; charged even if the delivery itself is free. */
  surchargePaise: Paise
}

/** ₹50 for each order: in a shop without zones, and in a new zone by default. */
export const usualTerms: DeliveryTerms = { feePaise: 5000, freeFromPaise: null, surchargePaise: 0 }

const pickupFee = { feePaise: 0, freeFromPaise: null }

/** Without a zone, the terms of pickup, which costs only its slot's surcharge. */
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

/** Missing subtotal for a free delivery; null if it is free already, or never. */
export function missingForFree(
  { feePaise, freeFromPaise }: Pick<DeliveryTerms, 'feePaise' | 'freeFromPaise'>,
  subtotal: Paise,
): Paise | null {
  if (feePaise === 0 || freeFromPaise === null || subtotal >= freeFromPaise) return null
  return freeFromPaise - subtotal
}

/** As a sentence; null if the zone's minimum is reached. A customised cake has no price yet and is always delivered. */
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
