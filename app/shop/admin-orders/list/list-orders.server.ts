import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { apiBase } from '#platform/http/api-client.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { madeOf } from '#shop/cakes/chosen.ts'
import { hasAllergy } from '#shop/orders/allergy.ts'
import { type ApiOrder, orderSchema, toApiOrder } from '#shop/orders/api/order.schema.ts'
import { fulfilmentStatuses, hasEnded, hasLeft } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { itemStatuses } from '#shop/orders/item-status.ts'
import { doorStanding } from '#shop/orders/money/door-money.ts'
import { unpaidByLink } from '#shop/orders/money/ledger.ts'
import { totalOf } from '#shop/orders/money/order-money.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import {
  awaitsAnyPrice,
  isAddressMissing,
  isAnyAgreed,
  isAnyMade,
  shopCancelError,
  standingOf,
} from '#shop/orders/order-rules.ts'
import { openQuotes, showOrders } from '#shop/orders/quotes/quotes.store.server.ts'
import { type OpenQuote, type ShownOrder, showOrder } from '#shop/orders/shown-order.ts'
import { type Conversation, messagesOf } from '#shop/storefront/storefront.store.server.ts'
import { isDay } from '#shop/values/kolkata-time.ts'
import { formatInr, formatRs, sumPaise } from '#shop/values/money.ts'
import { maxSearchText, tidySearch } from '#shop/values/typed/typed-entry.ts'
import {
  listOrders,
  type OrderFilter,
  ordersPage,
  type ReadAt,
} from '../admin-orders.store.server.ts'
import {
  allOrders,
  isTooShort,
  maxNumber,
  type OrderSearch,
  orderPayments,
  orderSearchParams,
  ordersPerPage,
  toDos,
  tooShortText,
} from '../order-search.ts'

/** The filters of a list of orders, as a call is given them. */
export const orderFilterQuery = z.object({
  q: z
    .string()
    .max(maxSearchText)
    .transform(tidySearch)
    .refine((text) => !isTooShort(text), tooShortText)
    .optional()
    .describe("An order's number, or at least 3 letters of a name, an e-mail or a mobile"),
  todo: z
    .enum(toDos)
    .optional()
    .describe(
      'Orders with an item that waits for the baker: to answer, or to bake; to be delivered later today, or tomorrow; a customised cake to quote, or one whose price is accepted; an item whose delivery time has passed; an order that is ready to go out, or that could not be delivered; one with a complaint or a dispute to answer, or a review to read; one with a payment to the shop’s own UPI id to look for, or to send back; or one that staff took, or a dearer change, that its customer has not paid by the link',
    ),
  state: z.enum(itemStatuses).optional().describe('Orders with an item of this status'),
  fulfilment: z.enum(fulfilmentStatuses).optional().describe('Orders that are so far on their way'),
  day: z
    .string()
    .refine(isDay, 'must be a day, YYYY-MM-DD')
    .optional()
    .describe('The day of delivery in Kolkata'),
  payment: z
    .enum(orderPayments)
    .optional()
    .describe('Some of it by card, none of it, or with a refund'),
})

/** A page of orders as every list of staff shows them. */
export async function loadOrders(read: ReadAt, filter: OrderFilter, size: number) {
  const { orders, next } = await ordersPage(read, filter, size)
  const quotes = await openQuotes(read.db, orders)
  const conversations = await messagesOf(read.db, orders)
  return { orders: orders.map((order) => toStaffOrder(order, quotes, conversations)), next }
}

/** The maximum of a call without parameters. */
const newestOrders = 500

const adminOrdersEndpoint = endpoint({
  method: 'GET',
  path: '/orders/adminOrders',
  tag: 'Admin orders',
  summary: 'All orders',
  description: `Without parameters the newest ${newestOrders} placed orders. With any of them a page of those that fit, newest first; the header \`Link\` with rel="next" leads to older ones, and is missing on the last page.`,
  access: 'see-orders',
  query: orderFilterQuery.extend({
    limit: z.coerce.number().int().min(1).max(100).optional(),
    before: z.coerce
      .number()
      .int()
      .min(1)
      .max(maxNumber)
      .optional()
      .describe('Only orders with a lower number'),
  }),
  response: z.array(orderSchema),
})

export function serveOrderList(api: Api, shop: AppContext) {
  api.serve(adminOrdersEndpoint, async ({ query }, { responseHeaders }) => {
    const read = { db: shop.db, now: shop.clock.now() }
    if (Object.values(query).every((value) => value === undefined)) {
      const newest = { ...allOrders, sort: 'newest' as const }
      return toApiOrders(shop.db, await listOrders(read, newest, newestOrders))
    }
    const { limit: size = ordersPerPage, ...filters } = query
    const search = { ...allOrders, ...filters, sort: 'newest' as const }
    const { orders, next } = await ordersPage(read, search, size)
    if (next) responseHeaders.set('link', nextLink({ ...search, sort: null, before: next }, size))
    return toApiOrders(shop.db, orders)
  })
}

async function toApiOrders(db: Database, orders: readonly Order[]): Promise<ApiOrder[]> {
  const shown = await showOrders(db, orders)
  return shown.map((order) => toApiOrder(order, { canCancel: shopCancelError(order) === null }))
}

function nextLink(search: OrderSearch, limit: number): string {
  const query = orderSearchParams(search)
  query.set('limit', String(limit))
  return `<${apiBase}${adminOrdersEndpoint.path}?${query}>; rel="next"`
}

export type StaffOrder = ReturnType<typeof toStaffOrder>
export type StaffItem = ReturnType<typeof toStaffItem>

/** An order as every list of staff has it. `quotes` are the open ones, by their items. */
export function toStaffOrder(
  order: Order,
  quotes: ReadonlyMap<string, OpenQuote> = new Map(),
  conversations: readonly Conversation[] = [],
) {
  const shown = showOrder(order, quotes)
  const quoted = shown.items.flatMap(({ quote, amount }) =>
    quote ? quote.pricePaise * amount : [],
  )
  return {
    id: order.id,
    number: order.number,
    placedAt: shown.placedAt,
    deliveryAt: order.deliveryAt,
    slotStartsAt: order.slotStartsAt,
    slotEndsAt: order.slotEndsAt,
    isPickup: order.isPickup,
    address: order.address,
    customerName: order.customerName,
    customerMobile: order.customerMobile,
    customerEmail: order.customerEmail,
    kitchenNote: order.kitchenNote,
    fulfilment: order.fulfilment,
    standing: standingOf(order),
    marks: orderMarks(order),
    /** Something of it is ordered at an agreed price. */
    mayBake: isAnyAgreed(order),
    totalPaise: totalOf(shown),
    /** Of the open quotes, beside the total. */
    quotedPaise: sumPaise(quoted.map((paise) => ({ paise }))),
    awaitsPrice: awaitsAnyPrice(order),
    payment: paymentInShort(shown),
    items: order.items.map((item) => toStaffItem(item, conversations)),
    itemCount: order.items.length,
  }
}

/** A published cake has only its first picture, because a list has many orders. */
function toStaffItem(item: OrderItem, conversations: readonly Conversation[]) {
  const ask = conversations.findLast(({ itemId }) => itemId === item.id)
  const { id, cakeId, name, category, wt, egg, amount, bname, detail, customize, unitPaise } = item
  const flavour = madeOf(item)
  const image = customize ? item.image : item.image.slice(0, 1)
  const { status, preparedAt } = item
  return {
    ...{
      id,
      cakeId,
      name,
      category,
      flavour,
      wt,
      egg,
      amount,
      bname,
      detail,
      customize,
      unitPaise,
    },
    ...{ image, status, preparedAt, ask },
  }
}

export interface OrderMark {
  text: string
  /** The order cannot leave as it is. */
  isAlarming: boolean
}

/** What staff must know of an order before it has arrived; nothing if none of it is made. */
export function orderMarks(order: Order): OrderMark[] {
  const { fulfilment, recipientName, isSurprise, courier } = order
  if (hasEnded(fulfilment) || !isAnyMade(order)) return []
  const { state, duePaise } = doorStanding(order)
  const unpaid = unpaidByLink(order)
  const marks: [boolean, string, isAlarming?: boolean][] = [
    [order.dispatchHeldAt !== null, 'On hold: photo', true],
    [order.moveFailedAt !== null, 'Rider’s update failed', true],
    [isAddressMissing(order), 'Address missing', true],
    [hasAllergy(order), 'Allergy'],
    [recipientName !== null, `Gift for ${recipientName}`],
    [unpaid !== null, `Waits for ${formatInr(unpaid?.paise ?? 0)}`],
    [isSurprise && !hasLeft(fulfilment), 'Surprise'],
    [courier !== null, `By ${courier?.name}`],
    [state === 'due', `Collect ${formatInr(duePaise)}`],
  ]
  return marks.flatMap(([isTrue, text, isAlarming = false]) => (isTrue ? { text, isAlarming } : []))
}

/** 'Paid online', 'Rs. 50 in cash', 'Rs. 200 refunded'. */
export function paymentInShort({
  paidOnlinePaise,
  duePaise,
  refundedPaise,
  paidAtDoor,
}: Pick<ShownOrder, 'paidOnlinePaise' | 'duePaise' | 'refundedPaise' | 'paidAtDoor'>): string[] {
  const words = [
    paidOnlinePaise > 0 && 'Paid online',
    duePaise > 0 && `${formatRs(duePaise)} in cash`,
    refundedPaise > 0 && `${formatRs(refundedPaise)} refunded`,
  ]
  const parts = words.filter((word) => word !== false)
  return parts.length > 0 ? parts : [paidAtDoor ? 'Paid at the counter' : 'Nothing to pay']
}
