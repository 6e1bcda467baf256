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
 * Checks that the order's slot has room for a cake, and reserves its kitchen minutes in place of the planned ones.
 * Minutes that were released, because the cake was not to be made, are reserved again. Without minutes in the quote
 * they stay as they were; without a slot nothing is checked.
 *
 * @throws AppError invalid, with the field that the slot or the kitchen has no room for
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

/** 0 for an address outside all zones, and for pickup. */
function travelOf(plan: DeliveryPlan, { address, isPickup }: Order): number {
  if (isPickup) return 0
  return findZone(plan, splitAddress(address)?.pincode ?? '')?.travelMinutes ?? 0
}

/** The latest start of the work for the slot's start; null without a slot or lead hours. */
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

/** The deadline for an answer to a quote of this work; null if the delivery is too near. */
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
 * Moves the deadlines of an order's open quotes before its new delivery, in the transaction that has moved it. An early
 * enough deadline stays.
 *
 * @throws AppError conflict when there is no time left to answer
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
