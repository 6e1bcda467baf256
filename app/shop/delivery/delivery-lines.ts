import type { Cake } from '#shop/cakes/cake.schema.ts'
import { type CakeWork, customWork, milliMinutes } from '#shop/cakes/cake-work.ts'
import { deliveryLeadHours } from '#shop/values/delivery-slot.ts'
import type { DeliveryNeeds } from './slot-options.ts'

/** What of a cart's line decides when it can come. What it needs of the kitchen, the shop decides. */
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

/** What the shop knows of its cakes, by their ids, and of customised ones. */
interface ShopWork {
  cakes: ReadonlyMap<string, CakeWork & Pick<Cake, 'category'>>
  customLeadHours: number
}

/** More than any kitchen does in a day; sums of days stay within the column. */
const maxMinutes = 1_000_000

/**
 * What a cart needs of the kitchen: the longest lead of its lines, and the work of all of them, rounded up to minutes.
 * Cakes that are gone count as usual: the checkout rejects them.
 */
export function deliveryNeeds(lines: readonly DeliveryLine[], shop: ShopWork): DeliveryNeeds {
  const works = lines.map((line) => ({ ...workOf(line, shop), amount: line.amount }))
  const leadHours = Math.max(0, ...works.map((work) => work.leadHours))
  const milli = works.reduce((sum, { milli, amount }) => sum + milli * amount, 0)
  return {
    leadMinutes: (works.length > 0 ? leadHours : deliveryLeadHours) * 60,
    kitchenMinutes: Math.min(Math.ceil(milli / 1000), maxMinutes),
  }
}

/** The estimate for customised cakes until their baker enters the minutes. */
export function customMinutes({ wt, amount }: Pick<DeliveryLine, 'wt' | 'amount'>): number {
  return Math.ceil((milliMinutes(customWork, { category: '', wt }) * amount) / 1000)
}

function workOf({ cakeid, customize, wt }: DeliveryLine, { cakes, customLeadHours }: ShopWork) {
  if (customize) {
    return { leadHours: customLeadHours, milli: milliMinutes(customWork, { category: '', wt }) }
  }
  const cake = cakes.get(cakeid)
  if (!cake) return { leadHours: deliveryLeadHours, milli: 0 }
  return { leadHours: cake.leadHours, milli: milliMinutes(cake, { category: cake.category, wt }) }
}
