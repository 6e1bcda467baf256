import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { roles } from './roles.ts'
import {
  isOver,
  isPasswordRecent,
  keyOfToken,
  needsTouch,
  type SessionTimes,
  sessionRules,
  signSessionToken,
  tokenOfRequest,
} from './sessions.server.ts'

const secret = 'a secret of thirty-two characters'
const key = fc.stringMatching(/^[A-Za-z0-9]{1,32}$/)

test('only the same secret reads a signed key', () => {
  fc.assert(
    fc.property(key, (own) => {
      expect(keyOfToken(signSessionToken(own, secret), secret)).toBe(own)
      expect(keyOfToken(signSessionToken(own, secret), `${secret}!`)).toBeNull()
    }),
  )
})

test('a token needs nothing escaped in a cookie', () => {
  fc.assert(
    fc.property(key, (own) => {
      expect(signSessionToken(own, secret)).toMatch(/^[\w.-]+$/)
    }),
  )
})

test('any other text is no token', () => {
  const token = signSessionToken('abc', secret)
  const signature = token.slice(4)
  for (const text of ['', '.', 'abc', 'abc.', `abd.${signature}`, `.${signature}`, `${token}.x`]) {
    expect(keyOfToken(text, secret)).toBeNull()
  }
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(keyOfToken(text, secret)).toBeNull()
    }),
  )
})

const plain = 'http://localhost:3000'
const secure = 'https://cakewala.test'

test.each([
  ['nothing', plain, {}, null],
  ['the cookie', plain, { cookie: 'user=a%40b.in; token=T; x=y' }, 'T'],
  ['the cookie of https', secure, { cookie: 'token=P; __Host-token=T' }, 'T'],
  ['a cookie that another host can set', secure, { cookie: 'token=T' }, null],
  ['a bearer', plain, { authorization: 'Bearer T' }, 'T'],
  ['a bearer in lower case', secure, { authorization: 'bearer T' }, 'T'],
  ['a bearer before the cookie', plain, { authorization: 'Bearer B', cookie: 'token=C' }, 'B'],
  ['another scheme', plain, { authorization: 'Basic T' }, null],
  ['a cookie of a longer name', plain, { cookie: 'mytoken=T' }, null],
] as [string, string, Record<string, string>, string | null][])(
  'a request with %s, at %s',
  (_, publicUrl, headers, token) => {
    expect(tokenOfRequest(new Headers(headers), publicUrl)).toBe(token)
  },
)

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
