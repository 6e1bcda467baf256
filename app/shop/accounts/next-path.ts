const nowhere = 'http://nowhere.invalid'

/**
 * Where to go after login, if it is a path of this site; null for anything else, such as another site's address.
 *
 *     safeNext('/shipping?x=1') → '/shipping?x=1'      safeNext('//evil.example') → null
 */
export function safeNext(next: string | null): string | null {
  if (!next?.startsWith('/') || !URL.canParse(next, nowhere)) return null
  const { origin, pathname, search, hash } = new URL(next, nowhere)
  // '/.//evil.example' is a path here, but leads away once its dots are gone.
  if (origin !== nowhere || pathname.startsWith('//')) return null
  if (/^\/(login|register)\/?$/i.test(pathname)) return null
  return `${pathname}${search}${hash}`
}

/** Why the visitor is at the login page; the page says it as a toast. */
export type LoginNotice = 'login-first'

export const loginNotices: Record<LoginNotice, string> = {
  'login-first': 'Login first to place order',
}

/** The login page's address, which leads back to `next` afterwards. */
export function loginPath(next: string, notice?: LoginNotice): string {
  return `/login?${new URLSearchParams(notice ? { next, notice } : { next })}`
}

/** Where a login leads: back to where it was asked for, or else an admin to /admin and others to /cart. */
export function afterLogin(isAdmin: boolean, next: string | null): string {
  return safeNext(next) ?? (isAdmin ? '/admin' : '/cart')
}
