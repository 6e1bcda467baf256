import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Order } from '#shop/orders/order.ts'
import { lockPlacedOrder } from '#shop/orders/orders.store.server.ts'
import { findLiveRun, findStop, type StopRow } from '../riders.store.server.ts'

/** The id of a link's run. @throws AppError not_found for a link that does not work */
export async function requireRun(
  { clock, runTokens }: Pick<AppContext, 'clock' | 'runTokens'>,
  db: Database,
  token: string,
): Promise<string> {
  const runId = runTokens.read(token)
  if (!runId || !(await findLiveRun(db, runId, clock.now()))) throw noSuchRun()
  return runId
}

/**
 * Locks an order of a link's run until the transaction ends.
 *
 * @throws AppError not_found for a link that does not work, or another run's order
 */
export async function lockStop(
  deps: Pick<AppContext, 'clock' | 'runTokens'>,
  tx: Database,
  { token, orderId }: { token: string; orderId: string },
): Promise<{ order: Order; stop: StopRow }> {
  const runId = await requireRun(deps, tx, token)
  const order = await lockPlacedOrder(tx, orderId)
  const stop = await findStop(tx, { runId, orderId })
  if (!stop) throw noSuchRun()
  return { order, stop }
}

/** The same for a wrong, an old and a revoked link, and for an order of another run. */
function noSuchRun(): AppError {
  return new AppError('not_found', 'This link does not work. Please ask the shop for a new one.')
}
