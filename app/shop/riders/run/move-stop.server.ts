import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError, fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { type Api, messageSchema } from '#platform/http/api.server.ts'
import { endpoint, uploadEndpoint } from '#platform/http/endpoint.ts'
import { isSameSecret } from '#platform/secrets.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { type DoorMoney, takeDoorMoney } from '#shop/handling/door/door-money.server.ts'
import { moveOrder } from '#shop/handling/fulfilment/move-order.server.ts'
import { findMove, findPhoto } from '#shop/handling/handling.store.server.ts'
import { storePhoto } from '#shop/handling/photos/order-photos.server.ts'
import { orderIdSchema } from '#shop/orders/api/order.schema.ts'
import {
  type FulfilmentStatus,
  failReasons,
  fulfilmentAfter,
  fulfilmentStatuses,
  maxWrongCodes,
  receiverLabels,
  receivers,
} from '#shop/orders/fulfilment/fulfilment-status.ts'
import { doorMoneySchema } from '#shop/orders/money/door-money.schema.ts'
import type { Order } from '#shop/orders/order.ts'
import { saveOrderChange } from '#shop/orders/orders.store.server.ts'
import { maxPictureBytes } from '#shop/pictures/picture-file.ts'
import { toPaise } from '#shop/values/money.ts'
import { typedEntry } from '#shop/values/typed/typed.schema.ts'
import { countWrongCode, type StopRow } from '../riders.store.server.ts'
import { lockStop, requireRun } from './find-run.server.ts'
import { wrongCodeText } from './stop-moves.ts'

const tag = 'Riders'

const moveSchema = z.object({
  token: z.string().max(200).describe('The token in the link'),
  order: orderIdSchema,
  id: z.uuid().describe('New for each move; kept where it is sent again'),
  move: z.enum(['dispatch', 'deliver', 'fail']),
  receiver: z.enum(receivers, 'Please say who received it.').optional(),
  code: typedEntry()
    .regex(/^(\d{4})?$/, 'The code has 4 digits.')
    .optional(),
  photo: z.literal(true).optional().describe('It was photographed at the door: no code'),
  reason: z.enum(failReasons, 'Please say what happened.').optional(),
  money: doorMoneySchema.optional().describe('What was taken, where something is due'),
})

const moveStopEndpoint = endpoint({
  method: 'POST',
  path: '/runs/move',
  tag,
  summary: 'Say what happened to an order of a run',
  description:
    'For whoever has the run’s link. The same `id` again changes nothing. `deliver` needs who received it, and the code that sender and recipient have, or a photo that was stored since it is out; after five wrong codes only the photo is left. `deliver` also needs the money that is due, and `fail` the reason. A reference of UPI that another order has, or money that is not due: 409. 404 for a link that does not work, 409 when the order is not where the move begins.',
  access: 'anyone',
  body: moveSchema,
  response: z.object({ fulfilment: z.enum(fulfilmentStatuses) }),
  problems: [404, 409],
})

const doorPhotoEndpoint = uploadEndpoint({
  path: '/runs/photo',
  tag,
  summary: 'Store the photo of an order at the door',
  description:
    'For whoever has the run’s link, before the move that says it is delivered. Takes a JPEG, PNG, WebP or AVIF, recognised by its content, in place of an earlier one. The sender and staff see it, the recipient does not. It is deleted after 90 days. Changes nothing once the move with this `id` was made. 404 for a link that does not work, 409 when the order is not out for delivery, 415 for another kind of file, 422 for a damaged one.',
  access: 'anyone',
  query: z.object({
    token: z.string().max(200).describe('The token in the link'),
    order: orderIdSchema,
    id: z.uuid().describe('Of the move that is sent with it'),
  }),
  field: 'image',
  maxBytes: maxPictureBytes,
  response: messageSchema,
  problems: [404, 409],
})

export type MoveStop = typeof moveStopEndpoint
export type StoreDoorPhoto = typeof doorPhotoEndpoint

export function serveStops(api: Api, shop: AppContext) {
  api.serveUpload(doorPhotoEndpoint, async ({ file: { bytes }, query }) => {
    const { order: orderId, id: moveId, token } = query
    await noteFailure(shop, { token, orderId }, async () => {
      // First, because encoding a photo costs far more.
      const { id: runId } = await requireRun(shop, shop.db, token)
      await shop.limiter.attempt('door-photo', runId)
      await storePhoto(shop, {
        orderId,
        kind: 'door',
        bytes,
        by: 'shop',
        role: 'rider',
        async isWanted(tx) {
          const { order } = await lockStop(shop, tx, { token, orderId })
          if (await findMove(tx, moveId)) return false
          if (fulfilmentAfter(order.fulfilment, 'deliver', order)) return true
          throw new AppError('conflict', `Order ${order.number} is not out for delivery.`)
        },
      })
    })
    return { message: 'Photo saved.' }
  })

  api.serve(moveStopEndpoint, async ({ body: { order, money, ...rest } }) => {
    const taken = money && { ...money, amountPaise: toPaise(money.amount) }
    const move = { orderId: order, ...rest, money: taken }
    return { fulfilment: await noteFailure(shop, move, () => moveStop(shop, move)) }
  })
}

type StopMove = Omit<z.output<typeof moveSchema>, 'order' | 'money'> & {
  orderId: string
  money?: DoorMoney
}

/**
 * Moves an order of a run for its rider. A move that waited for the line counts from when the shop has it.
 *
 * @returns the order's status now
 * @throws AppError not_found for a link that does not work, or another run's order; invalid without receiver, code or photo,
 *   reason or the money that is due; conflict if the order cannot make the move now, takes no more codes, or no money is due
 */
async function moveStop(shop: AppContext, move: StopMove): Promise<FulfilmentStatus> {
  const outcome = await shop.db.transaction(async (tx) => {
    const { order, stop, riderName } = await lockStop(shop, tx, move)
    const details = moveDetails(move)
    const wrongCode = await checkProof(shop, tx, { order, stop, move })
    // Returned, not thrown: the count of wrong codes must be committed.
    if (wrongCode) return { error: wrongCode }
    const fulfilment = await moveOrder(shop, tx, order, {
      id: move.id,
      move: move.move,
      by: 'shop',
      role: 'rider',
      ...details,
    })
    // A repeated move took its money the first time.
    const isNew = fulfilment !== order.fulfilment
    if (move.move === 'deliver' && isNew) {
      const { money } = move
      await takeDoorMoney(shop, tx, { order, money, by: `rider ${riderName}` })
    }
    return { fulfilment }
  })
  if (outcome.error) throw outcome.error
  return outcome.fulfilment
}

/** Shows staff, until the order is moved, that the shop failed at what its rider sent. @throws what `act` throws */
async function noteFailure<Result>(
  shop: AppContext,
  stop: Pick<StopMove, 'token' | 'orderId'>,
  act: () => Promise<Result>,
): Promise<Result> {
  return act().catch(async (error: unknown) => {
    if (error instanceof AppError && error.status < 500) throw error
    const failed = shop.db.transaction(async (tx) => {
      const { order } = await lockStop(shop, tx, stop)
      if (order.moveFailedAt) return
      const [at, orderId] = [shop.clock.now(), order.id]
      await saveOrderChange(tx, orderId, { moveFailedAt: at })
      await recordAudit(tx, { at, by: 'shop', action: 'fail-move', orderId })
    })
    // The database may be what has failed.
    await failed.catch(() => {})
    throw error
  })
}

/** Counts a wrong code. @returns the error of one; null if code or photo prove the delivery, or nothing has to be proved */
async function checkProof(
  { deliveryCodeOf }: AppContext,
  tx: Database,
  { order, stop, move }: { order: Order; stop: StopRow; move: StopMove },
): Promise<AppError | null> {
  const isPossible = fulfilmentAfter(order.fulfilment, move.move, order) !== null
  if (move.move !== 'deliver' || !isPossible || (await findMove(tx, move.id))) return null
  if (!move.photo) return checkCode(tx, stop, { code: move.code, expected: deliveryCodeOf(order) })
  const photo = await findPhoto(tx, order.id, 'door')
  if (photo && !photo.isEarlierTry) return null
  throw fieldError('invalid', 'photo', 'Please take a photo at the door.')
}

async function checkCode(
  tx: Database,
  { orderId, wrongCodes }: StopRow,
  { code, expected }: { code: string | undefined; expected: string },
): Promise<AppError | null> {
  if (wrongCodes >= maxWrongCodes) {
    throw fieldError('conflict', 'code', 'Too many wrong codes. Please take a photo instead.')
  }
  if (!code) throw fieldError('invalid', 'code', 'Please ask for the code of 4 digits.')
  if (isSameSecret(code, expected)) return null
  await countWrongCode(tx, orderId)
  const left = maxWrongCodes - wrongCodes - 1
  return fieldError('invalid', 'code', wrongCodeText(left))
}

/** @throws AppError invalid without the receiver of a delivery, or the reason of a failed one */
function moveDetails({ move, receiver, reason }: StopMove) {
  if (move === 'deliver') {
    if (!receiver) throw fieldError('invalid', 'receiver', 'Please say who received it.')
    return { detail: receiverLabels[receiver] }
  }
  if (move === 'fail') {
    if (!reason) throw fieldError('invalid', 'reason', 'Please say what happened.')
    return { reason }
  }
  return {}
}
