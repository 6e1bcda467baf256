import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addressKey,
  deliveryKey,
  emptyShipping,
  isShippingComplete,
  readShipping,
  slotKey,
  writeShipping,
} from './shipping-details.ts'

const details = {
  address: '12 Hill Road, Bandra',
  pincode: '400050',
  city: 'Mumbai',
  deliveryAt: '2026-11-21T17:30',
  slot: null,
}

const slot = {
  deliveryAt: '2026-11-21T17:30',
  text: '21 Nov 2026, 5:30 to 7 pm',
  terms: { feePaise: 6000, freeFromPaise: null, surchargePaise: 9900 },
}

function memory(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries))
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

const refusing = {
  getItem: () => {
    throw new Error('SecurityError')
  },
  setItem: () => {
    throw new Error('QuotaExceededError')
  },
}

describe('kept shipping details', () => {
  it('come back as they were written', () => {
    const storages = { lasting: memory(), visit: memory() }
    writeShipping(storages, details)
    expect(readShipping(storages)).toEqual(details)
  })

  it('keep a chosen slot with its price', () => {
    const storages = { lasting: memory(), visit: memory() }
    writeShipping(storages, { ...details, slot })
    expect(readShipping(storages)).toEqual({ ...details, slot })
  })

  it.each([
    ['of another time', { ...slot, deliveryAt: '2026-11-22T17:30' }],
    ['without a price', { ...slot, terms: undefined }],
    ['with a negative price', { ...slot, terms: { ...slot.terms, feePaise: -1 } }],
    ['with half a paisa', { ...slot, terms: { ...slot.terms, surchargePaise: 0.5 } }],
    ['that is none', 'slot'],
  ])('have no slot %s', (_, stored) => {
    const visit = memory({
      [deliveryKey]: details.deliveryAt,
      [slotKey]: JSON.stringify(stored),
    })
    expect(readShipping({ lasting: memory(), visit }).slot).toBeNull()
  })

  it('keep the address beyond the visit, but not the delivery time', () => {
    const lasting = memory()
    writeShipping({ lasting, visit: memory() }, details)
    expect(readShipping({ lasting, visit: memory() })).toEqual({ ...details, deliveryAt: '' })
  })

  it.each([
    ['nothing', {}],
    ['no JSON', { [addressKey]: '{"address":' }],
    ['a list', { [addressKey]: '[1,2]' }],
    ['null', { [addressKey]: 'null' }],
    ['fields of other types', { [addressKey]: '{"address":{},"pincode":null,"city":[1]}' }],
  ])('are empty when storage holds %s', (_, entries) => {
    expect(readShipping({ lasting: memory(entries), visit: memory() })).toEqual(emptyShipping)
  })

  it('take a pincode that was kept as a number', () => {
    const lasting = memory({ [addressKey]: '{"address":" 12 Hill Road ","pincode":400050}' })
    expect(readShipping({ lasting, visit: memory() })).toMatchObject({
      address: '12 Hill Road',
      pincode: '400050',
    })
  })

  it.each(['yesterday', '2026-02-30T10:00', '{}'])('have no time when %s is kept', (kept) => {
    const visit = memory({ [deliveryKey]: kept })
    expect(readShipping({ lasting: memory(), visit }).deliveryAt).toBe('')
  })

  it('are empty in a browser that keeps nothing', () => {
    const storages = { lasting: refusing, visit: refusing }
    writeShipping(storages, details)
    expect(readShipping(storages)).toEqual(emptyShipping)
  })

  it('never throw, whatever is stored', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (kept) => {
        const read = readShipping({
          lasting: memory({ [addressKey]: kept }),
          visit: memory({ [deliveryKey]: kept }),
        })
        const { slot: _, ...texts } = read
        expect(Object.values(texts).every((part) => typeof part === 'string')).toBe(true)
      }),
    )
  })
})

describe('shipping details', () => {
  it('are complete with address, pincode, city and time', () => {
    expect(isShippingComplete(details)).toBe(true)
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
})
