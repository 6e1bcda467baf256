import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError, fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { type Api, messageSchema } from '#platform/http/api.server.ts'
import { type Caller, endpoint } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { addDoorPayment, type PaidBy } from '#shop/handling/door/door-money.server.ts'
import { queueMail } from '#shop/mails/mail-kind.server.ts'
import { orderIdSchema } from '#shop/orders/api/order.schema.ts'
import { paidBySchema } from '#shop/orders/money/door-money.schema.ts'
import { refundableTaken } from '#shop/orders/money/door-money.ts'
import { recordGivenAway } from '#shop/orders/money/given-away.server.ts'
import { addCharges, withPayment } from '#shop/orders/money/ledger.store.server.ts'
import {
  givenBackPaise,
  leftOnlinePaise,
  type PaymentMethod,
  paidOnlinePaise,
  paymentMethods,
  refundedPaise,
  takeOff,
} from '#shop/orders/money/ledger.ts'
import { refundArrives } from '#shop/orders/money/order-money.ts'
import type { Order, OrderPayment } from '#shop/orders/order.ts'
import { maxReasonLength } from '#shop/orders/order-rules.ts'
import { lockPlacedOrder } from '#shop/orders/orders.store.server.ts'
import { printCharges } from '#shop/papers/print-charges.server.ts'
import { refundOnline } from '#shop/refunds/refund-payment.server.ts'
import { findPaymentByKey, lockPaymentKey } from '#shop/refunds/refunds.store.server.ts'
import { formatInr, type Paise, sumPaise, toPaise } from '#shop/values/money.ts'
import { rupeesSchema, textSchema } from '#shop/values/typed/typed.schema.ts'

const refundOrderEndpoint = endpoint({
  method: 'POST',
  path: '/orders/refund',
  tag: 'Admin orders',
  summary: 'Refund a payment',
  description:
    'Refunds some or all of what is left of the card payment and emails the customer; or records, with `cash` or `upi` as its `method`, what was given back of the money taken at the door or counter. The same `key` again changes nothing and answers the same. 409 when more is asked for than is left, when nothing was paid by card, while the customer’s bank disputes the payment, for a UPI reference that another payment has, and when the key was used for another refund.',
  access: 'refund',
  recentPassword: true,
  body: z.object({
    orderId: orderIdSchema,
    amount: rupeesSchema.min(0.01, 'The amount must be more than 0.'),
    reason: textSchema(maxReasonLength)
      .min(1, 'Please enter a reason.')
      .describe('For the shop’s own records; the customer does not read it'),
    method: z
      .enum(paymentMethods)
      .default('provider')
      .describe('How the customer gets it; `provider`: to the card'),
    reference: paidBySchema.shape.reference,
    key: z.uuid().describe('New for each refund'),
  }),
  response: messageSchema,
  problems: [404, 409],
})

export type RefundOrder = typeof refundOrderEndpoint

export function serveRefunds(api: Api, shop: AppContext) {
  api.serve(refundOrderEndpoint, async ({ body: { amount, ...refund } }, { caller }) => ({
    message: await refundOrder(shop, {
      caller,
      refund: { ...refund, amountPaise: toPaise(amount) },
    }),
  }))
}

export interface Refund {
  orderId: string
  amountPaise: Paise
  reason: string
  /** How the customer gets it: in cash or by UPI what was taken at the door or counter. */
  method: PaymentMethod
  /** Twelve digits of a refund by UPI. */
  reference?: string
  /** Created by the page: the same key again is the same refund. */
  key: string
}

/**
 * Refunds a part of an order's card payment, or of what was taken at the door or counter, or the rest, and mails the
 * customer. The same refund again changes nothing and returns the same message.
 *
 * @throws AppError not_found; conflict when not enough is left, nothing was paid by card, the payment is disputed, or
 *   the key or the UPI reference was used before; invalid for UPI without a reference; forbidden beyond a manager's limit
 */
async function refundOrder(
  context: AppContext,
  { caller, refund }: { caller: Caller; refund: Refund },
): Promise<string> {
  const { orderId, amountPaise, reason, method } = refund
  const event = refund.key
  await context.db.transaction(async (tx) => {
    const order = await lockPlacedOrder(tx, orderId)
    if (method === 'provider' && paidOnlinePaise(order) === 0) {
      throw new AppError('conflict', 'Nothing in this order was paid by card.')
    }
    // Refunds of two orders may use one key at the same time; the order's lock does not separate them.
    await lockPaymentKey(tx, event)
    const earlier = await findPaymentByKey(tx, event)
    if (earlier) return requireSameRefund(order, earlier, refund)
    const error = refundError(amountPaise, refundablePaise(order, method), method)
    if (error) throw fieldError('conflict', 'amount', error)
    const before = refundedPaise(order) + givenBackPaise(order)
    const now = context.clock.now()
    const charged = await addCharges(tx, order, {
      charges: takeOff(order, amountPaise, 'paid'),
      cause: 'goodwill',
      event,
      reason: 'Refunded by the shop',
      now,
    })
    const refunded =
      method === 'provider'
        ? await refundOnline(context, tx, charged, { paise: amountPaise, event, reason })
        : withPayment(
            charged,
            await giveBack(tx, charged, { ...refund, method, by: caller.email, at: now }),
          )
    await recordGivenAway(context, tx, caller, { before: order, after: refunded })
    await recordAudit(tx, {
      at: now,
      by: caller,
      action: 'refund-order',
      orderId,
      before: { refundedPaise: before },
      after: { refundedPaise: before + amountPaise, amountPaise, method, reason },
    })
    await queueMail(context, tx, 'order-refunded', refund.key, {
      orderId,
      amountPaise,
      key: refund.key,
    })
    await printCharges(context, tx, refunded, now)
  })
  const arrives = method === 'provider' ? ` ${refundArrives('the customer')}` : ''
  return `${formatInr(amountPaise)} refunded.${arrives}`
}

/** As a sentence; null if the amount can be refunded. */
function refundError(amountPaise: Paise, leftPaise: Paise, method: PaymentMethod): string | null {
  const isCard = method === 'provider'
  if (leftPaise <= 0) {
    return isCard
      ? 'The card payment is already fully refunded.'
      : 'Nothing that was taken is left.'
  }
  const what = isCard ? 'the card payment' : 'what was taken'
  return amountPaise > leftPaise
    ? `Only ${formatInr(leftPaise)} of ${what} is left to refund.`
    : null
}

/** No more than is left of what came this way, and is still charged. */
export function refundablePaise(order: Order, method: PaymentMethod): Paise {
  const left = method === 'provider' ? leftOnlinePaise(order) : refundableTaken(order).paise
  return Math.min(left, sumPaise(order.charges))
}

type TakenRefund = Refund & PaidBy & { by: string; at: Date }

/** Records that a colleague gave back what was taken. */
function giveBack(
  tx: Database,
  order: Order,
  { amountPaise, reason, key, method, reference, by, at }: TakenRefund,
): Promise<OrderPayment> {
  const { paymentId } = refundableTaken(order)
  if (!paymentId) throw new Error('a refund without a payment')
  const refund = { cause: 'refund' as const, paise: -amountPaise, paymentId, reason, key, by, at }
  return addDoorPayment(tx, order, refund, { method, reference })
}

/** By its charges: one refund may have several payments. */
function requireSameRefund(order: Order, earlier: OrderPayment, refund: Refund) {
  const { orderId, amountPaise, reason, method, reference = null, key } = refund
  const charged = sumPaise(order.charges.filter(({ event }) => event === key))
  const same =
    earlier.orderId === orderId &&
    charged === -amountPaise &&
    earlier.reason === reason &&
    earlier.method === method &&
    earlier.reference === reference
  if (!same) {
    throw new AppError(
      'conflict',
      'This refund was already made with another amount or reason. Please check the refunds of this order.',
    )
  }
}
