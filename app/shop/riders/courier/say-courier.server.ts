import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Api } from '#platform/http/api.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { orderIdSchema } from '#shop/orders/api/order.schema.ts'
import { type Courier, courierSchema } from '#shop/orders/courier.schema.ts'
import { fulfilmentPhrases, hasEnded } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { lockPlacedOrder, saveOrderChange } from '#shop/orders/orders.store.server.ts'
import { requireFree } from '../plan/plan-runs.server.ts'

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
