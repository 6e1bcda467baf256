import { dayMs, hourMs } from '#platform/clock.ts'
import { kolkataDay, kolkataToInstant } from '#shop/values/kolkata-time.ts'
import { fulfilmentLabels } from './fulfilment/fulfilment-status.ts'

/** `isConfirmed` in the API. */
export const itemStatuses = [
  'processing',
  'completed',
  'quoted',
  'accepted',
  'declined',
  'expired',
  'rejected',
  'cancelled',
] as const

export type ItemStatus = (typeof itemStatuses)[number]

/** A quote is open until it is answered, replaced, expired, or withdrawn with its item. A closed one never opens again. */
export const quoteStatuses = [
  'open',
  'accepted',
  'declined',
  'replaced',
  'expired',
  'withdrawn',
] as const

export type QuoteStatus = (typeof quoteStatuses)[number]

interface Transition {
  items: 'plain' | 'custom' | 'any'
  from: readonly ItemStatus[]
  to: ItemStatus
}

/**
 * Every change of status. The baker confirms, quotes, rejects and prepares, and may undo a preparation; the customer
 * accepts, declines and cancels; quotes expire. Only the baker drops prepared items, or one item of several.
 */
const transitions = {
  confirm: { items: 'plain', from: ['processing'], to: 'completed' },
  // A new quote replaces one that is unanswered or declined, until one is accepted.
  quote: { items: 'custom', from: ['processing', 'quoted', 'declined', 'expired'], to: 'quoted' },
  reject: { items: 'custom', from: ['processing'], to: 'rejected' },
  accept: { items: 'custom', from: ['quoted'], to: 'accepted' },
  decline: { items: 'custom', from: ['quoted'], to: 'declined' },
  expire: { items: 'custom', from: ['quoted'], to: 'expired' },
  prepare: { items: 'custom', from: ['accepted'], to: 'completed' },
  undoConfirm: { items: 'plain', from: ['completed'], to: 'processing' },
  undoPrepare: { items: 'custom', from: ['completed'], to: 'accepted' },
  cancel: { items: 'any', from: ['processing', 'quoted', 'accepted'], to: 'cancelled' },
  drop: {
    items: 'any',
    from: ['processing', 'quoted', 'accepted', 'completed'],
    to: 'cancelled',
  },
} as const satisfies Record<string, Transition>

export type ItemAction = keyof typeof transitions

export const itemActions = Object.keys(transitions) as ItemAction[]

/** Null if the action is not allowed now or for this kind of item (409 in the API). */
export function nextStatus(
  status: ItemStatus,
  action: ItemAction,
  { customize }: { customize: boolean },
): ItemStatus | null {
  const { items, from, to }: Transition = transitions[action]
  const applies = items === 'any' || items === (customize ? 'custom' : 'plain')
  return applies && from.includes(status) ? to : null
}

/** The baker has to confirm, quote or prepare them. */
export const unpreparedStatuses: ItemStatus[] = ['processing', 'accepted']

/** How long the baker may undo a preparation, ms. The customer is mailed afterwards. */
export const undoWithinMs = 5 * 60_000

/** How much longer a preparation may be undone, ms; 0 if it may not. */
export function undoLeftMs(preparedAt: Date | null, now: Date): number {
  if (!preparedAt) return 0
  return Math.max(0, preparedAt.getTime() + undoWithinMs - now.getTime())
}

/** Items that are not made and not delivered. */
export const cancelledStatuses: ItemStatus[] = ['cancelled', 'rejected', 'declined', 'expired']

/** Of items that are made or will be, some of them once their price is accepted. */
export const statusesToMake = itemStatuses.filter((status) => !cancelledStatuses.includes(status))

/** Whether it is a customised cake whose price is not agreed yet. */
export function awaitsPrice({
  status,
  customize,
}: {
  status: ItemStatus
  customize: boolean
}): boolean {
  return customize && (status === 'processing' || status === 'quoted')
}

interface QuoteTimes {
  status: QuoteStatus
  answerBy: Date
}

/** Whether an open quote can no longer be answered. */
export function isOverdue({ status, answerBy }: QuoteTimes, now: Date): boolean {
  return status === 'open' && answerBy <= now
}

/**
 * The status shown to the customer. A quote is expired at its deadline, even before the job closes it. An accepted one
 * is withdrawn if its order is cancelled.
 */
export function quoteStatusAt(
  quote: QuoteTimes,
  { itemStatus, now }: { itemStatus: ItemStatus; now: Date },
): QuoteStatus {
  if (isOverdue(quote, now)) return 'expired'
  return quote.status === 'accepted' && itemStatus === 'cancelled' ? 'withdrawn' : quote.status
}

/**
 * 8 pm on the day before the delivery, in Kolkata. If that is less than an hour away, an hour before the delivery. Null
 * if that is over too.
 */
export function findAnswerDeadline(deliveryAt: Date, now: Date): Date | null {
  // Kolkata has no daylight saving time, so a day earlier is the day before.
  const dayBefore = kolkataDay(new Date(deliveryAt.getTime() - dayMs))
  const evening = kolkataToInstant(`${dayBefore}T20:00`)
  if (evening.getTime() - now.getTime() >= hourMs) return evening
  const hourBefore = new Date(deliveryAt.getTime() - hourMs)
  return hourBefore > now ? hourBefore : null
}

/** The one word for each status; what is made is ready, as its order is. */
export const itemLabels: Record<ItemStatus, string> = {
  processing: 'Processing',
  completed: fulfilmentLabels.ready,
  quoted: 'Quoted',
  accepted: 'Accepted',
  declined: 'Declined',
  expired: 'Expired',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
}

/** As the specification has it in View Orders. */
export function viewOrdersLabel(status: ItemStatus): string {
  return status === 'completed' ? 'Prepared' : status
}
