import { data, type LoaderFunctionArgs, redirect } from 'react-router'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { type LoginNotice, loginPath } from './next-path.ts'
import { may, type Permission } from './permissions.ts'
import { isStaff, type Role } from './roles.ts'
import { clearReadableCookies } from './sessions.server.ts'

/** `url` is the page's; that of a `request` for data alone is another. */
type PageVisit = Pick<LoaderFunctionArgs, 'request' | 'url'>

/**
 * For loaders of customers' pages: the account that is logged in. Guests have no such pages.
 *
 * @throws a redirect to the login page, which shows the notice and leads back here
 */
export async function requireCustomer(
  visit: PageVisit,
  context: AppContext,
  notice?: LoginNotice,
): Promise<Caller> {
  const buyer = await requireBuyer(visit, context, notice)
  if (!buyer.isGuest) return buyer
  throw redirect(loginPath(pathOf(visit), 'account-needed'))
}

/**
 * For loaders of pages about ordering: the account or the guest.
 *
 * @throws a redirect to the login page, which shows the notice and leads back here
 */
export async function requireBuyer(
  visit: PageVisit,
  { accounts, shop }: AppContext,
  notice?: LoginNotice,
): Promise<Caller> {
  return (await accounts.buyerOf(visit.request.headers)) ?? leadToLogin(visit, shop, notice)
}

function leadToLogin(visit: PageVisit, shop: AppContext['shop'], notice?: LoginNotice): never {
  const headers = new Headers()
  // The session may have ended elsewhere. Pages must no longer show 'logged in'.
  clearReadableCookies(headers, shop.publicUrl)
  throw redirect(loginPath(pathOf(visit), notice), { headers })
}

/** For loaders of pages about ordering that do not exist for strangers. @throws the not-found page */
export async function requireBuyerOrNotFound(
  { request }: PageVisit,
  { accounts }: AppContext,
): Promise<Caller> {
  return (await accounts.buyerOf(request.headers)) ?? notFound()
}

const pathOf = ({ url }: PageVisit): string => url.pathname + url.search

/**
 * For loaders of staff pages, which do not exist for those without the permission.
 *
 * @throws the not-found page, or a redirect to what is missing: the login, which leads back here, and the second factor
 */
export async function requireStaff(
  visit: PageVisit,
  { accounts, securityLog, shop }: AppContext,
  permission: Permission,
): Promise<Caller> {
  const caller = await accounts.callerOf(visit.request.headers)
  if (!caller) leadToLogin(visit, shop)
  if (caller.needsSecondFactor) throw redirect('/account#authenticator')
  if (may(caller.role, permission)) return caller
  const details = { page: visit.url.pathname.slice(0, 100) }
  await securityLog.record({ kind: 'forbidden', userId: caller.id, details })
  notFound()
}

/** For calls. @throws AppError forbidden */
export function checkPermission({ role, needsSecondFactor }: Caller, permission: Permission) {
  if (may(role, permission)) return
  throw new AppError('forbidden', forbiddenSentence(role, needsSecondFactor))
}

function forbiddenSentence(role: Role, needsSecondFactor = false): string {
  if (needsSecondFactor) {
    return 'Please set up two-step login on the page of your account, or log in with your passkey.'
  }
  return isStaff(role)
    ? 'Your role does not allow this. Please ask the owner of the shop.'
    : 'Only an administrator can do this.'
}

/** For calls that need a recent password. @throws AppError password_needed */
export function checkRecentPassword({ passwordIsOld }: Caller) {
  if (passwordIsOld) throw new AppError('password_needed', 'Please enter your password again.')
}

function notFound(): never {
  throw data('Not found', { status: 404 })
}
