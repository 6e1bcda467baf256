import { expect, it } from 'vitest'
import { linkToken, mendedLink } from './link-token.ts'

const signature = 'Ab-_0123456789012345678901234567890123456789'.slice(0, 43)
const token = `01999999-0000-7000-8000-000000000001-s1.${signature}`
const newsletter = '3Dab-_0123456789012345678901234_'
const mend = (address: string) => mendedLink(new URL(`http://shop.test${address}`))

it.each([
  '.',
  ')',
  '*',
  '।',
  ',',
  '>',
  '">here</a>',
  '%E2%80%8B',
  '\u200b',
  ' please',
  '.Please',
  '.)',
  '…',
])('a token followed by %j is read without it', (sign) => {
  expect(linkToken(token + sign)).toBe(token)
  expect([mend(`/track/${token}${sign}`), mend(`/run/${token}${sign}`)]).toEqual([
    `/track/${token}`,
    `/run/${token}`,
  ])
  expect(mend(`/quote?token=${token}${sign}`)).toBe(`/quote?token=${token}`)
})

it.each([
  [`/track/${token}/pay)`, `/track/${token}/pay`],
  [`/track/${token}./pay?from=mail`, `/track/${token}/pay?from=mail`],
  [`/Track/${token}/change।`, `/Track/${token}/change`],
  [`/track/${token}%E2%80`, `/track/${token}`],
  [`/track/%E2%80%8B${token}`, `/track/${token}`],
  [`/track/${token}/`, `/track/${token}`],
  [`/track/${token}/,`, `/track/${token}`],
  [`/keep-order?token=3D${token}`, `/keep-order?token=${token}`],
  [`/keep-order?amp;token=${token}`, `/keep-order?token=${token}`],
  [`/keep-order?a=1&amp;amp;token=3D${token}.`, `/keep-order?a=1&token=${token}`],
  [`/unsubscribe?token=3D${newsletter}`, `/unsubscribe?token=${newsletter}`],
  [`/unsubscribe?token=${newsletter})`, `/unsubscribe?token=${newsletter}`],
])('%s leads to %s', (address, mended) => {
  expect(mend(address)).toBe(mended)
  expect(mend(mended)).toBe(null)
})

it.each([
  `/track/${token}`,
  `/track/${token}/pay.data`,
  `/track/${token}?%74oken=`,
  `/unsubscribe?token=${newsletter}`,
  `/quote?token=${token}&from=%20mail`,
  '/track',
  '/login?next=%2Fkeep-order%3Ftoken%3Dx',
  '/products?text=a.)',
  '/junk/a)',
])('%s stays as it is', (address) => {
  expect(mend(address)).toBe(null)
})

it('a token that is cut short or has other letters stays wrong', () => {
  expect(linkToken(token.slice(0, -1))).toBe(token.slice(0, -1))
  expect(linkToken(token.toUpperCase())).toBe(token.toUpperCase())
  expect(linkToken(`${token}x`)).toBe(`${token}x`)
})
