import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import type { Log } from '#platform/log.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { bookOrder } from '#shop/orders/book-order.server.ts'
import { lockOrder, markExpired } from '#shop/orders/orders.store.server.ts'
import { notYours } from '#shop/orders/view-orders.server.ts'
import type { OrderRow } from '#shop/orders/whole-orders.store.server.ts'
import {
  getProvider,
  type PaymentProviders,
  type ProviderPayment,
} from '#shop/payments/payment-provider.ts'
import { findPayment, setPaymentStatus } from '#shop/payments/payments.store.server.ts'
import { requestRefund } from '#shop/refunds/refund-payment.server.ts'
import {
  findCustomersCheckout,
  type HeldOrder,
  holdReported,
  keepEvent,
} from '../checkout.store.server.ts'

import { mailUnexpectedPayment } from './unexpected-payment-mail.server.tsx'

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
  const reported = await getProvider(deps.payments, provider).getPayment(paymentId)
  const isOurs = isUuid(reported.reference)
  const now = deps.clock.now()
  const keepIn = async (db: Database) =>
    eventId ? keepEvent(db, reported, { provider, eventId, now }) : null
  const settled = isOurs ? await keepIn(deps.db) : null
  if (settled) return settled
  return deps.db.transaction(async (tx) => {
    const held = isOurs ? await holdReported(tx, provider, reported, now) : null
    if (!held) {
      deps.log.error({ paymentId, orderId: reported.reference }, 'a payment of no order here')
      return null
    }
    await keepIn(tx)
    return { state: await move(deps, tx, held, reported), number: held.order.number }
  })
}

const uuid = z.uuid()

/** The account may take payments for other things than this shop's orders, which carry any reference. */
function isUuid(text: string): boolean {
  return uuid.safeParse(text).success
}

/** Where the order stands after its payment has moved, if it has. */
async function move(
  deps: SettleDeps,
  tx: Database,
  held: HeldOrder,
  reported: ProviderPayment,
): Promise<OrderRow['state']> {
  const { order, payment } = held
  const isSettled = payment.status === 'succeeded' || payment.status === reported.status
  if (isSettled || reported.status === 'open') return order.state
  if (reported.status === 'cancelled') {
    if (order.state !== 'awaiting_payment') return order.state
    await markExpired(tx, order.id)
    return 'expired'
  }
  const asAgreed =
    reported.amountPaise === payment.amountPaise && reported.currency === payment.currency
  if (order.state === 'awaiting_payment' && asAgreed) {
    await bookOrder(deps, tx, { orderId: order.id, by: 'shop' })
    return 'placed'
  }
  await giveBack(deps, tx, held, reported)
  return 'expired'
}

/** Money for an order that is over, or another amount than agreed: it goes back, and the shop is told. */
async function giveBack(
  deps: SettleDeps,
  tx: Database,
  { order, payment }: HeldOrder,
  reported: ProviderPayment,
) {
  if (order.state === 'awaiting_payment') await markExpired(tx, order.id)
  await requestRefund(deps, tx, {
    paymentId: payment.id,
    key: `unexpected-${payment.id}`,
    amountPaise: reported.amountPaise,
    reason: 'Money for an order that had expired, or of another amount',
  })
  await queueMail(deps, tx, mailUnexpectedPayment, {
    orderNumber: order.number,
    receivedPaise: reported.amountPaise,
    agreedPaise: payment.amountPaise,
  })
}

/**
 * The browser is back from the card company: asks the company, not the browser, where the payment stands.
 *
 * @throws AppError forbidden for another's order, or none; malformed when what it brings back is not the company's
 */
export async function confirmPayment(
  deps: SettleDeps,
  {
    caller,
    orderId,
    brought,
  }: { caller: Caller; orderId: string; brought?: Record<string, string> },
) {
  const order = await findCustomersCheckout(deps.db, caller.id, orderId)
  if (!order) throw notYours()
  const { state, number, payment } = order
  const paymentId = payment?.providerPaymentId
  if (!paymentId || state === 'placed') return { state, number }
  const { provider } = payment
  if (brought) getProvider(deps.payments, provider).verifyReturn(paymentId, brought)
  const settled = await settlePayment(deps, { provider, paymentId })
  return { state: settled?.state ?? state, number }
}

/**
 * Ends an order that waits for its payment: first at its company, whose word counts, so that one which was paid after all
 * is placed.
 *
 * @throws AppError unavailable when the company does not answer
 */
export async function expireUnpaidOrder(deps: SettleDeps, orderId: string) {
  const payment = await findPayment(deps.db, orderId)
  const paymentId = payment?.providerPaymentId
  if (paymentId) {
    const { provider } = payment
    await getProvider(deps.payments, provider).cancelPayment(paymentId)
    await settlePayment(deps, { provider, paymentId })
  } else if (payment) {
    await deps.db.transaction((tx) => expireUnbegun(tx, orderId, deps.clock.now()))
  }
}

/** The company was never asked, or its answer never arrived: nobody holds the secret to pay it. */
async function expireUnbegun(tx: Database, orderId: string, now: Date) {
  const order = await lockOrder(tx, orderId)
  const payment = await findPayment(tx, orderId)
  if (order?.state !== 'awaiting_payment' || !payment || payment.providerPaymentId) return
  await markExpired(tx, orderId)
  await setPaymentStatus(tx, payment.id, 'cancelled', now)
}
