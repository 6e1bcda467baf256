import type { Cake } from '#shop/cakes/cake.schema.ts'
import { type CakeWork, customWork, milliMinutes } from '#shop/cakes/cake-work.ts'
import { deliveryLeadHours } from '#shop/values/delivery-slot.ts'
import type { DeliveryLine } from './delivery-lines.ts'
import type { DeliveryNeeds } from './slot-options.ts'

/** What the shop knows of its cakes, by their ids, and of customised ones. */
interface ShopWork {
  cakes: ReadonlyMap<string, CakeWork & Pick<Cake, 'category'>>
  customLeadHours: number
}

/** More than any kitchen does in a day, and a number that the sums of days can bear. */
const mostMinutes = 1_000_000

/**
 * What a cart asks of the kitchen: the longest lead of its lines, and the work of all of them, rounded up to minutes.
 * Cakes that are gone ask for what is usual: the checkout refuses them.
 */
export function deliveryNeeds(lines: readonly DeliveryLine[], shop: ShopWork): DeliveryNeeds {
  const works = lines.map((line) => ({ ...workOf(line, shop), amount: line.amount }))
  const leadHours = Math.max(0, ...works.map((work) => work.leadHours))
  const milli = works.reduce((sum, { milli, amount }) => sum + milli * amount, 0)
  return {
    leadMinutes: (works.length > 0 ? leadHours : deliveryLeadHours) * 60,
    kitchenMinutes: Math.min(Math.ceil(milli / 1000), mostMinutes),
  }
}

/** The minutes that are reckoned with for customised cakes until their baker says it. */
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
