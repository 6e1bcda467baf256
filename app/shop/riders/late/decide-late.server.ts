import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import type { OrderRow } from '#shop/orders/whole-orders.store.server.ts'
import { requestRefund } from '#shop/refunds/request-refund.server.ts'
import { waiveCash } from '#shop/tax-documents/waive-cash.server.ts'
import type { LateScale } from '#shop/values/late-scale.ts'
import type { Paise } from '#shop/values/money.ts'
import { insertLateDelivery } from './late.store.server.ts'
import { findLatePrice, type LatePrice } from './late-price.server.ts'
import { orderLateMail } from './order-late-mail.server.tsx'

export interface DecideLateDeps {
  jobs: Jobs
  clock: Clock
  lateScale: LateScale
}

interface LateOrder {
  /** Locked, and delivered by the caller's transaction or before; not decided yet. */
  order: OrderRow
  /** What is due in cash, before it is taken. */
  duePaise: Paise
  /** What was taken of it. */
  takenPaise: Paise
  at: Date
}

/**
 * Decides once what a late delivery costs the shop: less is due in cash, credited on the invoices; what exceeds that is
 * refunded to the card under late-<order>. The customer is mailed.
 *
 * @returns how much less is due in cash
 */
export async function decideLate(
  deps: DecideLateDeps,
  tx: Database,
  { order, duePaise, takenPaise, at }: LateOrder,
): Promise<Paise> {
  const price = await findLatePrice(deps, tx, { order, duePaise, at })
  if (!price) return 0
  const decidedAt = deps.clock.now()
  const { minutes, cashPaise } = price
  if (cashPaise > 0) await lowerCash(deps, tx, order, price)
  const isRefunded = price.cardPaise === 0 || (await refundCard(deps, tx, order, price))
  const cardPaise = isRefunded ? price.cardPaise : 0
  await insertLateDelivery(tx, {
    orderId: order.id,
    minutes,
    cashPaise,
    cardPaise,
    decidedAt,
    outcome: isRefunded ? price.outcome : 'disputed',
  })
  if (cardPaise + cashPaise === 0) return 0
  const overPaise = Math.max(0, takenPaise - (duePaise - cashPaise))
  await queueMail(deps, tx, orderLateMail, {
    orderId: order.id,
    minutes,
    amountPaise: cardPaise,
    lessPaise: cashPaise,
    overPaise,
  })
  return cashPaise
}

const reasonOf = ({ minutes }: LatePrice) => `Delivered ${minutes} minutes late`

async function lowerCash(
  { clock }: DecideLateDeps,
  tx: Database,
  { id: orderId }: OrderRow,
  price: LatePrice,
) {
  const now = clock.now()
  const reason = reasonOf(price)
  await waiveCash(tx, { orderId, amountPaise: price.cashPaise, reason, now })
  await recordAudit(tx, {
    at: now,
    by: 'shop',
    action: 'waive-cash',
    subject: 'order',
    subjectId: orderId,
    after: { amountPaise: price.cashPaise, reason },
  })
}

/** @returns false where the customer's bank disputes the payment: it decides who gets the money */
async function refundCard(
  deps: DecideLateDeps,
  tx: Database,
  order: OrderRow,
  price: LatePrice,
): Promise<boolean> {
  const { refundedPaise } = order
  const { cardPaise: amountPaise } = price
  const reason = reasonOf(price)
  try {
    await requestRefund(deps, tx, {
      order,
      amountPaise,
      key: `late-${order.id}`,
      reason,
      creditReason: reason,
    })
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return false
    throw error
  }
  await recordAudit(tx, {
    at: deps.clock.now(),
    by: 'shop',
    action: 'refund-order',
    subject: 'order',
    subjectId: order.id,
    before: { refundedPaise },
    after: { refundedPaise: refundedPaise + amountPaise, amountPaise, reason },
  })
  return true
}
