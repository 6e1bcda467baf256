import { parse, serialize } from 'hono/utils/cookie'
import { readSignedToken, signToken } from '#platform/signed-token.server.ts'
import { sessionSeconds } from './better-auth.server.ts'

export interface SignedIn {
  /** For the cookie `token` and for `Authorization: Bearer`. */
  token: string
  email: string
  isAdmin: boolean
}

/** The cookie with the session. The others grant nothing. */
const tokenCookie = 'token'

/** Sets the session's cookie, and two for the pages to read (`user`, `isAdmin`). */
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
 * The token of a browser or API client: the session's key with a signature, safe in a cookie. Because of the signature
 * a stolen sessions table is useless, and invalid tokens need no query.
 */
export function signSessionToken(key: string, secret: string): string {
  return signToken(key, { purpose: 'session', secret })
}

/** The session's key, if the token has a valid signature; otherwise null. */
export function keyOfToken(token: string, secret: string): string | null {
  return readSignedToken(token, { purpose: 'session', secret })
}

/** The token of a request: `Authorization: Bearer`, or else the cookie. */
export function tokenOfRequest(headers: Headers): string | null {
  const bearer = /^Bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  return bearer ?? parse(headers.get('cookie') ?? '', tokenCookie)[tokenCookie] ?? null
}
