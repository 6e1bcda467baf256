import type { Database } from '#platform/database/database.server.ts'
import { listAuditLog } from '#shop/audit-log/audit-log.store.server.ts'
import { findOrderDisputes, isLossKey, lossKey } from '#shop/payments/disputes.store.server.ts'
import {
  findOrderRefunds,
  findPayment,
  findPaymentEvents,
} from '#shop/payments/payments.store.server.ts'
import { quotesOfOrder } from '#shop/quotes/quotes.store.server.ts'
import { listedDocuments } from '#shop/tax-documents/tax-documents.store.server.ts'
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
  const { order } = found
  const [payment, events, allRefunds, disputes, quotes, documents, entries] = await Promise.all([
    findPayment(db, order.id),
    findPaymentEvents(db, order.id),
    findOrderRefunds(db, order.id),
    findOrderDisputes(db, order.id),
    quotesOfOrder(db, order.id),
    listedDocuments(db, [order.id]),
    listAuditLog(db, { subject: 'order', subjectId: order.id, limit: entriesShown }),
  ])
  const refunds = allRefunds.filter(({ key }) => !isLossKey(key))
  const oldestFirst = entries.toReversed()
  return {
    ...found,
    documents: documents.get(order.id) ?? [],
    payment: payment && {
      amount: toRupees(payment.amountPaise),
      status: payment.status,
      at: payment.updatedAt.toISOString(),
    },
    refunds: refunds.map(({ id, amountPaise, reason, status, attempts, createdAt }) => ({
      id,
      reason,
      status: status === 'requested' && attempts > 0 ? 'delayed' : status,
      amount: toRupees(amountPaise),
      at: createdAt.toISOString(),
    })),
    disputes: disputes.map(({ id, amountPaise, answerBy, reportedAt, ...dispute }) => ({
      id: dispute.providerDisputeId,
      provider: dispute.provider,
      status: dispute.status,
      reason: dispute.reason,
      isRefundable: dispute.isRefundable,
      amount: toRupees(amountPaise),
      lost: toRupees(allRefunds.find(({ key }) => key === lossKey({ id }))?.amountPaise ?? 0),
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
