import { formatDateTime, formatTime, rangeText, slotText } from '#shop/values/kolkata-time.ts'
import type { Order } from '../order.ts'

/** What decides when an order is delivered, or picked up: its slot, if it has one. */
export type DeliveryTime = Pick<Order, 'deliveryAt' | 'slotStartsAt' | 'slotEndsAt'>

/** As pages, papers and mails say it: '22 Nov 2026, 6 to 8 pm', or '22 Nov 2026, 5:30 pm' without a slot. */
export function deliveryText({ deliveryAt, slotStartsAt, slotEndsAt }: DeliveryTime): string {
  return slotStartsAt && slotEndsAt
    ? slotText({ startsAt: slotStartsAt, endsAt: slotEndsAt })
    : formatDateTime(deliveryAt)
}

/** The same beside its day: '6 to 8 pm', or '5:30 pm'. */
export function deliveryHours({ deliveryAt, slotStartsAt, slotEndsAt }: DeliveryTime): string {
  return slotStartsAt && slotEndsAt ? rangeText(slotStartsAt, slotEndsAt) : formatTime(deliveryAt)
}

/** How pages and papers call the parts of a delivery. */
interface DeliveryWords {
  what: 'Delivery' | 'Pickup'
  /** Before the address. */
  address: string
  /** Before the address, where a sentence leads to it. */
  to: string
  /** Behind 'in cash'. */
  cash: string
}

const delivered: DeliveryWords = {
  what: 'Delivery',
  address: 'Address',
  to: 'Delivering to:',
  cash: 'on delivery',
}
const pickedUp: DeliveryWords = {
  what: 'Pickup',
  address: 'Pick up at',
  to: 'Pick up at:',
  cash: 'at pickup',
}

export function deliveryWords({ isPickup }: Pick<Order, 'isPickup'>): DeliveryWords {
  return isPickup ? pickedUp : delivered
}
