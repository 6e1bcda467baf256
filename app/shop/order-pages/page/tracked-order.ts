import type { TimelineStep } from '#shop/handling/fulfilment/timeline.ts'
import type { DeliveryTime } from '#shop/orders/delivery/delivery-text.ts'
import type { FulfilmentStatus } from '#shop/orders/fulfilment/fulfilment-status.ts'
import type { ShownOrder } from '#shop/orders/shown-order.ts'

/** What both audiences see; instants in ISO 8601. */
export interface TrackedOrder extends DeliveryTime {
  number: number
  fulfilment: FulfilmentStatus
  isCancelled: boolean
  timeline: TimelineStep[]
  riderNote: string
  isPickup: boolean
  /** The rider asks for these four digits; null for pickup, and once it has arrived. */
  code: string | null
  /** Who received it, or why it could not be handed over; '' before. */
  outcome: string
}

/** The order as its recipient sees it: nothing of its cakes, prices or texts. */
export interface OrderOfRecipient extends TrackedOrder {
  audience: 'recipient'
  /** Who sends it, by first name; null while it is a surprise. */
  from: string | null
  /** As the sender typed it. */
  name: string
  mobile: string
  /** Without pincode and city; '' if it is not known. */
  street: string
  /** '560001, Bengaluru', which cannot be changed here. */
  pincodeAndCity: string
  /** Until when address and number may be changed; null once they may not. */
  changesUntil: string | null
}

/** The order as its sender sees it: as in View Orders. */
export interface OrderOfSender extends TrackedOrder {
  audience: 'sender'
  order: ShownOrder
  /** Where a change is paid. */
  payUrl: string
  /** Whether their page asks for the address; null if the sender ordered for themselves. */
  recipient: { name: string; url: string; isAsked: boolean } | null
  canChange: boolean
  /** View Orders shows it, because the sender has an account. */
  isInAccount: boolean
  /** Until when it may be cancelled; null once it may not. */
  cancelUntil: string | null
  photo: { takenAt: string; mayReport: boolean } | null
  doorPhoto: { takenAt: string } | null
  /** The sender reported the photo, and the baker has not released the order. */
  isHeld: boolean
}
