import { AppError, fieldError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import { isSameSecret, type TokenSigner } from '#platform/secrets.server.ts'
import type { DeliveryCodeOf } from '#shop/orders/fulfilment/delivery-code.server.ts'
import type { FailReason } from '#shop/orders/fulfilment/fail-reasons.ts'
import {
  type FulfilmentStatus,
  fulfilmentAfter,
} from '#shop/orders/fulfilment/fulfilment-status.ts'
import { moveOrder } from '#shop/orders/fulfilment/move-order.server.ts'
import { findMove } from '#shop/orders/fulfilment/order-moves.store.server.ts'
import { lockPlacedOrder } from '#shop/orders/orders.store.server.ts'
import { type DoorMoney, takeDoorMoney } from '../door-money/take-door-money.server.ts'
import { maxWrongCodes, type Receiver, receiverLabels } from '../hand-over.ts'
import { countWrongCode, findLiveRun, findStop, type StopRow } from '../riders.store.server.ts'

export interface MoveStopDeps {
  db: Database
  jobs: Jobs
  clock: Clock
  runTokens: TokenSigner
  deliveryCodeOf: DeliveryCodeOf
}

interface StopMove {
  token: string
  orderId: string
  /** The same id again is the same move. */
  id: string
  move: 'dispatch' | 'deliver' | 'fail'
  receiver?: Receiver
  code?: string
  reason?: FailReason
  /** What was taken, where something is due. */
  money?: DoorMoney
}

/**
 * Moves an order of a run for its rider. The shop's clock counts: a move that waited for the line happens when it arrives.
 *
 * @returns where the order is now
 * @throws AppError not_found for a link that does not work, or another run's order; invalid without receiver, code, reason or the money that is due;
 *   conflict when the order is not where the move begins, takes no more codes, or money comes that is not due
 */
export async function moveStop(deps: MoveStopDeps, move: StopMove): Promise<FulfilmentStatus> {
  const { db, clock, runTokens } = deps
  const runId = runTokens.read(move.token)
  if (!runId) throw noSuchRun()
  const said = saidWith(move)
  const outcome = await db.transaction(async (tx) => {
    if (!(await findLiveRun(tx, runId, clock.now()))) throw noSuchRun()
    const order = await lockPlacedOrder(tx, move.orderId)
    const stop = await findStop(tx, { runId, orderId: move.orderId })
    if (!stop) throw noSuchRun()
    // Counted although the move is refused, so the transaction ends well.
    const wrongCode = await checkCode(deps, tx, { order, stop, move })
    if (wrongCode) return wrongCode
    const asked = { id: move.id, move: move.move, by: 'shop', role: 'rider', ...said } as const
    const fulfilment = await moveOrder(deps, tx, order, asked)
    // The same move again took its money the first time.
    const isNew = fulfilment !== order.fulfilment
    if (move.move === 'deliver' && isNew) await takeDoorMoney(deps, tx, order, move.money)
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

/** Counts a wrong code. @returns what is wrong with it; null where the code is right, or none is asked for */
async function checkCode(
  { deliveryCodeOf }: MoveStopDeps,
  tx: Database,
  { order, stop, move: { id, move, code } }: CheckedMove,
): Promise<{ error: AppError } | null> {
  const isNow = fulfilmentAfter(order.fulfilment, move, order) !== null
  if (move !== 'deliver' || !isNow || (await findMove(tx, id))) return null
  if (stop.wrongCodes >= maxWrongCodes) {
    throw fieldError('conflict', 'code', 'Too many wrong codes. Please call the shop.')
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

/** The same for a wrong, an old and a revoked link, and for an order of another run. */
function noSuchRun(): AppError {
  return new AppError('not_found', 'This link does not work. Please ask the shop for a new one.')
}
