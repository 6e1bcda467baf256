import type { AppContext } from '#app/context.server.ts'
import { AppError, fieldError } from '#platform/app-error.ts'
import { hourMs, minuteMs } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { type Actor, recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { findOrderZone } from '#shop/delivery/delivery-plan.ts'
import { findLack, type Lack, takeWork } from '#shop/delivery/places.server.ts'
import { slotError } from '#shop/delivery/slot-text.ts'
import { moveItems } from '#shop/handling/items/move-items.server.ts'
import { queueMail } from '#shop/mails/mail-kind.server.ts'
import { findAnswerDeadline } from '#shop/orders/item-status.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import { isLocked } from '#shop/orders/order-rules.ts'
import { saveItemChange } from '#shop/orders/orders.store.server.ts'
import {
  closeQuotes,
  insertQuote,
  openQuotes,
  plannedMinutes,
  type QuoteRow,
  quotesOfOrder,
  saveAnswerBy,
} from '#shop/orders/quotes/quotes.store.server.ts'
import { formatDateTime, formatDay, slotText } from '#shop/values/kolkata-time.ts'
import type { Paise } from '#shop/values/money.ts'

interface QuotedCake {
  order: Order
  item: OrderItem
}

interface NewQuote extends QuotedCake {
  /** For one cake. */
  pricePaise: Paise
  work: QuotedWork
  by: Actor
}

/** What the baker sets with the price: hours until the cake can leave, minutes for one cake; null where nothing is set; and a note. */
export type QuotedWork = Pick<QuoteRow, 'leadHours' | 'workMinutes' | 'note'>

/**
 * Quotes the price of one customised cake and mails its customer. An open quote of the item is replaced. For a
 * transaction that has locked the order and checked the item's status.
 *
 * @throws AppError conflict if the delivery is too near to wait for an answer, invalid if its slot has no room for the
 *   work
 */
export async function quotePrice(
  shop: AppContext,
  tx: Database,
  { order, item, pricePaise, work, by }: NewQuote,
) {
  const now = shop.clock.now()
  const answerBy = findAnswerBy(shop, order, work)
  if (!answerBy) throw tooNear(order)

  requireTime(shop, order, work)
  await requireRoom(shop, tx, { order, item, work })
  const before = (await openQuotes(tx, [order])).get(item.id)
  await closeQuotes(tx, [item.id], { status: 'replaced', at: now })
  const quoteId = crypto.randomUUID()
  await insertQuote(tx, {
    id: quoteId,
    itemId: item.id,
    pricePaise,
    ...work,
    quotedAt: now,
    answerBy,
  })
  const move = { action: 'quote' as const, itemIds: [item.id], by, event: `quoted-${quoteId}` }
  await recordAudit(tx, {
    at: now,
    by,
    action: 'quote-item',
    orderId: order.id,
    before: { item: item.id, status: item.status, pricePaise: before?.pricePaise ?? 0 },
    after: { item: item.id, status: 'quoted', pricePaise, ...work },
  })
  await moveItems(shop, tx, order, move)
  await queueMail(shop, tx, 'quote', quoteId, { orderId: order.id, quoteId })
}

function tooNear({ customerMobile }: Order): AppError {
  const at = customerMobile && ` at ${customerMobile}`
  return new AppError(
    'conflict',
    `The delivery is too soon to wait for an answer to a quote. Please call the customer${at}.`,
  )
}

/** The deadline for an answer to a quote of this work; null if the delivery is too near. */
function findAnswerBy(shop: AppContext, order: Order, work: QuotedWork): Date | null {
  const deadline = findAnswerDeadline(order.deliveryAt, shop.clock.now())
  const begin = latestBegin(shop, order, work)
  return begin && deadline && begin < deadline ? begin : deadline
}

/** The latest start of the work for the slot's start; null without a slot or lead hours. */
function latestBegin(
  { deliveryPlan }: AppContext,
  order: Order,
  { leadHours }: QuotedWork,
): Date | null {
  if (!order.slotStartsAt || leadHours === null) return null
  const travelMinutes = findOrderZone(deliveryPlan.current(), order)?.travelMinutes ?? 0
  const neededMs = leadHours * hourMs + travelMinutes * minuteMs
  return new Date(order.slotStartsAt.getTime() - neededMs)
}

/**
 * Moves the deadlines of an order's open quotes before its new delivery, in the transaction that has moved it. An early
 * enough deadline stays.
 *
 * @throws AppError conflict when there is no time left to answer
 */
export async function shortenQuotes(shop: AppContext, tx: Database, order: Order) {
  for (const quote of await quotesOfOrder(tx, order.id)) {
    if (quote.status !== 'open') continue
    const answerBy = findAnswerBy(shop, order, quote)
    if (!answerBy || answerBy <= shop.clock.now()) throw tooSoon()
    if (answerBy < quote.answerBy) await saveAnswerBy(tx, quote.id, answerBy)
  }
}

function tooSoon(): AppError {
  const sentence =
    'This is too soon for the cake whose price you have not answered yet. Please choose a later time.'
  return fieldError('conflict', 'time', sentence)
}

/** @throws AppError invalid if the cake would not be there when the order's slot begins */
function requireTime(shop: AppContext, order: Order, work: QuotedWork) {
  const now = shop.clock.now()
  const begin = latestBegin(shop, order, work)
  const { slotStartsAt } = order
  if (!begin || !slotStartsAt || begin > now) return
  const thereAt = new Date(slotStartsAt.getTime() + now.getTime() - begin.getTime())
  const sentence = `With ${work.leadHours} hours and the way it is there at ${formatDateTime(thereAt)}, and its slot begins at ${formatDateTime(slotStartsAt)}. Please call the customer.`
  throw fieldError('invalid', 'leadHours', sentence)
}

/**
 * Checks that there is room in the order's slot. Nothing is taken before the quote is accepted.
 *
 * @throws AppError invalid, with the field that there is no room for
 */
async function requireRoom(
  shop: AppContext,
  tx: Database,
  { order, item, work: { workMinutes } }: Pick<NewQuote, 'order' | 'item' | 'work'>,
) {
  const minutes = workMinutes === null ? await plannedMinutes(tx, item) : workMinutes * item.amount
  const lack = await findLack(shop, tx, order, minutes)
  if (lack?.kitchen) throw kitchenFull(lack.kitchen, minutes)
  if (lack) throw slotGone(lack)
}

function kitchenFull({ day, left }: { day: string; left: number }, minutes: number): AppError {
  const sentence = `The kitchen has ${left} minutes left on ${formatDay(day)}, and this needs ${minutes}. Change the day’s minutes, or call the customer.`
  return fieldError('invalid', 'workMinutes', sentence)
}

function slotGone({ state, ...slot }: Lack): AppError {
  const sentence =
    state === 'full'
      ? `${slotText(slot)} is full now. Change the day’s places, or call the customer.`
      : `${slotText(slot)} takes no more orders. Please call the customer.`
  return new AppError('invalid', sentence)
}

/**
 * Takes the kitchen minutes of a cake whose quote is accepted, and with the first cake of an order its place.
 *
 * @throws AppError conflict if the slot is full, closed or past its cut-off
 */
export async function takeQuotedWork(shop: AppContext, tx: Database, { order, item }: QuotedCake) {
  if (order.reservationId === null) return
  const kitchenMinutes = await requireQuotedRoom(shop, tx, { order, item })
  const lack = await takeWork(shop, tx, order, kitchenMinutes)
  if (lack) throw noRoom(shop, order, lack)
  await saveItemChange(tx, { id: item.id, kitchenMinutes })
}

/**
 * Checks before a payment that the quote can still be accepted; takes nothing.
 *
 * @returns the kitchen minutes that it needs
 * @throws AppError conflict if the slot is full, closed or past its cut-off
 */
export async function requireQuotedRoom(
  shop: AppContext,
  tx: Database,
  { order, item }: QuotedCake,
): Promise<number> {
  const minutes = await plannedMinutes(tx, item)
  const lack = await findLack(shop, tx, order, minutes)
  if (lack) throw noRoom(shop, order, lack)
  return minutes
}

function noRoom({ shop, clock }: AppContext, order: Order, lack: Lack): AppError {
  const change = isLocked(order, clock.now())
    ? 'Please'
    : 'Change the time of your order and accept then, or'
  const sentence = slotError(lack, lack.closedReason)
  return new AppError('conflict', `${sentence} ${change} call us on ${shop.phone}.`)
}
