import {
  type FulfilmentStatus,
  fulfilmentLabels,
  fulfilmentStatuses,
} from '#shop/orders/fulfilment/fulfilment-status.ts'
import { type ItemStatus, itemLabels, itemStatuses } from '#shop/orders/item-status.ts'
import { formatDay, isDay } from '#shop/values/kolkata-time.ts'
import { asSearchedMobile } from '#shop/values/typed/mobile-number.ts'
import { tidySearch } from '#shop/values/typed/typed-entry.ts'

/** The page size of a call without a limit, and of the page. */
export const ordersPerPage = 50

/** Paid by card at least in part, not paid by card, or with a refund to the card. */
export const orderPayments = ['card', 'cash', 'refunded'] as const

export type OrderPayment = (typeof orderPayments)[number]

/** What the panel counts, in its order. */
export const countedToDos = [
  'today',
  'tomorrow',
  'quote',
  'prepare',
  'ready',
  'failed',
  'late',
  'complaint',
  'review',
  'dispute',
  'upi',
] as const

export type CountedToDo = (typeof countedToDos)[number]

/** `answer`: an item waits for the baker's Confirm, Accept or Reject. `bake`: one is to be made at an agreed price. */
export const toDos = ['answer', 'bake', ...countedToDos, 'unpaid'] as const

export type ToDo = (typeof toDos)[number]

export const toDoLabels: Record<ToDo, string> = {
  answer: 'To answer',
  bake: 'To bake',
  today: 'Today',
  tomorrow: 'Tomorrow',
  quote: 'To quote',
  prepare: 'Accepted, to bake',
  ready: fulfilmentLabels.ready,
  failed: fulfilmentLabels.failed,
  late: 'Late',
  complaint: 'Messages',
  review: 'Reviews to read',
  dispute: 'Disputed payments to answer',
  upi: 'UPI to look for or send back',
  unpaid: 'Waits for payment',
}

/** Items, orders, messages, reviews or disputes that wait for the shop, and the number of their orders. */
export interface ToDoCount {
  items: number
  orders: number
}

/** Stored in the page's URL and in the query of the API's call. */
export interface OrderSearch {
  /** An order's number, or part of the customer's name, e-mail or mobile; '' for any. */
  q: string
  /** Orders with an item that waits for the baker; null for any. */
  todo: ToDo | null
  /** Orders with an item of this status; null for any. */
  state: ItemStatus | null
  /** The order's own status; null for any. */
  fulfilment: FulfilmentStatus | null
  /** The day of delivery in Kolkata, 'YYYY-MM-DD'; null is any. */
  day: string | null
  payment: OrderPayment | null
  /** Null for the usual order of such a list: {@link isByDue}. */
  sort: 'newest' | null
  /** The last order of the page before, by its number; null starts with the first. */
  before: number | null
}

/**
 * What is to be done is listed by when it is due, and without a filter from today on. What is searched or looked up is
 * listed newest first.
 */
export function isByDue({ q, todo, state, fulfilment, payment, sort }: OrderSearch): boolean {
  const isLookedUp = searchedText({ q }) !== '' || state !== null || payment !== null
  const isOfThePast =
    todo !== null && ['complaint', 'review', 'dispute', 'upi', 'unpaid'].includes(todo)
  const isToDo = fulfilment === null || fulfilment === 'ready' || fulfilment === 'out_for_delivery'
  return sort === null && !isLookedUp && isToDo && !isOfThePast
}

/** Without a filter, they are only those from today on. */
export function isFromToday(search: OrderSearch): boolean {
  const { todo, fulfilment, day } = search
  return isByDue(search) && todo === null && fulfilment === null && day === null
}

/** In the order of the form and of the URL. */
export const orderFilters = ['q', 'todo', 'state', 'fulfilment', 'day', 'payment'] as const

export type OrderFilterName = (typeof orderFilters)[number]

export const allOrders: OrderSearch = {
  q: '',
  todo: null,
  state: null,
  fulfilment: null,
  day: null,
  payment: null,
  sort: null,
  before: null,
}

/** The filters that staff use all day, as tabs of the list. */
export const savedFilters: readonly { label: string; search: OrderSearch }[] = [
  { label: 'To answer', search: { ...allOrders, todo: 'answer' } },
  { label: 'To bake', search: { ...allOrders, todo: 'bake' } },
  { label: 'Ready', search: { ...allOrders, fulfilment: 'ready' } },
  { label: 'Out', search: { ...allOrders, fulfilment: 'out_for_delivery' } },
  { label: toDoLabels.unpaid, search: { ...allOrders, todo: 'unpaid' } },
  { label: 'All', search: allOrders },
]

const fewestSigns = 3
export const maxNumber = 2_147_483_647

export const tooShortText = 'Type an order number, or at least 3 letters or digits.'

export const paymentLabels: Record<OrderPayment, string> = {
  card: 'Paid by card',
  cash: 'Cash only',
  refunded: 'Refunded',
}

/** Invalid parameters are left out. */
export function parseOrderSearch(params: URLSearchParams): OrderSearch {
  const day = params.get('day')
  return {
    q: tidySearch(params.get('q')),
    todo: oneOf(toDos, params.get('todo')),
    state: oneOf(itemStatuses, params.get('state')),
    fulfilment: oneOf(fulfilmentStatuses, params.get('fulfilment')),
    day: day && isDay(day) ? day : null,
    payment: oneOf(orderPayments, params.get('payment')),
    sort: oneOf(['newest'], params.get('sort')),
    before: orderNumberOf(params.get('before') ?? ''),
  }
}

/** Canonical: fixed order, filters that are not set left out. */
export function orderSearchParams(search: OrderSearch): URLSearchParams {
  const params = new URLSearchParams()
  for (const key of [...orderFilters, 'sort', 'before'] as const) {
    const value = search[key]
    if (value !== null && value !== '') params.set(key, String(value))
  }
  return params
}

/** The query string: '?state=quoted', or '' for all orders. */
export function orderQuery(search: OrderSearch): string {
  const params = orderSearchParams(search).toString()
  return params && `?${params}`
}

/** The number or text to search for, or both; null if the input is too short. */
export function wordsOf(q: string): { number: number | null; text: string | null } | null {
  const named = /^(?:order\s*#?|#)\s*(\d+)$/i.exec(q)?.[1]
  const number = orderNumberOf(named ?? q)
  const text = named === undefined && countSigns(q) >= fewestSigns ? asSearchedMobile(q) : null
  return number === null && text === null ? null : { number, text }
}

/** Whether the input is too short to search for. */
export function isTooShort(q: string): boolean {
  return q !== '' && wordsOf(q) === null
}

/** '' if it is too short. */
export function searchedText({ q }: Pick<OrderSearch, 'q'>): string {
  return isTooShort(q) ? '' : q
}

/** For chips; `allOrders[key]` removes a filter. */
export function activeOrderFilters(search: OrderSearch): { key: OrderFilterName; label: string }[] {
  const { q, todo, state, fulfilment, day, payment } = search
  const labels: [OrderFilterName, string | null][] = [
    ['q', searchedText(search) && `“${q}”`],
    ['todo', todo && `To do: ${toDoLabels[todo]}`],
    ['state', state && `Item: ${itemLabels[state].toLowerCase()}`],
    ['fulfilment', fulfilment && `Order: ${fulfilmentLabels[fulfilment].toLowerCase()}`],
    ['day', day && `Delivery ${formatDay(day)}`],
    ['payment', payment && paymentLabels[payment]],
  ]
  return labels.flatMap(([key, label]) => (!label ? [] : [{ key, label }]))
}

function countSigns(text: string): number {
  return text.match(/[\p{L}\p{M}\p{N}]/gu)?.length ?? 0
}

/** Null if no order can have this number. */
export function orderNumberOf(text: string): number | null {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= maxNumber ? Number(text) : null
}

function oneOf<T extends string>(known: readonly T[], value: string | null): T | null {
  return known.find((one) => one === value) ?? null
}
