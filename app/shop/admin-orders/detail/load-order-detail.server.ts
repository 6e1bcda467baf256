import type { Database } from '#platform/database/database.server.ts'
import { listAuditLog } from '#shop/audit-log/audit-log.store.server.ts'
import { findPhoto } from '#shop/handling/photos/order-photos.store.server.ts'
import { findOrderDisputes } from '#shop/orders/disputes/disputes.store.server.ts'
import { isPaidOnline } from '#shop/orders/money/ledger.ts'
import { quotesOfOrder } from '#shop/orders/quotes/quotes.store.server.ts'
import { showOrder } from '#shop/orders/shown-order.ts'
import { listedDocuments } from '#shop/papers/papers.store.server.ts'
import { refundablePaise } from '#shop/paying/refunds/refund-order.server.ts'
import { problemsOfOrder } from '#shop/storefront/storefront.store.server.ts'
import { sumPaise } from '#shop/values/money.ts'
import { findOrderByNumber, findPaymentEvents } from '../admin-orders.store.server.ts'
import type { OrderDetail } from './order-detail.ts'
import { orderHistory } from './order-history.server.ts'

const entriesShown = 200

/** Null if there is no placed order with this number. */
export async function loadOrderDetail(db: Database, number: number): Promise<OrderDetail | null> {
  const order = await findOrderByNumber(db, number)
  if (!order) return null
  const { id, items, payments, kitchenNote } = order
  const [events, disputes, quotes, documents, entries, problems, photo] = await Promise.all([
    findPaymentEvents(db, id),
    findOrderDisputes(db, id),
    quotesOfOrder(db, id),
    listedDocuments(db, [id]),
    listAuditLog(db, { subject: 'order', id, limit: entriesShown }),
    problemsOfOrder(db, id),
    findPhoto(db, id, 'problem'),
  ])
  const online = payments.filter(isPaidOnline)
  const refunds = payments.filter(({ cause }) => cause === 'refund')
  const losses = payments.filter(({ cause }) => cause === 'dispute')
  return {
    order: showOrder(order),
    isTaken: order.takenBy !== null,
    kitchenNote,
    isHeld: order.dispatchHeldAt !== null,
    documents: documents.get(id) ?? [],
    online: online.map(({ id: onlineId, paise, status, updatedAt }) => ({
      ...{ id: onlineId, paise, status, updatedAt },
    })),
    taken: payments.flatMap(({ id: takenId, cause, method, paise, createdAt }) =>
      cause === 'door' || cause === 'counter' ? [{ id: takenId, method, paise, createdAt }] : [],
    ),
    refundable: {
      card: disputes.every(({ isRefundable }) => isRefundable)
        ? refundablePaise(order, 'provider')
        : 0,
      taken: refundablePaise(order, 'cash'),
    },
    refunds: refunds.map(
      ({ id: refundId, paise, method, reason, status, attempts, createdAt }) => ({
        id: refundId,
        paise,
        method,
        reason,
        status: status === 'requested' && attempts > 0 ? 'delayed' : status,
        createdAt,
      }),
    ),
    disputes: disputes.map(({ providerDisputeId, provider, status, reason, ...dispute }) => ({
      id: providerDisputeId,
      provider,
      status,
      reason,
      isRefundable: dispute.isRefundable,
      amountPaise: dispute.amountPaise,
      lostPaise: 0 - sumPaise(losses.filter((loss) => loss.providerId === providerDisputeId)),
      answerBy: dispute.answerBy,
      reportedAt: dispute.reportedAt,
    })),
    quotes,
    problems: problems
      .filter(({ answeredAt }) => !answeredAt)
      .map(({ id: problemId, message, createdAt }) => ({ id: problemId, message, createdAt })),
    problemPhotoAt: photo?.takenAt.toISOString() ?? null,
    history: orderHistory({
      items,
      entries: entries.toReversed(),
      problems: new Map(problems.map(({ id: problemId, message }) => [problemId, message])),
      problemPhotoAt: photo?.takenAt ?? null,
      payments: online,
      events,
      refunds: refunds.filter(({ method }) => method === 'provider'),
    }),
  }
}
