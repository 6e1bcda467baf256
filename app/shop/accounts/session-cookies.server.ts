import { parse, serialize } from 'hono/utils/cookie'
import { readSignedToken, signToken } from '#platform/signed-token.server.ts'
import { sessionSeconds } from './better-auth.server.ts'

export interface SignedIn {
  /** For the cookie `token` and for `Authorization: Bearer`. */
  token: string
  email: string
  isAdmin: boolean
}

/** The cookie that carries the session; the only one that grants anything. */
const tokenCookie = 'token'

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

/**
 * What a browser or API client holds: the session's key and our signature, as one cookie-safe word.
 * The signature makes a copy of the sessions table useless to a thief, and spares a query for made-up tokens.
 */
export function signSessionToken(key: string, secret: string): string {
  return signToken(key, { purpose: 'session', secret })
}

/** The session's key in a token that we signed; null for any other text. */
export function keyOfToken(token: string, secret: string): string | null {
  return readSignedToken(token, { purpose: 'session', secret })
}

/** The token a request carries: `Authorization: Bearer` when given, or else the cookie. */
export function tokenOfRequest(headers: Headers): string | null {
  const bearer = /^Bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  return bearer ?? parse(headers.get('cookie') ?? '', tokenCookie)[tokenCookie] ?? null
}
