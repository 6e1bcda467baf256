import type { Paise } from '#shop/values/money.ts'
import type { Business } from './business/business.ts'
import type { FulfilmentStatus } from './fulfilment/fulfilment-status.ts'
import type { ItemStatus } from './item-status.ts'
import type {
  Bought,
  ChargeCause,
  ChargeLine,
  PaymentCause,
  PaymentMethod,
  PaymentStatus,
  ReturnReason,
} from './money/ledger.ts'

/** Whom a tracking link is for: the `sender` is the customer, the `recipient` gets the order. */
export type Audience = 'sender' | 'recipient'

/** With the cake as it was when ordered. */
export interface OrderItem {
  id: string
  orderId: string
  position: number
  /** Null for a customised cake, and if the cake is deleted. */
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
  /**
   * The cake's price when it was ordered: per kg, or per piece for 'pestry'. 0 for a customised cake until the customer
   * agrees to a price.
   */
  pricePaise: Paise
  /** One piece in the chosen weight. */
  unitPaise: Paise
  /** What it took of the kitchen in the order's place. */
  kitchenMinutes: number
}

/** A row of `order_charges`; negative for a credit. */
export interface OrderCharge {
  id: string
  line: ChargeLine
  itemId: string | null
  paise: Paise
  cause: ChargeCause
  event: string
  reason: string
  hsn: string
  /** The tax that the amount includes, in per cent. */
  gstPercent: number
  paperId: string | null
  createdAt: Date
}

/** A row of `order_payments`; negative for a refund. */
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
  /** What the provider kept of it, with its tax; null until it has told. */
  feePaise: Paise | null
  /** Null but for a payment online that was the first for what it buys. */
  buys: Bought | null
  /** Null unless it is given back as soon as it came. */
  returned: ReturnReason | null
  attempts: number
  createdAt: Date
  updatedAt: Date
}

/**
 * The shop's internal form of an order: paise, instants, status. How `state`, `fulfilment`, the items' statuses and that
 * of an item's newest quote go together:
 *
 *     state               fulfilment                    items
 *     awaiting_payment    placed, without a meaning     all processing
 *     expired             placed, without a meaning     all expired
 *     placed              placed, baking                one is to be prepared or priced, or none is made any more
 *     placed              ready                         all that are made are completed
 *     placed              out_for_delivery, failed,     as when it was ready: none is dropped or undone any more
 *                         delivered, closed; collected
 *
 *     customised item     newest quote                  price      made
 *     processing          none                          0          if a price is agreed
 *     quoted              open                          0          if a price is agreed
 *     accepted            accepted                      agreed     yes
 *     completed           accepted                      agreed     yes, and prepared
 *     declined            declined                      0          no, unless quoted again
 *     expired             expired; none of its order    0          no, unless quoted again
 *     rejected            none                          0          no
 *     cancelled           none, withdrawn or accepted   as it was  no
 *
 * A ready-made item has its price and no quote: it is processing, completed or cancelled, or expired with its order.
 */
export interface Order {
  id: string
  number: number
  userId: string
  customerName: string
  customerEmail: string
  customerMobile: string
  /** The shop's address for pickup. */
  address: string
  deliveryAt: Date
  reservationId: string | null
  /** Null if the shop had no slots. */
  slotStartsAt: Date | null
  slotEndsAt: Date | null
  /** Null for pickup, and if the shop had no zones; the zone may be deleted by now. */
  zoneId: string | null
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
  /** When the shop failed at a rider's move of it; null again once it is moved. */
  moveFailedAt: Date | null
  /** The e-mail of the colleague who took it; null for the customer's own. */
  takenBy: string | null
  leadMinutes: number
  recipientName: string | null
  recipientMobile: string
  recipientEmail: string
  isSurprise: boolean
  riderNote: string
  giftMessage: string
  giftFrom: string
  /** Null for a consumer. */
  business: Business | null
  items: readonly OrderItem[]
  /** Oldest first. */
  charges: readonly OrderCharge[]
  /** Oldest first. */
  payments: readonly OrderPayment[]
}
