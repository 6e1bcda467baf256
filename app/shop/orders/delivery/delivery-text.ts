import { slotText } from '#shop/delivery/slot-text.ts'
import { formatDateTime, formatTime, rangeText } from '#shop/values/kolkata-time.ts'
import type { Order } from '../order.schema.ts'

/** What says when an order is delivered, or picked up: its slot, if it has one. */
export interface DeliveryTime extends Pick<Order, 'time' | 'pickup'> {
  slot?: { start: string; end: string }
}

/** As pages, papers and mails say it: '22 Nov 2026, 6 to 8 pm', or '22 Nov 2026, 5:30 pm' without a slot. */
export function deliveryText({ time, slot }: DeliveryTime): string {
  return slot ? slotText(boundsOf(slot)) : formatDateTime(new Date(time))
}

/** The same beside its day: '6 to 8 pm', or '5:30 pm'. */
export function deliveryHours({ time, slot }: DeliveryTime): string {
  if (!slot) return formatTime(new Date(time))
  const { startsAt, endsAt } = boundsOf(slot)
  return rangeText(startsAt, endsAt)
}

function boundsOf({ start, end }: NonNullable<DeliveryTime['slot']>) {
  return { startsAt: new Date(start), endsAt: new Date(end) }
}

/** How pages and papers call the parts of a delivery. */
export interface DeliveryWords {
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

export function deliveryWords({ pickup }: Pick<Order, 'pickup'>): DeliveryWords {
  return pickup ? pickedUp : delivered
}
