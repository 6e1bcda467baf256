import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { messageSchema } from '#platform/http/api.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { handles, type Job, type JobHandler } from '#platform/jobs/job.server.ts'
import { newId } from '#platform/secrets.server.ts'
import { type Actor, isDoneSince, recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { queueMail } from '#shop/mails/mail-kind.server.ts'
import { orderIdSchema } from '#shop/orders/api/order.schema.ts'
import {
  type FailReason,
  type FulfilmentStatus,
  failLabels,
  fulfilmentAfter,
  fulfilmentPhrases,
  hasLeft,
  type OrderMove,
} from '#shop/orders/fulfilment/fulfilment-status.ts'
import { undoLeftMs } from '#shop/orders/item-status.ts'
import { requireTracked, tokenSchema } from '#shop/orders/links/tracking-link.server.ts'
import type { Order } from '#shop/orders/order.ts'
import { mayReportPhoto } from '#shop/orders/order-photo.ts'
import { isAddressMissing, orderProgress } from '#shop/orders/order-rules.ts'
import {
  customerActor,
  lockPlacedOrder,
  type OrderRow,
  saveOrderChange,
} from '#shop/orders/orders.store.server.ts'
import {
  findMove,
  findPhoto,
  insertMove,
  type OrderMoveRow,
  statusBeforePrepare,
} from '../handling.store.server.ts'
import { queueMoveMails } from '../mails/move-mails.server.tsx'

export interface RequestedMove {
  /** A client may send a move again: the same id is the same move. */
  id?: string
  move: OrderMove
  /** The signed-in person, or the shop for somebody with a link. */
  by: Actor
  /** A rider acts as the shop. */
  role?: 'rider'
  detail?: string
  /** Its label becomes the detail. */
  reason?: FailReason
}

export type MovedOrder = Pick<
  OrderRow,
  'id' | 'number' | 'fulfilment' | 'isPickup' | 'address' | 'recipientEmail' | 'dispatchHeldAt'
>

/**
 * Moves an order, in a transaction that has locked it, and queues the mails about it. Repeating a move changes nothing.
 *
 * @returns the new status
 * @throws AppError conflict if the move is not possible now, or its id was used for another one
 */
export async function moveOrder(
  context: AppContext,
  tx: Database,
  order: MovedOrder,
  { id, move, by, role, reason, detail = reason ? failLabels[reason] : '' }: RequestedMove,
): Promise<FulfilmentStatus> {
  const earlier = id ? await findMove(tx, id) : null
  if (earlier) return requireSameMove(earlier, { orderId: order.id, move })
  const from = order.fulfilment
  const next = fulfilmentAfter(from, move, order)
  if (!next) {
    const where = fulfilmentPhrases[from]
    throw new AppError('conflict', `Order ${order.number} ${where}. Please look at it again.`)
  }
  if (move === 'dispatch') checkDispatch(order)
  const to = move === 'undoPrepare' ? await statusBeforePrepare(tx, order.id) : next
  const at = context.clock.now()
  const made = {
    id: id ?? newId(),
    orderId: order.id,
    move,
    from,
    to,
    at,
    by: by === 'shop' ? (role ?? 'shop') : by.email,
    detail,
    reason: reason ?? null,
  }
  await insertMove(tx, made)
  await recordAudit(tx, {
    at,
    by,
    action: 'move-order',
    orderId: order.id,
    before: { fulfilment: from },
    after: { fulfilment: to, by: role, detail: detail || undefined },
  })
  await queueMoveMails(context, tx, order, made)
  return to
}

/** @throws AppError conflict for an order that may not leave yet */
function checkDispatch(order: MovedOrder) {
  const { number, dispatchHeldAt } = order
  if (dispatchHeldAt) {
    throw new AppError(
      'conflict',
      `The customer says that something is wrong with order ${number}. Look at it, and let it leave on its page.`,
    )
  }
  if (isAddressMissing(order)) {
    throw new AppError('conflict', `The address of order ${number} is missing. Ask the customer.`)
  }
}

function requireSameMove(
  earlier: OrderMoveRow,
  { orderId, move }: Pick<OrderMoveRow, 'orderId' | 'move'>,
): FulfilmentStatus {
  if (earlier.orderId === orderId && earlier.move === move) return earlier.to
  throw new AppError('conflict', 'This move was already used for another order.')
}

/**
 * Moves an order as its items require: once every item that will be made is prepared, it is ready and its customer is mailed;
 * a ready order with something to make again goes back to the kitchen. Call it in the transaction that has locked the order
 * and moved its items.
 */
export async function moveByItems(context: AppContext, tx: Database, order: Order, by: Actor) {
  const { isPrepared, undoMs } = progressOf(context, order)
  const move = requiredMove(order.fulfilment, isPrepared)
  if (move) await moveOrder(context, tx, order, { move, by })
  if (move === 'prepare') await announceIn(context, tx, order.id, undoMs)
}

/** Null if the order's status fits its items, or it has left the kitchen. */
function requiredMove(
  fulfilment: FulfilmentStatus,
  isPrepared: boolean,
): Extract<OrderMove, 'prepare' | 'undoPrepare'> | null {
  if (fulfilment === 'ready') return isPrepared ? null : 'undoPrepare'
  const isInKitchen = fulfilment === 'placed' || fulfilment === 'baking'
  return isInKitchen && isPrepared ? 'prepare' : null
}

/** Mails the customer of a prepared order once none of its items can be undone. */
const announcePrepared = {
  name: 'announce-prepared',
  data: z.object({ orderId: z.uuid() }),
  retryLimit: 20,
} satisfies Job

export function announcePreparedHandler(context: AppContext): JobHandler {
  return handles(announcePrepared, ({ orderId }) =>
    context.db.transaction(async (tx) => {
      const order = await lockPlacedOrder(tx, orderId)
      // The customer was mailed already that it is on its way.
      if (hasLeft(order.fulfilment)) return
      const { isPrepared, prepared, undoMs } = progressOf(context, order)
      if (!isPrepared) return
      // An item was undone and prepared again meanwhile.
      if (undoMs > 0) await announceIn(context, tx, orderId, undoMs)
      // Sent again only if more items were prepared meanwhile.
      else await queueMail(context, tx, 'order-prepared', `${orderId}-${prepared}`, { orderId })
    }),
  )
}

function announceIn({ jobs }: AppContext, tx: Database, orderId: string, ms: number) {
  const startAfterSeconds = Math.ceil(ms / 1000)
  return jobs.enqueue(tx, announcePrepared, { orderId }, { startAfterSeconds })
}

/** Whether all items are prepared, how many, and how much longer one of them may be undone. */
function progressOf({ clock }: AppContext, order: Order) {
  const { label, prepared } = orderProgress(order)
  const undoMs = Math.max(...order.items.map((item) => undoLeftMs(item.preparedAt, clock.now())))
  return { isPrepared: label === 'Prepared', prepared, undoMs }
}

const holdOrderEndpoint = endpoint({
  method: 'POST',
  path: '/orders/hold',
  tag: 'Tracking',
  summary: 'Hold an order whose photo is wrong, by its sender’s link',
  description:
    'Within 15 minutes of the photo and before the order has left, else 409. It does not leave until the baker lets it. Repeating it changes nothing. 404 for every link that does not work, and for that of somebody else.',
  access: 'anyone',
  body: z.object({ token: tokenSchema }),
  response: messageSchema,
  problems: [404, 409],
})

const releaseOrderEndpoint = endpoint({
  method: 'POST',
  path: '/orders/release',
  tag: 'Tracking',
  summary: 'Let an order leave that its sender has held',
  description: 'Repeating it changes nothing.',
  access: 'prepare-items',
  body: z.object({ order: orderIdSchema }),
  response: messageSchema,
  problems: [404],
})

export type HoldOrder = typeof holdOrderEndpoint
export type ReleaseOrder = typeof releaseOrderEndpoint

export function serveHolds(api: Api, shop: AppContext) {
  api.serve(holdOrderEndpoint, async ({ body: { token } }) => {
    const { order } = await requireTracked(shop, token, 'sender')
    await holdOrder(shop, order.id)
    return { message: 'We hold your order. Please write what is wrong, or call us now.' }
  })

  api.serve(releaseOrderEndpoint, async ({ body: { order: orderId } }, { caller }) => {
    await shop.db.transaction(async (tx) => {
      const order = await lockPlacedOrder(tx, orderId)
      if (!order.dispatchHeldAt) return
      await saveOrderChange(tx, orderId, { dispatchHeldAt: null })
      const at = shop.clock.now()
      await recordAudit(tx, { at, by: caller, action: 'release-order', orderId })
    })
    return { message: 'The order may leave.' }
  })
}

/**
 * Stops an order from leaving, because the sender reports a problem with its photo, once for each photo. Repeating it changes
 * nothing.
 *
 * @throws AppError conflict if it has left, was released, was not photographed, or was photographed too long ago
 */
async function holdOrder({ db, clock }: AppContext, orderId: string) {
  await db.transaction(async (tx) => {
    const order = await lockPlacedOrder(tx, orderId)
    if (order.dispatchHeldAt) return
    const photo = await findPhoto(tx, orderId, 'leaving')
    const at = clock.now()
    const since = photo?.takenAt
    // Once for a photo: staff who released the order have looked at it.
    const isReleased = since && (await isDoneSince(tx, { action: 'hold-order', orderId, since }))
    if (!photo || isReleased || !mayReportPhoto(order, photo, at)) {
      throw new AppError('conflict', 'Your order can no longer be held. Please call us at once.')
    }
    await saveOrderChange(tx, orderId, { dispatchHeldAt: at })
    await recordAudit(tx, { at, by: customerActor(order), action: 'hold-order', orderId })
  })
}
