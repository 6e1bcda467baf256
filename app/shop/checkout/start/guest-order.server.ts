import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { hasPlacedOrder, lockGuest } from '#shop/orders/guest/keep-order.store.server.ts'

/** Whether a guest has placed the order that the session is for. */
export async function isGuestDone(db: Database, { id, isGuest }: Caller): Promise<boolean> {
  return isGuest === true && hasPlacedOrder(db, id)
}

/**
 * A guest's session is for one order. Locks the guest, so that no order is moved to an account meanwhile.
 *
 * @throws AppError conflict after the order, not_signed_in when an account has it
 */
export async function requireFirstOrder(tx: Database, caller: Caller) {
  if (!caller.isGuest) return
  if (!(await lockGuest(tx, caller.id))) {
    throw new AppError('not_signed_in', 'Please sign in first.')
  }
  if (!(await isGuestDone(tx, caller))) return
  throw new AppError(
    'conflict',
    'You have placed your order as a guest. For another one, please log out, then log in or order as a guest again.',
  )
}
