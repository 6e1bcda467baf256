import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { newId } from '#platform/new-id.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { moveItems, notMade } from '#shop/handling/items/move-items.server.ts'
import { queueMail } from '#shop/mails/mail-kind.server.ts'
import { nextStatus, undoLeftMs } from '#shop/orders/item-status.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import { isCancelled, requireInShop } from '#shop/orders/order-rules.ts'
import { lockItem } from '#shop/orders/orders.store.server.ts'
import type { itemRejectedMail } from '#shop/quotes/quote-mails.server.tsx'
import { quotePrice } from '#shop/quotes/quote-price.server.ts'
import { formatInr } from '#shop/values/money.ts'
import { type BakerAction, statusAfter, statusSentence } from './baker-action.ts'

/**
 * Confirms, quotes or rejects an item of a placed order and mails its customer.
 *
 * @returns a sentence for the baker
 * @throws AppError not_found, conflict when the item's status does not allow it, or invalid when its slot has no room
 *   for the quoted work; then nothing is changed
 */
export async function applyBakerAction(
  context: AppContext,
  {
    caller,
    orderId,
    itemId,
    action,
  }: { caller: Caller; orderId: string; itemId: string; action: BakerAction },
): Promise<string> {
  return context.db.transaction(async (tx) => {
    const { order, item, title } = await lockItem(tx, orderId, itemId)
    if (!statusAfter(action, item)) {
      throw new AppError('conflict', `${title} ${statusSentence(item)}.`)
    }
    // A declined item could be quoted again, but not in a cancelled order.
    if (isCancelled(order)) {
      throw new AppError('conflict', `Order ${order.number} was cancelled.`)
    }
    requireInShop(order)
    const about = { order, item, by: caller }
    if (action.kind === 'quote') {
      const { pricePaise, work } = action
      await quotePrice(context, tx, { ...about, pricePaise, work })
    } else if (action.kind === 'reject') {
      await reject(context, tx, { ...about, problem: action.problem })
    } else {
      await prepare(context, tx, about)
    }
    return `${title} ${describeOutcome(action)}.`
  })
}

interface ItemChange {
  order: Order
  item: OrderItem
  by: Caller
}

async function reject(
  context: AppContext,
  tx: Database,
  { order, item, by, problem }: ItemChange & { problem: string },
) {
  const { id, status } = item
  await recordAudit(tx, {
    at: context.clock.now(),
    by,
    action: 'reject-item',
    orderId: order.id,
    before: { item: id, status },
    after: { item: id, status: 'rejected', problem },
  })
  await moveItems(context, tx, order, {
    action: 'reject',
    itemIds: [id],
    by,
    event: `reject-${id}`,
    problem,
    ...notMade(item),
  })
  await queueMail<typeof itemRejectedMail>(context, tx, 'item-rejected', id, {
    orderId: order.id,
    itemId: id,
  })
}

async function prepare(context: AppContext, tx: Database, { order, item, by }: ItemChange) {
  const { id, status, unitPaise: pricePaise, customize } = item
  const action = customize ? 'prepare' : 'confirm'
  await recordAudit(tx, {
    at: context.clock.now(),
    by,
    action: 'confirm-item',
    orderId: order.id,
    before: { item: id, status, pricePaise },
    after: { item: id, status: 'completed', pricePaise },
  })
  await moveItems(context, tx, order, { action, itemIds: [id], by, event: `${action}-${newId()}` })
}

function describeOutcome(action: BakerAction): string {
  if (action.kind === 'confirm') return 'is prepared'
  return action.kind === 'reject' ? 'is rejected' : `is quoted at ${formatInr(action.pricePaise)}`
}

/**
 * Undoes that an item is prepared, before its customer is mailed. Undoing it again changes nothing.
 *
 * @returns a sentence for the baker
 * @throws AppError not_found; conflict when the item is not prepared, or has been for too long, or has left the shop
 */
export async function undoPrepared(
  context: AppContext,
  { caller, orderId, itemId }: { caller: Caller; orderId: string; itemId: string },
): Promise<string> {
  const { db, clock } = context
  return db.transaction(async (tx) => {
    const { order, item, title } = await lockItem(tx, orderId, itemId)
    const undone = `${title} is no longer marked as ready.`
    const action = item.customize ? 'undoPrepare' : 'undoConfirm'
    if (item.status === nextStatus('completed', action, item)) return undone

    const status = nextStatus(item.status, action, item)
    if (!status) throw new AppError('conflict', `${title} is not marked as ready.`)
    requireInShop(order)
    if (undoLeftMs(item.preparedAt, clock.now()) === 0) {
      throw new AppError(
        'conflict',
        `${title} was prepared more than 5 minutes ago, so it cannot be undone. Call the customer if it is not ready.`,
      )
    }
    const event = `${action}-${newId()}`
    await moveItems(context, tx, order, { action, itemIds: [itemId], by: caller, event })
    await recordAudit(tx, {
      at: clock.now(),
      by: caller,
      action: 'undo-item',
      orderId,
      before: { item: itemId, status: item.status },
      after: { item: itemId, status },
    })
    return undone
  })
}
