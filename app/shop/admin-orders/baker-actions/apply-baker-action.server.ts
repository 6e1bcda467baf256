import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { type Api, messageSchema } from '#platform/http/api.server.ts'
import { type Caller, endpoint } from '#platform/http/endpoint.ts'
import { newId } from '#platform/secrets.server.ts'
import { checkPermission } from '#shop/accounts/require-customer.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { moveItems, notMade } from '#shop/handling/items/move-items.server.ts'
import { queueMail } from '#shop/mails/mail-kind.server.ts'
import { orderIdSchema } from '#shop/orders/api/order.schema.ts'
import {
  type ItemAction,
  type ItemStatus,
  nextStatus,
  undoLeftMs,
} from '#shop/orders/item-status.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import {
  isCancelled,
  noSuchItemText,
  noSuchOrderText,
  requireInShop,
} from '#shop/orders/order-rules.ts'
import { lockItem } from '#shop/orders/orders.store.server.ts'
import { type QuotedWork, quotePrice } from '#shop/quotes/quote-price.server.ts'
import { askBack } from '#shop/storefront/inbox/messages.server.ts'
import { closeAsks } from '#shop/storefront/storefront.store.server.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'
import { textSchema } from '#shop/values/typed/typed.schema.ts'
import { parseRupees } from '#shop/values/typed/typed-amount.ts'
import { tidyLines } from '#shop/values/typed/typed-text.ts'
import { hasAtMost } from '#ui/forms/letters.ts'

/** For one customised cake. */
const maxPricePaise: Paise = 1_000_000_00
export const maxProblemLength = 500

/** `confirm` marks the item as prepared; `ask` asks its customer before a price. */
type BakerAction =
  | { kind: 'confirm' }
  | { kind: 'quote'; pricePaise: Paise; work: QuotedWork }
  | { kind: 'reject'; problem: string }
  | { kind: 'ask'; words: string }

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
  summary: 'Confirm, accept or reject an item, or ask back',
  description:
    "`data` is '' to confirm that an item is prepared, 1 to accept a customised cake at the price `msg` (rupees for one cake), 2 to reject it for the problem `msg`, 3 to ask the customer `msg` first. A price is offered to the customer, in place of one that waits for an answer. Where the order has a delivery slot, `leadHours` and `workMinutes` take the place of what is usual for customised cakes; 422 names the one that the slot or the kitchen's day cannot hold. Answers 409 where the item may not go there now, and when the delivery is too near to wait for an answer.",
  access: 'prepare-items',
  body: z
    .object({
      data: z.union(
        [z.enum(['', '1', '2', '3']), z.literal([1, 2, 3])],
        "must be '' (confirm), 1 (accept), 2 (reject) or 3 (ask back)",
      ),
      suborder: idOrThing(noSuchItemText).describe('The item, or its id'),
      order: idOrThing(noSuchOrderText).describe('Its order, or its id'),
      time: z.unknown().optional().describe('Not looked at'),
      msg: z
        .union([z.string(), z.number()])
        .default('')
        .describe('The price in rupees (1), what the problem is (2), or the question (3)'),
      leadHours: optionalNumber(336).describe(
        'With a price: hours from now until the cake can leave',
      ),
      workMinutes: optionalNumber(1440).describe(
        'With a price: work of the kitchen for one cake, in minutes',
      ),
      note: textSchema(maxProblemLength).default('').describe('With a price: to the customer'),
    })
    .transform(({ data, msg, order, suborder, leadHours, workMinutes, note }, context) => {
      const action = readBakerAction({
        data: `${data}`,
        msg: `${msg}`,
        work: { leadHours, workMinutes, note },
      })
      if (typeof action !== 'string') return { orderId: order, itemId: suborder, action }
      context.addIssue({ code: 'custom', path: ['msg'], message: action })
      return z.NEVER
    }),
  response: messageSchema,
  problems: [404, 409],
})

export type ConfirmOrder = typeof confirmOrderEndpoint

export function serveBakerActions(api: Api, shop: AppContext) {
  api.serve(confirmOrderEndpoint, ({ body: { orderId, itemId, action } }, { caller: by }) => {
    if (action.kind !== 'confirm') checkPermission(by, 'quote')
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
      const about = { order, item, by }
      if (action.kind === 'ask') {
        await askBack(shop, tx, { ...about, words: action.words })
        return { message: `The customer is asked about ${title}.` }
      }
      if (action.kind !== 'confirm') await closeAsks(tx, itemId, shop.clock.now())
      if (action.kind === 'quote') {
        const { pricePaise, work } = action
        await quotePrice(shop, tx, { ...about, pricePaise, work })
      } else if (action.kind === 'reject') {
        await reject(shop, tx, { ...about, problem: action.problem })
      } else {
        await prepare(shop, tx, about)
      }
      return { message: `${title} ${describeOutcome(action)}.` }
    })
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

function describeOutcome(action: Exclude<BakerAction, { kind: 'ask' }>): string {
  if (action.kind === 'confirm') return 'is ready'
  return action.kind === 'reject' ? 'is rejected' : `is quoted at ${formatInr(action.pricePaise)}`
}

/** Typed in rupees. Returns a sentence if it is invalid. */
function readPrice(text: string): Paise | string {
  if (text.trim() === '') return 'Please enter the price in rupees.'
  const paise = parseRupees(text)
  if (paise === null) return 'Please enter the price as a number, like 1450.'
  if (paise === 0) return 'The price must be more than 0.'
  return paise > maxPricePaise ? 'The price can be at most Rs. 10,00,000.' : paise
}

/** `price` is in rupees. Returns a sentence if it is invalid. */
function readQuote(price: string, work: QuotedWork): BakerAction | string {
  const pricePaise = readPrice(price)
  return typeof pricePaise === 'string' ? pricePaise : { kind: 'quote', pricePaise, work }
}

/** Reads the body of confirmOrder; a sentence if `msg` is invalid. */
export function readBakerAction({
  data,
  msg,
  work,
}: {
  data: '' | '1' | '2' | '3'
  msg: string
  work: QuotedWork
}): BakerAction | string {
  if (data === '') return { kind: 'confirm' }
  if (data === '1') return readQuote(msg, work)
  const words = tidyLines(msg)
  if (words === '') return `Please enter ${data === '2' ? 'what the problem is' : 'your question'}.`
  if (!hasAtMost(maxProblemLength)(words)) {
    return `Please use at most ${maxProblemLength} characters.`
  }
  return data === '2' ? { kind: 'reject', problem: words } : { kind: 'ask', words }
}

interface StatusItem {
  status: ItemStatus
  customize: boolean
}

/** Null if the action is not allowed now. A customised cake is confirmed after its price is accepted. */
export function statusAfter({ kind }: BakerAction, item: StatusItem): ItemStatus | null {
  const confirm = item.customize ? 'prepare' : 'confirm'
  const asked = kind === 'ask' ? 'quote' : kind
  const action: ItemAction = asked === 'confirm' ? confirm : asked
  return nextStatus(item.status, action, item)
}

const standings: Record<Exclude<ItemStatus, 'processing'>, string> = {
  completed: 'is ready already',
  quoted: 'is waiting for the customer to answer its quote',
  accepted: 'has an accepted quote and is waiting to be made',
  declined: 'has a quote that the customer declined',
  expired: 'has a quote that was not answered in time',
  rejected: 'was already rejected',
  cancelled: 'was cancelled',
}

/** Completes a sentence that starts with the item's name: 'is ready already'. */
export function statusSentence({ status, customize }: StatusItem): string {
  if (status !== 'processing') return standings[status]
  return customize
    ? 'is customised, so accept it with a price or reject it'
    : 'is not customised, so it can only be confirmed'
}

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

export type UndoPrepared = typeof undoPreparedEndpoint

/** Undoes that an item is prepared, before its customer is mailed. Undoing it again changes nothing. */
export function serveUndoPrepared(api: Api, shop: AppContext) {
  const { db, clock } = shop
  api.serve(undoPreparedEndpoint, ({ body: { orderId, itemId } }, { caller: by }) =>
    db.transaction(async (tx) => {
      const { order, item, title } = await lockItem(tx, orderId, itemId)
      const undone = { message: `${title} is no longer marked as ready.` }
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
      await moveItems(shop, tx, order, { action, itemIds: [itemId], by, event })
      await recordAudit(tx, {
        at: clock.now(),
        by,
        action: 'undo-item',
        orderId,
        before: { item: itemId, status: item.status },
        after: { item: itemId, status },
      })
      return undone
    }),
  )
}
