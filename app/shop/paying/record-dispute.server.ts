import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { type MailKind, queueMail } from '#shop/mails/mail-kind.server.ts'
import {
  evidence,
  findDashboard,
  isEnded,
  isNewer,
  reasonText,
} from '#shop/orders/disputes/dispute-status.ts'
import {
  type DisputeRow,
  findDispute,
  hasBlockingDispute,
  saveDispute,
} from '#shop/orders/disputes/disputes.store.server.ts'
import { addOnlinePayment, withPayment } from '#shop/orders/money/ledger.store.server.ts'
import { leftOfPayment } from '#shop/orders/money/ledger.ts'
import { findProviderPayment } from '#shop/orders/money/payments.store.server.ts'
import type { Order } from '#shop/orders/order.ts'
import { lockOrder } from '#shop/orders/orders.store.server.ts'
import type { DisputeReport, DisputeStatus } from '#shop/payments/payment-provider.ts'
import { refundOverpaid } from '#shop/refunds/refund-payment.server.ts'
import { formatDate, formatDateTime } from '#shop/values/kolkata-time.ts'
import { formatInr, type Paise, sumPaise } from '#shop/values/money.ts'

/**
 * Stores a dispute as an event reports it, counts a lost one as refunded, writes the audit log and mails the owner. Events may
 * be repeated and come in any order: an older one changes nothing.
 */
export async function recordDispute(
  deps: AppContext,
  { provider, paymentId, report }: { provider: string; paymentId: string; report: DisputeReport },
) {
  const { db, clock, log } = deps
  await db.transaction(async (tx) => {
    const payment = await findProviderPayment(tx, { provider, paymentId })
    const order = payment && (await lockOrder(tx, payment.orderId))
    if (!order) {
      log.warn({ provider, paymentId, disputeId: report.id }, 'a dispute of no payment here')
      return
    }
    const known = await findDispute(tx, { provider, disputeId: report.id })
    if (known && !isNewer(report, known)) return
    const now = clock.now()
    const dispute = await saveDispute(tx, { paymentId: payment.id, provider, report, now })
    await countLoss(deps, tx, { order, dispute })
    if (!known || hasNews(dispute, known)) await announce(deps, tx, { order, dispute, known })
  })
}

/** Other changes, such as added evidence, are not reported. */
function hasNews(dispute: DisputeRow, known: DisputeRow): boolean {
  return (
    dispute.status !== known.status ||
    dispute.amountPaise !== known.amountPaise ||
    dispute.answerBy?.getTime() !== known.answerBy?.getTime()
  )
}

/**
 * A lost dispute takes what was left of the payment; one that is no longer lost returns it. Charges stay as they are: a
 * loss is not collected again, and money that returns to an order that costs less now is refunded.
 */
async function countLoss(
  deps: AppContext,
  tx: Database,
  { order, dispute }: { order: Order; dispute: DisputeRow },
) {
  const { paymentId, provider, providerDisputeId } = dispute
  const earlier = order.payments.filter(
    (row) => row.cause === 'dispute' && row.providerId === providerDisputeId,
  )
  const countedPaise = 0 - sumPaise(earlier)
  // The money of an order that was never placed is refunded, or about to be.
  const isLost = dispute.status === 'lost' && order.state === 'placed'
  const payment = order.payments.find(({ id }) => id === paymentId)
  const leftPaise = payment ? leftOfPayment(order, payment) + countedPaise : 0
  const losePaise = isLost ? Math.min(dispute.amountPaise, leftPaise) : 0
  if (losePaise === countedPaise) return
  const key = `dispute-${dispute.id}-${earlier.length + 1}`
  const loss = await addOnlinePayment(tx, order.id, {
    paise: countedPaise - losePaise,
    cause: 'dispute',
    status: 'succeeded',
    provider,
    providerId: providerDisputeId,
    paymentId,
    key,
    reason: 'Lost dispute',
    now: deps.clock.now(),
  })
  if (await hasBlockingDispute(tx, paymentId)) return
  await refundOverpaid(deps, tx, withPayment(order, loss), {
    event: `${key}-won`,
    reason: 'The bank gave it back after the order had become less',
  })
}

async function announce(
  deps: AppContext,
  tx: Database,
  { order, dispute, known }: { order: Order; dispute: DisputeRow; known: DisputeRow | null },
) {
  const { id, provider, providerDisputeId, status, amountPaise, reason } = dispute
  const answerBy = dispute.answerBy?.toISOString() ?? null
  await recordAudit(tx, {
    at: deps.clock.now(),
    by: 'shop',
    action: known ? 'change-dispute' : 'open-dispute',
    orderId: order.id,
    before: known && {
      status: known.status,
      amountPaise: known.amountPaise,
      answerBy: known.answerBy?.toISOString() ?? null,
    },
    after: { dispute: providerDisputeId, status, amountPaise, reason, answerBy },
  })
  const mail = { orderNumber: order.number, provider, amountPaise, reason, answerBy }
  if (isEnded(status)) {
    if (known?.status === status) return
    await queueMail(deps, tx, 'dispute-ended', `${status}-${id}`, { ...mail, status })
  } else if (!known || status === 'open') {
    // A new deadline is a new event.
    const event = `${answerBy === null ? 0 : Math.floor(Date.parse(answerBy) / 1000)}-${id}`
    await queueMail(deps, tx, 'dispute-opened', event, mail)
  }
}

const endings: Partial<Record<DisputeStatus, string>> = {
  won: 'The bank decided for you: the money stays with you.',
  lost: 'The bank decided for the customer: the money is gone. The order counts it as refunded.',
  closed: 'It was closed without a decision against you. Nothing else is needed.',
}

/** To the owner, once for each deadline, and when it has ended. */
export const disputeMail: MailKind<{
  orderNumber: number
  provider: string
  amountPaise: Paise
  reason: string
  answerBy?: string | null
  /** How it ended. */
  status?: DisputeStatus
}> = ({ shop }, { orderNumber, provider, amountPaise, reason, answerBy, status }) => {
  const href = `${shop.publicUrl}/admin/orders/${orderNumber}`
  const button = { button: `Open order ${orderNumber}`, href }
  if (status) {
    const news = `The dispute about ${formatInr(amountPaise)} of order ${orderNumber} is ${status}.`
    return {
      to: shop.email,
      notice: { event: 'money' },
      subject: `Dispute ${status}: order ${orderNumber}`,
      preview: news,
      heading: `A dispute is ${status}`,
      parts: [`${news} ${endings[status]}`, button],
    }
  }
  const { name, path } = findDashboard(provider)
  const claim = `The customer’s bank wants ${formatInr(amountPaise)} of order ${orderNumber} back.`
  const deadline = answerBy ? new Date(answerBy) : null
  const untilDay = deadline ? `, answer by ${formatDate(deadline)}` : ''
  const request = deadline ? `Please answer by ${formatDateTime(deadline)}` : 'Please look at it'
  return {
    to: shop.email,
    notice: { event: 'money' },
    subject: `Payment disputed: order ${orderNumber}${untilDay}`,
    preview: claim,
    heading: 'A payment is disputed',
    parts: [
      `${claim} Reason: ${reasonText(reason)}.`,
      `${request} in the ${name} dashboard, under ${path}. Without an answer the money is lost.`,
      'What banks want to see:',
      ...evidence.map((item) => `• ${item}`),
      button,
    ],
  }
}
