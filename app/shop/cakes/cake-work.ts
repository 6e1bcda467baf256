import { deliveryLeadHours } from '#shop/values/delivery-slot.ts'
import { kilos } from '#shop/values/weight.ts'
import type { Cake } from './cake.schema.ts'
import { isExtra, isPricedFlat } from './cake-price.ts'

export type CakeWork = Pick<Cake, 'leadHours' | 'workMinutes' | 'minutesPerKg'>

/** Of a cake whose work is unknown. */
export const unknownWork: CakeWork = {
  leadHours: deliveryLeadHours,
  workMinutes: 0,
  minutesPerKg: 0,
}

const simple: CakeWork = { leadHours: deliveryLeadHours, workMinutes: 20, minutesPerKg: 15 }
const tiered: CakeWork = { leadHours: 24, workMinutes: 90, minutesPerKg: 30 }
/** Categories whose cakes take another time than the usual, in lower case. */
const workOfCategory: ReadonlyMap<string, CakeWork> = new Map([
  ['pestry', { leadHours: deliveryLeadHours, workMinutes: 0, minutesPerKg: 5 }],
  ['wedding', tiered],
  ['tiered', tiered],
])

/** Of an extra, which is there. */
export const noWork: CakeWork = { leadHours: 0, workMinutes: 0, minutesPerKg: 0 }

/** The usual work for cakes of a category, which the form suggests. */
export function usualWork(category: string): CakeWork {
  if (isExtra(category)) return noWork
  return workOfCategory.get(category.toLowerCase()) ?? simple
}

/** A customised cake's work until the quote states it. Its lead hours are a setting. */
export const customWork: Omit<CakeWork, 'leadHours'> = { workMinutes: 60, minutesPerKg: 30 }

/** Minutes for one cake of a weight, in thousandths so that the sum of several is exact. */
export function milliMinutes(
  { workMinutes, minutesPerKg }: Omit<CakeWork, 'leadHours'>,
  { category, wt }: { category: string; wt: string },
): number {
  const grams = isPricedFlat(category) ? 1000 : Math.round((kilos(wt) ?? 0) * 1000)
  return workMinutes * 1000 + minutesPerKg * grams
}
