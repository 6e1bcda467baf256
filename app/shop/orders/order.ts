import type { Paise } from '#shop/values/money.ts'
import type { FulfilmentStatus } from './fulfilment/fulfilment-status.ts'
import type { ItemStatus } from './item-status.ts'
import type {
  ChargeCause,
  ChargeLine,
  PaymentCause,
  PaymentMethod,
  PaymentStatus,
} from './money/ledger.ts'

/** One line of an order, with the cake as it was when ordered. */
export interface OrderItem {
  id: string
  orderId: string
  position: number
  /** Null for a customised cake, and when the cake is gone. */
  cakeId: string | null
  name: string
  category: string
  flavour: string
  /** Kilograms, as ordered: '0.5'. */
  wt: string
  egg: 'Egg' | 'Eggless' | null
  amount: number
  /** The name on the cake. */
  bname: string
  detail: string
  customize: boolean
  image: string[]
  status: ItemStatus
  preparedAt: Date | null
  /** Why the baker cannot make it; '' unless it is rejected or dropped. */
  problem: string
  /** The cake's price then: per kg, or per piece for 'pestry'. Of a customised cake: 0 until the customer agrees to one. */
  pricePaise: Paise
  /** One piece in the chosen weight. */
  unitPaise: Paise
}

/** What the customer owes, or owes no more: a row of `order_charges`. */
export interface OrderCharge {
  id: string
  line: ChargeLine
  itemId: string | null
  paise: Paise
  cause: ChargeCause
  event: string
  reason: string
  paperId: string | null
  createdAt: Date
}

/** Money that came or went: a row of `order_payments`. */
export interface OrderPayment {
  id: string
  orderId: string
  paise: Paise
  method: PaymentMethod
  cause: PaymentCause
  status: PaymentStatus
  provider: string | null
  providerId: string | null
  paymentId: string | null
  reference: string | null
  key: string
  reason: string
  by: string
  attempts: number
  createdAt: Date
  updatedAt: Date
}

/** An order as everything inside the shop sees it: paise, instants, status. */
export interface Order {
  id: string
  number: number
  userId: string
  customerName: string
  customerEmail: string
  customerMobile: string
  /** Where it goes; the shop's for pickup. */
  address: string
  deliveryAt: Date
  reservationId: string | null
  /** Its slot; null where the shop had none. */
  slotStartsAt: Date | null
  slotEndsAt: Date | null
  /** The zone's name then; null where there was none. */
  zone: string | null
  isPickup: boolean
  state: 'awaiting_payment' | 'placed' | 'expired'
  paymentMethod: 'provider' | 'cash'
  chargedPaise: Paise
  paidPaise: Paise
  createdAt: Date
  placedAt: Date | null
  kitchenNote: string
  fulfilment: FulfilmentStatus
  arrivedAt: Date | null
  dispatchHeldAt: Date | null
  leadMinutes: number
  recipientName: string | null
  recipientMobile: string
  recipientEmail: string
  isSurprise: boolean
  riderNote: string
  giftMessage: string
  giftFrom: string
  items: readonly OrderItem[]
  /** Oldest first. */
  charges: readonly OrderCharge[]
  /** Oldest first. */
  payments: readonly OrderPayment[]
}
