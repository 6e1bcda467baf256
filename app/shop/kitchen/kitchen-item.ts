import type { Egg } from '#shop/cakes/cake.schema.ts'
import type { FulfilmentStatus } from '#shop/orders/fulfilment/fulfilment-status.ts'
import type { ItemStatus } from '#shop/orders/item-status.ts'

/** How many items of one day the kitchen shows. */
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
  /** Null where it is not known: the kitchen is to ask. */
  egg: Egg | null
  amount: number
  /** To be piped on it. */
  bname: string
  detail: string
  customize: boolean
  image: string[]
  status: ItemStatus
  /** How far its order is. */
  fulfilment: FulfilmentStatus
  /** ISO 8601 */
  deliveryAt: string
  /** '6 to 8 pm' */
  hours: string
  /** 'Tue 24 Nov', where it is made on a day before that of its delivery. */
  forDay?: string | undefined
  /** Its customer comes for it. */
  isPickup: boolean
  firstName: string
  /** What the baker noted on the order. */
  note: string
  /** Its customer says that something is wrong with the photo. */
  isHeld: boolean
}
