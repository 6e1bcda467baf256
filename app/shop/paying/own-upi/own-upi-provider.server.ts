import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { ownUpi } from '#shop/orders/money/ledger.ts'
import { lockPayment, updatePayment } from '#shop/orders/money/payments.store.server.ts'
import type { OrderPayment } from '#shop/orders/order.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import {
  type PaymentProvider,
  type ProviderPayment,
  RefundDelayed,
  requireSamePayment,
  sendsNothing,
} from '#shop/payments/payment-provider.ts'
import { findPaymentByKey } from '#shop/refunds/refunds.store.server.ts'

/**
 * Payments to the shop's own UPI id, without a gateway, under the id of their row. Nobody tells of them: one has succeeded
 * when its row has the bank's reference, which `note-reference.server.ts` stores. What its customer says changes nothing.
 */
export function createOwnUpiProvider({ db, clock }: { db: Database; clock: Clock }) {
  async function find(key: string): Promise<OrderPayment> {
    const payment = await findPaymentByKey(db, key)
    if (payment?.provider !== ownUpi) throw new Error(`there is no payment ${key} by UPI`)
    return payment
  }
  const getPayment = async (id: string) => toPayment(await find(id), clock.now())
  return {
    name: ownUpi,
    forBrowser: { name: ownUpi },
    accepts: ['upi'],
    needsPaymentMethod: false,
    async startPayment(start) {
      const payment = await getPayment(start.key)
      requireSamePayment(payment, start)
      return payment
    },
    getPayment,
    async cancelPayment(id) {
      await db.transaction(async (tx) => {
        const payment = (await lockPayment(tx, id))?.payment
        const now = clock.now()
        if (payment && toPayment(payment, now).status === 'open')
          await updatePayment(tx, id, { until: null, updatedAt: now })
      })
      return getPayment(id)
    },
    async refund() {
      throw new RefundDelayed('Staff send it back by UPI.')
    },
    async refundsOf(paymentId) {
      const { orderId } = await find(paymentId)
      const payments = (await findOrder(db, orderId))?.payments ?? []
      return payments.flatMap(({ key, paise, providerId: id, ...row }) =>
        row.paymentId === paymentId && id
          ? [{ id, paymentId, amountPaise: -paise, status: 'made' as const, key }]
          : [],
      )
    },
    ...sendsNothing,
  } satisfies PaymentProvider
}

function toPayment(
  { id, paise, key, status, until, reference }: OrderPayment,
  now: Date,
): ProviderPayment {
  const isOver = status === 'cancelled' || !until || until <= now
  return {
    id,
    status: reference ? 'succeeded' : isOver ? 'cancelled' : 'open',
    amountPaise: paise,
    currency: 'INR',
    reference: key,
    clientSecret: id,
    feePaise: 0,
  }
}
