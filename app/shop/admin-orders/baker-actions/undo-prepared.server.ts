import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Api } from '#platform/http/api.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { newId } from '#platform/new-id.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { moveItems } from '#shop/handling/items/move-items.server.ts'
import { orderIdSchema } from '#shop/orders/api/order.schema.ts'
import { nextStatus, undoLeftMs } from '#shop/orders/item-status.ts'
import { noSuchItemText, requireInShop } from '#shop/orders/order-rules.ts'
import { lockItem } from '#shop/orders/orders.store.server.ts'

const undoPreparedEndpoint = endpoint({
  method: 'POST',
  path: '/orders/undoConfirm',
  tag: 'Admin orders',
  summary: 'Undo that an item is prepared',
  description:
    'Within 5 minutes after confirmOrder, before the customer is mailed; 409 afterwards. Repeating it changes nothing.',
  access: 'prepare-items',
  body: z.object({ orderId: orderIdSchema, itemId: z.uuid(noSuchItemText) }),
  response: messageSchema,
  problems: [404, 409],
})

export type UndoPrepared = typeof undoPreparedEndpoint

/** Undoes that an item is prepared, before its customer is mailed. Undoing it again changes nothing. */
export function serveUndoPrepared(api: Api, shop: AppContext) {
  const { db, clock } = shop
  api.serve(undoPreparedEndpoint, ({ body: { orderId, itemId } }, { caller: by }) =>
    db.transaction(async (tx) => {
      const { order, item, title } = await lockItem(tx, orderId, itemId)
      const undone = { message: `${title} is no longer marked as ready.` }
      const action = item.customize ? 'undoPrepare' : 'undoConfirm'
      if (item.status === nextStatus('completed', action, item)) return undone

      const status = nextStatus(item.status, action, item)
      if (!status) throw new AppError('conflict', `${title} is not marked as ready.`)
      requireInShop(order)
      if (undoLeftMs(item.preparedAt, clock.now()) === 0) {
        throw new AppError(
          'conflict',
          `${title} was prepared more than 5 minutes ago, so it cannot be undone. Call the customer if it is not ready.`,
        )
      }
      const event = `${action}-${newId()}`
      await moveItems(shop, tx, order, { action, itemIds: [itemId], by, event })
      await recordAudit(tx, {
        at: clock.now(),
        by,
        action: 'undo-item',
        orderId,
        before: { item: itemId, status: item.status },
        after: { item: itemId, status },
      })
      return undone
    }),
  )
}
