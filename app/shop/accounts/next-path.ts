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

const notices = { 'login-first': 'Login first to place order' }

/** Why the visitor is at the login page; the page says it as a toast. */
export type LoginNotice = keyof typeof notices

/** The words of a notice in the login page's address; null for none, or one that we do not know. */
export function noticeText(notice: string | null): string | null {
  return notice !== null && Object.hasOwn(notices, notice) ? notices[notice as LoginNotice] : null
}

/** The login page's address, which leads back to `next` afterwards. */
export function loginPath(next: string | null, notice?: LoginNotice): string {
  return withSearch('/login', { next, notice })
}

/** The register page's address, which leads by the login to `next`. */
export function registerPath(next: string | null): string {
  return withSearch('/register', { next })
}

function withSearch(path: string, given: Record<string, string | null | undefined>): string {
  const pairs = Object.entries(given).flatMap(([key, value]) => (value ? [[key, value]] : []))
  const search = new URLSearchParams(pairs).toString()
  return search ? `${path}?${search}` : path
}

/** Where a login leads: back to where it was asked for, or else an admin to /admin and others to /cart. */
export function afterLogin(isAdmin: boolean, next: string | null): string {
  return safeNext(next) ?? (isAdmin ? '/admin' : '/cart')
}
