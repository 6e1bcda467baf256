import { describe, expect, it } from 'vitest'
import type { CartLine } from '#shop/cart/cart-line.ts'
import { deliveryTerms } from '#shop/delivery/delivery-fees.ts'
import { noGift } from '#shop/orders/gift/gift.ts'
import { stubStorage } from '../../../../test/support/stub-storage.ts'
import {
  type CheckoutAttempt,
  describeConfirmed,
  describeContents,
  findOrCreateAttempt,
  storedAttempt,
} from './use-checkout.ts'

const line: CartLine = {
  id: 'mangoMango1',
  cakeid: 'mango',
  name: 'Mango Cake',
  category: 'Fruit',
  flavour: 'Mango',
  wt: '1',
  egg: 'Eggless',
  chosen: [],
  amount: 1,
  bname: '',
  customize: false,
  detail: '',
  isConfirmed: 'processing',
  image: [],
  price: 900,
  stock: 5,
  max: 5,
}
const shipping = {
  address: '12 Hill Road',
  pincode: '400050',
  city: 'Mumbai',
  deliveryAt: '2026-11-21T17:30',
  slot: null,
  gift: noGift,
  business: null,
  coupon: null,
}
const gift = {
  ...noGift,
  recipient: { name: 'Meera Rao', mobile: '9876543210', email: '', surprise: false },
}
const pickupSlot = {
  id: 'evening',
  deliveryAt: shipping.deliveryAt,
  text: 'Sat 21 Nov, 5:30 to 7 pm',
  pincode: '',
  terms: deliveryTerms(null, 0),
  pickupAt: '1 MG Road',
}
const contents = describeContents([line], shipping)
const earlier: CheckoutAttempt = { checkoutId: 'first', contents, orderId: 'order-1' }

describe('a checkout attempt', () => {
  it('stays the same while cart and delivery do', () => {
    expect(
      findOrCreateAttempt(
        [earlier],
        describeContents([{ ...line }], { ...shipping }),
        () => 'second',
      ),
    ).toBe(earlier)
  })

  it('is the one that is for these contents, the first of them', () => {
    const other = { ...earlier, contents: 'other' }
    const later = { ...earlier, checkoutId: 'later' }
    expect(findOrCreateAttempt([null, other, earlier, later], contents, () => 'second')).toBe(
      earlier,
    )
  })

  it('is new when none is stored', () => {
    expect(findOrCreateAttempt([null], contents, () => 'first')).toEqual({
      ...earlier,
      orderId: null,
    })
  })

  it.each([
    ['the amount', [{ ...line, amount: 2 }], shipping],
    ['the price', [{ ...line, price: 950 }], shipping],
    ['the lines', [line, { ...line, id: 'other' }], shipping],
    ['the details of a customised cake', [{ ...line, detail: 'Blue icing' }], shipping],
    ['the address', [line], { ...shipping, address: '14 Hill Road' }],
    ['the pincode', [line], { ...shipping, pincode: '400051' }],
    ['delivery to pickup', [line], { ...shipping, slot: pickupSlot }],
    ['whom it is for', [line], { ...shipping, gift }],
    [
      'the business',
      [line],
      { ...shipping, business: { name: 'Ovenly', gstin: '27AAPFU0939F1ZV' } },
    ],
    ['the gift message', [line], { ...shipping, gift: { ...noGift, giftMessage: 'Hello' } }],
    ['the note for the rider', [line], { ...shipping, gift: { ...noGift, riderNote: 'Ring' } }],
    ['the delivery time', [line], { ...shipping, deliveryAt: '2026-11-21T18:30' }],
  ])('is new when %s changes', (_, lines, details) => {
    const attempt = findOrCreateAttempt([earlier], describeContents(lines, details), () => 'second')
    expect(attempt).toMatchObject({ checkoutId: 'second', orderId: null })
  })

  it('is the same for a pickup, whomever a delivery would have been for', () => {
    const pickup = { ...shipping, slot: pickupSlot }
    expect(describeContents([line], { ...pickup, gift })).toBe(describeContents([line], pickup))
  })

  it.each([
    ['another slot of the same time', { id: 'fixed' }],
    ['what the slot costs', { terms: deliveryTerms(null, 9900) }],
  ])('is new for %s', (_, more) => {
    const before = describeContents([line], { ...shipping, slot: pickupSlot })
    const after = describeContents([line], { ...shipping, slot: { ...pickupSlot, ...more } })
    const saved = { ...earlier, contents: before }
    expect(findOrCreateAttempt([saved], after, () => 'second').checkoutId).toBe('second')
    expect(findOrCreateAttempt([saved], before, () => 'second')).toBe(saved)
  })
})

describe('what was confirmed', () => {
  const confirmed = describeConfirmed([line], shipping)

  it('stays confirmed at another price, which the server compares', () => {
    expect(describeConfirmed([{ ...line, price: 950 }], { ...shipping })).toBe(confirmed)
  })

  it.each([
    ['another address', [line], { ...shipping, address: '99 Lake View' }],
    ['another pincode', [line], { ...shipping, pincode: '400051' }],
    ['one more cake', [line, { ...line, id: 'other' }], shipping],
    ['one more piece', [{ ...line, amount: 2 }], shipping],
    ['another recipient', [line], { ...shipping, gift }],
  ])('is no longer what is ordered with %s', (_, lines, details) => {
    expect(describeConfirmed(lines, details)).not.toBe(confirmed)
  })
})

describe('the stored attempt', () => {
  it('comes back as it was written, and is gone once forgotten', () => {
    const texts = stubStorage('localStorage')
    storedAttempt.save(earlier)
    stubStorage('localStorage', { ...texts })
    expect(storedAttempt.current()).toEqual(earlier)
    storedAttempt.save(null)
    expect(storedAttempt.current()).toBeNull()
  })

  it.each(['{', '[]', '7', '{"checkoutId":1,"contents":"","orderId":null}', '{"contents":""}'])(
    'is none when %s is stored',
    (stored) => {
      stubStorage('localStorage', { 'cakewala:checkout': stored })
      expect(storedAttempt.current()).toBeNull()
    },
  )
})
