/**
 * The page after login, if it is a path of this site; null for anything else, such as another site's address.
 *
 *     safeNext('/shipping?x=1') → '/shipping?x=1'      safeNext('//evil.example') → null
 */
export function safeNext(next: string | null): string | null {
  // Browsers leave out tabs and line ends: '/\t/evil.example' is an address too, and '//[' is none and would throw.
  if (!next || !/^\/(?![/\\\t\n\r])/.test(next)) return null
  const { pathname, search, hash } = new URL(next, 'http://nowhere.invalid')
  // '/.//evil.example' is a path, but without its dots it leads to another site.
  if (pathname.startsWith('//')) return null
  if (/^\/(login|register)\/?$/i.test(pathname)) return null
  return `${pathname}${search}${hash}`
}

const notices = {
  'login-first': 'Login first to place order',
  'account-needed': 'Login or register to see this page',
}

/** Why the visitor has to log in: the login page shows it in a toast. */
export type LoginNotice = keyof typeof notices

export function noticeText(notice: string | null): string | null {
  return notice !== null && Object.hasOwn(notices, notice) ? notices[notice as LoginNotice] : null
}

export function loginPath(next: string | null, notice?: LoginNotice): string {
  return withSearch('/login', { next, notice })
}

export function codePath(next: string | null): string {
  return withSearch('/login/code', { next })
}

/** The register page, which leads to the login and then to `next`. */
export function registerPath(next: string | null): string {
  return withSearch('/register', { next })
}

function withSearch(path: string, params: Record<string, string | null | undefined>): string {
  const pairs = Object.entries(params).flatMap(([key, value]) => (value ? [[key, value]] : []))
  const search = new URLSearchParams(pairs).toString()
  return search ? `${path}?${search}` : path
}

export function isCheckoutPath(next: string | null): boolean {
  return /^\/(shipping|confirmorder|order)\/?([?#]|$)/i.test(safeNext(next) ?? '')
}

/** The page after login: `next`, or else /admin for staff and /cart for customers. */
export function afterLogin(isAdmin: boolean, next: string | null): string {
  return safeNext(next) ?? (isAdmin ? '/admin' : '/cart')
}
