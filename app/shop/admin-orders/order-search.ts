import {
  type FulfilmentStatus,
  fulfilmentLabels,
  fulfilmentStatuses,
} from '#shop/orders/fulfilment/fulfilment-status.ts'
import { type ItemStatus, itemStatuses, statusLabel } from '#shop/orders/item-status.ts'
import { boundsOfDay, formatDay } from '#shop/values/kolkata-time.ts'

/** How an order is paid: part of it by card, none of it, and whether the card was given money back. */
export const orderPayments = ['card', 'cash', 'refunded'] as const

export type OrderPayment = (typeof orderPayments)[number]

/** What the baker has to do, in the order of the panel. */
export const toDos = ['today', 'tomorrow', 'quote', 'prepare', 'late', 'dispute'] as const

export type ToDo = (typeof toDos)[number]

export const toDoLabels: Record<ToDo, string> = {
  today: 'Today',
  tomorrow: 'Tomorrow',
  quote: 'To quote',
  prepare: 'Accepted, to prepare',
  late: 'Late',
  dispute: 'Disputes to answer',
}

/** How many items, or disputes, and of how many orders, wait for the baker. */
export interface ToDoCount {
  items: number
  orders: number
}

/** Which orders the baker looks for; it lives in the page's address and in the query of the API's call. */
export interface OrderSearch {
  /** An order's number, or a part of the customer's name, e-mail or mobile; '' is any. */
  q: string
  /** Orders with an item that waits for the baker; null is any. */
  todo: ToDo | null
  /** Orders with an item that stands there; null is any. */
  state: ItemStatus | null
  /** How far the order is on its way; null is any. */
  fulfilment: FulfilmentStatus | null
  /** The day of delivery in Kolkata, 'YYYY-MM-DD'; null is any. */
  day: string | null
  payment: OrderPayment | null
  /** Only orders with a lower number; null begins with the newest. */
  before: number | null
}

/** In the order of the form and of an address. */
export const orderFilters = ['q', 'todo', 'state', 'fulfilment', 'day', 'payment'] as const

export type OrderFilter = (typeof orderFilters)[number]

export const allOrders: OrderSearch = {
  q: '',
  todo: null,
  state: null,
  fulfilment: null,
  day: null,
  payment: null,
  before: null,
}

export const maxOrderText = 100
const fewestSigns = 3
export const maxNumber = 2_147_483_647

export const tooShortText = 'Type an order number, or at least 3 letters or digits.'

export const paymentLabels: Record<OrderPayment, string> = {
  card: 'Paid by card',
  cash: 'Cash only',
  refunded: 'Refunded',
}

/** Reads the address of the list; whatever makes no sense there is left out. */
export function parseOrderSearch(params: URLSearchParams): OrderSearch {
  const day = params.get('day')
  return {
    q: tidyOrderText(params.get('q') ?? ''),
    todo: oneOf(toDos, params.get('todo')),
    state: oneOf(itemStatuses, params.get('state')),
    fulfilment: oneOf(fulfilmentStatuses, params.get('fulfilment')),
    day: day && isDay(day) ? day : null,
    payment: oneOf(orderPayments, params.get('payment')),
    before: orderNumberOf(params.get('before') ?? ''),
  }
}

/** The one address of a search: fixed order, filters that are not set left out. */
export function orderSearchParams(search: OrderSearch): URLSearchParams {
  const params = new URLSearchParams()
  for (const key of [...orderFilters, 'before'] as const) {
    const value = search[key]
    if (value !== null && value !== '') params.set(key, String(value))
  }
  return params
}

/** The same as an address within the list: '?state=quoted', '' for all orders. */
export function orderQuery(search: OrderSearch): string {
  const params = orderSearchParams(search).toString()
  return params && `?${params}`
}

/** Without surrounding space and NULs, at most 100 characters. By code points, so that the cut never halves one. */
export function tidyOrderText(text: string): string {
  const start = text
    .replaceAll('\0', '')
    .trim()
    .slice(0, 2 * maxOrderText)
  return [...start].slice(0, maxOrderText).join('').trim()
}

/** What a typed text is looked for as, either or both; null when it is too short for any. */
export function wordsOf(q: string): { number: number | null; text: string | null } | null {
  const named = /^(?:order\s*#?|#)\s*(\d+)$/i.exec(q)?.[1]
  const number = orderNumberOf(named ?? q)
  const text = named === undefined && countSigns(q) >= fewestSigns ? spelled(q) : null
  return number === null && text === null ? null : { number, text }
}

/** Whether something was typed that cannot be looked for. */
export function isTooShort(q: string): boolean {
  return q !== '' && wordsOf(q) === null
}

/** What was typed, as far as it is looked for: '' when it is too short. */
export function searchedText({ q }: Pick<OrderSearch, 'q'>): string {
  return isTooShort(q) ? '' : q
}

/** A calendar day that there is, 'YYYY-MM-DD'. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(boundsOfDay(text).from.getTime())
}

/** The filters in use, for chips; `allOrders[key]` takes one off. */
export function activeOrderFilters(search: OrderSearch): { key: OrderFilter; label: string }[] {
  const { q, todo, state, fulfilment, day, payment } = search
  const labels: [OrderFilter, string | null][] = [
    ['q', searchedText(search) && `“${q}”`],
    ['todo', todo && `To do: ${toDoLabels[todo]}`],
    ['state', state && stateLabel(state)],
    ['fulfilment', fulfilment && `Order: ${fulfilmentLabels[fulfilment].toLowerCase()}`],
    ['day', day && `Delivery ${formatDay(day)}`],
    ['payment', payment && paymentLabels[payment]],
  ]
  return labels.flatMap(([key, label]) => (!label ? [] : [{ key, label }]))
}

export function stateLabel(state: ItemStatus): string {
  const label = statusLabel(state)
  return `${label.charAt(0).toUpperCase()}${label.slice(1)}`
}

/** A mobile is stored as ten digits, however it is typed. */
function spelled(q: string): string {
  return /^[+\d\s-]+$/.test(q) ? q.replace(/^\+91/, '').replace(/\D/g, '') : q
}

function countSigns(text: string): number {
  return text.match(/[\p{L}\p{M}\p{N}]/gu)?.length ?? 0
}

/** A text as an order's number; null when no order can have it. */
export function orderNumberOf(text: string): number | null {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= maxNumber ? Number(text) : null
}

function oneOf<T extends string>(known: readonly T[], value: string | null): T | null {
  return known.find((one) => one === value) ?? null
}
