import { parse } from 'hono/utils/cookie'
import { readSignedWord, signWord } from '#platform/signed-word.server.ts'

/** The cookie that carries the session; the only one that grants anything. */
export const tokenCookie = 'token'

/**
 * What a browser or API client holds: the session's key and our signature, as one cookie-safe word.
 * The signature makes a copy of the sessions table useless to a thief, and spares a query for made-up tokens.
 */
export function signToken(key: string, secret: string): string {
  return signWord(key, { purpose: 'session', secret })
}

/** The session's key in a token that we signed; null for any other text. */
export function keyOfToken(token: string, secret: string): string | null {
  return readSignedWord(token, { purpose: 'session', secret })
}

/** The token a request carries: `Authorization: Bearer` when given, or else the cookie. */
export function tokenOfRequest(headers: Headers): string | null {
  const bearer = /^Bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  return bearer ?? parse(headers.get('cookie') ?? '', tokenCookie)[tokenCookie] ?? null
}
