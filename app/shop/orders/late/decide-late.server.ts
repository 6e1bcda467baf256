import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import type { Paise } from '#shop/values/money.ts'
import { findOrderDisputes } from '../disputes/disputes.store.server.ts'
import { addCharges } from '../money/ledger.store.server.ts'
import { cashPaise, openPaise, prepaidPaise, refundedPaise, takeOff } from '../money/ledger.ts'
import { settle } from '../money/settle.server.ts'
import type { Order } from '../order.ts'
import { printCharges } from '../papers/print-charges.server.ts'
import { insertLateDelivery } from './late.store.server.ts'
import { findLatePrice } from './late-price.server.ts'
import type { orderLateMail } from './order-late-mail.server.ts'

interface LateOrder {
  /** Locked, and delivered by the caller's transaction or before; not decided yet. */
  order: Order
  /** Taken at the door, and not added yet. */
  takenPaise: Paise
  at: Date
}

/**
 * Decides once what a late delivery costs the shop: less is due at the hand-over, and the rest is refunded. The customer is
 * mailed.
 *
 * @returns the order with its new charges
 */
export async function decideLate(
  context: Pick<AppContext, 'clock' | 'jobs' | 'shop' | 'lateScale'>,
  tx: Database,
  { order, takenPaise, at }: LateOrder,
): Promise<Order> {
  const price = await findLatePrice(context, tx, { order, at })
  if (!price) return order
  const { minutes, pricePaise } = price
  const now = context.clock.now()
  const lessPaise = Math.min(pricePaise, Math.max(0, openPaise(order)))
  // Where the customer's bank disputes the payment, it decides who gets the money.
  const isDisputed = pricePaise > lessPaise && (await mayNotRefund(tx, order))
  const backPaise = isDisputed ? 0 : Math.min(pricePaise - lessPaise, prepaidPaise(order))
  await insertLateDelivery(tx, {
    orderId: order.id,
    minutes,
    outcome: isDisputed ? 'disputed' : price.outcome,
    decidedAt: now,
  })
  if (lessPaise + backPaise === 0) return order
  const [event, reason] = [`late-${order.id}`, `Delivered ${minutes} minutes late`]
  const charges = [...takeOff(order, lessPaise, 'due'), ...takeOff(order, backPaise, 'prepaid')]
  const charged = await addCharges(tx, order, { charges, cause: 'late', event, reason, now })
  const settled = await settle(context, tx, charged, { event, reason })
  const { refundedPaise: amountPaise } = settled
  const before = refundedPaise(order)
  if (lessPaise > 0) {
    await recordAudit(tx, {
      at: now,
      by: 'shop',
      action: 'waive-cash',
      subject: 'order',
      subjectId: order.id,
      after: { amountPaise: lessPaise, reason },
    })
  }
  if (amountPaise > 0) {
    await recordAudit(tx, {
      at: now,
      by: 'shop',
      action: 'refund-order',
      subject: 'order',
      subjectId: order.id,
      before: { refundedPaise: before },
      after: { refundedPaise: before + amountPaise, amountPaise, reason },
    })
  }
  await queueMail<typeof orderLateMail>(context, tx, 'order-late', order.id, {
    orderId: order.id,
    minutes,
    amountPaise,
    lessPaise,
    overPaise: Math.max(0, takenPaise - cashPaise(settled.order)),
  })
  await printCharges(context, tx, settled.order, now)
  return settled.order
}

/** Whether a dispute keeps the provider from refunding an order's payment. */
async function mayNotRefund(tx: Database, order: Order): Promise<boolean> {
  return (await findOrderDisputes(tx, order.id)).some(({ isRefundable }) => !isRefundable)
}
