import { toPaise, toRupees } from '#shop/values/money.ts'
import type { Zone } from '../delivery-plan.schema.ts'
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

/** What of a zone decides what an order costs, from what customers see of it. */
export function fromPublicZone({ name, fee, freeFrom, minimum }: PublicZone) {
  return {
    name,
    feePaise: toPaise(fee),
    freeFromPaise: freeFrom === null ? null : toPaise(freeFrom),
    minimumPaise: toPaise(minimum),
  }
}
