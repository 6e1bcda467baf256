import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { usualTerms } from '#shop/delivery/delivery-fees.ts'
import { noGift } from '#shop/orders/gift/gift.ts'
import { refuseStorage, stubStorage } from '../../../../test/support/stub-storage.ts'
import {
  addressLine,
  checkoutTerms,
  handoverAddress,
  isShippingComplete,
  orderedGift,
  saveGift,
  saveSlot,
  storedGift,
  storedTime,
} from './shipping-details.ts'

const details = {
  address: '12 Hill Road, Bandra',
  pincode: '400050',
  city: 'Mumbai',
  deliveryAt: '2026-11-21T17:30',
  slot: null,
  gift: noGift,
  business: null,
  coupon: null,
}

const slot = {
  id: '00000000-0000-4000-8000-000000000001',
  deliveryAt: '2026-11-21T17:30',
  text: 'Sat 21 Nov, 5:30 to 7 pm',
  pincode: '400050',
  terms: { feePaise: 6000, freeFromPaise: null, surchargePaise: 9900 },
  pickupAt: null,
}

const timeKey = 'cakewala:delivery-time'
const noTime = { deliveryAt: '', slot: null }

function readTime(stored: unknown) {
  stubStorage('sessionStorage', { [timeKey]: JSON.stringify(stored) })
  return storedTime.current()
}

describe('a chosen time', () => {
  it('comes back as it was written', () => {
    const texts = stubStorage('sessionStorage')
    saveSlot(slot)
    stubStorage('sessionStorage', { ...texts })
    expect(storedTime.current()).toEqual({ deliveryAt: slot.deliveryAt, slot })
  })

  it('from before there was pickup is of a delivery', () => {
    const { pickupAt: _, ...older } = slot
    expect(readTime({ deliveryAt: slot.deliveryAt, slot: older })).toEqual({
      deliveryAt: slot.deliveryAt,
      slot,
    })
  })

  it.each([
    ['of another time', { ...slot, deliveryAt: '2026-11-22T17:30' }],
    ['without its id', { ...slot, id: undefined }],
    ['without a price', { ...slot, terms: undefined }],
    ['without a pincode', { ...slot, pincode: undefined }],
    ['with a negative price', { ...slot, terms: { ...slot.terms, feePaise: -1 } }],
    ['with half a paisa', { ...slot, terms: { ...slot.terms, surchargePaise: 0.5 } }],
    ['that is none', 'slot'],
  ])('has no slot %s', (_, stored) => {
    const { deliveryAt } = details
    expect(readTime({ deliveryAt, slot: stored })).toEqual({ deliveryAt, slot: null })
  })

  it.each(['yesterday', '2026-02-30T10:00', '{}'])('is none when %s is stored', (deliveryAt) => {
    expect(readTime({ deliveryAt, slot: null })).toEqual(noTime)
  })

  it('stored as a bare text is none', () => {
    stubStorage('sessionStorage', { [timeKey]: '2026-11-21T17:30' })
    expect(storedTime.current()).toEqual(noTime)
  })

  it('is none in a browser that forbids storage', () => {
    refuseStorage()
    expect(storedTime.current()).toEqual(noTime)
  })

  it('never throws, whatever is stored', () => {
    const texts = stubStorage('sessionStorage')
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        texts[timeKey] = text
        expect(typeof storedTime.current().deliveryAt).toBe('string')
      }),
    )
  })
})

describe('shipping details', () => {
  it('are complete with address, pincode, city and time', () => {
    expect(isShippingComplete(details)).toBe(true)
  })

  it('of pickup need no address', () => {
    const pickup = { ...slot, pickupAt: '12 Church Street, Bengaluru 560001' }
    const picked = { ...details, address: '', pincode: '', city: '', slot: pickup }
    expect(isShippingComplete(picked)).toBe(true)
    expect(isShippingComplete({ ...picked, deliveryAt: '' })).toBe(false)
    expect([addressLine(picked), handoverAddress(picked)]).toEqual([null, pickup.pickupAt])
  })

  it.each([
    ['address', ''],
    ['pincode', ''],
    ['pincode', '40005'],
    ['pincode', '040005'],
    ['city', ''],
    ['deliveryAt', ''],
  ])('are not with %s %j', (part, value) => {
    expect(isShippingComplete({ ...details, [part]: value })).toBe(false)
  })

  it('need no street where its recipient can add it', () => {
    const recipient = { name: 'Meera', mobile: '9876543210', email: '', surprise: false }
    const forMeera = (more: object) => ({
      ...details,
      address: '',
      gift: { ...noGift, recipient: { ...recipient, ...more } },
    })
    expect(isShippingComplete(forMeera({}))).toBe(true)
    expect(isShippingComplete(forMeera({ mobile: '' }))).toBe(false)
    expect(isShippingComplete(forMeera({ surprise: true }))).toBe(false)
    expect([addressLine(forMeera({})), handoverAddress(forMeera({}))]).toEqual([
      ',400050,Mumbai',
      '400050, Mumbai',
    ])
  })

  it('of pickup are for nobody else', () => {
    const gift = { ...noGift, riderNote: 'Ring twice' }
    const pickup = { ...slot, pickupAt: '12 Church Street, Bengaluru 560001' }
    expect(orderedGift({ ...details, gift })).toBe(gift)
    expect(orderedGift({ ...details, slot: pickup, gift })).toEqual(noGift)
  })

  it('are complete with a slot of their own pincode alone', () => {
    expect(isShippingComplete({ ...details, slot })).toBe(true)
    expect(isShippingComplete({ ...details, pincode: '400051', slot })).toBe(false)
  })
})

describe('what a delivery costs before it is paid', () => {
  const chosen = { slot, pincode: slot.pincode }

  it('is the usual fee in a shop without zones', () => {
    expect(checkoutTerms({ slot: null, pincode: '' }, false)).toEqual(usualTerms)
  })

  it('is the slot’s where one is chosen for the pincode, or for pickup', () => {
    expect(checkoutTerms(chosen, true)).toBe(slot.terms)
    const picked = { ...slot, pincode: '', pickupAt: '12 Church Street' }
    expect(checkoutTerms({ slot: picked, pincode: '560034' }, true)).toBe(slot.terms)
  })

  it('is not known in a shop with zones until a slot is chosen, or for another pincode', () => {
    expect(checkoutTerms({ ...chosen, slot: null }, true)).toBeNull()
    expect(checkoutTerms({ ...chosen, pincode: '744101' }, true)).toBeNull()
  })
})

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

describe('the gift', () => {
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
