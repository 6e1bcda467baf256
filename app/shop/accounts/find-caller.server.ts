import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { callerOfSession, touchSession } from './accounts.store.server.ts'
import { isStaff } from './roles.ts'
import { type SessionSettings, sessionKey } from './session-cookies.server.ts'
import { isOver, isPasswordRecent, needsTouch, type SessionRules } from './session-life.ts'

declare module '#platform/http/endpoint.ts' {
  interface Caller {
    /** The password was given too long ago for what a thief would do. */
    passwordIsOld?: true
    /** Staff without the second factor that they need: a customer until it is set up, or the passkey is given. */
    needsSecondFactor?: true
  }
}

interface FindCallerDeps extends SessionSettings {
  db: Database
  clock: Clock
  sessionRules: SessionRules
  requireSecondFactor: boolean
}

/** Who sent a request: an account or a guest. One query, and one write a minute for the session's last use. */
export async function findCaller(deps: FindCallerDeps, headers: Headers): Promise<Caller | null> {
  const { db, clock, sessionRules } = deps
  const key = sessionKey(headers, deps)
  if (!key) return null
  const now = clock.now()
  const session = await callerOfSession(db, key, now)
  if (!session || isOver(session, now, sessionRules)) return null
  if (needsTouch(session, now)) await touchSession(db, key, now)
  const { id, email, guestEmail, role } = session
  if (guestEmail !== null) return { id, email: guestEmail, role, isGuest: true }
  const hasSecondFactor = session.hasAuthenticator || session.byPasskey
  const isBarred = deps.requireSecondFactor && isStaff(role) && !hasSecondFactor
  return {
    id,
    email,
    role: isBarred ? 'customer' : role,
    ...(isBarred && { needsSecondFactor: true }),
    ...(!isPasswordRecent(session, now, sessionRules) && { passwordIsOld: true }),
  }
}
