import { serialize } from 'hono/utils/cookie'
import type { SignedIn } from './accounts.server.ts'
import { sessionSeconds } from './better-auth.server.ts'
import { tokenCookie } from './session-token.server.ts'

/** Sets the session's cookie, and the two that pages may read (`user`, `isAdmin`) and that grant nothing. */
export function setSessionCookies(
  headers: Headers,
  { token, email, isAdmin }: SignedIn,
  publicUrl: string,
) {
  const set = cookieSetter(headers, publicUrl, sessionSeconds)
  set(tokenCookie, token, true)
  set('user', email, false)
  set('isAdmin', String(isAdmin), false)
}

export function clearSessionCookies(headers: Headers, publicUrl: string) {
  cookieSetter(headers, publicUrl, 0)(tokenCookie, '', true)
  clearReadableCookies(headers, publicUrl)
}

export function clearReadableCookies(headers: Headers, publicUrl: string) {
  const set = cookieSetter(headers, publicUrl, 0)
  set('user', '', false)
  set('isAdmin', '', false)
}

function cookieSetter(headers: Headers, publicUrl: string, maxAge: number) {
  const secure = publicUrl.startsWith('https:')
  return (name: string, value: string, httpOnly: boolean) =>
    headers.append(
      'set-cookie',
      serialize(name, value, { path: '/', sameSite: 'Lax', maxAge, httpOnly, secure }),
    )
}
