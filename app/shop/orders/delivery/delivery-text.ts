import { hourMs } from '#platform/clock.ts'
import {
  formatDate,
  formatTime,
  kolkataDay,
  rangeText,
  shortDayText,
} from '#shop/values/kolkata-time.ts'
import type { Order } from '../order.ts'

/** A slot takes precedence over `deliveryAt`. */
export type DeliveryTime = Pick<Order, 'deliveryAt' | 'slotStartsAt' | 'slotEndsAt'>

/** 'Sun 22 Nov, 6 to 8 pm', or 'Sun 22 Nov, 5:30 pm' without a slot. */
export function deliveryText(order: DeliveryTime): string {
  return `${shortDayText(kolkataDay(startOf(order)))}, ${deliveryHours(order)}`
}

/** As {@link deliveryText}, for mails, which are read in any time zone. */
export function deliveryInMail(order: DeliveryTime): string {
  return `${deliveryText(order)} (India time)`
}

/** '22 Nov 2026, 6 to 8 pm', for what is read in other years: papers, the audit log, files. */
export function deliveryOnPaper(order: DeliveryTime): string {
  return `${formatDate(startOf(order))}, ${deliveryHours(order)}`
}

/** The day 'YYYY-MM-DD' in Kolkata. */
export const deliveryDay = (order: DeliveryTime) => kolkataDay(startOf(order))

const startOf = ({ deliveryAt, slotStartsAt }: DeliveryTime) => slotStartsAt ?? deliveryAt

/** '6 to 8 pm', or '5:30 pm' without a slot. */
export function deliveryHours({ deliveryAt, slotStartsAt, slotEndsAt }: DeliveryTime): string {
  return slotStartsAt && slotEndsAt ? rangeText(slotStartsAt, slotEndsAt) : formatTime(deliveryAt)
}

const nearMs = 3 * hourMs

/** Whether what leaves now arrives at its time: on its day, or, as for midnight, some hours before it. */
export function isNearItsTime(order: DeliveryTime, now: Date): boolean {
  const start = startOf(order)
  const isSoon = now < start && start.getTime() - now.getTime() < nearMs
  return isSoon || kolkataDay(start) === kolkataDay(now)
}

interface DeliveryWords {
  what: 'Delivery' | 'Pickup'
  /** Before the address. */
  address: string
  /** Before the address, within a sentence. */
  to: string
  /** After 'in cash'. */
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
