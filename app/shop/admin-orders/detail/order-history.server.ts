import { z } from 'zod'
import { type AuditAction, auditActions } from '#shop/audit-log/audit-actions.ts'
import type { AuditEntry } from '#shop/audit-log/audit-log.store.server.ts'
import { orderParts, partLabels } from '#shop/changes/changeable-parts.ts'
import { disputeStatusLabels, reasonText } from '#shop/orders/disputes/dispute-status.ts'
import { fulfilmentLabels, fulfilmentStatuses } from '#shop/orders/fulfilment/fulfilment-status.ts'
import type { OrderItem, OrderPayment } from '#shop/orders/order.ts'
import { disputeStatuses } from '#shop/payments/payment-provider.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'

interface OrderPast {
  items: readonly Pick<OrderItem, 'id' | 'name'>[]
  entries: readonly Pick<
    AuditEntry,
    'at' | 'actor' | 'actorEmail' | 'action' | 'before' | 'after'
  >[]
  payments: readonly Pick<
    OrderPayment,
    'paise' | 'status' | 'declined' | 'declinedAt' | 'createdAt' | 'updatedAt'
  >[]
  events: readonly { type: string; receivedAt: Date }[]
  refunds: readonly Pick<OrderPayment, 'paise' | 'status' | 'updatedAt'>[]
}

const provider = 'The payment provider'

/** 'admin@… made a refund', with '₹200, “A squashed cake”'. Oldest first; at the same instant payments come before their consequences. */
export function orderHistory(past: OrderPast) {
  const lines = [
    ...past.events.map(eventLine),
    ...past.payments.flatMap(paymentLines),
    ...past.entries.map((entry) => entryLine(entry, past)),
    ...past.refunds.flatMap(refundLine),
  ]
  return lines.sort((a, b) => a.at.getTime() - b.at.getTime())
}

type Entry = OrderPast['entries'][number]

function entryLine(entry: Entry, past: OrderPast) {
  const was = factsSchema.parse(entry.before ?? {})
  const is = factsSchema.parse(entry.after ?? {})
  return {
    at: entry.at,
    // By their link, recipients and riders act without an account.
    who: is.by ? `The ${is.by}` : (entry.actorEmail ?? 'The shop'),
    did: didOf(entry, is),
    detail: detailOf(entry.action, { was, is }, past),
  }
}

const andList = new Intl.ListFormat('en-IN')

function didOf({ action }: Entry, is: Facts): string {
  if (action === 'move-order' && is.fulfilment) {
    return `moved the order to ${fulfilmentLabels[is.fulfilment]}`
  }
  if (action === 'change-order' && is.parts) {
    return `changed ${andList.format(is.parts.map((part) => partLabels[part]))}`
  }
  return auditActions[action] ?? action
}

function paymentLines(payment: OrderPast['payments'][number]) {
  const { paise, status, declined, declinedAt, createdAt, updatedAt } = payment
  const ended = status === 'succeeded' ? 'received the payment' : 'cancelled the payment'
  return [
    {
      at: createdAt,
      who: 'The customer',
      did: 'started a payment',
      detail: formatInr(paise),
    },
    ...(declinedAt
      ? [{ at: declinedAt, who: provider, did: 'declined a payment', detail: declined }]
      : []),
    ...(status === 'started'
      ? []
      : [{ at: updatedAt, who: provider, did: ended, detail: formatInr(paise) }]),
  ]
}

function eventLine({ type, receivedAt }: OrderPast['events'][number]) {
  const did = `reported that the payment ${reports.get(type) ?? `is ${type}`}`
  return { at: receivedAt, who: provider, did, detail: null }
}

const reports = new Map([
  ['succeeded', 'succeeded'],
  ['cancelled', 'is cancelled'],
  ['open', 'is not finished'],
])

function refundLine({ paise, status, updatedAt }: OrderPast['refunds'][number]) {
  const did = refundsEnd.get(status)
  return did ? [{ at: updatedAt, who: provider, did, detail: formatInr(-paise) }] : []
}

const refundsEnd = new Map([
  ['succeeded', 'made a refund'],
  ['failed', 'could not make a refund'],
])

/** Each action has a part of it. */
const factsSchema = z
  .object({
    item: z.string(),
    pricePaise: z.number(),
    problem: z.string(),
    amountPaise: z.number(),
    reason: z.string(),
    note: z.string(),
    items: z.number(),
    byLink: z.boolean(),
    status: z.enum(disputeStatuses),
    fulfilment: z.enum(fulfilmentStatuses),
    detail: z.string(),
    by: z.string(),
    courier: z.string(),
    parts: z.array(z.enum(orderParts)),
    time: z.string(),
  })
  .partial()
  .catch({})

type Facts = z.infer<typeof factsSchema>

function detailOf(
  action: AuditAction,
  { was, is }: { was: Facts; is: Facts },
  { items }: OrderPast,
): string | null {
  const item = items.find(({ id }) => id === is.item)?.name
  return joined(parts(action, { was, is, item }))
}

function parts(
  action: AuditAction,
  { was, is, item }: { was: Facts; is: Facts; item: string | undefined },
): (string | undefined)[] {
  switch (action) {
    case 'refund-order':
    case 'waive-cash':
    case 'settle-cash':
      return [money(is.amountPaise), quoted(is.reason)]
    case 'open-dispute':
    case 'change-dispute':
      return [
        money(is.amountPaise),
        is.reason && reasonText(is.reason),
        is.status && disputeStatusLabels[is.status].toLowerCase(),
      ]
    case 'cancel-order':
      return [
        countOf(is.items),
        is.amountPaise ? `${money(is.amountPaise)} refunded` : undefined,
        quoted(is.reason),
      ]
    case 'note-order':
      return [quoted(is.note) ?? 'Removed', was.note ? `before: ${quoted(was.note)}` : undefined]
    case 'quote-item':
    case 'accept-quote':
    case 'decline-quote':
    case 'expire-quote':
      return [item, money(is.pricePaise), is.byLink ? 'by email link' : undefined]
    case 'say-courier':
      return [is.courier ?? 'None', quoted(is.note)]
    case 'move-order':
      return [quoted(is.detail)]
    case 'change-order':
      return [
        is.time && `now ${is.time}`,
        is.amountPaise ? `${money(is.amountPaise)} refunded` : undefined,
      ]
    case 'drop-item':
      return [
        item,
        quoted(is.reason),
        is.amountPaise ? `${money(is.amountPaise)} refunded` : undefined,
      ]
    case 'reject-item':
      return [item, quoted(is.problem)]
    default:
      return [item]
  }
}

function joined(words: (string | undefined)[]): string | null {
  return words.filter((word) => word !== undefined).join(', ') || null
}

function money(paise: Paise | undefined): string | undefined {
  return paise === undefined ? undefined : formatInr(paise)
}

function quoted(text: string | undefined): string | undefined {
  return text ? `“${text}”` : undefined
}

function countOf(items: number | undefined): string | undefined {
  if (items === undefined) return undefined
  return items === 1 ? '1 item' : `${items} items`
}
