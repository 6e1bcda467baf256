import { expect, it } from 'vitest'
import type { SavedAddress } from '#shop/address-book/saved-address.schema.ts'
import { startingAddress } from './shipping-form.tsx'

const home: SavedAddress = {
  id: 'home',
  label: 'Home',
  name: '',
  mobile: '',
  isDefault: true,
  address: '12 Church Street',
  pincode: '560001',
  city: 'Bengaluru',
}
const nowhere = { address: '', pincode: '', city: '' }
const before = { address: '12 Hill Road', pincode: '400050', city: 'Mumbai' }

it.each([
  ['where it was delivered before', before, [home], before],
  ['the default', nowhere, [home], home],
  ['the default of the pincode that was entered', { ...nowhere, pincode: '560001' }, [home], home],
  [
    'another pincode that was entered',
    { ...nowhere, pincode: '400050' },
    [home],
    { ...nowhere, pincode: '400050' },
  ],
  [
    'nowhere, where somebody else lives at the default',
    nowhere,
    [{ ...home, name: 'Meera' }],
    nowhere,
  ],
  ['nowhere without a default', nowhere, [{ ...home, isDefault: false }], nowhere],
])('the form begins with %s', (_, known, addresses, start) => {
  expect(startingAddress(known, addresses)).toEqual(start)
})
