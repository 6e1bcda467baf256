import { describe, expect, it, test } from 'vitest'
import type { Cake } from '#shop/cakes/cake.schema.ts'
import { isDelivered } from '#shop/orders/placed/placed-order-card.tsx'
import { listOccasions } from './home-sections.tsx'

function cake(id: string, occasions: string[], featured = false, pictures = [picture(id)]) {
  return { id, occasions, featured, pictures } as Cake
}

function picture(id: string) {
  return { id, alt: '', width: 1, height: 1, colour: '#ffffff', placeholder: 'data:image/webp,' }
}

const shown = (...cakes: Cake[]) =>
  listOccasions(cakes).map(({ name, picture: { id } }) => `${name}: ${id}`)

describe('listOccasions', () => {
  test('an occasion is shown once, by a cake that is not featured if there is one', () => {
    expect(shown(cake('a', ['Kids'], true), cake('b', ['Kids']), cake('c', ['Kids']))).toEqual([
      'Kids: b',
    ])
    expect(shown(cake('a', ['Kids'], true))).toEqual(['Kids: a'])
  })

  test('two occasions show two cakes if they can', () => {
    const both = ['Birthday', 'Kids']
    expect(shown(cake('a', both), cake('b', both))).toEqual(['Birthday: a', 'Kids: b'])
    expect(shown(cake('a', both))).toEqual(['Birthday: a', 'Kids: a'])
  })

  test('those that everybody knows come first, new ones last by name; 8 at the most', () => {
    const names = ['Zodiac', 'Festivals', 'Thank you', 'Kids', 'Anniversary', 'Wedding', 'Birthday']
    const expected = ['Birthday', 'Anniversary', 'Wedding', 'Kids', 'Thank you', 'Festivals']
    expect(shown(cake('x', [...names, 'Y', 'X']))).toEqual(
      [...expected, 'X', 'Y'].map((name) => `${name}: x`),
    )
  })

  test('a cake without a picture shows nothing, an empty catalogue no occasion', () => {
    expect(shown(cake('a', ['Kids'], false, []))).toEqual([])
    expect(shown()).toEqual([])
  })
})

it.each([
  ['2026-11-23T10:00:00Z', false],
  ['2026-11-24T18:29:00Z', false],
  ['2026-11-24T18:30:00Z', true],
])('an order is shown to the end of its day of delivery in Kolkata: %s', (now, over) => {
  expect(isDelivered({ deliveryAt: '2026-11-24T06:30:00Z' }, new Date(now))).toBe(over)
})
