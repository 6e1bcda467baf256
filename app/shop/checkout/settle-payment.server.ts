import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import type { Log } from '#platform/log.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { bookOrder } from '#shop/orders/book-order.server.ts'
import { lockOrder, markExpired } from '#shop/orders/orders.store.server.ts'
import type { OrderRow } from '#shop/orders/whole-orders.store.server.ts'
import type { PaymentProvider, ProviderPayment } from '#shop/payments/payment-provider.ts'
import {
  findPayment,
  insertPaymentEvent,
  type PaymentRow,
  setPaymentStatus,
  setProviderPaymentId,
} from '#shop/payments/payments.store.server.ts'
import { requestRefund } from '#shop/payments/refund-payment.server.ts'
import { mailUnexpectedMoney } from './unexpected-money-mail.server.tsx'

export interface SettleDeps {
  db: Database
  clock: Clock
  jobs: Jobs
  log: Log
  payments: PaymentProvider
}

/**
 * Brings an order in step with its payment at the provider. The browser's return, the webhook and the reconciler
 * all come here, in any order and as often as they like: what is settled stays as it is.
 *
 * @param eventId the provider's id of the event that led here, kept once; none for the other two ways
 * @returns the order's state afterwards; null when the payment is of no order here
 */
export async function settlePayment(
  deps: SettleDeps,
  { paymentId, eventId }: { paymentId: string; eventId?: string },
): Promise<Pick<OrderRow, 'state' | 'number'> | null> {
  const reported = await deps.payments.getPayment(paymentId)
  return deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, reported.reference)
    const payment = order && (await findPayment(tx, order.id))
    if (!payment || (payment.providerPaymentId ?? paymentId) !== paymentId) {
      deps.log.error({ paymentId, orderId: reported.reference }, 'a payment of no order here')
      return null
    }
    await setProviderPaymentId(tx, order.id, paymentId)
    if (eventId) await keepEvent(deps, tx, payment, reported, eventId)
    const state = await move(deps, tx, order, payment, reported)
    return { state, number: order.number }
  })
}

async function keepEvent(
  { payments, clock }: SettleDeps,
  tx: Database,
  payment: PaymentRow,
  reported: ProviderPayment,
  eventId: string,
) {
  await insertPaymentEvent(tx, {
    paymentId: payment.id,
    provider: payments.name,
    providerEventId: eventId,
    type: reported.status,
    now: clock.now(),
  })
}

async function move(
  deps: SettleDeps,
  tx: Database,
  order: OrderRow,
  payment: PaymentRow,
  reported: ProviderPayment,
): Promise<OrderRow['state']> {
  if (payment.status === 'succeeded' || reported.status === 'open') return order.state
  const now = deps.clock.now()
  if (reported.status === 'cancelled') {
    await setPaymentStatus(tx, payment.id, 'cancelled', now)
    if (order.state !== 'awaiting_payment') return order.state
    await markExpired(tx, order.id)
    return 'expired'
  }
  await setPaymentStatus(tx, payment.id, 'succeeded', now)
  const asAgreed =
    reported.amountPaise === payment.amountPaise && reported.currency === payment.currency
  if (order.state === 'awaiting_payment' && asAgreed) {
    await bookOrder(deps, tx, { orderId: order.id, by: 'shop' })
    return 'placed'
  }
  await giveBack(deps, tx, order, payment, reported)
  return 'expired'
}

/** Money for an order that is over, or another amount than agreed: it goes back, and the shop is told. */
async function giveBack(
  deps: SettleDeps,
  tx: Database,
  order: OrderRow,
  payment: PaymentRow,
  reported: ProviderPayment,
) {
  if (order.state === 'awaiting_payment') await markExpired(tx, order.id)
  await requestRefund(deps, tx, {
    paymentId: payment.id,
    key: `unexpected-${payment.id}`,
    amountPaise: reported.amountPaise,
    reason: 'Money for an order that had expired, or of another amount',
  })
  await queueMail(deps, tx, mailUnexpectedMoney, {
    orderNumber: order.number,
    receivedPaise: reported.amountPaise,
    agreedPaise: payment.amountPaise,
  })
}
