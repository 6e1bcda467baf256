import { AppError, fieldError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import { addRefunded } from '#shop/orders/order-sums.store.server.ts'
import { lockOrder } from '#shop/orders/orders.store.server.ts'
import type { OrderRow } from '#shop/orders/whole-orders.store.server.ts'
import { hasBlockingDispute, hasLostDispute } from '#shop/payments/disputes.store.server.ts'
import { findPayment } from '#shop/payments/payments.store.server.ts'
import type { CreditedLine } from '#shop/tax-documents/credit-lines.ts'
import { issueCreditNotes } from '#shop/tax-documents/issue-credit-notes.server.ts'
import type { Paise } from '#shop/values/money.ts'
import { refundError } from './refund-order.ts'
import { requestPaymentRefund } from './refund-payment.server.ts'

interface RequestRefundDeps {
  jobs: Jobs
  clock: Clock
}

export interface OrderRefund {
  /** Placed, and locked by the caller's transaction. */
  order: Pick<OrderRow, 'id' | 'cardPaise' | 'refundedPaise'>
  amountPaise: Paise
  /** For the shop's own records; the customer does not read it. */
  reason: string
  /** What the customer reads on the credit note, where it stays for good: nobody's own words. */
  creditReason: string
  /** Which lines of the invoices are credited first; without them, every line in proportion. */
  lines?: readonly CreditedLine[]
  /** The order has become less. What is left of it is made, even if nothing is left of its payment. */
  isReduction?: boolean
  /** Names the cause, such as `late-` and the order's id: a second refund with the same key fails the transaction. */
  key: string
}

/**
 * Refunds a part of a placed order's card payment and writes its credit note, in the caller's transaction: the one way for
 * every cause. It mails nobody.
 *
 * @throws AppError conflict when nothing was paid by card, there is not so much left, or the payment is disputed
 */
export async function requestRefund(
  deps: RequestRefundDeps,
  tx: Database,
  { creditReason, lines, ...refund }: OrderRefund,
) {
  const { order, amountPaise } = refund
  const refundId = await storeRefund(deps, tx, refund)
  await issueCreditNotes(tx, {
    orderId: order.id,
    amountPaise,
    lines,
    refundId,
    reason: creditReason,
    now: deps.clock.now(),
  })
}

async function storeRefund(
  deps: RequestRefundDeps,
  tx: Database,
  { order, amountPaise, reason, isReduction, key }: Omit<OrderRefund, 'creditReason' | 'lines'>,
): Promise<string> {
  const payment = await findPayment(tx, order.id)
  if (payment?.status !== 'succeeded') {
    throw new AppError('conflict', 'Nothing in this order was paid by card.')
  }
  await requireRefundable(tx, payment.id)
  const error = refundError(amountPaise, order.cardPaise - order.refundedPaise)
  if (error) throw fieldError('conflict', 'amount', error)
  const isStillMade = isReduction && !(await hasLostDispute(tx, payment.id))
  await addRefunded(tx, order.id, { paise: amountPaise, isReduction: isStillMade })
  return requestPaymentRefund(deps, tx, { paymentId: payment.id, key, amountPaise, reason })
}

/**
 * Refunds what remains of a cancelled order's card payment, and credits all that its invoices still charge, in the caller's
 * transaction.
 *
 * @returns the refunded amount; 0 when nothing was paid by card, or all of it is refunded already
 * @throws AppError conflict while a dispute forbids it
 */
export async function refundRemaining(
  deps: RequestRefundDeps,
  tx: Database,
  orderId: string,
  { reason, creditReason }: Pick<OrderRefund, 'reason' | 'creditReason'>,
): Promise<Paise> {
  const order = await lockOrder(tx, orderId)
  if (!order) return 0
  const amountPaise = order.cardPaise - order.refundedPaise
  const key = `rest-${orderId}`
  const refundId =
    amountPaise > 0 ? await storeRefund(deps, tx, { order, amountPaise, reason, key }) : null
  await issueCreditNotes(tx, {
    orderId,
    amountPaise: 'rest' as const,
    refundId,
    reason: creditReason,
    now: deps.clock.now(),
  })
  return amountPaise
}

/**
 * Both the bank and the shop would pay the customer, so the provider refuses to refund such a payment.
 *
 * @throws AppError conflict
 */
async function requireRefundable(tx: Database, paymentId: string) {
  if (!(await hasBlockingDispute(tx, paymentId))) return
  throw new AppError(
    'conflict',
    'The customer’s bank disputes this payment, so it cannot be refunded. The bank decides who gets the money.',
  )
}
