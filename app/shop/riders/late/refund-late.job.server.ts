import { z } from 'zod'
import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { dayMs } from '#platform/durations.ts'
import { handles, type Job, type JobHandler, type Jobs } from '#platform/jobs/jobs.server.ts'
import type { Log } from '#platform/log.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { isRecipientUnreachable } from '#shop/orders/fulfilment/fail-reasons.ts'
import { movesOf } from '#shop/orders/fulfilment/order-moves.store.server.ts'
import { lockPlacedOrder } from '#shop/orders/orders.store.server.ts'
import type { OrderRow } from '#shop/orders/whole-orders.store.server.ts'
import { requestRefund } from '#shop/refunds/request-refund.server.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { type LateScale, latePrice, minutesLate } from '#shop/values/late-scale.ts'
import {
  findExceptionalDay,
  findLateDelivery,
  insertLateDelivery,
  type LateDelivery,
  undecidedLateOrders,
} from './late.store.server.ts'
import { mailOrderLate } from './late-mail.server.tsx'

/** Refunds what late deliveries cost the shop. */
const refundLateJob = {
  name: 'refund-late',
  data: z.object({}),
  retryLimit: 0,
  schedule: '*/5 * * * *',
} satisfies Job

export interface RefundLateDeps {
  db: Database
  jobs: Jobs
  clock: Clock
  log: Log
  lateScale: LateScale
}

export function refundLateHandler(deps: RefundLateDeps): JobHandler {
  return handles(refundLateJob, () => refundLate(deps))
}

/** How many orders one run decides; the others wait for the next. */
const batchSize = 200
/** A delivery that nobody decided for so long, because the shop was closed, is left to the baker, ms. */
const decidedWithinMs = 7 * dayMs

/** Decides about every delivery that came late, each in its own transaction and once. */
export async function refundLate(deps: RefundLateDeps) {
  const minutes = deps.lateScale[0]?.minutes
  if (minutes === undefined) return
  const since = new Date(deps.clock.now().getTime() - decidedWithinMs)
  const ids = await undecidedLateOrders(deps.db, { minutes, since, limit: batchSize })
  for (const orderId of ids) {
    try {
      await deps.db.transaction((tx) => decideOne(deps, tx, orderId))
    } catch (error) {
      // One that fails must not block the others.
      deps.log.error({ err: error, orderId }, 'a late delivery could not be refunded')
    }
  }
}

async function decideOne(deps: RefundLateDeps, tx: Database, orderId: string) {
  const order = await lockPlacedOrder(tx, orderId)
  if (await findLateDelivery(tx, orderId)) return
  const decided = await decide(deps, tx, order)
  if (!decided) return
  const { outcome, cardPaise, minutes } = decided
  await insertLateDelivery(tx, { orderId, ...decided, decidedAt: deps.clock.now() })
  if (outcome !== 'owed' || cardPaise === 0) return
  await recordAudit(tx, {
    ...{ at: deps.clock.now(), by: 'shop', action: 'refund-order', subject: 'order' },
    subjectId: orderId,
    before: { refundedPaise: order.refundedPaise },
    after: {
      ...{ refundedPaise: order.refundedPaise + cardPaise, amountPaise: cardPaise },
      reason: reasonOf(minutes),
    },
  })
  await queueMail(deps, tx, mailOrderLate, { orderId, minutes, amountPaise: cardPaise })
}

type Decision = Pick<LateDelivery, 'minutes' | 'outcome' | 'cardPaise'>

/** What is owed for a delivery, after it was requested; null where the order has no slot or has not arrived. */
async function decide(
  deps: RefundLateDeps,
  tx: Database,
  order: OrderRow,
): Promise<Decision | null> {
  const { slotStartsAt, slotEndsAt } = order
  const broughtAt = await whenBrought(tx, order)
  if (!slotStartsAt || !slotEndsAt || !broughtAt) return null
  const minutes = minutesLate(slotEndsAt, broughtAt)
  const totalPaise = order.cardPaise - order.refundedPaise
  const cardPaise = latePrice(deps.lateScale, minutes, {
    deliveryPaise: order.shippingPaise,
    totalPaise,
  })
  if (cardPaise === 0) return { minutes, outcome: 'nothing', cardPaise }
  const exceptional = await findExceptionalDay(tx, kolkataDay(slotStartsAt))
  if (exceptional && exceptional.declaredAt < slotStartsAt) {
    return { minutes, outcome: 'exceptional', cardPaise: 0 }
  }
  const isRefunded = await refund(deps, tx, { order, minutes, cardPaise })
  return isRefunded
    ? { minutes, outcome: 'owed', cardPaise }
    : { minutes, outcome: 'disputed', cardPaise: 0 }
}

/** When it arrived, or stood before a door that its recipient did not open once the slot had begun: the earlier of the two. */
async function whenBrought(
  tx: Database,
  { id, slotStartsAt, arrivedAt }: OrderRow,
): Promise<Date | null> {
  const moves = await movesOf(tx, id)
  const inVain = moves.find(
    ({ at, reason }) => slotStartsAt && at >= slotStartsAt && isRecipientUnreachable(reason),
  )
  return inVain ? inVain.at : arrivedAt
}

const reasonOf = (minutes: number) => `Delivered ${minutes} minutes late`

/** @returns false where the customer's bank disputes the payment: it decides who gets the money */
async function refund(
  deps: RefundLateDeps,
  tx: Database,
  { order, minutes, cardPaise }: { order: OrderRow; minutes: number; cardPaise: number },
): Promise<boolean> {
  try {
    await requestRefund(deps, tx, {
      ...{ order, amountPaise: cardPaise, key: `late-${order.id}` },
      ...{ reason: reasonOf(minutes), creditReason: reasonOf(minutes) },
    })
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return false
    throw error
  }
}
