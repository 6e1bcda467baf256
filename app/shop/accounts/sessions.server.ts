import { parse, serialize } from 'hono/utils/cookie'
import { daySeconds, minuteMs } from '#platform/clock.ts'
import { readSignedToken, signToken } from '#platform/secrets.server.ts'
import { guestCookie, isStaff, type Role } from './roles.ts'

export interface SignedIn {
  /** For the cookie `token` and for `Authorization: Bearer`. */
  token: string
  userId: string
  email: string
  role: Role
  /** Somebody without an account. */
  isGuest?: true
}

/** How long a session lasts, in seconds. */
export const sessionSeconds = 30 * daySeconds
/** How long a link to a new password is valid, in seconds. */
export const resetSeconds = 60 * 60
/** How long a guest's session lasts, in seconds: for a checkout, and for its order on that day. */
export const guestSessionSeconds = 12 * 60 * 60

const lifeOf = ({ isGuest }: Pick<SignedIn, 'isGuest'>) =>
  isGuest ? guestSessionSeconds : sessionSeconds

/** The secret that signs session tokens, and the shop's address. */
export interface SessionSettings {
  secret: string
  publicUrl: string
}

/** The cookie with the session. The others grant nothing. */
export const sessionCookie = (publicUrl: string) => hostCookie('token', publicUrl)

/** Sets the session's cookie, and those for the pages to read: `user`, `isAdmin`, and the `role` of staff and guests. */
export function setSessionCookies(headers: Headers, signedIn: SignedIn, publicUrl: string) {
  const set = cookieSetter(headers, publicUrl, lifeOf(signedIn))
  set(sessionCookie(publicUrl), signedIn.token, true)
  setReadableCookies(headers, signedIn, publicUrl)
}

export function setReadableCookies(
  headers: Headers,
  { email, role, isGuest }: Pick<SignedIn, 'email' | 'role' | 'isGuest'>,
  publicUrl: string,
) {
  const set = cookieSetter(headers, publicUrl, lifeOf({ isGuest }))
  set('user', email, false)
  set('isAdmin', String(isStaff(role)), false)
  if (isStaff(role)) set('role', role, false)
  else if (isGuest) set('role', guestCookie, false)
}

/** Clears the mark of a guest from a request's browser, so that its account is not shown as one. */
export function clearGuestMark(headers: Headers, responseHeaders: Headers, publicUrl: string) {
  if (readCookie(headers, 'role') !== guestCookie) return
  cookieSetter(responseHeaders, publicUrl, 0)('role', '', false)
}

export function clearSessionCookies(headers: Headers, publicUrl: string) {
  cookieSetter(headers, publicUrl, 0)(sessionCookie(publicUrl), '', true)
  clearReadableCookies(headers, publicUrl)
}

export function clearReadableCookies(headers: Headers, publicUrl: string) {
  const set = cookieSetter(headers, publicUrl, 0)
  set('user', '', false)
  set('isAdmin', '', false)
  set('role', '', false)
}

/** The name of a cookie that, on https, no other host and no plain page can set. */
function hostCookie(name: string, publicUrl: string): string {
  return publicUrl.startsWith('https:') ? `__Host-${name}` : name
}

export type StepCookie = 'code-step' | 'passkey-step'

const stepSeconds = 10 * 60

export function setStepCookie(
  headers: Headers,
  name: StepCookie,
  { step, publicUrl }: { step: string | null; publicUrl: string },
) {
  const set = cookieSetter(headers, publicUrl, step === null ? 0 : stepSeconds)
  set(hostCookie(name, publicUrl), step ?? '', true)
}

export function readStepCookie(
  headers: Headers,
  name: StepCookie,
  publicUrl: string,
): string | null {
  return readCookie(headers, hostCookie(name, publicUrl)) || null
}

function readCookie(headers: Headers, name: string): string | undefined {
  return parse(headers.get('cookie') ?? '', name)[name]
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

export function keyOfToken(token: string, secret: string): string | null {
  return readSignedToken(token, { purpose: 'session', secret })
}

/** The token of a request: `Authorization: Bearer`, or else the cookie. */
export function tokenOfRequest(headers: Headers, publicUrl: string): string | null {
  const bearer = /^Bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  return bearer ?? readCookie(headers, sessionCookie(publicUrl)) ?? null
}

/** The key of a request's session, if its token has a valid signature; otherwise null. */
export function sessionKey(
  headers: Headers,
  { secret, publicUrl }: SessionSettings,
): string | null {
  const token = tokenOfRequest(headers, publicUrl)
  return token === null ? null : keyOfToken(token, secret)
}

/** How long sessions and passwords count, in ms. */
export const sessionRules = {
  /** A staff session, even if it is used all the time. */
  maxStaffMs: 12 * 60 * minuteMs,
  staffIdleMs: 30 * minuteMs,
  /** How long a typed password counts for a step that a thief would take. */
  recentPasswordMs: 15 * minuteMs,
}
export type SessionRules = typeof sessionRules

/** When a session's last use is written again: one write a minute, however many requests. */
export const touchEveryMs = minuteMs

export type SessionTimes = Record<'createdAt' | 'lastUsedAt' | 'passwordAt', Date> & { role: Role }

/** Whether a staff session is over. A customer's lasts until it expires. */
export function isOver(session: SessionTimes, now: Date, rules: SessionRules): boolean {
  if (!isStaff(session.role)) return false
  const age = msSince(session.createdAt, now)
  return age >= rules.maxStaffMs || msSince(session.lastUsedAt, now) >= rules.staffIdleMs
}

export function isPasswordRecent(session: SessionTimes, now: Date, rules: SessionRules): boolean {
  return msSince(session.passwordAt, now) <= rules.recentPasswordMs
}

export function needsTouch({ lastUsedAt }: SessionTimes, now: Date): boolean {
  return msSince(lastUsedAt, now) >= touchEveryMs
}

const msSince = (past: Date, now: Date) => now.getTime() - past.getTime()
