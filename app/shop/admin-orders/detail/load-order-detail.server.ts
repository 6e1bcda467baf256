import type { Database } from '#platform/database/database.server.ts'
import { listAuditLog } from '#shop/audit-log/audit-log.store.server.ts'
import { findOrderDisputes } from '#shop/orders/disputes/disputes.store.server.ts'
import { findPaymentEvents } from '#shop/orders/money/payments.store.server.ts'
import { listedDocuments } from '#shop/orders/papers/papers.store.server.ts'
import { quotesOfOrder } from '#shop/orders/quotes/quotes.store.server.ts'
import { toRupees } from '#shop/values/money.ts'
import { findOrderByNumber } from '../admin-orders.store.server.ts'
import type { OrderDetail } from './order-detail.ts'
import { orderHistory } from './order-history.server.ts'

/** How many of an order's newest audit log entries its page shows. */
const entriesShown = 200

/** A placed order by its number; null when there is none. */
export async function loadOrderDetail(db: Database, number: number): Promise<OrderDetail | null> {
  const found = await findOrderByNumber(db, number)
  if (!found) return null
  const { order, payments } = found
  const [events, disputes, quotes, documents, entries] = await Promise.all([
    findPaymentEvents(db, order.id),
    findOrderDisputes(db, order.id),
    quotesOfOrder(db, order.id),
    listedDocuments(db, [order.id]),
    listAuditLog(db, { subject: 'order', id: order.id, limit: entriesShown }),
  ])
  const payment = payments.find(({ cause }) => cause === 'checkout') ?? null
  const refunds = payments.filter(({ cause }) => cause === 'refund')
  const losses = payments.filter(({ cause }) => cause === 'dispute')
  const lossOf = (id: string) =>
    0 - losses.reduce((sum, row) => sum + (row.providerId === id ? row.paise : 0), 0)
  const oldestFirst = entries.toReversed()
  return {
    order,
    kitchenNote: found.kitchenNote,
    documents: documents.get(order.id) ?? [],
    payment: payment && {
      amount: toRupees(payment.paise),
      status: payment.status,
      at: payment.updatedAt.toISOString(),
    },
    refunds: refunds.map(({ id, paise, reason, status, attempts, createdAt }) => ({
      id,
      reason,
      status: status === 'requested' && attempts > 0 ? 'delayed' : status,
      amount: toRupees(-paise),
      at: createdAt.toISOString(),
    })),
    disputes: disputes.map(({ id: _id, amountPaise, answerBy, reportedAt, ...dispute }) => ({
      id: dispute.providerDisputeId,
      provider: dispute.provider,
      status: dispute.status,
      reason: dispute.reason,
      isRefundable: dispute.isRefundable,
      amount: toRupees(amountPaise),
      lost: toRupees(lossOf(dispute.providerDisputeId)),
      answerBy: answerBy?.toISOString() ?? null,
      at: reportedAt.toISOString(),
    })),
    quotes: quotes.map(({ pricePaise, quotedAt, answerBy, closedAt, ...quote }) => ({
      ...quote,
      price: toRupees(pricePaise),
      quotedAt: quotedAt.toISOString(),
      answerBy: answerBy.toISOString(),
      closedAt: closedAt?.toISOString() ?? null,
    })),
    history: orderHistory({ items: order.order, entries: oldestFirst, payment, events, refunds }),
  }
}
