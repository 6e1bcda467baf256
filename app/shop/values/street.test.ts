import { describe, expect, it } from 'vitest'
import { isNoStreet } from './street.ts'

describe('a rider cannot find', () => {
  it.each([
    ...[
      '-',
      '.',
      '--',
      '…',
      '#',
      'NA',
      'N/A',
      'n.a.',
      'nil',
      'None',
      'test',
      'xyz',
      'Home',
      'same as above',
    ],
    ...['560001', '560 001', '५६०००१', 'Pin 560001', 'Pincode: 560 001', '５６０００１'],
    ...[
      'Bengaluru',
      'bangalore',
      'New Delhi',
      'Bengaluru, Karnataka',
      'Mumbai 400053',
      'Tamil Nadu, India',
    ],
    ...['बेंगलुरु', 'मुंबई', 'नहीं', 'पता नहीं', 'दिल्ली ११०००१'],
  ])('%s', (street) => expect(isNoStreet(street)).toBe(true))

  it('the city of its own field, wherever it is', () => {
    expect(isNoStreet('Kolar', 'Kolar')).toBe(true)
    expect(isNoStreet('Kolar')).toBe(false)
  })
})

describe('a rider may find', () => {
  it.each([
    ...['#12, 3rd Cross, Opp. SBI', 'Sai Krupa', 'घर नं. 5', '12 Hill Road', '4 Lake', 'Agra Road'],
    ...[
      'Delhi Gate',
      'No. 5',
      'Flat 100234',
      '12',
      'शिव मंदिर के पास',
      'கோவில் தெரு 5',
      'Test Cricket Ground',
    ],
  ])('%s', (street) => expect(isNoStreet(street, 'Bengaluru')).toBe(false))
})
