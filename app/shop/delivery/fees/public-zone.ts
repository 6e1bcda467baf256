import { toPaise, toRupees } from '#shop/values/money.ts'
import type { Zone } from '../delivery-plan.schema.ts'
import type { DeliveryTerms } from './delivery-charge.ts'
import type { PublicZone } from './public-zone.schema.ts'

/** A zone as customers see it; amounts in rupees. */
export function toPublicZone({ name, feePaise, freeFromPaise, minimumPaise }: Zone): PublicZone {
  return {
    name,
    fee: toRupees(feePaise),
    freeFrom: freeFromPaise === null ? null : toRupees(freeFromPaise),
    minimum: toRupees(minimumPaise),
  }
}

/** The smallest order to such a zone. */
export function minimumOf({ name, minimum }: PublicZone): Pick<Zone, 'name' | 'minimumPaise'> {
  return { name, minimumPaise: toPaise(minimum) }
}

/** What a delivery to such a zone costs; `surcharge` of a slot in rupees, 0 until one is chosen. */
export function termsOf({ fee, freeFrom }: PublicZone, surcharge: number): DeliveryTerms {
  return {
    feePaise: toPaise(fee),
    freeFromPaise: freeFrom === null ? null : toPaise(freeFrom),
    surchargePaise: toPaise(surcharge),
  }
}
