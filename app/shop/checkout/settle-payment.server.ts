import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import type { Log } from '#platform/log.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { bookOrder } from '#shop/orders/book-order.server.ts'
import { lockOrder, markExpired } from '#shop/orders/orders.store.server.ts'
import type { OrderRow } from '#shop/orders/whole-orders.store.server.ts'
import {
  type PaymentProviders,
  type ProviderPayment,
  providerNamed,
} from '#shop/payments/payment-provider.ts'
import {
  findPayment,
  insertPaymentEvent,
  keepProviderPaymentId,
  type PaymentRow,
  setPaymentStatus,
} from '#shop/payments/payments.store.server.ts'
import { requestRefund } from '#shop/payments/refund-payment.server.ts'
import { mailUnexpectedMoney } from './unexpected-money-mail.server.tsx'

export interface SettleDeps {
  db: Database
  clock: Clock
  jobs: Jobs
  log: Log
  payments: PaymentProviders
}

/**
 * Brings an order in step with its payment at the provider. The browser's return, the webhook and the reconciler
 * all come here, in any order and as often as they like: what is settled stays as it is.
 *
 * @param provider the name of the company the payment is at
 * @param eventId the provider's id of the event that led here, kept once; none for the other two ways
 * @returns the order's state afterwards; null when the payment is of no order here
 */
export async function settlePayment(
  deps: SettleDeps,
  { provider, paymentId, eventId }: { provider: string; paymentId: string; eventId?: string },
): Promise<Pick<OrderRow, 'state' | 'number'> | null> {
  const reported = await providerNamed(deps.payments, provider).getPayment(paymentId)
  return deps.db.transaction(async (tx) => {
    const held = await holdOrderPaidBy(tx, provider, reported)
    if (!held) {
      deps.log.error({ paymentId, orderId: reported.reference }, 'a payment of no order here')
      return null
    }
    const { order, payment } = held
    if (eventId) await keepEvent(deps, tx, payment, reported, eventId)
    const state = await move(deps, tx, order, payment, reported)
    return { state, number: order.number }
  })
}

/** The order a payment is of, held until the transaction ends; null when none here waits for just this payment. */
async function holdOrderPaidBy(tx: Database, provider: string, { id, reference }: ProviderPayment) {
  const order = isUuid(reference) ? await lockOrder(tx, reference) : null
  if (!order) return null
  const payment = await findPayment(tx, order.id)
  if (payment?.provider !== provider) return null
  return (await keepProviderPaymentId(tx, order.id, id)) === id ? { order, payment } : null
}

/** The account may take payments for other things than this shop's orders, which carry any reference. */
function isUuid(text: string): boolean {
  return z.uuid().safeParse(text).success
}

async function keepEvent(
  { clock }: SettleDeps,
  tx: Database,
  payment: PaymentRow,
  reported: ProviderPayment,
  eventId: string,
) {
  await insertPaymentEvent(tx, {
    paymentId: payment.id,
    provider: payment.provider,
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
  const isSettled = payment.status === 'succeeded' || payment.status === reported.status
  if (isSettled || reported.status === 'open') return order.state
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
