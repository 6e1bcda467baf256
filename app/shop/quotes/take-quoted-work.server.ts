import type { AppContext } from '#app/context.server.ts'
import { AppError, fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { hourMs, minuteMs } from '#platform/durations.ts'
import { readLoads } from '#shop/delivery/delivery.store.server.ts'
import { type DeliveryPlan, findOrderZone } from '#shop/delivery/delivery-plan.ts'
import { findPlace, takeWork } from '#shop/delivery/reservations.store.server.ts'
import {
  isTaken,
  kitchenLoad,
  kitchenMinutesOf,
  type SlotOption,
  slotOption,
} from '#shop/delivery/slot-options.ts'
import { slotError } from '#shop/delivery/slot-text.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import { isLocked } from '#shop/orders/order-rules.ts'
import { saveItemChange } from '#shop/orders/orders.store.server.ts'
import { findAnswerDeadline } from '#shop/orders/quotes/quote-status.ts'
import {
  plannedMinutes,
  quotesOfOrder,
  saveAnswerBy,
} from '#shop/orders/quotes/quotes.store.server.ts'
import { formatDateTime, formatDay, slotText } from '#shop/values/kolkata-time.ts'
import type { QuotedWork } from './quoted-work.ts'

interface WorkToCheck {
  plan: DeliveryPlan
  order: Order
  item: OrderItem
  work: QuotedWork
  now: Date
}

/**
 * Checks that there is time for a cake, and room in the order's slot. Nothing is taken before its quote is accepted.
 *
 * @throws AppError invalid, with the field that there is no time or room for
 */
export async function requireRoom(tx: Database, { plan, order, item, work, now }: WorkToCheck) {
  requireTime({ plan, order, work, now })
  const minutes =
    work.workMinutes === null ? await plannedMinutes(tx, item) : work.workMinutes * item.amount
  const lack = await findLack(tx, { plan, order, minutes, now })
  if (lack?.kitchen) throw kitchenFull(lack.kitchen, minutes)
  if (lack) throw slotGone(lack)
}

/**
 * Takes the kitchen minutes of a cake whose quote is accepted, and with the first cake of an order its place.
 *
 * @throws AppError conflict if the slot is full, closed or past its cut-off
 */
export async function takeQuotedWork(
  context: AppContext,
  tx: Database,
  { order, item, now }: Pick<WorkToCheck, 'order' | 'item' | 'now'>,
) {
  const { reservationId: id } = order
  if (!id) return
  const kitchenMinutes = await requireQuotedRoom(context, tx, { order, item, now })
  const { deliveryPlan, shop } = context
  if (await takeWork(tx, { id, minutes: kitchenMinutes, plan: deliveryPlan.current() })) {
    return saveItemChange(tx, { id: item.id, kitchenMinutes })
  }
  throw noRoom({ shop, order, now }, { ...slotOf(order), state: 'full', closedReason: null })
}

/**
 * Checks before a payment that the quote can still be accepted; takes nothing.
 *
 * @returns the kitchen minutes that it needs
 * @throws AppError conflict if the slot is full, closed or past its cut-off
 */
export async function requireQuotedRoom(
  { deliveryPlan, shop }: AppContext,
  tx: Database,
  { order, item, now }: Pick<WorkToCheck, 'order' | 'item' | 'now'>,
) {
  const minutes = await plannedMinutes(tx, item)
  const lack = await findLack(tx, { plan: deliveryPlan.current(), order, minutes, now })
  if (lack) throw noRoom({ shop, order, now }, lack)
  return minutes
}

function noRoom(
  { shop, order, now }: Pick<AppContext, 'shop'> & Pick<WorkToCheck, 'order' | 'now'>,
  lack: Lack,
) {
  const change = isLocked(order, now)
    ? 'Please'
    : 'Change the time of your order and accept then, or'
  const sentence = slotError(lack, lack.closedReason)
  return new AppError('conflict', `${sentence} ${change} call us on ${shop.phone}.`)
}

interface Lack extends ReturnType<typeof slotOf>, Pick<SlotOption, 'state'> {
  closedReason: string | null
  /** The kitchen's day, and its remaining minutes, if only those are too few. */
  kitchen?: { day: string; left: number }
}

/** What an order's slot lacks for more minutes of work; null if nothing. A place that is taken stays in any slot. */
async function findLack(
  tx: Database,
  { plan, order, minutes, now }: Pick<WorkToCheck, 'plan' | 'order' | 'now'> & { minutes: number },
): Promise<Lack | null> {
  const place = order.reservationId === null ? null : await findPlace(tx, order.reservationId)
  if (!place) return null
  const { day, slotId, productionDay } = place
  const loads = await readLoads(tx, productionDay, day)
  const closedReason = plan.days.get(day)?.closedReason ?? null
  if (!isTaken(place)) {
    const slot = plan.slots.find(({ id }) => id === slotId)
    const context = { plan, loads, needs: noNeeds, travelMinutes: 0, isFar: false, now }
    const option = slot ? slotOption(context, day, slot) : null
    if (!option) return { ...slotOf(order), state: 'closed', closedReason }
    if (option.state !== 'open') return { ...option, closedReason }
  }
  const limit = kitchenMinutesOf(plan, productionDay)
  const left = limit === null ? minutes : Math.max(0, limit - loads(productionDay, kitchenLoad))
  if (minutes <= left) return null
  return { ...slotOf(order), state: 'full', closedReason, kitchen: { day: productionDay, left } }
}

/** Its cakes are in time: {@link findAnswerBy}. */
const noNeeds = { leadMinutes: 0, kitchenMinutes: 0 }

function slotOf({ slotStartsAt, slotEndsAt, deliveryAt }: Order) {
  const startsAt = slotStartsAt ?? deliveryAt
  return { startsAt, endsAt: slotEndsAt ?? deliveryAt, orderBy: startsAt }
}

function slotGone({ state, ...slot }: Lack): AppError {
  const sentence =
    state === 'full'
      ? `${slotText(slot)} is full now. Change the day’s places, or call the customer.`
      : `${slotText(slot)} takes no more orders. Please call the customer.`
  return new AppError('invalid', sentence)
}

function kitchenFull({ day, left }: { day: string; left: number }, minutes: number): AppError {
  const sentence = `The kitchen has ${left} minutes left on ${formatDay(day)}, and this needs ${minutes}. Change the day’s minutes, or call the customer.`
  return fieldError('invalid', 'workMinutes', sentence)
}

/** The latest start of the work for the slot's start; null without a slot or lead hours. */
function latestBegin({
  plan,
  order,
  work,
}: Pick<WorkToCheck, 'plan' | 'order' | 'work'>): Date | null {
  const { slotStartsAt } = order
  if (!slotStartsAt || work.leadHours === null) return null
  const travelMinutes = findOrderZone(plan, order)?.travelMinutes ?? 0
  const neededMs = work.leadHours * hourMs + travelMinutes * minuteMs
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
