import { awaitsPrice, cancelledStatuses, type ItemStatus } from '#shop/orders/item-status.ts'
import type { Order, OrderItem } from '#shop/orders/order.schema.ts'
import { cashToPay } from '#shop/orders/order-status.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { type Paise, toPaise } from '#shop/values/money.ts'

/** How many deliveries the panel shows: of the coming days, and of a day asked for. */
export const mostComing = 25
export const mostOfDay = 200

/** A delivery to make: what the driver needs of an order. */
export interface Delivery {
  number: number
  name: string
  email: string
  mobileno: string
  address: string
  /** ISO 8601, UTC. */
  time: string
  items: { id: string; text: string; status: ItemStatus }[]
  /** What the driver collects, as far as it is known. */
  cashPaise: Paise
  /** A customised cake among them has no agreed price yet. */
  awaitsPrice: boolean
  /** Its time has passed and something is not prepared yet. */
  isOverdue: boolean
}

/** Deliveries of one day in Kolkata; the day is '' for those that were missed before today. */
export interface DeliveryDay {
  day: string
  deliveries: Delivery[]
}

/** An order as a delivery: only its items that are still wanted. */
export function toDelivery({ order, ...rest }: Order, now: Date): Delivery {
  const wanted = order.filter(({ isConfirmed }) => !cancelledStatuses.includes(isConfirmed))
  return {
    number: rest.number,
    ...rest.user,
    address: rest.address,
    time: rest.time,
    items: wanted.map((item) => ({ id: item.id, text: itemText(item), status: item.isConfirmed })),
    cashPaise: toPaise(cashToPay({ order, dueInCash: rest.dueInCash })),
    awaitsPrice: wanted.some((item) => awaitsPrice(item.isConfirmed, item)),
    isOverdue:
      new Date(rest.time) < now &&
      wanted.some(({ isConfirmed }) => unpreparedStatuses.includes(isConfirmed)),
  }
}

/** Deliveries day by day; their order is kept. */
export function byDay(deliveries: readonly Delivery[]): DeliveryDay[] {
  const days = Map.groupBy(deliveries, ({ time }) => kolkataDay(new Date(time)))
  return [...days].map(([day, ofDay]) => ({ day, deliveries: ofDay }))
}

/** '2 × Truffle Cake, Cocoa, 1 kg, “Happy Birthday”'. */
function itemText({ amount, name, flavour, wt, bname }: OrderItem): string {
  const parts = [name, flavour, wt && `${wt} kg`, bname && `“${bname}”`].filter(Boolean)
  return `${amount} × ${parts.join(', ')}`
}

/** Items that the baker has still to make. */
export const unpreparedStatuses: ItemStatus[] = ['processing', 'accepted']
