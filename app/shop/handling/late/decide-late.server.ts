import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { dayMs } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { type Api, messageSchema } from '#platform/http/api.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { handles, type JobHandler, scheduledJob } from '#platform/jobs/job.server.ts'
import { isDoneSince, recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { daySchema } from '#shop/delivery/delivery.schema.ts'
import { type MailKind, queueMail } from '#shop/mails/mail-kind.server.ts'
import { findOrderDisputes } from '#shop/orders/disputes/disputes.store.server.ts'
import { isRecipientUnreachable } from '#shop/orders/fulfilment/fulfilment-status.ts'
import {
  creditNotesText,
  findOrderForMail,
  greeting,
} from '#shop/orders/mails/order-mail.server.tsx'
import { addCharges } from '#shop/orders/money/ledger.store.server.ts'
import {
  duePaise,
  lostPaise,
  refundedPaise,
  shippingOf,
  takeOff,
} from '#shop/orders/money/ledger.ts'
import { refundArrives } from '#shop/orders/money/order-money.ts'
import type { Order } from '#shop/orders/order.ts'
import { lockPlacedOrder } from '#shop/orders/orders.store.server.ts'
import { creditNotesOfEvent } from '#shop/papers/papers.store.server.ts'
import { printCharges } from '#shop/papers/print-charges.server.ts'
import { refundOverpaid } from '#shop/refunds/refund-payment.server.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { latePrice, minutesLate } from '#shop/values/late-scale.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'
import { textSchema } from '#shop/values/typed/typed.schema.ts'
import {
  deleteExceptionalDay,
  exceptionalDaysFrom,
  findExceptionalDay,
  findLateDelivery,
  insertLateDelivery,
  movesOf,
  putExceptionalDay,
  undecidedLateOrders,
} from '../handling.store.server.ts'
import type { Promised } from './late-promise.tsx'

interface LatePrice {
  minutes: number
  pricePaise: Paise
  outcome: 'owed' | 'nothing' | 'exceptional'
}

/**
 * What a delivery costs the shop by its published scale; null if the order has no slot or is not late. Three queries if
 * it is late, none otherwise. Nothing is owed if its address came or changed after the slot had begun.
 */
async function findLatePrice(
  { shop: { lateScale } }: AppContext,
  db: Database,
  { order, at }: { order: Order; at: Date },
): Promise<LatePrice | null> {
  const { slotStartsAt, slotEndsAt } = order
  const firstStep = lateScale[0]?.minutes
  if (!slotStartsAt || !slotEndsAt || firstStep === undefined) return null
  if (minutesLate(slotEndsAt, at) < firstStep) return null
  const minutes = minutesLate(slotEndsAt, await whenBrought(db, { order, slotStartsAt, at }))
  const { feePaise, surchargePaise } = shippingOf(order)
  const pricePaise = latePrice(lateScale, minutes, {
    deliveryPaise: feePaise + surchargePaise,
    totalPaise: Math.max(0, order.chargedPaise - lostPaise(order)),
  })
  const given = { action: 'change-order' as const, orderId: order.id, since: slotStartsAt }
  if (pricePaise === 0 || (await isDoneSince(db, { ...given, changed: 'address' }))) {
    return { minutes, pricePaise: 0, outcome: 'nothing' }
  }
  const exceptional = await findExceptionalDay(db, kolkataDay(slotStartsAt))
  if (exceptional && exceptional.declaredAt < slotStartsAt) {
    return { minutes, pricePaise: 0, outcome: 'exceptional' }
  }
  return { minutes, pricePaise, outcome: 'owed' }
}

/** The first attempt after the slot's start that failed because of the recipient, else the arrival. */
async function whenBrought(
  db: Database,
  { order, slotStartsAt, at }: { order: Order; slotStartsAt: Date; at: Date },
): Promise<Date> {
  const moves = await movesOf(db, order.id)
  const inVain = moves.find(
    (move) => move.at >= slotStartsAt && isRecipientUnreachable(move.reason),
  )
  return inVain?.at ?? moves.findLast(({ to }) => to === 'delivered')?.at ?? at
}

export async function loadPromise({ db, clock, shop }: AppContext): Promise<Promised> {
  const days = await exceptionalDaysFrom(db, kolkataDay(clock.now()))
  return { scale: shop.lateScale, exceptional: days.map(({ day, reason }) => ({ day, reason })) }
}

/**
 * Decides once what a late delivery costs the shop, after it has arrived: less of what is still due, and the rest goes
 * back. Mails the customer.
 *
 * @param order locked, delivered and not decided yet
 */
async function decideLate(
  context: AppContext,
  tx: Database,
  { order, at }: { order: Order; at: Date },
) {
  const price = await findLatePrice(context, tx, { order, at })
  if (!price) return
  const { minutes, pricePaise } = price
  const now = context.clock.now()
  const lessPaise = Math.min(pricePaise, Math.max(0, duePaise(order)))
  // If the customer's bank disputes the payment, the bank decides who gets the money.
  const disputes = pricePaise > lessPaise ? await findOrderDisputes(tx, order.id) : []
  const isDisputed = disputes.some(({ isRefundable }) => !isRefundable)
  const takenOffPaise = isDisputed ? lessPaise : pricePaise
  await insertLateDelivery(tx, {
    orderId: order.id,
    minutes,
    outcome: isDisputed ? 'disputed' : price.outcome,
    decidedAt: now,
  })
  if (takenOffPaise === 0) return
  const [event, reason] = [`late-${order.id}`, `Delivered ${minutes} minutes late`]
  const charges = takeOff(order, takenOffPaise, 'paid')
  const charged = await addCharges(tx, order, { charges, cause: 'late', event, reason, now })
  const refunded = await refundOverpaid(context, tx, charged, { event, reason })
  const { refundedPaise: amountPaise } = refunded
  const before = refundedPaise(order)
  if (takenOffPaise > amountPaise) {
    await recordAudit(tx, {
      at: now,
      by: 'shop',
      action: 'waive-cash',
      orderId: order.id,
      after: { amountPaise: takenOffPaise - amountPaise, reason },
    })
  }
  if (amountPaise > 0) {
    await recordAudit(tx, {
      at: now,
      by: 'shop',
      action: 'refund-order',
      orderId: order.id,
      before: { refundedPaise: before },
      after: { refundedPaise: before + amountPaise, amountPaise, reason },
    })
  }
  await queueMail(context, tx, 'order-late', order.id, {
    orderId: order.id,
    minutes,
    amountPaise,
    lessPaise,
    overPaise: Math.max(0, takenOffPaise - lessPaise - amountPaise),
  })
  await printCharges(context, tx, refunded.order, now)
}

/** To the customer: what goes back, or is due no more, for a late delivery. */
export const orderLateMail: MailKind<{
  orderId: string
  minutes: number
  amountPaise: Paise
  /** How much less is still due. */
  lessPaise?: Paise
  /** Paid at the hand-over, and to be given back by staff. */
  overPaise?: Paise
}> = async ({ db, shop }, { orderId, minutes, amountPaise, lessPaise = 0, overPaise = 0 }) => {
  const order = await findOrderForMail(db, orderId)
  const { number } = order
  const refunded = `As promised, we’ve refunded ${formatInr(amountPaise)}. ${refundArrives('you')}`
  const less = `As promised, ${formatInr(lessPaise)} less is due.`
  const sentences = [
    `${greeting(order)} your order ${number} arrived ${minutes} minutes after the end of its slot.`,
    ...(amountPaise > 0 ? [refunded] : []),
    ...(lessPaise > 0 ? [less] : []),
    ...(overPaise > 0 ? [`As promised, we’ll give you ${formatInr(overPaise)} back.`] : []),
  ]
  return {
    to: order.customerEmail,
    subject: `Sorry, your order ${number} was late`,
    preview: `${formatInr(amountPaise + lessPaise + overPaise)} of order ${number} is yours: we were late.`,
    heading: 'Sorry, we were late',
    parts: [
      sentences.join(' '),
      creditNotesText(await creditNotesOfEvent(db, { orderId, event: `late-${orderId}` })),
      'Questions? Reply to this email or call us.',
      { button: 'Our promise', href: `${shop.publicUrl}/refunds` },
    ],
  }
}

const refundLateJob = scheduledJob('refund-late', '*/5 * * * *')

export function refundLateHandler(deps: AppContext): JobHandler {
  return handles(refundLateJob, () => refundLate(deps))
}

/** Orders of one run; the others wait for the next. */
const batchSize = 200
/** A late delivery that stayed undecided longer, because the shop was down, is left to the baker, ms. */
const decidedWithinMs = 7 * dayMs

/** Each delivery is decided once, in its own transaction. */
export async function refundLate(deps: AppContext) {
  const minutes = deps.shop.lateScale[0]?.minutes
  if (minutes === undefined) return
  const since = new Date(deps.clock.now().getTime() - decidedWithinMs)
  const ids = await undecidedLateOrders(deps.db, { minutes, since, limit: batchSize })
  for (const orderId of ids) {
    try {
      await deps.db.transaction((tx) => decideOne(deps, tx, orderId))
    } catch (error) {
      // A failure must not block the others.
      deps.log.error({ err: error, orderId }, 'a late delivery could not be refunded')
    }
  }
}

async function decideOne(deps: AppContext, tx: Database, orderId: string) {
  const order = await lockPlacedOrder(tx, orderId)
  if (!order.arrivedAt || (await findLateDelivery(tx, orderId))) return
  await decideLate(deps, tx, { order, at: order.arrivedAt })
}

const declareExceptionalEndpoint = endpoint({
  method: 'POST',
  path: '/delivery/exceptional-day',
  tag: 'Delivery',
  summary: 'Say that nothing is promised on a day',
  description:
    'Nothing is refunded for late deliveries in slots that begin after this call; customers read it at checkout. Without a reason the day is as any other again.',
  access: 'edit-delivery',
  body: z.object({
    day: daySchema,
    reason: textSchema(100).min(1, 'Please say why: customers read it.').nullable(),
  }),
  response: messageSchema,
})

export type DeclareExceptional = typeof declareExceptionalEndpoint

export function serveExceptionalDays(api: Api, { db, clock }: AppContext) {
  api.serve(declareExceptionalEndpoint, async ({ body: { day, reason } }, { caller }) => {
    await db.transaction(async (tx) => {
      const before = await findExceptionalDay(tx, day)
      const now = clock.now()
      if (reason === null) await deleteExceptionalDay(tx, day)
      else await putExceptionalDay(tx, { day, reason, declaredAt: now })
      await recordAudit(tx, {
        at: now,
        by: caller,
        action: 'save-day',
        subject: 'delivery',
        subjectId: day,
        before: { exceptional: before?.reason ?? null },
        after: { exceptional: reason },
      })
    })
    return {
      message:
        reason === null
          ? 'Late refunds are on again for this day.'
          : 'Late refunds are off for this day.',
    }
  })
}
