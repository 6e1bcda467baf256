import { AppError, fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { hourMs, minuteMs } from '#platform/durations.ts'
import { type DeliveryPlan, findZone } from '#shop/delivery/delivery-plan.ts'
import { changeKitchenMinutes } from '#shop/delivery/reservations.store.server.ts'
import { splitAddress } from '#shop/values/india-address.ts'
import { formatDateTime, formatDay, slotText } from '#shop/values/kolkata-time.ts'
import { cancelledStatuses } from '../item-status.ts'
import type { Order, OrderItem } from '../order.ts'
import { findAnswerDeadline } from './quote-status.ts'
import type { QuotedWork } from './quoted-work.ts'
import { plannedMinutes, quotesOfOrder, saveAnswerBy } from './quotes.store.server.ts'

interface WorkToCheck {
  plan: DeliveryPlan
  order: Order
  item: OrderItem
  work: QuotedWork
  now: Date
}

/**
 * Checks that the order's slot can still hold a cake, and takes its minutes of the kitchen instead of those that were
 * planned with. What was given back, because the cake was not to be made, is taken again. Where the quote says no minutes
 * they stay as they were; nothing is checked where the order has no slot.
 *
 * @throws AppError invalid, with the field and what there is too little of
 */
export async function takeQuotedWork(tx: Database, { plan, order, item, work, now }: WorkToCheck) {
  requireTime({ plan, order, work, now })
  const { reservationId } = order
  const isGivenBack = cancelledStatuses.includes(item.status)
  if (!reservationId || (work.workMinutes === null && !isGivenBack)) return
  const planned = await plannedMinutes(tx, item)
  const next = work.workMinutes === null ? planned : work.workMinutes * item.amount
  const minutes = next - (isGivenBack ? 0 : planned)
  const full = await changeKitchenMinutes(tx, { id: reservationId, minutes, plan })
  if (full?.part === 'place') throw placeGone(order)
  if (full) throw kitchenFull(full, minutes)
}

function placeGone({ slotStartsAt: startsAt, slotEndsAt: endsAt }: Order): AppError {
  const slot = startsAt && endsAt ? slotText({ startsAt, endsAt }) : 'its slot'
  const sentence = `Its place was given back, and ${slot} is full now. Change the day’s places or minutes, or call the customer.`
  return new AppError('invalid', sentence)
}

function kitchenFull({ day, left }: { day: string; left: number }, minutes: number): AppError {
  const date = formatDay(day)
  const sentence = `The kitchen has ${left} minutes left on ${date}, and this needs ${minutes} more. Change the day’s minutes, or call the customer.`
  return fieldError('invalid', 'workMinutes', sentence)
}

/** 0 for an address that no zone has any more, and for an order that is picked up. */
function travelOf(plan: DeliveryPlan, { address, isPickup }: Order): number {
  if (isPickup) return 0
  return findZone(plan, splitAddress(address)?.pincode ?? '')?.travelMinutes ?? 0
}

/** When the work on a cake must begin to be there at its slot's start; null without a slot, or hours. */
function latestBegin({
  plan,
  order,
  work,
}: Pick<WorkToCheck, 'plan' | 'order' | 'work'>): Date | null {
  const { slotStartsAt } = order
  if (!slotStartsAt || work.leadHours === null) return null
  const neededMs = work.leadHours * hourMs + travelOf(plan, order) * minuteMs
  return new Date(slotStartsAt.getTime() - neededMs)
}

/** Until when a quote of this work may be answered; null where the delivery is too near. */
export function findAnswerBy({
  now,
  ...rest
}: Pick<WorkToCheck, 'plan' | 'order' | 'work' | 'now'>): Date | null {
  const deadline = findAnswerDeadline(rest.order.deliveryAt, now)
  const begin = latestBegin(rest)
  return begin && deadline && begin < deadline ? begin : deadline
}

function requireTime({ now, ...rest }: Omit<WorkToCheck, 'item'>) {
  const begin = latestBegin(rest)
  const { slotStartsAt } = rest.order
  if (!begin || !slotStartsAt || begin > now) return
  const { leadHours } = rest.work
  const thereAt = new Date(slotStartsAt.getTime() + now.getTime() - begin.getTime())
  const sentence = `With ${leadHours} hours and the way it is there at ${formatDateTime(thereAt)}, and its slot begins at ${formatDateTime(slotStartsAt)}. Please call the customer.`
  throw fieldError('invalid', 'leadHours', sentence)
}

/**
 * Brings the time to answer an order's open quotes before its new delivery, for the transaction that has moved it. A time
 * that is early enough stays.
 *
 * @throws AppError conflict when there is none left
 */
export async function shortenQuotes(
  tx: Database,
  { plan, order, now }: { plan: DeliveryPlan; order: Order; now: Date },
) {
  for (const quote of await quotesOfOrder(tx, order.id)) {
    if (quote.status !== 'open') continue
    const answerBy = findAnswerBy({ plan, order, work: quote, now })
    if (!answerBy || answerBy <= now) throw tooSoon()
    if (answerBy < quote.answerBy) await saveAnswerBy(tx, quote.id, answerBy)
  }
}

function tooSoon(): AppError {
  const sentence =
    'This is too soon for the cake whose price you have not answered yet. Please choose a later time.'
  return fieldError('conflict', 'time', sentence)
}
