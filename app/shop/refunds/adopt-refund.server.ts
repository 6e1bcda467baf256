import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { queueMail } from '#shop/mails/mail-kind.server.ts'
import { addCharges, addOnlinePayment } from '#shop/orders/money/ledger.store.server.ts'
import { duePaise, refundedPaise, takeOff } from '#shop/orders/money/ledger.ts'
import {
  findProviderPayment,
  type ProviderPaymentRow,
} from '#shop/orders/money/payments.store.server.ts'
import type { Order, OrderPayment } from '#shop/orders/order.ts'
import { lockOrder } from '#shop/orders/orders.store.server.ts'
import { printCharges } from '#shop/papers/print-charges.server.ts'
import type { ProviderRefund } from '#shop/payments/payment-provider.ts'
import { type Paise, sumPaise } from '#shop/values/money.ts'
import { isSameRefund, replaceRefund } from './refunds.store.server.ts'

const madeInDashboard = 'Refunded in the provider’s dashboard'

/**
 * Stores refunds that were made in the provider's dashboard: each is a row, and a credit of what is still charged. The
 * owner is mailed. What is known here changes nothing, and neither does what failed.
 *
 * @param refunds all that the provider knows of the payment
 */
export async function adoptRefunds(
  deps: AppContext,
  of: { provider: string; paymentId: string },
  refunds: readonly ProviderRefund[],
) {
  for (const refund of refunds) {
    if (refund.status === 'failed') continue
    await deps.db.transaction((tx) => adoptRefund(deps, tx, of, refund))
  }
}

async function adoptRefund(
  deps: AppContext,
  tx: Database,
  { provider, paymentId }: { provider: string; paymentId: string },
  refund: ProviderRefund,
) {
  const payment =
    (await findProviderPayment(tx, { provider, paymentId: refund.paymentId })) ??
    (await findProviderPayment(tx, { provider, paymentId }))
  const order = payment?.status === 'succeeded' ? await lockOrder(tx, payment.orderId) : null
  if (!payment || !order || order.payments.some((row) => isSameRefund(row, refund))) return
  const now = deps.clock.now()
  const row = await storeRefund(tx, { order, payment, refund, now })
  const after = await lockOrder(tx, order.id)
  if (!after) throw new Error(`order ${order.number} is gone`)
  await credit(deps, tx, { before: order, after, event: `adopted-${refund.id}`, now })
  await recordAudit(tx, {
    at: now,
    by: 'shop',
    action: 'refund-order',
    orderId: order.id,
    before: { refundedPaise: refundedPaise(order) },
    after: {
      refundedPaise: refundedPaise(after),
      amountPaise: refund.amountPaise,
      reason: madeInDashboard,
    },
  })
  await queueMail(deps, tx, 'refund-adopted', row.id, {
    orderNumber: order.number,
    amountPaise: refund.amountPaise,
    provider,
  })
}

/**
 * Both together may be no more than was paid: a refund of ours that is not made, or has failed, becomes less by the rest.
 * One of the same amount that has failed is made by this one.
 */
async function storeRefund(
  tx: Database,
  {
    order,
    payment,
    refund,
    now,
  }: { order: Order; payment: ProviderPaymentRow; refund: ProviderRefund; now: Date },
): Promise<Pick<OrderPayment, 'id'>> {
  const { id: providerId, amountPaise } = refund
  const made = { providerId, status: 'succeeded', by: 'provider' } as const
  const back = order.payments.filter(({ paymentId }) => paymentId === payment.id)
  const tooMuchPaise = amountPaise - payment.paise - sumPaise(back)
  const sameFailed = back.find(({ status, paise }) => status === 'failed' && paise === -amountPaise)
  const unmade =
    tooMuchPaise > 0
      ? back.find(({ status }) => status === 'requested' || status === 'failed')
      : undefined
  const replaced = sameFailed ?? (unmade && -unmade.paise <= tooMuchPaise ? unmade : undefined)
  if (replaced) {
    await replaceRefund(tx, replaced, { ...made, paise: -amountPaise, updatedAt: now })
    return replaced
  }
  if (unmade) {
    await replaceRefund(tx, unmade, { paise: unmade.paise + tooMuchPaise, updatedAt: now })
  }
  return addOnlinePayment(tx, order.id, {
    ...made,
    paise: -amountPaise,
    cause: 'refund',
    provider: payment.provider,
    paymentId: payment.id,
    key: `adopted-${providerId}`,
    reason: madeInDashboard,
    now,
  })
}

/** What went back and was still charged is charged less, as a refund by the shop. */
async function credit(
  deps: AppContext,
  tx: Database,
  { before, after, event, now }: { before: Order; after: Order; event: string; now: Date },
) {
  // What had been too much is not charged any more.
  const overPaise = Math.max(0, -duePaise(before))
  const backPaise: Paise = before.paidPaise - after.paidPaise - overPaise
  const paise = Math.min(backPaise, sumPaise(after.charges))
  if (after.state !== 'placed' || paise <= 0) return
  const credited = await addCharges(tx, after, {
    charges: takeOff(after, paise, 'paid'),
    cause: 'goodwill',
    event,
    reason: 'Refunded by the shop',
    now,
  })
  await printCharges(deps, tx, credited, now)
}
