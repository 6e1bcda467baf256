import type { CakeOfOrder } from '#shop/orders/change/change-fields.tsx'
import type { OrderPart } from '#shop/orders/change/order-change.ts'
import type { Draft, Flavours } from '#shop/orders/change/order-draft.ts'
import type { DeliveryTime } from '#shop/orders/delivery/delivery-text.ts'

/** A slot that an order can be moved to. */
export interface OfferedSlot {
  id: string
  /** Its start, as the call takes it: 'YYYY-MM-DDTHH:mm' in Kolkata. */
  time: string
  /** '22 Nov, 6 to 8 pm, refund ₹100' */
  text: string
}

/** The times that an order can be moved to: slots by their day, or any where the shop has no slots. */
export type OtherTimes =
  | { kind: 'slots'; days: { day: string; slots: OfferedSlot[] }[] }
  | { kind: 'any'; leadHours: number; now: string }
  /** None, and why, as a sentence. */
  | { kind: 'none'; why: string }

/** An order as its sender may change it. */
export interface OrderToChange extends DeliveryTime {
  number: number
  isPickup: boolean
  parts: OrderPart[]
  /** Until when all of it can be changed; null once that is over. */
  changesUntil: Date | null
  /** Why not all of it can be changed; '' where it can. */
  why: string
  draft: Draft
  cakes: CakeOfOrder[]
  flavours: Flavours
  /** Null where it has no other time any more. */
  times: OtherTimes | null
}
