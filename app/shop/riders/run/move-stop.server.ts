import type { AppContext } from '#app/context.server.ts'
import { type AppError, fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { isSameSecret } from '#platform/secrets.server.ts'
import { type DoorMoney, takeDoorMoney } from '#shop/orders/door/take-door-money.server.ts'
import type { FailReason } from '#shop/orders/fulfilment/fail-reasons.ts'
import {
  type FulfilmentStatus,
  fulfilmentAfter,
} from '#shop/orders/fulfilment/fulfilment-status.ts'
import { moveOrder } from '#shop/orders/fulfilment/move-order.server.ts'
import { findMove } from '#shop/orders/fulfilment/order-moves.store.server.ts'
import { findPhoto } from '#shop/orders/photos/order-photos.store.server.ts'
import { maxWrongCodes, type Receiver, receiverLabels } from '../hand-over.ts'
import { countWrongCode, type StopRow } from '../riders.store.server.ts'
import { lockStop } from './lock-stop.server.ts'

interface StopMove {
  token: string
  orderId: string
  /** The same id again is the same move. */
  id: string
  move: 'dispatch' | 'deliver' | 'fail'
  receiver?: Receiver
  code?: string
  /** A photo of the door is stored, and takes the place of the code. */
  photo?: true
  reason?: FailReason
  /** What was taken, where something is due. */
  money?: DoorMoney
}

/**
 * Moves an order of a run for its rider. The shop's clock counts: a move that waited for the line happens when it arrives.
 *
 * @returns where the order is now
 * @throws AppError not_found for a link that does not work, or another run's order; invalid without receiver, code or photo, reason
 *   or the money that is due; conflict when the order is not where the move begins, takes no more codes, or money comes that is not due
 */
export async function moveStop(
  deps: Pick<
    AppContext,
    'db' | 'clock' | 'jobs' | 'shop' | 'lateScale' | 'runTokens' | 'deliveryCodeOf'
  >,
  move: StopMove,
): Promise<FulfilmentStatus> {
  const outcome = await deps.db.transaction(async (tx) => {
    const { order, stop } = await lockStop(deps, tx, move)
    const said = saidWith(move)
    // Counted although the move is refused, so the transaction ends well.
    const wrongCode = await checkProof(deps, tx, { order, stop, move })
    if (wrongCode) return wrongCode
    const asked = { id: move.id, move: move.move, by: 'shop', role: 'rider', ...said } as const
    const fulfilment = await moveOrder(deps, tx, order, asked)
    // The same move again took its money the first time.
    const isNew = fulfilment !== order.fulfilment
    if (move.move === 'deliver' && isNew) {
      await takeDoorMoney(deps, tx, { order, money: move.money, isDelivery: true, by: 'rider' })
    }
    return { fulfilment }
  })
  if ('fulfilment' in outcome) return outcome.fulfilment
  throw outcome.error
}

interface CheckedMove {
  order: { id: string; fulfilment: FulfilmentStatus; isPickup: boolean }
  stop: StopRow
  move: StopMove
}

/** Counts a wrong code. @returns what is wrong with it; null where code or photo prove it, or nothing is to be proved */
async function checkProof(
  deps: Pick<
    AppContext,
    'db' | 'clock' | 'jobs' | 'shop' | 'lateScale' | 'runTokens' | 'deliveryCodeOf'
  >,
  tx: Database,
  checked: CheckedMove,
): Promise<{ error: AppError } | null> {
  const { order, move } = checked
  const isNow = fulfilmentAfter(order.fulfilment, move.move, order) !== null
  if (move.move !== 'deliver' || !isNow || (await findMove(tx, move.id))) return null
  if (!move.photo) return checkCode(deps, tx, checked)
  const photo = await findPhoto(tx, order.id, 'door')
  if (photo && !photo.isEarlierTry) return null
  throw fieldError('invalid', 'photo', 'Please take a photo at the door.')
}

async function checkCode(
  {
    deliveryCodeOf,
  }: Pick<
    AppContext,
    'db' | 'clock' | 'jobs' | 'shop' | 'lateScale' | 'runTokens' | 'deliveryCodeOf'
  >,
  tx: Database,
  { order, stop, move: { code } }: CheckedMove,
): Promise<{ error: AppError } | null> {
  if (stop.wrongCodes >= maxWrongCodes) {
    throw fieldError('conflict', 'code', 'Too many wrong codes. Please take a photo instead.')
  }
  if (!code) throw fieldError('invalid', 'code', 'Please ask for the code of 4 digits.')
  if (isSameSecret(code, deliveryCodeOf(order))) return null
  await countWrongCode(tx, order.id)
  const left = maxWrongCodes - stop.wrongCodes - 1
  const tries = left === 1 ? '1 try' : `${left} tries`
  return { error: fieldError('invalid', 'code', `This is not the code. ${tries} left.`) }
}

function saidWith({ move, receiver, reason }: StopMove) {
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
