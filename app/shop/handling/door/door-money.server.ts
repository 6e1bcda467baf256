import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError, fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { type Api, messageSchema } from '#platform/http/api.server.ts'
import { type Caller, endpoint } from '#platform/http/endpoint.ts'
import { newId } from '#platform/secrets.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { orderIdSchema } from '#shop/orders/api/order.schema.ts'
import { paidBySchema, waiveReasonSchema } from '#shop/orders/money/door-money.schema.ts'
import {
  type DoorMethod,
  type DueNow,
  doorMoneyAfter,
  doorStanding,
  maySettle,
  upiLink,
} from '#shop/orders/money/door-money.ts'
import { recordGivenAway } from '#shop/orders/money/given-away.server.ts'
import { addCharges, addPayment, withPayment } from '#shop/orders/money/ledger.store.server.ts'
import { takeOff } from '#shop/orders/money/ledger.ts'
import type { Order, OrderPayment } from '#shop/orders/order.ts'
import { noSuchOrder } from '#shop/orders/order-rules.ts'
import { findOrder, lockPlacedOrder } from '#shop/orders/orders.store.server.ts'
import { printCharges } from '#shop/papers/print-charges.server.ts'
import { formatInr, type Paise, toPaise, toRupees } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { rupeesSchema } from '#shop/values/typed/typed.schema.ts'
import { moneyErrors } from './typed-money.ts'

export interface PaidBy {
  method: DoorMethod
  /** Twelve digits of a UPI payment. */
  reference?: string
}

export interface DoorMoney extends PaidBy {
  amountPaise: Paise
  reason?: string
}

/**
 * Counts the money taken at the hand-over, in the transaction that has locked and moved the order: what was due when the
 * order left, however late it comes. If nothing is due, nothing is required or taken.
 *
 * @param handed `by` is a colleague's e-mail, or 'rider Ravi'
 * @throws AppError invalid without money that is due, with more than is due, or without the reference or the reason that
 *   it needs; conflict for a reference that another payment has, and for money that is not due
 */
export async function takeDoorMoney(
  context: AppContext,
  tx: Database,
  { order, money, by }: { order: Order; money: DoorMoney | undefined; by: string },
) {
  const { state, duePaise } = doorStanding(order)
  if (state !== 'due') {
    if (!money) return
    const sentence = `Nothing is due for order ${order.number} any more. Please give the money back.`
    throw fieldError('conflict', 'money', sentence)
  }
  if (!money) throw fieldError('invalid', 'money', `Please take ${formatInr(duePaise)}.`)
  const { amountPaise, reason = '' } = money
  const errors = moneyErrors({ ...money, amount: toRupees(amountPaise) }, toRupees(duePaise))
  const [error] = Object.entries(errors)
  if (error) throw fieldError('invalid', `money.${error[0]}`, error[1])
  const isLess = amountPaise < duePaise
  const at = context.clock.now()
  const taken = { cause: 'door' as const, paise: amountPaise, reason: isLess ? reason : '', by, at }
  await addDoorPayment(tx, order, taken, money, 'money.reference')
}

interface DoorPayment {
  cause: 'door' | 'counter' | 'refund'
  paise: Paise
  /** Why it was short, or is refunded; '' otherwise. */
  reason: string
  /** A colleague's e-mail, or 'rider Ravi'. */
  by: string
  at: Date
  /** The payment that a refund lowers. */
  paymentId?: string
  key?: string
}

/**
 * Adds a payment, or a refund of one.
 *
 * @param field the reference's field in the request
 * @throws AppError invalid without the reference that UPI needs, conflict for one that another payment has
 */
export async function addDoorPayment(
  tx: Database,
  order: Pick<Order, 'id'>,
  { at: now, paymentId, key, ...payment }: DoorPayment,
  { method, reference }: PaidBy,
  field = 'reference',
): Promise<OrderPayment> {
  const isUpi = method === 'upi' && payment.paise !== 0
  if (isUpi && !reference) throw fieldError('invalid', field, 'The reference has 12 digits.')
  const added = await addPayment(tx, order.id, {
    ...payment,
    method: isUpi ? 'upi' : 'cash',
    status: 'succeeded',
    provider: null,
    providerId: null,
    paymentId: paymentId ?? null,
    reference: isUpi ? (reference ?? null) : null,
    key: key ?? `${payment.cause}-${newId()}`,
    now,
  })
  if (added) return added
  throw fieldError('conflict', field, 'This reference was already used for another payment.')
}

export function dueNow(order: Order, { upiId, name: shopName }: ShopDetails): DueNow {
  const { state, duePaise } = doorStanding(order)
  const amountPaise = state === 'due' ? duePaise : 0
  return {
    due: toRupees(amountPaise),
    upiLink: upiLink({ upiId, shopName, orderNumber: order.number, amountPaise }),
  }
}

/**
 * Waives the amount due in cash, or the shortfall, in a transaction that has locked the order. Also credits its invoices.
 * A second time changes nothing.
 *
 * @param waiver `reason` is the shop's own; the customer reads `creditReason`
 * @throws AppError conflict if nothing is due, or all of it was taken; forbidden and password_needed as
 *   {@link recordGivenAway}
 */
export async function waiveDue(
  context: AppContext,
  tx: Database,
  waiver: { order: Order; caller: Caller; reason: string; creditReason?: string },
) {
  const { order, caller, reason, creditReason = 'Waived by the shop' } = waiver
  const { state, duePaise: amountPaise } = doorStanding(order)
  if (state === 'waived') return
  if (!state || !doorMoneyAfter(state, 'waive')) {
    throw new AppError('conflict', `Nothing is due for order ${order.number}.`)
  }
  const now = context.clock.now()
  const left = await addCharges(tx, order, {
    charges: takeOff(order, amountPaise, 'due'),
    cause: 'waived',
    event: `waive-${newId()}`,
    reason: creditReason,
    now,
  })
  await recordAudit(tx, {
    at: now,
    by: caller,
    action: 'waive-cash',
    orderId: order.id,
    before: { state },
    after: { amountPaise, reason },
  })
  await printCharges(context, tx, left, now)
  await recordGivenAway(context, tx, caller, { before: order, after: left })
}

export type DayMoney = ReturnType<typeof sumDayMoney>
/** An order for which money is, or was, due when it is handed over. */
export type MoneyLine = DayMoney['lines'][number]
/** A payment at a door, or afterwards; below 0 if it was refunded. */
export type PaidPart = MoneyLine['payments'][number]

/** The money of orders that are handed over on one day; of cash and UPI, less what was given back. */
export function sumDayMoney({ upiId, name: shopName }: ShopDetails, orders: readonly Order[]) {
  const lines = orders.flatMap((order) => {
    const { state, payments, ...sums } = doorStanding(order)
    if (!state) return []
    const { id: orderId, number, fulfilment } = order
    const amountPaise = Math.max(0, sums.duePaise)
    return {
      ...sums,
      orderId,
      number,
      state,
      maySettle: maySettle(state, fulfilment),
      payments: payments.map(toPart),
      /** A UPI app opens it to pay what is due. */
      upiLink: upiLink({ upiId, shopName, orderNumber: number, amountPaise }),
    }
  })
  const takenBy = (by: DoorMethod) =>
    lines
      .flatMap(({ payments }) => payments)
      .reduce((sum, { method, paise }) => sum + (method === by ? paise : 0), 0)
  return {
    lines,
    cashTakenPaise: takenBy('cash'),
    upiTakenPaise: takenBy('upi'),
    duePaise: lines.reduce((sum, line) => sum + Math.max(0, line.duePaise), 0),
  }
}

function toPart({ id, paise, method, reference, reason }: OrderPayment) {
  return {
    id,
    paise,
    /** Null if nothing was taken. */
    method: paise !== 0 && method !== 'provider' ? method : null,
    reference,
    /** Why it was short; '' if it was not. */
    reason,
  }
}

const tag = 'Riders'

const waiveDoorMoneyEndpoint = endpoint({
  method: 'POST',
  path: '/orders/waive-cash',
  tag,
  summary: 'Waive what is due at the door',
  description:
    'All that is due, or what was short: its invoices are credited. A second time changes nothing. 403 beyond a manager’s limit, 409 where nothing is due.',
  access: 'refund',
  body: z.object({ order: orderIdSchema, reason: waiveReasonSchema }),
  response: messageSchema,
  problems: [404, 409],
})

const doorMoneyEndpoint = endpoint({
  method: 'GET',
  path: '/orders/door-money',
  tag,
  summary: 'What is due when an order is handed over',
  description: 'At the door, or where it is picked up: by now, without what was waived or taken.',
  access: 'edit-orders',
  query: z.object({ order: orderIdSchema }),
  response: z.object({
    due: z.number().describe('Rupees; 0 where nothing is due'),
    upiLink: z.string().describe('What a UPI app opens to pay that'),
  }),
  problems: [404],
})

const settleDoorMoneyEndpoint = endpoint({
  method: 'POST',
  path: '/orders/settle-cash',
  tag,
  summary: 'Settle what was short, or too much, at the door',
  description:
    'The rest of what was short was paid after all, or what was too much was given back, or what is due of an order that has arrived was paid: all of it, and once. 409 where nothing is open or another amount than this, and for a reference of UPI that another payment has.',
  access: 'edit-orders',
  body: paidBySchema.extend({
    order: orderIdSchema,
    amount: rupeesSchema
      .min(-1_000_000, 'is too much')
      .describe('Rupees that were short, or are due; below 0 what was too much'),
  }),
  response: messageSchema,
  problems: [404, 409],
})

export type WaiveDoorMoney = typeof waiveDoorMoneyEndpoint
export type DoorMoneyDue = typeof doorMoneyEndpoint
export type SettleDoorMoney = typeof settleDoorMoneyEndpoint

export function serveDoorMoney(api: Api, shop: AppContext) {
  const { db, clock } = shop

  api.serve(waiveDoorMoneyEndpoint, async ({ body: { order: orderId, reason } }, { caller }) => {
    await shop.limiter.attempt('waive', caller.id)
    await db.transaction(async (tx) => {
      const order = await lockPlacedOrder(tx, orderId)
      await waiveDue(shop, tx, { order, caller, reason })
    })
    return { message: 'It is waived.' }
  })

  api.serve(doorMoneyEndpoint, async ({ query }) => {
    const order = await findOrder(db, query.order)
    if (order?.state !== 'placed') throw noSuchOrder()
    return dueNow(order, shop.shop)
  })

  api.serve(settleDoorMoneyEndpoint, async ({ body }, { caller: by }) => {
    const { order: orderId, amount, ...paidBy } = body
    const amountPaise = toPaise(amount)
    await db.transaction(async (tx) => {
      const order = await lockPlacedOrder(tx, orderId)
      const { state, duePaise: open } = doorStanding(order)
      if (!state || !maySettle(state, order.fulfilment)) {
        throw new AppError('conflict', `Nothing is open for order ${order.number}.`)
      }
      if (amountPaise !== open) {
        throw fieldError('conflict', 'amount', `${formatInr(open)} is open.`)
      }
      const at = clock.now()
      const cause = state === 'due' ? ('door' as const) : ('counter' as const)
      const payment = { cause, by: by.email, paise: amountPaise, reason: '', at }
      const settled = await addDoorPayment(tx, order, payment, paidBy)
      const after = withPayment(order, settled)
      await recordGivenAway(shop, tx, by, { before: order, after })
      await recordAudit(tx, {
        at,
        by,
        action: 'settle-cash',
        orderId,
        before: { state },
        after: { state: doorMoneyAfter(state, 'settle'), amountPaise, method: paidBy.method },
      })
    })
    const sum = formatInr(Math.abs(amountPaise))
    return { message: amountPaise > 0 ? `${sum} is recorded.` : `${sum} is given back.` }
  })
}
