import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyOfToken, signSessionToken, tokenOfRequest } from './sessions.server.ts'

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
