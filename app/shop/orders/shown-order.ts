import type { Courier } from './courier.schema.ts'
import { hasEnded } from './fulfilment/fulfilment-status.ts'
import type { DocumentKind } from './money/document-content.schema.ts'
import { doorPaymentText } from './money/door-money.ts'
import { isForChange, type PricedChanges, type Unpaid, unpaidByLink } from './money/ledger.ts'
import { type OrderAmounts, orderAmounts } from './money/order-money.ts'
import type { Order, OrderItem } from './order.ts'

export interface OrderDocument {
  id: string
  kind: DocumentKind
  serial: string
  issuedAt: Date
  totalPaise: number
}

export interface OpenQuote {
  id: string
  /** For one cake. */
  pricePaise: number
  quotedAt: Date
  answerBy: Date
}

const shownOfOrder = [
  'id',
  'number',
  'customerName',
  'customerEmail',
  'customerMobile',
  'address',
  'deliveryAt',
  'arrivedAt',
  'slotStartsAt',
  'slotEndsAt',
  'isPickup',
  'fulfilment',
  'leadMinutes',
  'recipientName',
  'recipientMobile',
  'recipientEmail',
  'isSurprise',
  'riderNote',
  'giftMessage',
  'giftFrom',
  'business',
  'coupon',
] as const satisfies (keyof Order)[]

const shownOfItem = [
  'id',
  'cakeId',
  'name',
  'category',
  'flavour',
  'wt',
  'egg',
  'chosen',
  'amount',
  'bname',
  'detail',
  'customize',
  'image',
  'status',
  'preparedAt',
  'problem',
  'pricePaise',
  'unitPaise',
  'couponPaise',
] as const satisfies (keyof OrderItem)[]

export interface ShownItem extends Pick<OrderItem, (typeof shownOfItem)[number]> {
  quote: OpenQuote | null
}

/** Who carries an order in place of a rider, and where to follow it; '' for no link. */
export type ShownCourier = Pick<Courier, 'name' | 'link'>

/** The data that customer and staff see: without the kitchen's note and the single rows of the ledger. */
export interface ShownOrder extends Pick<Order, (typeof shownOfOrder)[number]>, OrderAmounts {
  placedAt: Date
  items: readonly ShownItem[]
  /** Null where no courier carries it, and once it has arrived. */
  courier: ShownCourier | null
  /** A change that waits for its payment, or the whole order, with '' for id and what; null without one. */
  unpaidChange: (Unpaid & { id: string; what: string }) | null
  /** How it was paid at the counter or hand-over, in words; '' if it was not. */
  paidAtDoor: string
  /** In the order of issue; left out if they are not loaded. */
  documents?: readonly OrderDocument[]
}

/** Every order on a page or in a response goes through here. `quotes` are the open ones, by their items. */
export function showOrder(
  order: Order,
  quotes: ReadonlyMap<string, OpenQuote> = new Map(),
): ShownOrder {
  return {
    ...pick(order, shownOfOrder),
    ...orderAmounts(order),
    placedAt: order.placedAt ?? order.createdAt,
    courier: shownCourier(order),
    unpaidChange: unpaidChange(order),
    paidAtDoor: doorPaymentText(order),
    items: order.items.map((item) => {
      const quote = quotes.get(item.id)
      return {
        ...pick(item, shownOfItem),
        quote: quote ? pick(quote, ['id', 'pricePaise', 'quotedAt', 'answerBy']) : null,
      }
    }),
  }
}

function unpaidChange(order: Order): ShownOrder['unpaidChange'] {
  const unpaid = unpaidByLink(order)
  const change = order.payments.findLast(isForChange)
  const what = change ? changeWords(change.buys.changes) : ''
  return unpaid && { ...unpaid, id: change?.id ?? '', what }
}

function changeWords({ items = [], added = [], time, address }: PricedChanges): string {
  const more = added.reduce((sum, { amount }) => sum + amount, 0)
  const words = [
    more > 0 && `${more} more ${more === 1 ? 'item' : 'items'}`,
    items.length > 0 && 'another size or number',
    time && 'another time',
    address && 'another address',
  ]
  return words.filter(Boolean).join(', ')
}

/** What customer and recipient see of it: the note is for staff. */
export function shownCourier({
  courier,
  fulfilment,
}: Pick<Order, 'courier' | 'fulfilment'>): ShownCourier | null {
  return courier && !hasEnded(fulfilment) ? pick(courier, ['name', 'link']) : null
}

function pick<Whole, Key extends keyof Whole>(
  whole: Whole,
  keys: readonly Key[],
): Pick<Whole, Key> {
  return Object.fromEntries(keys.map((key) => [key, whole[key]])) as Pick<Whole, Key>
}
