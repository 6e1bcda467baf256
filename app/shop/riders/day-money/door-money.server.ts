import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError, fieldError } from '#platform/app-error.ts'
import type { Api } from '#platform/http/api.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { addDoorPayment, dueNow, waiveDue } from '#shop/handling/door/take-door-money.server.ts'
import { orderIdSchema } from '#shop/orders/api/order.schema.ts'
import { paidBySchema, waiveReasonSchema } from '#shop/orders/money/door-money.schema.ts'
import {
  type DoorMethod,
  doorMoneyAfter,
  doorStanding,
  maySettle,
  upiLink,
} from '#shop/orders/money/door-money.ts'
import { recordGivenAway } from '#shop/orders/money/given-away.server.ts'
import { withPayment } from '#shop/orders/money/ledger.store.server.ts'
import type { Order, OrderPayment } from '#shop/orders/order.ts'
import { noSuchOrder } from '#shop/orders/order-rules.ts'
import { findOrder, lockPlacedOrder } from '#shop/orders/orders.store.server.ts'
import { formatInr, toPaise } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { rupeesSchema } from '#shop/values/typed/typed.schema.ts'

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
