import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import type { Log } from '#platform/log.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { bookOrder } from '#shop/orders/book-order.server.ts'
import { markExpired } from '#shop/orders/orders.store.server.ts'
import type { OrderRow } from '#shop/orders/whole-orders.store.server.ts'
import {
  type PaymentProviders,
  type ProviderPayment,
  providerNamed,
} from '#shop/payments/payment-provider.ts'
import { insertPaymentEvent } from '#shop/payments/payments.store.server.ts'
import { requestRefund } from '#shop/payments/refund-payment.server.ts'
import { type HeldOrder, holdReported } from './checkout.store.server.ts'
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
    const held = isUuid(reported.reference)
      ? await holdReported(tx, provider, reported, deps.clock.now())
      : null
    if (!held) {
      deps.log.error({ paymentId, orderId: reported.reference }, 'a payment of no order here')
      return null
    }
    if (eventId) await keepEvent(deps, tx, held, reported, eventId)
    return { state: await move(deps, tx, held, reported), number: held.order.number }
  })
}

/** The account may take payments for other things than this shop's orders, which carry any reference. */
function isUuid(text: string): boolean {
  return z.uuid().safeParse(text).success
}

async function keepEvent(
  { clock }: SettleDeps,
  tx: Database,
  { payment }: HeldOrder,
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
  await queueMail(deps, tx, mailUnexpectedMoney, {
    orderNumber: order.number,
    receivedPaise: reported.amountPaise,
    agreedPaise: payment.amountPaise,
  })
}
