import type { DeliveryTime } from '#shop/orders/delivery/delivery-text.ts'
import type { FulfilmentStatus } from '#shop/orders/fulfilment/fulfilment-status.ts'
import {
  awaitsPrice,
  cancelledStatuses,
  type ItemStatus,
  unpreparedStatuses,
} from '#shop/orders/item-status.ts'
import { duePaise } from '#shop/orders/money/ledger.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import { groupBy } from '#shop/values/group-by.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import type { Paise } from '#shop/values/money.ts'
import { formatWeight } from '#shop/values/weight.ts'

/** How many deliveries the dashboard shows of the coming days. */
export const maxUpcoming = 25
/** How many it shows of a single day. */
export const maxPerDay = 200

export interface Delivery extends DeliveryTime {
  id: string
  number: number
  name: string
  email: string
  mobileno: string
  address: string
  /** The customer comes for it. */
  isPickup: boolean
  fulfilment: FulfilmentStatus
  items: { id: string; text: string; status: ItemStatus }[]
  /** The rider collects it; without prices that are not agreed yet. */
  duePaise: Paise
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
export function toDelivery(order: Order, now: Date): Delivery {
  const { number, deliveryAt, slotStartsAt, slotEndsAt, isPickup, address } = order
  const items = order.items.filter(({ status }) => !cancelledStatuses.includes(status))
  return {
    id: order.id,
    number,
    name: order.customerName,
    email: order.customerEmail,
    mobileno: order.customerMobile,
    address,
    deliveryAt,
    slotStartsAt,
    slotEndsAt,
    isPickup,
    fulfilment: order.fulfilment,
    items: items.map((item) => ({ id: item.id, text: itemText(item), status: item.status })),
    duePaise: Math.max(0, duePaise(order)),
    awaitsPrice: items.some(awaitsPrice),
    isLate: deliveryAt < now && items.some(({ status }) => unpreparedStatuses.includes(status)),
  }
}

/** Deliveries by day, in the order in which they come. */
export function groupByDay(deliveries: readonly Delivery[]): DeliveryDay[] {
  const days = groupBy(deliveries, ({ deliveryAt }) => kolkataDay(deliveryAt))
  return [...days].map(([day, sameDay]) => ({ day, deliveries: sameDay }))
}

/** '2 × Truffle Cake, Cocoa, 1 kg, “Happy Birthday”'. */
function itemText({ amount, name, flavour, wt, bname }: OrderItem): string {
  const parts = [name, flavour, formatWeight(wt), bname && `“${bname}”`].filter(Boolean)
  return `${amount} × ${parts.join(', ')}`
}
