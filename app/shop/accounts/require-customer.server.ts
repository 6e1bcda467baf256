import { data, redirect } from 'react-router'
import type { Caller } from '#platform/http/endpoint.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import type { Accounts } from './accounts.server.ts'
import { type LoginNotice, loginPath } from './next-path.ts'
import { clearReadableCookies } from './session-cookies.server.ts'

export interface GuardContext {
  accounts: Accounts
  shop: ShopDetails
}

/**
 * For loaders of customers' pages: who is signed in.
 *
 * @throws a redirect to the login page, which says the notice and leads back here
 */
export async function requireCustomer(
  request: Request,
  { accounts, shop }: GuardContext,
  notice?: LoginNotice,
): Promise<Caller> {
  const caller = await accounts.callerOf(request.headers)
  if (caller) return caller
  const { pathname, search } = new URL(request.url)
  const headers = new Headers()
  // The session may have ended elsewhere. The pages must not go on saying 'signed in'.
  clearReadableCookies(headers, shop.publicUrl)
  throw redirect(loginPath(`${pathname}${search}`, notice), { headers })
}

/** For loaders of pages that do not exist without an account. @throws the not-found page */
export async function requireCustomerOrNotFound(
  request: Request,
  { accounts }: GuardContext,
): Promise<Caller> {
  return (await accounts.callerOf(request.headers)) ?? notFound()
}

/** For loaders of the admin's pages, which do not exist for others. @throws the not-found page */
export async function requireAdmin(request: Request, { accounts }: GuardContext): Promise<Caller> {
  const caller = await accounts.callerOf(request.headers)
  return caller?.isAdmin ? caller : notFound()
}

function notFound(): never {
  throw data('Not found', { status: 404 })
}
