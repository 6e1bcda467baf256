import type { Problem } from '#platform/http/endpoint.ts'
import { type ItemAction, type ItemStatus, nextStatus } from '#shop/orders/item-status.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import type { Paise } from '#shop/values/money.ts'
import { parseRupees } from '#shop/values/typed/typed-amount.ts'
import { tidyLines } from '#shop/values/typed/typed-text.ts'
import { hasAtMost } from '#ui/forms/letters.ts'

/** For one customised cake. */
const maxPricePaise: Paise = 1_000_000_00
export const maxProblemLength = 500

/** The baker sets it with the price; null where nothing is set. */
export interface QuotedWork {
  /** From the quote until the cake can leave. */
  leadHours: number | null
  /** For one cake. */
  workMinutes: number | null
}

export const unchangedWork: QuotedWork = { leadHours: null, workMinutes: null }

/** `confirm` marks the item as prepared. */
export type BakerAction =
  | { kind: 'confirm' }
  | { kind: 'quote'; pricePaise: Paise; work: QuotedWork }
  | { kind: 'reject'; problem: string }

/** An action as it is typed; the call reads it. */
export type TypedAction =
  | { kind: 'confirm' }
  | { kind: 'quote'; price: string; work: QuotedWork }
  | { kind: 'reject'; problem: string }

export interface ActionRequest {
  itemId: string
  order: Pick<Order, 'id' | 'deliveryAt'>
  action: TypedAction | { kind: 'undo' }
}

/** Shows the response, but for what is wrong with a text. Resolves to what went wrong, or null. */
export type RunAction = (request: ActionRequest) => Promise<Problem | null>

/** What a button or dialog about an item is handed. */
export interface ItemActionProps {
  item: Pick<
    OrderItem,
    'id' | 'name' | 'flavour' | 'wt' | 'egg' | 'amount' | 'bname' | 'detail' | 'customize' | 'image'
  >
  order: Pick<Order, 'id' | 'number' | 'deliveryAt' | 'slotStartsAt'>
  runAction: RunAction
}

/** Typed in rupees. Returns a sentence if it is invalid. */
function readPrice(text: string): Paise | string {
  if (text.trim() === '') return 'Please enter the price in rupees.'
  const paise = parseRupees(text)
  if (paise === null) return 'Please enter the price as a number, like 1450.'
  if (paise === 0) return 'The price must be more than 0.'
  return paise > maxPricePaise ? 'The price can be at most Rs. 10,00,000.' : paise
}

/** Returns a sentence; null if it is valid. */
function validateProblem(text: string): string | null {
  if (text.trim() === '') return 'Please enter what the problem is.'
  return hasAtMost(maxProblemLength)(tidyLines(text))
    ? null
    : `Please use at most ${maxProblemLength} characters.`
}

/** `price` is in rupees. Returns a sentence if it is invalid. */
function readQuote(price: string, work: QuotedWork): BakerAction | string {
  const pricePaise = readPrice(price)
  return typeof pricePaise === 'string' ? pricePaise : { kind: 'quote', pricePaise, work }
}

/** Returns a sentence if the problem is invalid. */
function readRejection(problem: string): BakerAction | string {
  return validateProblem(problem) ?? { kind: 'reject', problem: tidyLines(problem) }
}

interface SentAction {
  data: '' | '1' | '2'
  msg: string
  work?: QuotedWork
}

/** Reads the body of confirmOrder; a sentence if `msg` is invalid. */
export function readBakerAction({
  data,
  msg,
  work = unchangedWork,
}: SentAction): BakerAction | string {
  if (data === '') return { kind: 'confirm' }
  return data === '1' ? readQuote(msg, work) : readRejection(msg)
}

/** The body of confirmOrder. */
export function encodeAction(action: TypedAction) {
  if (action.kind === 'confirm') return { data: '', msg: '' } as const
  if (action.kind === 'reject') return { data: 2, msg: action.problem } as const
  return { data: 1, msg: action.price, ...action.work } as const
}

export interface StatusItem {
  status: ItemStatus
  customize: boolean
}

/** Null if the action is not allowed now. A customised cake is confirmed after its price is accepted. */
export function statusAfter({ kind }: BakerAction, item: StatusItem): ItemStatus | null {
  const confirm = item.customize ? 'prepare' : 'confirm'
  const action: ItemAction = kind === 'confirm' ? confirm : kind
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
