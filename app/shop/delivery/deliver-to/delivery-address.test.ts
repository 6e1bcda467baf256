import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeStored } from '#ui/browser-storage.ts'
import { addressKey, readAddress } from './delivery-address.ts'

const home = { address: '12 Hill Road, Bandra', pincode: '400050', city: 'Mumbai' }
const nowhere = { address: '', pincode: '', city: '' }

function memory(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries))
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

describe('a stored address', () => {
  it('comes back as it was written', () => {
    const storage = memory()
    writeStored(storage, addressKey, home)
    expect(readAddress(storage)).toEqual(home)
  })

  it.each([
    ['nothing', {}],
    ['no JSON', { [addressKey]: '{"address":' }],
    ['a list', { [addressKey]: '[1,2]' }],
    ['null', { [addressKey]: 'null' }],
    ['fields of other types', { [addressKey]: '{"address":{},"pincode":null,"city":[1]}' }],
  ])('is empty when storage holds %s', (_, entries) => {
    expect(readAddress(memory(entries))).toEqual(nowhere)
  })

  it('may have a pincode that was kept as a number', () => {
    const storage = memory({ [addressKey]: '{"address":" 12 Hill Road ","pincode":400050}' })
    expect(readAddress(storage)).toEqual({ address: '12 Hill Road', pincode: '400050', city: '' })
  })

  it('is empty in a browser that keeps nothing', () => {
    const refuse = () => {
      throw new Error('SecurityError')
    }
    expect(readAddress({ getItem: refuse })).toEqual(nowhere)
  })

  it('never throws, whatever is stored', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (kept) => {
        const read = readAddress(memory({ [addressKey]: kept }))
        expect(Object.values(read).every((part) => typeof part === 'string')).toBe(true)
      }),
    )
  })
})
