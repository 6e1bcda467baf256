import type { DeliveryTime } from '#shop/orders/delivery/delivery-text.ts'
import type { FulfilmentStatus } from '#shop/orders/fulfilment/fulfilment-status.ts'
import type { WayStep } from './way.ts'

/** What both audiences read; instants in ISO 8601. */
export interface TrackedOrder extends DeliveryTime {
  number: number
  fulfilment: FulfilmentStatus
  isCancelled: boolean
  way: WayStep[]
  riderNote: string
  isPickup: boolean
  /** Four digits that the rider asks for; null for pickup, and once it has arrived. */
  code: string | null
}

/** The order as its recipient sees it: nothing of its cakes, prices, texts or sender. */
export interface OrderOfRecipient extends TrackedOrder {
  audience: 'recipient'
  /** As the sender wrote it. */
  name: string
  mobile: string
  /** Without pincode and city; '' where it is not known. */
  street: string
  /** '560001, Bengaluru': stays as it is. */
  pincodeAndCity: string
  /** Until when address and number may be changed; null once they may not. */
  changesUntil: string | null
}

/** The order as its sender sees it. */
export interface OrderOfSender extends TrackedOrder {
  audience: 'sender'
  address: string
  isAddressMissing: boolean
  /** Null where it is for themselves; a surprise until it is out for delivery. */
  recipient: { name: string; mobile: string; isSurprise: boolean; url: string } | null
  giftMessage: string
  giftFrom: string
  items: { id: string; name: string; amount: number; about: string; nameOnCake: string }[]
  /** What was said when it was given to somebody, or could not be. */
  outcome: string
  /** Something of it can be changed. */
  canChange: boolean
  /** Whether it is in the View Orders of somebody with an account. */
  isInAccount: boolean
  /** When it may be cancelled until; null once it may not. */
  cancelUntil: string | null
  photo: { takenAt: string; mayReport: boolean } | null
  /** Of where it was delivered. */
  doorPhoto: { takenAt: string } | null
  /** The sender said that something is wrong with the photo, and the baker has not released it. */
  isHeld: boolean
}
