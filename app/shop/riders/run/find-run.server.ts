import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { dayInWords } from '#shop/delivery/slot-text.ts'
import { dueNow } from '#shop/handling/door/door-money.server.ts'
import { deliveryDay, deliveryHours } from '#shop/orders/delivery/delivery-text.ts'
import { hasEnded, hasLeft, maxWrongCodes } from '#shop/orders/fulfilment/fulfilment-status.ts'
import type { DueNow } from '#shop/orders/money/door-money.ts'
import type { Order } from '#shop/orders/order.ts'
import { isAnyMade } from '#shop/orders/order-rules.ts'
import { lockPlacedOrder } from '#shop/orders/orders.store.server.ts'
import { addressToBring } from '#shop/values/india-address.ts'
import { kolkataDay, shortDayText } from '#shop/values/kolkata-time.ts'
import {
  findLiveRun,
  findStop,
  type RunRow,
  type StopRow,
  stopsOf,
} from '../riders.store.server.ts'

/** The run as its page shows it. */
export type RiderRun = NonNullable<Awaited<ReturnType<typeof findRun>>>
/** A door of a run, with what its rider needs and nothing more. */
export type RunStop = ReturnType<typeof toStop>

/** The run of a link; null for a token that we did not sign, a revoked run, and one that is over. */
export async function findRun({ db, clock, shop, runTokens }: AppContext, token: string) {
  const id = runTokens.read(token)
  const run = id && (await findLiveRun(db, id, clock.now()))
  if (!run) return null
  const stops = await stopsOf(db, run.id)
  const made = stops.filter(({ order }) => isAnyMade(order))
  return {
    id: run.id,
    riderName: run.riderName,
    /** ISO 8601. */
    linkEndsAt: run.linkEndsAt.toISOString(),
    stops: made.map(({ order, stop }) => toStop(order, stop, dueNow(order, shop), clock.now())),
  }
}

function earlyQuestion(order: Order, now: Date): string {
  const day = deliveryDay(order)
  if (day <= kolkataDay(now)) return ''
  return `This order is for ${shortDayText(day)}. Leave today? The customer is told at once.\nयह ऑर्डर बाद के दिन का है। आज ही निकलें? ग्राहक को तुरंत ख़बर जाएगी।`
}

/** '9 to 11 am', after its day if that is not today. */
function timeOf(order: Order, now: Date): string {
  const [today, day] = [kolkataDay(now), deliveryDay(order)]
  const hours = deliveryHours(order)
  return day === today ? hours : `${dayInWords(day, today)}, ${hours}`
}

function toStop(order: Order, stop: StopRow, { due, upiLink }: DueNow, now: Date) {
  const { id, number, riderNote, isSurprise, fulfilment } = order
  return {
    orderId: id,
    number,
    hours: timeOf(order, now),
    /** Asked before it leaves on a day before its own, which is rarely meant; '' on its day. */
    askEarly: earlyQuestion(order, now),
    name: order.recipientName ?? order.customerName,
    address: addressToBring(order.address),
    riderNote,
    boxes: boxesOf(order),
    phone: phoneOf(order),
    isSurprise,
    /** Rupees that are due now. */
    cashDue: due,
    /** A UPI app opens it to pay what is due. */
    upiLink,
    codesLeft: maxWrongCodes - stop.wrongCodes,
    status: fulfilment,
  }
}

/** Cakes that are carried, each in its own box. */
function boxesOf({ items }: Order): number {
  return items
    .filter((item) => isAnyMade({ items: [item] }))
    .reduce((sum, { amount }) => sum + amount, 0)
}

/** The rider may call the recipient, of a surprise only once it is out, or the customer who orders for themselves. */
function phoneOf(order: Order): string | null {
  const { fulfilment, recipientName, recipientMobile, customerMobile, isSurprise } = order
  if (hasEnded(fulfilment)) return null
  if (recipientName === null) return customerMobile || null
  if (isSurprise && !hasLeft(fulfilment)) return null
  return recipientMobile || null
}

/** A link's run. @throws AppError not_found for a link that does not work */
export async function requireRun(
  { clock, runTokens }: AppContext,
  db: Database,
  token: string,
): Promise<RunRow> {
  const runId = runTokens.read(token)
  const run = runId && (await findLiveRun(db, runId, clock.now()))
  if (!run) throw noSuchRun()
  return run
}

/**
 * Locks an order of a link's run until the transaction ends.
 *
 * @throws AppError not_found for a link that does not work, or another run's order
 */
export async function lockStop(
  deps: AppContext,
  tx: Database,
  { token, orderId }: { token: string; orderId: string },
): Promise<{ order: Order; stop: StopRow; riderName: string }> {
  const { id: runId, riderName } = await requireRun(deps, tx, token)
  const order = await lockPlacedOrder(tx, orderId)
  const stop = await findStop(tx, { runId, orderId })
  if (!stop) throw noSuchRun()
  return { order, stop, riderName }
}

/** For a wrong, old or revoked link, and for an order of another run. */
function noSuchRun(): AppError {
  return new AppError('not_found', 'This link does not work. Please ask the shop for a new one.')
}
