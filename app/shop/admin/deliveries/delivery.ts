import {
  awaitsPrice,
  cancelledStatuses,
  type ItemStatus,
  unpreparedStatuses,
} from '#shop/orders/item-status.ts'
import type { Order, OrderItem } from '#shop/orders/order.schema.ts'
import { cashToPay } from '#shop/orders/order-status.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { type Paise, toPaise } from '#shop/values/money.ts'
import { formatWeight } from '#shop/values/weight.ts'

/** How many deliveries the dashboard shows of the coming days. */
export const maxUpcoming = 25
/** How many it shows of a single day. */
export const maxPerDay = 200

export interface Delivery {
  id: string
  number: number
  name: string
  email: string
  mobileno: string
  address: string
  /** ISO 8601, UTC. */
  time: string
  slot?: Order['slot']
  /** The customer comes for it. */
  pickup?: Order['pickup']
  items: { id: string; text: string; status: ItemStatus }[]
  /** The rider collects it; without prices that are not agreed yet. */
  cashPaise: Paise
  /** A customised cake has no agreed price yet. */
  awaitsPrice: boolean
  /** Its time has passed and something is not prepared yet. */
  isLate: boolean
}

/** Deliveries of one day in Kolkata; the day is '' for those late since before today. */
export interface DeliveryDay {
  day: string
  deliveries: Delivery[]
}

export interface DeliverySectionData {
  /** The chosen day, 'YYYY-MM-DD'; '' for the coming days. */
  day: string
  /** In Kolkata, 'YYYY-MM-DD'. */
  today: string
  days: DeliveryDay[]
  /** There are more deliveries than these. */
  hasMore: boolean
}

/** An order as a delivery, without its cancelled items. */
export function toDelivery({ order, ...rest }: Order, now: Date): Delivery {
  const items = order.filter(({ isConfirmed }) => !cancelledStatuses.includes(isConfirmed))
  return {
    id: rest.id,
    number: rest.number,
    ...rest.user,
    address: rest.address,
    time: rest.time,
    slot: rest.slot,
    pickup: rest.pickup,
    items: items.map((item) => ({ id: item.id, text: itemText(item), status: item.isConfirmed })),
    cashPaise: toPaise(cashToPay({ order, dueInCash: rest.dueInCash })),
    awaitsPrice: items.some((item) => awaitsPrice(item.isConfirmed, item)),
    isLate:
      new Date(rest.time) < now &&
      items.some(({ isConfirmed }) => unpreparedStatuses.includes(isConfirmed)),
  }
}

/** Deliveries by day, in the order in which they come. */
export function groupByDay(deliveries: readonly Delivery[]): DeliveryDay[] {
  const days = Map.groupBy(deliveries, ({ time }) => kolkataDay(new Date(time)))
  return [...days].map(([day, sameDay]) => ({ day, deliveries: sameDay }))
}

/** '2 × Truffle Cake, Cocoa, 1 kg, “Happy Birthday”'. */
function itemText({ amount, name, flavour, wt, bname }: OrderItem): string {
  const parts = [name, flavour, formatWeight(wt), bname && `“${bname}”`].filter(Boolean)
  return `${amount} × ${parts.join(', ')}`
}
