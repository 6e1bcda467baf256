import { and, eq, gt, inArray, isNotNull, type SQL } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { orderPayments } from '#shop/orders/money/ledger.tables.server.ts'
import { isPaidOnline } from '#shop/orders/money/ledger.ts'
import type { OrderPayment } from '#shop/orders/order.ts'
import { type DisputedOrder, orderPages } from '#shop/orders/orders.store.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import type { Paise } from '#shop/values/money.ts'

export type StoredPayment = Omit<OrderPayment, 'provider' | 'providerId'> & {
  provider: string
  providerId: string
  /** Of its order. */
  refunds: OrderPayment[]
  disputes: DisputedOrder['disputes']
}

/** Pages of payments that a provider knows, started since a moment, with their refunds and disputes. */
export async function* paymentsSince(db: Database, since: Date): AsyncGenerator<StoredPayment[]> {
  const { orderId, cause, createdAt, providerId } = orderPayments
  const isKnown = and(eq(cause, 'online'), gt(createdAt, since), isNotNull(providerId))
  const ids = db.select({ orderId }).from(orderPayments).where(isKnown)
  for await (const payments of paymentPages(db, inArray(orders.id, ids))) {
    yield payments.filter((payment) => payment.createdAt > since)
  }
}

/** Reads a payment again. */
export async function rereadPayment(db: Database, stored: StoredPayment): Promise<StoredPayment> {
  for await (const payments of paymentPages(db, eq(orders.id, stored.orderId))) {
    return payments.find(({ id }) => id === stored.id) ?? stored
  }
  return stored
}

async function* paymentPages(db: Database, where: SQL) {
  for await (const page of orderPages(db, where)) yield page.flatMap(knownPayments)
}

function knownPayments({ payments, disputes }: DisputedOrder): StoredPayment[] {
  const refunds = payments.filter(({ cause }) => cause === 'refund')
  return payments.filter(isPaidOnline).flatMap((payment) => {
    const { id, provider, providerId } = payment
    if (!provider || !providerId) return []
    const own = disputes.filter(({ paymentId }) => paymentId === id)
    return [{ ...payment, provider, providerId, refunds, disputes: own }]
  })
}

/** What the provider kept of a payment. */
export async function storeFee(db: Database, id: string, feePaise: Paise) {
  await db.update(orderPayments).set({ feePaise }).where(eq(orderPayments.id, id))
}
