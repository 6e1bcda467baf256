import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noGift } from '#shop/orders/gift/gift.ts'
import { stubStorage } from '../../../../test/support/stub-storage.ts'
import { saveGift, storedGift } from './gift-details.ts'

const gift = {
  recipient: { name: 'Meera Rao', mobile: '9876543210', email: '', surprise: true },
  riderNote: 'Second gate',
  giftMessage: 'Happy birthday!\nLove 🎂',
  giftFrom: 'Ravi',
}

const giftKey = 'cakewala:gift'

function readGift(text?: string) {
  stubStorage('sessionStorage', text === undefined ? {} : { [giftKey]: text })
  return storedGift.current()
}

describe('whom a cart is for', () => {
  it('comes back as it was written', () => {
    const texts = stubStorage('sessionStorage', { 'cakewala:note': '"Ring twice"' })
    saveGift(gift)
    expect(Object.keys(texts)).toEqual([giftKey])
    expect(readGift(texts[giftKey])).toEqual(gift)
  })

  it('is its customer until somebody else is named', () => {
    expect(readGift()).toEqual(noGift)
  })

  it('has nobody without a name, and keeps the other texts', () => {
    const stored = JSON.stringify({ ...gift, recipient: { mobile: '9876543210' } })
    expect(readGift(stored)).toEqual({ ...gift, recipient: null })
  })

  it('never throws, whatever is stored', () => {
    const stored = stubStorage('sessionStorage')
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        stored[giftKey] = text
        const { recipient, ...texts } = storedGift.current()
        expect(recipient === null || recipient.name.length > 0).toBe(true)
        expect(Object.values(texts).every((one) => typeof one === 'string')).toBe(true)
      }),
    )
  })
})
