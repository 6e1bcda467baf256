import { describe, expect, it } from 'vitest'
import type { CartLine } from '#shop/cart/cart-line.ts'
import { deliveryTerms } from '#shop/delivery/delivery-fees.ts'
import { noGift } from '#shop/orders/gift/gift.ts'
import { stubStorage } from '../../../../test/support/stub-storage.ts'
import {
  type CheckoutAttempt,
  describeContents,
  findOrCreateAttempt,
  storedAttempt,
} from './checkout-attempt.ts'

const line: CartLine = {
  id: 'mangoMango1',
  cakeid: 'mango',
  name: 'Mango Cake',
  category: 'Fruit',
  flavour: 'Mango',
  wt: '1',
  egg: 'Eggless',
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
}
const gift = {
  ...noGift,
  recipient: { name: 'Meera Rao', mobile: '9876543210', email: '', surprise: false },
}
const pickupSlot = {
  id: 'evening',
  deliveryAt: shipping.deliveryAt,
  text: '21 Nov 2026, 5:30 to 7 pm',
  pincode: '',
  terms: deliveryTerms(null, 0),
  pickupAt: '1 MG Road',
}
const contents = describeContents([line], shipping)
const kept: CheckoutAttempt = { checkoutId: 'first', contents, orderId: 'order-1' }

describe('a checkout attempt', () => {
  it('stays the same while cart and delivery do', () => {
    expect(
      findOrCreateAttempt([kept], describeContents([{ ...line }], { ...shipping }), () => 'second'),
    ).toBe(kept)
  })

  it('is the one that is for these contents, the first of them', () => {
    const other = { ...kept, contents: 'other' }
    const later = { ...kept, checkoutId: 'later' }
    expect(findOrCreateAttempt([null, other, kept, later], contents, () => 'second')).toBe(kept)
  })

  it('is new when none is kept', () => {
    expect(findOrCreateAttempt([null], contents, () => 'first')).toEqual({ ...kept, orderId: null })
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
    ['the gift message', [line], { ...shipping, gift: { ...noGift, giftMessage: 'Hello' } }],
    ['the note for the rider', [line], { ...shipping, gift: { ...noGift, riderNote: 'Ring' } }],
    ['the delivery time', [line], { ...shipping, deliveryAt: '2026-11-21T18:30' }],
  ])('is new when %s changes', (_, lines, details) => {
    const attempt = findOrCreateAttempt([kept], describeContents(lines, details), () => 'second')
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
    const saved = { ...kept, contents: before }
    expect(findOrCreateAttempt([saved], after, () => 'second').checkoutId).toBe('second')
    expect(findOrCreateAttempt([saved], before, () => 'second')).toBe(saved)
  })
})

describe('the kept attempt', () => {
  it('comes back as it was written, and is gone once forgotten', () => {
    const texts = stubStorage('localStorage')
    storedAttempt.save(kept)
    stubStorage('localStorage', { ...texts })
    expect(storedAttempt.current()).toEqual(kept)
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
