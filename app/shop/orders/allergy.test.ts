import { describe, expect, it } from 'vitest'
import { aCustomItem, anItem, anOrder } from '../../../test/support/an-order.ts'
import { hasAllergy, saysAllergy } from './allergy.ts'

it.each([
  'My son is allergic to walnuts',
  'ALLERGY: milk',
  'Allergies - peanuts',
  'peanut alergy',
  'nut free please',
  'nut-free',
  'Gluten free, pink',
  'no nuts',
  'without any cashews',
  'lactose intolerant',
  'She is coeliac',
  'celiac',
  'मूँगफली से एलर्जी है',
  'No allergies to eggs, but a nut allergy',
  'Allergies: no nuts at all',
])('%j says an allergy', (text) => {
  expect(saysAllergy(text)).toBe(true)
})

it.each([
  '',
  'Pink and gold, for a wedding',
  'Doughnut on top, and a coconut',
  'No allergies.',
  'no known food allergies',
  'Allergies: none',
  'Allergy: no, and a sparkler please',
  'Sugar free',
  'Free delivery?',
  'Extra nuts',
])('%j says none', (text) => {
  expect(saysAllergy(text)).toBe(false)
})

describe('an order', () => {
  it.each([
    ['the details of a custom cake', { items: [anItem(), aCustomItem({ detail: 'Nut-free' })] }],
    ['the name on a cake', { items: [anItem({ bname: 'No nuts' })] }],
    ['the note of the kitchen', { kitchenNote: 'Allergic to soy' }],
    ['the note for the rider', { riderNote: 'Gluten free' }],
  ])('says it in %s', (_, more) => {
    expect(hasAllergy(anOrder(more))).toBe(true)
  })

  it('says none elsewhere', () => {
    expect(hasAllergy(anOrder({ giftMessage: 'You are allergic to me' }))).toBe(false)
  })
})
