import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError, fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { type Api, messageSchema } from '#platform/http/api.server.ts'
import { type Caller, endpoint } from '#platform/http/endpoint.ts'
import { checkPermission } from '#shop/accounts/require-customer.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { takeDoorMoney, waiveDue } from '#shop/handling/door/door-money.server.ts'
import { moveOrder } from '#shop/handling/fulfilment/move-order.server.ts'
import { orderIdSchema } from '#shop/orders/api/order.schema.ts'
import { type Courier, courierSchema } from '#shop/orders/courier.schema.ts'
import {
  failReasons,
  fulfilmentPhrases,
  hasEnded,
  maxDetailLength,
  staffMoves,
} from '#shop/orders/fulfilment/fulfilment-status.ts'
import { doorMoneySchema, waiveReasonSchema } from '#shop/orders/money/door-money.schema.ts'
import { doorStanding } from '#shop/orders/money/door-money.ts'
import type { Order } from '#shop/orders/order.ts'
import { isAnyAgreed, isAnyMade } from '#shop/orders/order-rules.ts'
import { lockPlacedOrder, saveOrderChange } from '#shop/orders/orders.store.server.ts'
import { requireFree } from '#shop/riders/plan/plan-runs.server.ts'
import { toPaise } from '#shop/values/money.ts'
import { textSchema } from '#shop/values/typed/typed.schema.ts'

const moveOrderEndpoint = endpoint({
  method: 'POST',
  path: '/orders/move',
  tag: 'Admin orders',
  summary: 'Move an order on its way',
  description:
    '`bake` begins its baking; that it is ready follows from its items (confirmOrder). `dispatch`, then `deliver` or `fail`; a failed delivery is dispatched again or closed (`close`). `collect` ends an order that is picked up. `deliver` and `collect` need the money that is due, or why it is waived; with `close` it is due no more. All but `bake` are for staff who edit orders. The same `moveId` again changes nothing and answers the same. 409 for a move that may not be made now.',
  access: 'prepare-items',
  body: z.object({
    orderId: orderIdSchema,
    move: z.enum(staffMoves),
    moveId: z.uuid().describe('New for each move'),
    detail: textSchema(maxDetailLength).default('').describe('To whom it was given'),
    reason: z
      .enum(failReasons, 'Please say what happened.')
      .optional()
      .describe('Why it could not be handed over; needed for `fail`'),
    money: doorMoneySchema
      .optional()
      .describe('What was taken, with `deliver` or `collect` where something is due'),
    waive: waiveReasonSchema
      .optional()
      .describe('Instead of it: why what is due is waived; for managers and owners'),
  }),
  response: messageSchema,
  problems: [404, 409],
})

export type MoveOrder = typeof moveOrderEndpoint

export function serveMoveByStaff(api: Api, shop: AppContext) {
  api.serve(moveOrderEndpoint, ({ body }, { caller }) => {
    const { orderId, move, moveId, detail, reason, waive } = body
    if (move !== 'bake') checkPermission(caller, 'edit-orders')
    if (waive !== undefined) checkPermission(caller, 'refund')
    if (move === 'fail' && !reason) {
      throw fieldError('invalid', 'reason', 'Please say what happened.')
    }
    return shop.db.transaction(async (tx) => {
      const order = await lockPlacedOrder(tx, orderId)
      if (!isAnyMade(order)) {
        throw new AppError('conflict', `Every item of order ${order.number} is cancelled.`)
      }
      if (move === 'bake' && !isAnyAgreed(order)) {
        throw new AppError('conflict', `No price of order ${order.number} is accepted yet.`)
      }
      const what = move === 'fail' ? { reason } : { detail }
      const status = await moveOrder(shop, tx, order, { id: moveId, move, by: caller, ...what })
      // A repeated move has already taken its money.
      if (status !== order.fulfilment) await settleMoney(shop, tx, order, { ...body, caller })
      return { message: `Order ${order.number} ${fulfilmentPhrases[status]}.` }
    })
  })
}

type Move = z.output<NonNullable<MoveOrder['body']>>

/** Takes or waives the money at the door; it is no longer due for a cake that nobody received. */
async function settleMoney(
  shop: AppContext,
  tx: Database,
  order: Order,
  { caller, move, money, waive }: Move & { caller: Caller },
) {
  if (move === 'close') {
    const { state } = doorStanding(order)
    const reason = 'Not delivered'
    if (state === 'due') await waiveDue(shop, tx, { order, caller, reason, creditReason: reason })
  }
  if (move !== 'deliver' && move !== 'collect') return
  if (waive === undefined) {
    const taken = money && { ...money, amountPaise: toPaise(money.amount) }
    await takeDoorMoney(shop, tx, { order, money: taken, by: caller.email })
  } else {
    await waiveDue(shop, tx, { order, caller, reason: waive })
  }
}

const sayCourierEndpoint = endpoint({
  method: 'POST',
  path: '/orders/courier',
  tag: 'Riders',
  summary: 'Say which courier brings an order',
  description:
    'In place of a rider. Its pages, and the email that it is on its way, name the courier with the link; no code is asked for, and no money taken at the door. Null: none brings it after all. 409 for a pickup, an order that has ended, or one in a run whose link works.',
  access: 'edit-orders',
  body: z.object({ order: orderIdSchema, courier: courierSchema.nullable() }),
  response: messageSchema,
  problems: [404, 409],
})

export type SayCourier = typeof sayCourierEndpoint

export function serveCouriers(api: Api, { db, clock }: AppContext) {
  api.serve(sayCourierEndpoint, async ({ body: { order: orderId, courier } }, { caller: by }) => {
    await db.transaction(async (tx) => {
      const order = await lockPlacedOrder(tx, orderId)
      const { number, isPickup, fulfilment } = order
      if (isPickup || hasEnded(fulfilment)) {
        const why = hasEnded(fulfilment) ? fulfilmentPhrases[fulfilment] : 'is picked up'
        throw new AppError('conflict', `Order ${number} ${why}: no courier brings it.`)
      }
      const at = clock.now()
      await requireFree(tx, [order], at)
      await saveOrderChange(tx, orderId, { courier })
      const [before, after] = [inLog(order.courier), inLog(courier)]
      await recordAudit(tx, { at, by, action: 'say-courier', orderId, before, after })
    })
    return { message: courier ? `${courier.name} is saved.` : 'No courier brings it.' }
  })
}

/** Without the link, which shows where somebody lives. */
function inLog(courier: Courier | null) {
  return courier ? { courier: courier.name, note: courier.note } : {}
}
