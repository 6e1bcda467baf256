import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { handles, type Job, type JobHandler } from '#platform/jobs/job.server.ts'
import type { Actor } from '#shop/audit-log/audit-log.store.server.ts'
import { isExtra } from '#shop/cakes/cake-price.ts'
import { releaseKitchenMinutes, releasePlace } from '#shop/delivery/places.server.ts'
import { queueMail } from '#shop/mails/mail-kind.server.ts'
import {
  type FulfilmentStatus,
  hasLeft,
  type OrderMove,
} from '#shop/orders/fulfilment/fulfilment-status.ts'
import {
  cancelledStatuses,
  type ItemAction,
  type ItemStatus,
  nextStatus,
  type QuoteStatus,
  statusesToMake,
  undoLeftMs,
} from '#shop/orders/item-status.ts'
import { recordGivenAway } from '#shop/orders/money/given-away.server.ts'
import { addCharges } from '#shop/orders/money/ledger.store.server.ts'
import {
  type ChargeCause,
  cancelledShipping,
  duePaise,
  type NetCharge,
  takeOffAll,
} from '#shop/orders/money/ledger.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import { isAnyAgreed, isAnyMade, orderProgress } from '#shop/orders/order-rules.ts'
import {
  lockPlacedOrder,
  releaseCheckout,
  setItemStatus,
} from '#shop/orders/orders.store.server.ts'
import { closeQuotes } from '#shop/orders/quotes/quotes.store.server.ts'
import { printCharges } from '#shop/papers/print-charges.server.ts'
import { type Refunded, refundOverpaid } from '#shop/refunds/refund-payment.server.ts'
import type { Paise } from '#shop/values/money.ts'
import { moveOrder } from '../fulfilment/move-order.server.ts'

export interface ItemMove {
  action: ItemAction
  itemIds: readonly string[]
  by: Actor
  /** The event of this move in charges and refunds; unique. */
  event: string
  /** Price of one cake in an accepted quote. */
  agreedPaise?: Paise
  /** The baker's text about an item that is not made. */
  problem?: string
  /** Why an item is not made, for the credit note and the shop's own records. */
  creditReason?: string
  reason?: string
}

/** Of a move: for the credit note and the shop's own records. */
export function notMade({ name }: { name: string }, reason = '') {
  const creditReason = `${name} not made`
  return { creditReason, reason: reason === '' ? creditReason : `${name} dropped: ${reason}` }
}

const quoteOutcomes: Partial<Record<ItemAction, Exclude<QuoteStatus, 'open'>>> = {
  accept: 'accepted',
  decline: 'declined',
  expire: 'expired',
  cancel: 'withdrawn',
  drop: 'withdrawn',
}

/**
 * Every change of a placed order's items goes through here: their status, quotes and kitchen minutes, the order's place,
 * charges, refunds, timeline and papers. The caller has locked the order, writes the audit log and queues the mails.
 *
 * @returns the changed order, and the refunded amount
 * @throws AppError conflict if an item may not move so now, or a dispute forbids the refund; forbidden and
 *   password_needed as {@link recordGivenAway}
 */
export async function moveItems(
  shop: AppContext,
  tx: Database,
  before: Order,
  move: ItemMove,
): Promise<Refunded> {
  const { action, itemIds, event, by } = move
  const now = shop.clock.now()
  const moved = movedItems(before, move)
  const order = await saveItems(tx, before, moved, { ...move, now })
  const quotes = quoteOutcomes[action]
  if (quotes) await closeQuotes(tx, itemIds, { status: quotes, at: now })
  await releaseWork(tx, { order, moved })
  const charged = await chargeItems(shop, tx, { before, order, move, now })
  const refunded = await refundOverpaid(shop, tx, charged, { event, reason: move.reason ?? '' })
  const isOver = !isAnyMade(order)
  if (isOver && (action === 'cancel' || action === 'drop')) await releaseCheckout(tx, order.id)
  await moveByItems(shop, tx, refunded.order, by)
  await printCharges(shop, tx, refunded.order, now)
  await countGift(shop, tx, { before, after: refunded.order, move })
  return refunded
}

/** What goes into the box beside a cake is prepared with the last cake of its order. */
function movedItems({ items }: Order, { action, itemIds }: ItemMove): OrderItem[] {
  const moved = items.filter(({ id }) => itemIds.includes(id))
  const rest = items.filter(
    ({ id, status }) =>
      !itemIds.includes(id) && status !== 'completed' && statusesToMake.includes(status),
  )
  const isCake = ({ category }: OrderItem) => !isExtra(category)
  const isPrepared = action === 'confirm' || action === 'prepare'
  return isPrepared && moved.some(isCake) && !rest.some(isCake) ? [...moved, ...rest] : moved
}

/** What a colleague takes off another's order. Where nothing was paid and nothing is made, a refused cake is no gift. */
async function countGift(
  shop: AppContext,
  tx: Database,
  { before, after, move: { action, by } }: { before: Order; after: Order; move: ItemMove },
) {
  if (by === 'shop' || by.id === before.userId || after.chargedPaise >= before.chargedPaise) return
  const isRefused = action === 'decline' || action === 'reject'
  if (isRefused && duePaise(before) === before.chargedPaise) return
  await recordGivenAway(shop, tx, by, { before, after })
}

async function saveItems(
  tx: Database,
  order: Order,
  moved: readonly OrderItem[],
  { action, itemIds, agreedPaise, problem, now }: ItemMove & { now: Date },
): Promise<Order> {
  const statusOf = new Map(
    moved.map((item) => [
      item.id,
      requireNext(item, itemIds.includes(item.id) ? action : 'confirm'),
    ]),
  )
  for (const [status, ids] of Map.groupBy(statusOf.keys(), (id) => statusOf.get(id))) {
    if (!status) continue
    const preparedAt = status === 'completed' ? now : null
    await setItemStatus(tx, ids, status, { agreedPaise, problem, preparedAt })
  }
  const price = agreedPaise === undefined ? {} : { pricePaise: agreedPaise, unitPaise: agreedPaise }
  const items = order.items.map((item) => {
    const status = statusOf.get(item.id)
    if (!status) return item
    const preparedAt = status === 'completed' ? now : null
    return { ...item, ...price, status, preparedAt, problem: problem ?? item.problem }
  })
  return { ...order, items }
}

function requireNext(item: OrderItem, action: ItemAction): ItemStatus {
  const status = nextStatus(item.status, action, item)
  if (status) return status
  throw new AppError('conflict', `${item.name} is ${item.status}. Please look at it again.`)
}

/** Whether these items are not made any more; all of them have moved alike. */
function isEnded({ items }: Order, itemIds: readonly string[]): boolean {
  return items.some(({ id, status }) => itemIds.includes(id) && cancelledStatuses.includes(status))
}

/**
 * Releases the kitchen minutes that items took and that are no longer made, and with the last agreed one the order's place.
 *
 * @param moved as they were
 */
async function releaseWork(
  tx: Database,
  { order, moved }: { order: Order; moved: readonly OrderItem[] },
) {
  const { reservationId } = order
  if (!reservationId) return
  if (!isAnyAgreed(order)) {
    return releasePlace(tx, reservationId, isAnyMade(order) ? 'asked' : 'released')
  }
  const ended = moved.filter(({ id }) => isEnded(order, [id]))
  const minutes = ended.reduce((sum, { kitchenMinutes }) => sum + kitchenMinutes, 0)
  if (minutes > 0) await releaseKitchenMinutes(tx, reservationId, minutes)
}

interface ChargedMove {
  before: Order
  /** With the changed items. */
  order: Order
  move: ItemMove
  now: Date
}

/**
 * An agreed price is charged; an item that is not made is credited. If nothing is made, nothing is owed; if something
 * is made again, the delivery is charged again.
 */
async function chargeItems(
  { shop }: AppContext,
  tx: Database,
  { before, order, move, now }: ChargedMove,
): Promise<Order> {
  const { event, itemIds, creditReason: reason } = move
  const add = (on: Order, cause: ChargeCause, charges: readonly NetCharge[]) =>
    addCharges(tx, on, { charges, cause, event, reason, shop, now })
  if (!isAnyMade(order)) return add(order, 'cancelled', takeOffAll(order))
  const again = isAnyMade(before) ? [] : cancelledShipping(order)
  const agreed = order.items.flatMap((item): NetCharge[] =>
    move.agreedPaise !== undefined && itemIds.includes(item.id)
      ? [{ line: 'item', itemId: item.id, paise: item.unitPaise * item.amount }]
      : [],
  )
  const owed = await add(order, 'quoted', [...again, ...agreed])
  if (!isEnded(order, itemIds)) return owed
  const ended = takeOffAll(order).filter(({ itemId }) => itemId && itemIds.includes(itemId))
  return add(owed, 'dropped', ended)
}

/**
 * Moves an order as its items require: once every item that will be made is prepared, it is ready and its customer is mailed;
 * a ready order with something to make again goes back to the kitchen. Call it in the transaction that has locked the order
 * and moved its items.
 */
export async function moveByItems(context: AppContext, tx: Database, order: Order, by: Actor) {
  const { isPrepared, undoMs } = progressOf(context, order)
  const move = requiredMove(order.fulfilment, isPrepared)
  if (move) await moveOrder(context, tx, order, { move, by })
  if (move === 'prepare') await announceIn(context, tx, order.id, undoMs)
}

/** Null if the order's status fits its items, or it has left the kitchen. */
function requiredMove(
  fulfilment: FulfilmentStatus,
  isPrepared: boolean,
): Extract<OrderMove, 'prepare' | 'undoPrepare'> | null {
  if (fulfilment === 'ready') return isPrepared ? null : 'undoPrepare'
  const isInKitchen = fulfilment === 'placed' || fulfilment === 'baking'
  return isInKitchen && isPrepared ? 'prepare' : null
}

/** Mails the customer of a prepared order once none of its items can be undone. */
const announcePrepared = {
  name: 'announce-prepared',
  data: z.object({ orderId: z.uuid() }),
  retryLimit: 20,
} satisfies Job

export function announcePreparedHandler(context: AppContext): JobHandler {
  return handles(announcePrepared, ({ orderId }) =>
    context.db.transaction(async (tx) => {
      const order = await lockPlacedOrder(tx, orderId)
      // The customer was mailed already that it is on its way.
      if (hasLeft(order.fulfilment)) return
      const { isPrepared, prepared, undoMs } = progressOf(context, order)
      if (!isPrepared) return
      // An item was undone and prepared again meanwhile.
      if (undoMs > 0) await announceIn(context, tx, orderId, undoMs)
      // Sent again only if more items were prepared meanwhile.
      else await queueMail(context, tx, 'order-prepared', `${orderId}-${prepared}`, { orderId })
    }),
  )
}

function announceIn({ jobs }: AppContext, tx: Database, orderId: string, ms: number) {
  const startAfterSeconds = Math.ceil(ms / 1000)
  return jobs.enqueue(tx, announcePrepared, { orderId }, { startAfterSeconds })
}

/** Whether all items are prepared, how many, and how much longer one of them may be undone. */
function progressOf({ clock }: AppContext, order: Order) {
  const { label, prepared } = orderProgress(order)
  const undoMs = Math.max(...order.items.map((item) => undoLeftMs(item.preparedAt, clock.now())))
  return { isPrepared: label === 'Prepared', prepared, undoMs }
}
