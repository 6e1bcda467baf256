import { describe, expect, it } from 'vitest'
import { addressDoubt } from './address-doubt.ts'

describe('an address that names another pincode', () => {
  it.each([
    ...['Flat 5, Sea View, Andheri West, Mumbai 400053', 'Andheri West 400 053', 'Mumbai-400053'],
    ...['अंधेरी, मुंबई ४०००५३', 'Andheri, Mumbai - 400 053.', 'Andheri (400053)', '5th Lane, 400-053'],
  ])('is asked about: %s', (street) => {
    expect(addressDoubt(street, '560001')).toEqual({
      text: 'The address says 400053, the pincode field 560001.',
      said: '400053',
    })
  })

  it.each([
    ...[
      '12 Hill Road',
      '12 Hill Road 560001',
      '12 Hill Road, 560 001',
      'Mumbai 400053, now 560001',
    ],
    ...[
      'Flat 100234, Hill Road',
      'Flat No. 400053, Hill Road',
      'Plot #400053, MG Road',
      'Site 560034',
    ],
    ...[
      'Call 9845400053, MG Road',
      'MG Road, 98454 00530',
      'MG Road, 080 400053',
      'MG Road 4000531',
    ],
    ...['MG Road, 998765', 'MG Road 0400053', 'घर नं. 5', 'Sai Krupa'],
  ])('is not: %s', (street) => expect(addressDoubt(street, '560001')).toBe(null))
})

it.each(['A', '12', 'Sai', 'x/1'])('an address as short as “%s” is asked about', (street) => {
  expect(addressDoubt(street, '560001')).toMatchObject({ said: null })
})
