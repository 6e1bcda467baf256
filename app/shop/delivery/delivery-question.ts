import { toPaise, toRupees } from '#shop/values/money.ts'
import type { Zone } from './delivery-plan.schema.ts'
import type { ZoneAnswer } from './delivery-question.schema.ts'
import type { DeliveryTerms } from './fees/delivery-charge.ts'

/** What of a cart's line decides when it can come. What it asks of the kitchen is the shop's to say. */
export interface DeliveryLine {
  cakeid: string
  /** kg */
  wt: string
  amount: number
  customize: boolean
}

/** The lines as a call's query has them. */
export function linesQuery(lines: readonly DeliveryLine[]): string {
  return lines
    .map(({ cakeid, wt, amount, customize }) => `${customize ? 'custom' : cakeid}:${wt}:${amount}`)
    .join()
}

/** A zone as customers see it; amounts in rupees. */
export function zoneAnswer({ name, feePaise, freeFromPaise, minimumPaise }: Zone): ZoneAnswer {
  return {
    name,
    fee: toRupees(feePaise),
    freeFrom: freeFromPaise === null ? null : toRupees(freeFromPaise),
    minimum: toRupees(minimumPaise),
  }
}

/** The smallest order by such an answer. */
export function minimumOf({ name, minimum }: ZoneAnswer): Pick<Zone, 'name' | 'minimumPaise'> {
  return { name, minimumPaise: toPaise(minimum) }
}

/** What a delivery costs by such an answer; `surcharge` of a slot in rupees, 0 until one is chosen. */
export function termsOf({ fee, freeFrom }: ZoneAnswer, surcharge: number): DeliveryTerms {
  return {
    feePaise: toPaise(fee),
    freeFromPaise: freeFrom === null ? null : toPaise(freeFrom),
    surchargePaise: toPaise(surcharge),
  }
}
