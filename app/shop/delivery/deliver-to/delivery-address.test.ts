import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refuseStorage, stubStorage } from '../../../../test/support/stub-storage.ts'
import { saveDeliveryAddress, savePincode, storedAddress } from './delivery-address.ts'

const home = { address: '12 Hill Road, Bandra', pincode: '400050', city: 'Mumbai' }
const nowhere = { address: '', pincode: '', city: '' }

const addressKey = 'cakewala:user-address'

function readAddress(entries: Record<string, string>) {
  stubStorage('localStorage', entries)
  return storedAddress.current()
}

describe('a stored address', () => {
  it('comes back as it was written', () => {
    const texts = stubStorage('localStorage')
    saveDeliveryAddress(home)
    expect(texts[addressKey]).toBe(JSON.stringify(home))
    expect(readAddress({ [addressKey]: JSON.stringify(home) })).toEqual(home)
  })

  it('keeps its line and city when another page changes the pincode', () => {
    stubStorage('localStorage', { [addressKey]: JSON.stringify(home) })
    savePincode('560034')
    expect(storedAddress.current()).toEqual({ ...home, pincode: '560034' })
  })

  it.each([
    ['nothing', {}],
    ['no JSON', { [addressKey]: '{"address":' }],
    ['a list', { [addressKey]: '[1,2]' }],
    ['null', { [addressKey]: 'null' }],
    ['fields of other types', { [addressKey]: '{"address":{},"pincode":null,"city":[1]}' }],
  ])('is empty when storage holds %s', (_, entries) => {
    expect(readAddress(entries)).toEqual(nowhere)
  })

  it('may have a pincode that was stored as a number', () => {
    const text = '{"address":" 12 Hill Road ","pincode":400050}'
    expect(readAddress({ [addressKey]: text })).toEqual({
      address: '12 Hill Road',
      pincode: '400050',
      city: '',
    })
  })

  it('is empty in a browser that keeps nothing', () => {
    refuseStorage()
    expect(storedAddress.current()).toEqual(nowhere)
  })

  it('never throws, whatever is stored', () => {
    const texts = stubStorage('localStorage')
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        texts[addressKey] = text
        const read = storedAddress.current()
        expect(Object.values(read).every((part) => typeof part === 'string')).toBe(true)
      }),
    )
  })
})
