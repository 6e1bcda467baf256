import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterLogin, loginPath, noticeText, registerPath, safeNext } from './next-path.ts'

test.each([
  ['/shipping'],
  ['/yourorder?page=2'],
  ['/singleproduct/mango-cake#reviews'],
  ['/a//b'],
  ['/?next=https://evil.example'],
  ['/loginhelp'],
])('%s is a path of ours', (path) => {
  expect(safeNext(path)).toBe(path)
})

test.each([
  [null],
  [''],
  ['shipping'],
  ['https://evil.example/'],
  ['//evil.example'],
  ['/\\evil.example'],
  ['/\t/evil.example'],
  ['/.//evil.example'],
  ['/..//evil.example'],
  ['/x/..//evil.example'],
  ['\\\\evil.example'],
  ['javascript:alert(1)'],
  [' /shipping'],
  ['/login?next=/cart'],
  ['/Login/'],
  ['/register'],
])('%j is not', (path) => {
  expect(safeNext(path)).toBeNull()
})

test('login never leads to another site', () => {
  const piece = fc.oneof(
    fc.constantFrom('/', '\\', '.', '..', '%2e', '@', ':', 'evil.example', '\t', '?', '#'),
    fc.string({ maxLength: 4, unit: 'binary' }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
      const next = safeNext(`/${pieces.join('')}`)
      if (next === null) return
      expect(new URL(next, 'https://cakewala.test').origin).toBe('https://cakewala.test')
      expect(safeNext(next)).toBe(next)
    }),
    { numRuns: 2000 },
  )
})

test.each([
  [false, null, '/cart'],
  [true, null, '/admin'],
  [false, '/shipping', '/shipping'],
  [true, '/yourorder', '/yourorder'],
  [false, 'https://evil.example', '/cart'],
])('an admin (%s) with next %j goes to %s', (isAdmin, next, path) => {
  expect(afterLogin(isAdmin, next)).toBe(path)
})

test('the login path has the page to go back to, and the notice', () => {
  expect(loginPath('/shipping?a=1&b=2')).toBe('/login?next=%2Fshipping%3Fa%3D1%26b%3D2')
  expect(loginPath('/shipping', 'login-first')).toBe('/login?next=%2Fshipping&notice=login-first')
})

test('without a page to go back to, the paths have no query', () => {
  expect(loginPath(null)).toBe('/login')
  expect(registerPath(null)).toBe('/register')
  expect(registerPath('/shipping')).toBe('/register?next=%2Fshipping')
})

test.each([
  ['login-first', 'Login first to place order'],
  ['free-cake', null],
  ['toString', null],
  ['', null],
  [null, null],
])('the notice %j says %j', (notice, text) => {
  expect(noticeText(notice)).toBe(text)
})
