import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readSignedToken, signToken } from './secrets.server.ts'

const key = { purpose: 'quote', secret: 'a secret of at least thirty-two characters' }
const value = '5f0c6a52-5a0b-4a53-9b8e-0f5b0c7a1a11'
const signed = signToken(value, key)

it('is read by what signed it, and can stand in an address as it is', () => {
  expect(readSignedToken(signed, key)).toBe(value)
  expect(encodeURIComponent(signed)).toBe(signed)
})

it('is worth nothing with any one character changed, left out or added', () => {
  const index = fc.nat(signed.length - 1)
  const sign = fc.constantFrom(...'abcXYZ019-_.=%/ é'.split(''))
  fc.assert(
    fc.property(index, sign, (at, other) => {
      const [before, after] = [signed.slice(0, at), signed.slice(at + 1)]
      for (const token of [
        before + other + after,
        before + after,
        before + other + signed.slice(at),
      ])
        if (token !== signed) expect(readSignedToken(token, key)).toBeNull()
    }),
  )
})

it.each([
  ['another purpose', { ...key, purpose: 'session' }],
  ['another secret', { ...key, secret: 'another secret of thirty-two characters' }],
])('is worth nothing for %s', (_, other) => {
  expect(readSignedToken(signed, other)).toBeNull()
})

it.each(['', '.', `${value}.`, value, `.${signed.split('.')[1]}`, `${signed}.${signed}`])(
  'is not %j',
  (token) => {
    expect(readSignedToken(token, key)).toBeNull()
  },
)
