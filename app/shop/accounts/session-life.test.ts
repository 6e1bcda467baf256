import { expect, it } from 'vitest'
import { roles } from './roles.ts'
import {
  isOver,
  isPasswordRecent,
  needsTouch,
  type SessionTimes,
  sessionRules,
} from './session-life.ts'

const now = new Date('2026-11-20T04:30:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const session = (change: Partial<SessionTimes> = {}): SessionTimes => ({
  role: 'kitchen',
  createdAt: ago(60),
  lastUsedAt: ago(0),
  passwordAt: ago(60),
  ...change,
})
const over = (change: Partial<SessionTimes>) => isOver(session(change), now, sessionRules)

it.each(roles)(
  'a session of %s ends after 12 hours and 30 idle minutes, but a customer’s does not',
  (role) => {
    const isStaffs = role !== 'customer'
    expect(over({ role, createdAt: ago(12 * 60 - 1) })).toBe(false)
    expect(over({ role, createdAt: ago(12 * 60) })).toBe(isStaffs)
    expect(over({ role, lastUsedAt: ago(29) })).toBe(false)
    expect(over({ role, lastUsedAt: ago(30) })).toBe(isStaffs)
  },
)

it('a password is recent for 15 minutes', () => {
  expect(isPasswordRecent(session({ passwordAt: ago(15) }), now, sessionRules)).toBe(true)
  expect(isPasswordRecent(session({ passwordAt: ago(15.01) }), now, sessionRules)).toBe(false)
})

it('use is written once a minute', () => {
  expect(needsTouch(session({ lastUsedAt: ago(0.99) }), now)).toBe(false)
  expect(needsTouch(session({ lastUsedAt: ago(1) }), now)).toBe(true)
})
