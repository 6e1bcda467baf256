import { minuteMs } from '#platform/durations.ts'
import { isStaff, type Role } from './roles.ts'

/** How long sessions and passwords count, in ms. */
export interface SessionRules {
  /** A staff session, even if it is used all the time. */
  maxStaffMs: number
  staffIdleMs: number
  /** How long a typed password counts for a step that a thief would take. */
  recentPasswordMs: number
}

export const sessionRules: SessionRules = {
  maxStaffMs: 12 * 60 * minuteMs,
  staffIdleMs: 30 * minuteMs,
  recentPasswordMs: 15 * minuteMs,
}

/** When a session's last use is written again: one write a minute, however many requests. */
export const touchEveryMs = minuteMs

export interface SessionTimes {
  role: Role
  createdAt: Date
  lastUsedAt: Date
  passwordAt: Date
}

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
