import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noGift } from '#shop/orders/gift/gift.ts'
import { stubStorage } from '../../../../test/support/stub-storage.ts'
import { startingFields, storedTyped } from './shipping-form.tsx'

const key = 'cakewala:typed-shipping'
const sent = {
  address: '12 Hill Road',
  pincode: '560034',
  city: 'Bengaluru',
  deliveryAt: '2026-11-28T12:00',
  slot: null,
  gift: noGift,
  business: null,
  coupon: null,
}
const nothingElse = { isForOther: false, gift: noGift, savesForNext: false }

test('without anything typed the fields are those of the last order', () => {
  stubStorage('sessionStorage')
  const { address, pincode, city, deliveryAt } = sent
  expect(startingFields(null, sent, { address, pincode, city })).toEqual({
    address,
    pincode,
    city,
    deliveryAt,
    ...nothingElse,
  })
})

test('what was typed comes back, complete or not', () => {
  const texts = stubStorage('sessionStorage')
  const typed = {
    address: '4 Lake',
    pincode: '5600',
    city: '',
    deliveryAt: '',
    forWhom: 'other',
    recipientName: 'Mee',
    recipientMobile: '98',
    recipientEmail: '',
    surprise: 'on',
    giftMessage: 'Happy',
    giftFrom: '',
    riderNote: 'Ring twice',
    saveForNext: 'on',
  }
  storedTyped.save(typed)
  expect(Object.keys(texts)).toEqual([key])
  const nowhere = { address: '', pincode: '', city: '' }
  expect(startingFields(storedTyped.current(), { ...sent, ...nowhere }, nowhere)).toEqual({
    address: '4 Lake',
    pincode: '5600',
    city: '',
    deliveryAt: '',
    isForOther: true,
    gift: {
      recipient: { name: 'Mee', mobile: '98', email: '', surprise: true },
      riderNote: 'Ring twice',
      giftMessage: 'Happy',
      giftFrom: '',
    },
    savesForNext: true,
  })
})

test('a pincode that was chosen on another page since is the one', () => {
  stubStorage('sessionStorage')
  const { pincode } = startingFields({ pincode: '400050' }, sent, sent)
  expect(pincode).toBe('560034')
})

test.each([
  ['', '', 'Bengaluru'],
  ['400050', 'Mumbai', 'Bengaluru'],
  ['400050', 'Vasai', 'Vasai'],
])('with it, the city of %j that was %j is %j', (pincode, city, shown) => {
  stubStorage('sessionStorage')
  expect(startingFields({ pincode, city }, sent, sent).city).toBe(shown)
})

test('a pincode that was given before anything is typed has its city', () => {
  stubStorage('sessionStorage')
  const given = { address: '', pincode: '560034', city: '' }
  expect(startingFields(null, { ...sent, ...given }, given).city).toBe('Bengaluru')
})

test('whatever is stored is no error', () => {
  const texts = stubStorage('sessionStorage')
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      texts[key] = text
      const typed = storedTyped.current()
      expect(Object.values(typed ?? {}).every((one) => typeof one === 'string')).toBe(true)
    }),
  )
})
