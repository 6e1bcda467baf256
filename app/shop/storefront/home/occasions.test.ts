import { describe, expect, test } from 'vitest'
import type { Cake } from '#shop/cakes/cake.schema.ts'
import { listOccasions } from './home-sections.tsx'

function cake(id: string, category: string, featured = false, pictures = [picture(id)]) {
  return { id, category, featured, pictures } as Cake
}

function picture(id: string) {
  return { id, alt: '', width: 1, height: 1, colour: '#ffffff', placeholder: 'data:image/webp,' }
}

const shown = (...cakes: Cake[]) =>
  listOccasions(cakes).map(({ label, picture: { id } }) => `${label}: ${id}`)

describe('listOccasions', () => {
  test('a category is shown once, by a cake that is not featured if there is one', () => {
    expect(shown(cake('a', 'Fruit', true), cake('b', 'Fruit'), cake('c', 'Fruit'))).toEqual([
      'Fruit: b',
    ])
    expect(shown(cake('a', 'Fruit', true))).toEqual(['Fruit: a'])
  })

  test('celebrations come first, new categories last by name; pestry reads as Pastries', () => {
    const cakes = ['Zodiac', 'pestry', 'Fruit', 'Anniversary', 'Wedding', 'Birthday']
    expect(shown(...cakes.map((category) => cake('x', category)))).toEqual([
      'Birthday: x',
      'Wedding: x',
      'Fruit: x',
      'Pastries: x',
      'Anniversary: x',
      'Zodiac: x',
    ])
  })

  test('a cake without a picture shows nothing, an empty catalogue no occasion', () => {
    expect(shown(cake('a', 'Fruit', false, []))).toEqual([])
    expect(shown()).toEqual([])
  })
})
