import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { newId } from '#platform/new-id.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { nextStatus, undoLeftMs } from '#shop/orders/item-status.ts'
import { moveItems } from '#shop/orders/items/move-items.server.ts'
import { requireInShop } from '#shop/orders/order-rules.ts'
import { lockItem } from '#shop/orders/orders.store.server.ts'

/**
 * Undoes that an item is prepared, before its customer is mailed. Undoing it again changes nothing.
 *
 * @returns a sentence for the baker
 * @throws AppError not_found; conflict when the item is not prepared, or has been for too long, or has left the shop
 */
export async function undoPrepared(
  context: AppContext,
  { caller, orderId, itemId }: { caller: Caller; orderId: string; itemId: string },
): Promise<string> {
  const { db, clock } = context
  return db.transaction(async (tx) => {
    const { order, item, title } = await lockItem(tx, orderId, itemId)
    const undone = `${title} is no longer marked as ready.`
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
    await moveItems(context, tx, order, { action, itemIds: [itemId], by: caller, event })
    await recordAudit(tx, {
      at: clock.now(),
      by: caller,
      action: 'undo-item',
      subject: 'order',
      subjectId: orderId,
      before: { item: itemId, status: item.status },
      after: { item: itemId, status },
    })
    return undone
  })
}
