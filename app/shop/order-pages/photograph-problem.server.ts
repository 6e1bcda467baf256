import type { AppContext } from '#app/context.server.ts'
import { storePhoto } from '#shop/handling/photos/store-photo.server.ts'
import { customerActor, lockPlacedOrder } from '#shop/orders/orders.store.server.ts'
import { requireTracked } from './find-tracked.server.ts'

/**
 * Stores a sender's photo of what is wrong with an order, in place of an earlier one. Staff see it, and who has the
 * link.
 *
 * @throws AppError not_found for a link that does not work, too_many, and as `storePhoto`
 */
export async function photographProblem(
  context: AppContext,
  { token, bytes }: { token: string; bytes: Uint8Array },
) {
  // First, because encoding a photo costs far more.
  const { order } = await requireTracked(context, token, 'sender')
  await context.limiter.attempt('problem-photo', order.id)
  await storePhoto(context, {
    orderId: order.id,
    kind: 'problem',
    bytes,
    by: customerActor(order),
    async isWanted(tx) {
      await lockPlacedOrder(tx, order.id)
      return true
    },
  })
}
