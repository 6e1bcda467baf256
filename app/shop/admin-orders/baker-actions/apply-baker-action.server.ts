import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { type Caller, endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { newId } from '#platform/new-id.server.ts'
import { checkPermission } from '#shop/accounts/require-customer.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { moveItems, notMade } from '#shop/handling/items/move-items.server.ts'
import { queueMail } from '#shop/mails/mail-kind.server.ts'
import { orderIdSchema } from '#shop/orders/api/order.schema.ts'
import { nextStatus, undoLeftMs } from '#shop/orders/item-status.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import {
  isCancelled,
  noSuchItemText,
  noSuchOrderText,
  requireInShop,
} from '#shop/orders/order-rules.ts'
import { lockItem } from '#shop/orders/orders.store.server.ts'
import { quotePrice } from '#shop/quotes/quote-price.server.ts'
import { formatInr } from '#shop/values/money.ts'
import { type BakerAction, readBakerAction, statusAfter, statusSentence } from './baker-action.ts'

/** An id, or an object with it. */
function idOrThing(sentence: string) {
  return z
    .union([z.uuid(), z.looseObject({ id: z.uuid() })], sentence)
    .transform((value) => (typeof value === 'string' ? value : value.id))
}

function optionalNumber(max: number) {
  return z.int().min(0).max(max).nullable().default(null)
}

const confirmOrderEndpoint = endpoint({
  method: 'POST',
  path: '/orders/confirmOrder',
  tag: 'Admin orders',
  summary: 'Confirm, accept or reject an item',
  description:
    "`data` is '' to confirm that an item is prepared, 1 to accept a customised cake at the price `msg` (rupees for one cake), 2 to reject it for the problem `msg`. A price is offered to the customer, in place of one that waits for an answer. Where the order has a delivery slot, `leadHours` and `workMinutes` take the place of what is usual for customised cakes; 422 names the one that the slot or the kitchen's day cannot hold. Answers 409 where the item may not go there now, and when the delivery is too near to wait for an answer.",
  access: 'prepare-items',
  body: z
    .object({
      data: z.union(
        [z.enum(['', '1', '2']), z.literal([1, 2])],
        "must be '' (confirm), 1 (accept) or 2 (reject)",
      ),
      suborder: idOrThing(noSuchItemText).describe('The item, or its id'),
      order: idOrThing(noSuchOrderText).describe('Its order, or its id'),
      time: z.unknown().optional().describe('Not looked at'),
      msg: z
        .union([z.string(), z.number()])
        .default('')
        .describe('The price in rupees (1), or what the problem is (2)'),
      leadHours: optionalNumber(336).describe(
        'With a price: hours from now until the cake can leave',
      ),
      workMinutes: optionalNumber(1440).describe(
        'With a price: work of the kitchen for one cake, in minutes',
      ),
    })
    .transform(({ data, msg, order, suborder, leadHours, workMinutes }, context) => {
      const action = readBakerAction({
        data: `${data}`,
        msg: `${msg}`,
        work: { leadHours, workMinutes },
      })
      if (typeof action !== 'string') return { orderId: order, itemId: suborder, action }
      context.addIssue({ code: 'custom', path: ['msg'], message: action })
      return z.NEVER
    }),
  response: messageSchema,
  problems: [404, 409],
})

const undoPreparedEndpoint = endpoint({
  method: 'POST',
  path: '/orders/undoConfirm',
  tag: 'Admin orders',
  summary: 'Undo that an item is prepared',
  description:
    'Within 5 minutes after confirmOrder, before the customer is mailed; 409 afterwards. Repeating it changes nothing.',
  access: 'prepare-items',
  body: z.object({ orderId: orderIdSchema, itemId: z.uuid(noSuchItemText) }),
  response: messageSchema,
  problems: [404, 409],
})

export type ConfirmOrder = typeof confirmOrderEndpoint
export type UndoPrepared = typeof undoPreparedEndpoint

export function serveBakerActions(api: Api, shop: AppContext) {
  api.serve(confirmOrderEndpoint, async ({ body }, { caller }) => {
    if (body.action.kind !== 'confirm') checkPermission(caller, 'quote')
    return { message: await applyBakerAction(shop, { caller, ...body }) }
  })

  api.serve(undoPreparedEndpoint, async ({ body }, { caller }) => ({
    message: await undoPrepared(shop, { caller, ...body }),
  }))
}

/**
 * Confirms, quotes or rejects an item of a placed order and mails its customer.
 *
 * @returns a sentence for the baker
 * @throws AppError not_found, conflict when the item's status does not allow it, or invalid when its slot has no room
 *   for the quoted work; then nothing is changed
 */
async function applyBakerAction(
  shop: AppContext,
  {
    caller,
    orderId,
    itemId,
    action,
  }: { caller: Caller; orderId: string; itemId: string; action: BakerAction },
): Promise<string> {
  return shop.db.transaction(async (tx) => {
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
      await quotePrice(shop, tx, { ...about, pricePaise, work })
    } else if (action.kind === 'reject') {
      await reject(shop, tx, { ...about, problem: action.problem })
    } else {
      await prepare(shop, tx, about)
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
  shop: AppContext,
  tx: Database,
  { order, item, by, problem }: ItemChange & { problem: string },
) {
  const { id, status } = item
  await recordAudit(tx, {
    at: shop.clock.now(),
    by,
    action: 'reject-item',
    orderId: order.id,
    before: { item: id, status },
    after: { item: id, status: 'rejected', problem },
  })
  await moveItems(shop, tx, order, {
    action: 'reject',
    itemIds: [id],
    by,
    event: `reject-${id}`,
    problem,
    ...notMade(item),
  })
  await queueMail(shop, tx, 'item-rejected', id, {
    orderId: order.id,
    itemId: id,
  })
}

async function prepare(shop: AppContext, tx: Database, { order, item, by }: ItemChange) {
  const { id, status, unitPaise: pricePaise, customize } = item
  const action = customize ? 'prepare' : 'confirm'
  await recordAudit(tx, {
    at: shop.clock.now(),
    by,
    action: 'confirm-item',
    orderId: order.id,
    before: { item: id, status, pricePaise },
    after: { item: id, status: 'completed', pricePaise },
  })
  await moveItems(shop, tx, order, { action, itemIds: [id], by, event: `${action}-${newId()}` })
}

function describeOutcome(action: BakerAction): string {
  if (action.kind === 'confirm') return 'is ready'
  return action.kind === 'reject' ? 'is rejected' : `is quoted at ${formatInr(action.pricePaise)}`
}

/**
 * Undoes that an item is prepared, before its customer is mailed. Undoing it again changes nothing.
 *
 * @returns a sentence for the baker
 * @throws AppError not_found; conflict when the item is not prepared, or has been for too long, or has left the shop
 */
async function undoPrepared(
  shop: AppContext,
  { caller, orderId, itemId }: { caller: Caller; orderId: string; itemId: string },
): Promise<string> {
  const { db, clock } = shop
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
    await moveItems(shop, tx, order, { action, itemIds: [itemId], by: caller, event })
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
