import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noGift } from '#shop/orders/gift/gift.ts'
import { giftKey, readGift, writeGift } from './gift-details.ts'

const gift = {
  recipient: { name: 'Meera Rao', mobile: '9876543210', email: '', surprise: true },
  riderNote: 'Second gate',
  giftMessage: 'Happy birthday!\nLove 🎂',
  giftFrom: 'Ravi',
}

function memory(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries))
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

describe('whom a cart is for', () => {
  it('comes back as it was written', () => {
    const visit = memory()
    writeGift(visit, gift)
    expect(readGift(visit)).toEqual(gift)
  })

  it('is its customer until somebody else is named', () => {
    expect(readGift(memory())).toEqual(noGift)
  })

  it('has nobody without a name, and keeps the other texts', () => {
    const stored = JSON.stringify({ ...gift, recipient: { mobile: '9876543210' } })
    expect(readGift(memory({ [giftKey]: stored }))).toEqual({ ...gift, recipient: null })
  })

  it('never throws, whatever is stored', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (stored) => {
        const { recipient, ...texts } = readGift(memory({ [giftKey]: stored }))
        expect(recipient === null || recipient.name.length > 0).toBe(true)
        expect(Object.values(texts).every((text) => typeof text === 'string')).toBe(true)
      }),
    )
  })
})
