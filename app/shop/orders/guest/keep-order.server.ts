import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import { type Api, messageSchema } from '#platform/http/api.server.ts'
import { type Caller, endpoint } from '#platform/http/endpoint.ts'
import { mailedTokenSchema } from '#shop/accounts/accounts.schema.ts'
import { lockGuest, lockOwnAccount } from '#shop/accounts/accounts.store.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { findOrderOwner, transferOrders } from '../links/tracking-links.store.server.ts'

const keepOrderEndpoint = endpoint({
  method: 'POST',
  path: '/orders/keep',
  tag: 'Orders',
  summary: 'Take the order of a guest into your account',
  description:
    'With the link of the mail to the guest, for the account of the same email alone: the link proves that the email is yours. Repeating it changes nothing. 409 for an account with another email.',
  access: 'signed-in',
  body: z.object({ token: mailedTokenSchema }),
  response: messageSchema,
  problems: [404, 409],
})

export type KeepOrder = typeof keepOrderEndpoint

export function serveKeepOrder(api: Api, shop: AppContext) {
  api.serve(keepOrderEndpoint, async ({ body: { token } }, { caller }) => {
    await keepOrder(shop, { caller, token })
    return { message: 'The order is in your account.' }
  })
}

export type OrderToKeep =
  | { state: 'in-account'; number: number }
  /** With the guest's email. */
  | { state: 'guest'; number: number; email: string }

/** For the mail to the guest. */
export function keepOrderLink({ keepOrderTokens, shop }: AppContext, orderId: string): string {
  return `${shop.publicUrl}/keep-order?token=${encodeURIComponent(keepOrderTokens.sign(orderId))}`
}

/** Null for a link that we did not sign, and for an order of another account. */
export async function findOrderToKeep(
  deps: AppContext,
  { token, caller }: { token: string; caller: Caller | null },
): Promise<OrderToKeep | null> {
  const order = await readLink(deps, token)
  if (!order) return null
  const { number, guestEmail } = order
  if (guestEmail !== null) return { state: 'guest', number, email: guestEmail }
  return caller && caller.id !== order.userId ? null : { state: 'in-account', number }
}

/**
 * Moves all orders of a link's guest to the caller's account. The link proves access to the email, the session to the
 * account: the owner has both. Repeating it changes nothing.
 *
 * @throws AppError not_found for any other link, conflict for an account with another email, not_signed_in for one that
 *   was deleted meanwhile
 */
export async function keepOrder(
  deps: AppContext,
  { caller, token }: { caller: Caller; token: string },
): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    const order = await readLink({ ...deps, db: tx }, token)
    const guest = order && (await lockGuest(tx, order.userId))
    if (!guest) {
      // Moved before, perhaps while this waited for the lock.
      const taken = await readLink({ ...deps, db: tx }, token)
      if (taken?.userId === caller.id) return
      throw noSuchLink()
    }
    if (guest.guestEmail !== caller.email) {
      throw new AppError('conflict', `Please log in to the account of ${guest.guestEmail}.`)
    }
    await lockOwnAccount(tx, caller.id)
    const ids = await transferOrders(tx, { guestId: guest.id, userId: caller.id, now })
    const kept = { at: now, by: caller, action: 'keep-order' as const }
    await recordAudit(tx, ...ids.map((orderId) => ({ ...kept, orderId })))
    const details = { guest: guest.id, orders: ids.length }
    await deps.securityLog.record({ kind: 'guest-order-kept', userId: caller.id, details }, tx)
  })
}

async function readLink({ db, keepOrderTokens }: AppContext, token: string) {
  const orderId = keepOrderTokens.read(token)
  return orderId === null ? null : findOrderOwner(db, orderId)
}

function noSuchLink(): AppError {
  return new AppError('not_found', 'This link does not work. Please open it again from our email.')
}
