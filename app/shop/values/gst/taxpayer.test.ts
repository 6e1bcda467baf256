import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type GstStatus, gstinError, sellsTo } from './taxpayer.ts'

// The first is printed in the GST portal's own examples; the others are its rule worked by hand.
it.each(['27AAPFU0939F1ZV', '29ABCDE1234F1ZW', '07ABCDE1234F1Z2', '33ABCDE1234F1Z7'])(
  '%s is a GSTIN',
  (gstin) => {
    expect(gstinError(gstin)).toBeNull()
  },
)

it.each([
  ['', /15 characters/],
  ['27AAPFU0939F1Z', /15 characters/],
  ['27aapfu0939f1zv', /15 characters/],
  ['27AAPFU0939F1XV', /15 characters/],
  ['27AAPFU0939F0ZV', /15 characters/],
  ['99AAPFU0939F1ZV', /code of a state/],
  ['29ABCDE1234F1Z5', /typing error/],
  ['27AAPFU0993F1ZV', /typing error/],
])('"%s" is none', (gstin, why) => {
  expect(gstinError(gstin)).toMatch(why)
})

it('finds any wrong character', () => {
  const gstin = '27AAPFU0939F1ZV'
  const other = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  fc.assert(
    fc.property(fc.nat({ max: 14 }), other, (index, character) => {
      fc.pre(gstin[index] !== character)
      expect(gstinError(gstin.slice(0, index) + character + gstin.slice(index + 1))).not.toBeNull()
    }),
  )
})

const state = { code: '27', name: 'Maharashtra' }

it.each<[GstStatus, string, boolean, boolean?]>([
  ['regular', '560001', true],
  ['composition', '411001', true],
  ['composition', '560001', false],
  ['unregistered', '411001', true],
  ['unregistered', '403001', false],
  ['unregistered', '403001', true, true],
  ['composition', '560001', false, true],
  // The army's post is in no state.
  ['composition', '900056', true],
])('a shop in Maharashtra that is %s sells to %s: %s', (gst, pincode, sells, chosen = false) => {
  expect(sellsTo({ gst, state, sellsToOtherStates: chosen }, pincode)).toBe(sells)
})
