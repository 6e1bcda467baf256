import { redirect } from 'react-router'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { loginPath } from '#shop/accounts/next-path.ts'
import { type GuardContext, requireBuyer } from '#shop/accounts/require-customer.server.ts'
import { hasPlacedOrder } from '#shop/orders/guest/keep-order.store.server.ts'

/**
 * For loaders of the first steps of the checkout: requires an account, or a guest without an order.
 *
 * @throws a redirect to the login page
 */
export async function requireCheckout(
  request: Request,
  context: GuardContext & { db: Database },
): Promise<Caller> {
  const buyer = await requireBuyer(request, context, 'login-first')
  if (!buyer.isGuest || !(await hasPlacedOrder(context.db, buyer.id))) return buyer
  throw redirect(loginPath('/shipping', 'guest-order-placed'))
}
