import { AppError } from '#platform/app-error.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import { getProvider } from '#shop/payments/payment-provider.ts'
import {
  hasRefundUnderWay,
  lockRefundOf,
  markRefundFailed,
} from '#shop/payments/payments.store.server.ts'
import { mailRefundFailed } from './refund-failed-mail.server.tsx'
import type { SettleDeps } from './settle-payment.server.ts'

/**
 * Asks the provider how a refund of ours stands that it spoke of. One that will never reach the card is noted as failed
 * and the shop is told, once: the money is with the shop again, and must go back in another way.
 *
 * @throws AppError unavailable when it may be one whose id we are about to learn: to be told again
 */
export async function settleRefund(
  deps: SettleDeps,
  { provider, ...asked }: { provider: string; paymentId: string; refundId: string },
) {
  const status = await getProvider(deps.payments, provider).getRefundStatus(asked)
  if (status !== 'failed') return
  await deps.db.transaction(async (tx) => {
    const found = await lockRefundOf(tx, { provider, refundId: asked.refundId })
    if (!found && (await hasRefundUnderWay(tx, { provider, paymentId: asked.paymentId }))) {
      throw new AppError('unavailable', 'This refund is being made just now.')
    }
    if (found?.refund.status !== 'succeeded') return
    await markRefundFailed(tx, found.refund.id, deps.clock.now())
    const order = await findOrder(tx, found.payment.orderId)
    if (!order) return
    await queueMail(deps, tx, mailRefundFailed, {
      refundId: found.refund.id,
      orderNumber: order.number,
      amountPaise: found.refund.amountPaise,
    })
  })
}
