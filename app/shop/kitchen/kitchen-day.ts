import type { Egg } from '#shop/cakes/cake.schema.ts'
import type { FulfilmentStatus } from '#shop/orders/fulfilment/fulfilment-status.ts'
import type { ItemStatus } from '#shop/orders/item-status.ts'
import { kolkataDay, kolkataToInstant } from '#shop/values/kolkata-time.ts'

/** How many items of one day the kitchen shows at most. */
export const kitchenItemsShown = 500

/** An ordered item as the kitchen needs it; of the customer, only the first name. */
export interface KitchenItem {
  id: string
  orderId: string
  orderNumber: number
  name: string
  flavour: string
  /** kg */
  wt: string
  /** Null if it is not known: the kitchen has to ask. */
  egg: Egg | null
  /** 'Contains: gluten, milk.'; null if it is not known. */
  allergens: string | null
  amount: number
  /** To be piped on it. */
  bname: string
  detail: string
  customize: boolean
  image: string[]
  status: ItemStatus
  fulfilment: FulfilmentStatus
  /** ISO 8601 */
  deliveryAt: string
  /** '6 to 8 pm' */
  hours: string
  /** 'Tue 24 Nov', if it is made before the day of its delivery. */
  forDay?: string | undefined
  isPickup: boolean
  firstName: string
  /** The baker's note on the order. */
  note: string
  isAddressMissing: boolean
  /** Its customer has reported the photo. */
  isHeld: boolean
}

/** The ids of the first items of their orders, because an order has one photo, however many cakes. */
export function firstTickets(
  items: readonly Pick<KitchenItem, 'id' | 'orderId'>[],
): ReadonlySet<string> {
  return new Set(new Map(items.toReversed().map(({ id, orderId }) => [orderId, id])).values())
}

/** The day in an address, 'YYYY-MM-DD' in Kolkata; today if it names none, or one far from our time. */
export function parseDay(text: string | null, now: Date): string {
  const begin = kolkataToInstant(`${text}T00:00`)
  const year = Number(text?.slice(0, 4))
  const known = !Number.isNaN(begin.getTime()) && year >= 2000 && year < 2100
  return known ? kolkataDay(begin) : kolkataDay(now)
}
