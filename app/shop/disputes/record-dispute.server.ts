import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import type { Log } from '#platform/log.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { addRefunded, setRefundedWhole } from '#shop/orders/order-sums.store.server.ts'
import { lockOrder } from '#shop/orders/orders.store.server.ts'
import type { OrderRow } from '#shop/orders/whole-orders.store.server.ts'
import {
  type DisputeRow,
  deleteLoss,
  findDispute,
  hasLostDispute,
  lossKey,
  saveDispute,
} from '#shop/payments/disputes.store.server.ts'
import type { DisputeReport } from '#shop/payments/payment-provider.ts'
import {
  findProviderPayment,
  findRefundByKey,
  insertRefund,
  isLastRefundReduction,
} from '#shop/payments/payments.store.server.ts'
import { disputeEndedMail, disputeOpenedMail } from './dispute-mails.server.tsx'
import { isEnded, isNewer } from './dispute-status.ts'

interface DisputeDeps {
  db: Database
  clock: Clock
  jobs: Jobs
  log: Log
}

/**
 * Stores what an event reports of a dispute, counts a lost one as refunded, writes the audit log and mails the owner. Events
 * may be repeated and come in any order: an older one changes nothing.
 */
export async function recordDispute(
  deps: DisputeDeps,
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
    await countLoss(tx, { order, dispute, now })
    if (!known || hasNews(dispute, known)) await announce(deps, tx, { order, dispute, known })
  })
}

/** Evidence that was added, for example, is no news. */
function hasNews(dispute: DisputeRow, known: DisputeRow): boolean {
  return (
    dispute.status !== known.status ||
    dispute.amountPaise !== known.amountPaise ||
    dispute.answerBy?.getTime() !== known.answerBy?.getTime()
  )
}

/** A lost dispute counts as a refund of what was left to refund. One that is no longer lost does not. */
async function countLoss(
  tx: Database,
  { order, dispute, now }: { order: OrderRow; dispute: DisputeRow; now: Date },
) {
  const key = lossKey(dispute)
  const countedPaise = (await findRefundByKey(tx, key))?.amountPaise ?? 0
  const leftPaise = order.cardPaise - order.refundedPaise + countedPaise
  // The money of an order that was never placed is refunded, or about to be.
  const isLost = dispute.status === 'lost' && order.state === 'placed'
  const amountPaise = isLost ? Math.min(dispute.amountPaise, leftPaise) : 0
  if (amountPaise === countedPaise) {
    const isAllBack = order.refundedPaise === order.cardPaise
    if (isAllBack) await setRefundedWhole(tx, order.id, await isRefundedWhole(tx, dispute))
    return
  }
  await addRefunded(tx, order.id, { paise: amountPaise - countedPaise })
  await deleteLoss(tx, dispute)
  if (amountPaise === 0) return
  const { paymentId, providerDisputeId } = dispute
  const loss = { paymentId, key, amountPaise, providerRefundId: providerDisputeId, now }
  await insertRefund(tx, { ...loss, reason: 'Lost dispute' })
}

/** Whether an order with nothing left of its payment is refunded whole. What a bank took back is not made, whatever came first. */
async function isRefundedWhole(tx: Database, { paymentId }: DisputeRow): Promise<boolean> {
  return (await hasLostDispute(tx, paymentId)) || !(await isLastRefundReduction(tx, paymentId))
}

async function announce(
  { jobs, clock }: DisputeDeps,
  tx: Database,
  { order, dispute, known }: { order: OrderRow; dispute: DisputeRow; known: DisputeRow | null },
) {
  const { id, provider, providerDisputeId, status, amountPaise, reason } = dispute
  const answerBy = dispute.answerBy?.toISOString() ?? null
  await recordAudit(tx, {
    at: clock.now(),
    by: 'shop',
    action: known ? 'change-dispute' : 'open-dispute',
    subject: 'order',
    subjectId: order.id,
    before: known && {
      status: known.status,
      amountPaise: known.amountPaise,
      answerBy: known.answerBy?.toISOString() ?? null,
    },
    after: { dispute: providerDisputeId, status, amountPaise, reason, answerBy },
  })
  const mail = { disputeId: id, orderNumber: order.number, provider, amountPaise, reason }
  if (isEnded(status)) {
    if (known?.status !== status) {
      await queueMail({ jobs, clock }, tx, disputeEndedMail, { ...mail, status })
    }
  } else if (!known || status === 'open') {
    await queueMail({ jobs, clock }, tx, disputeOpenedMail, { ...mail, answerBy })
  }
}
