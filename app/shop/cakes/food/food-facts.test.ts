import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Allergen,
  allergens,
  allergenText,
  type FoodFacts,
  hasFoodFacts,
  isWithout,
  labelRows,
  nothingSaid,
  withEgg,
} from './food-facts.ts'

const some = fc.subarray([...allergens])
const fssai = '11223344556677'
const facts: FoodFacts = {
  ingredients: 'Wheat flour, milk',
  contains: ['gluten', 'milk'],
  mayContain: ['tree nuts'],
  keeping: 'Best within 2 days.',
  madeByFssai: '22334455667788',
}

test('eleven groups, each once', () => {
  expect(new Set(allergens).size).toBe(11)
})

test.each<[string, Allergen[] | null, Allergen[] | null]>([
  ['Egg', ['gluten'], ['gluten', 'egg']],
  ['Egg', ['egg', 'soy'], ['egg', 'soy']],
  ['Egg', [], ['egg']],
  ['Egg', null, null],
  ['Eggless', ['gluten'], ['gluten']],
])('%s that contains %j contains %j', (egg, contains, all) => {
  expect(withEgg({ egg, contains }).contains).toEqual(all)
})

describe('who avoids something', () => {
  test.each<[string, Allergen[] | null, Allergen[], boolean]>([
    ['nuts', ['gluten', 'milk'], [], true],
    ['nuts', ['peanuts'], [], false],
    ['nuts', ['tree nuts'], [], false],
    ['nuts', ['milk'], ['peanuts'], false],
    ['nuts', ['milk'], ['tree nuts'], false],
    ['milk', ['gluten'], ['egg'], true],
    ['milk', ['milk'], [], false],
    ['soy', [], [], true],
    ['soy', null, [], false],
  ])(
    '%s: a cake with %j and traces of %j may be eaten: %s',
    (avoided, contains, mayContain, is) => {
      expect(isWithout({ contains, mayContain }, avoided)).toBe(is)
    },
  )

  test('never finds a cake of which nothing is said, nor one with any trace of it', () => {
    fc.assert(
      fc.property(fc.option(some), some, fc.constantFrom(...allergens), (contains, traces, one) => {
        const has = contains === null || [...contains, ...traces].includes(one)
        expect(isWithout({ contains, mayContain: traces }, one)).toBe(!has)
      }),
    )
  })
})

test.each<[string, Partial<FoodFacts> | undefined]>([
  ['Ask us about allergens.', undefined],
  ['Ask us about allergens.', { contains: null, mayContain: [] }],
  ['Contains: gluten, milk. May contain: tree nuts.', {}],
  ['Contains: gluten, milk.', { mayContain: [] }],
  ['Contains: gluten, milk.', { mayContain: ['milk'] }],
  ['Contains: no declared allergens. May contain: soy.', { contains: [], mayContain: ['soy'] }],
])('%s', (text, change) => {
  expect(allergenText(change && { ...facts, ...change })).toBe(text)
})

test('no text says that a cake is free of something', () => {
  fc.assert(
    fc.property(fc.option(some), some, (contains, mayContain) => {
      const cake = { ...facts, contains, mayContain }
      expect(`${allergenText(cake)} ${labelRows(cake, { weights: ['1'], fssai })}`).not.toMatch(
        /free|without/i,
      )
    }),
  )
})

describe('a label', () => {
  test('has all that is said', () => {
    expect(labelRows(facts, { weights: ['0.1', '1'], fssai })).toEqual([
      ['Ingredients', 'Wheat flour, milk'],
      ['Contains', 'gluten, milk'],
      ['May contain', 'tree nuts'],
      ['Best before', 'Best within 2 days.'],
      ['Net weight', '100 g, 1 kg'],
      ['FSSAI licence', '22334455667788'],
    ])
  })

  test('of a cake of which nothing is said has the shop’s licence, and asks to ask', () => {
    expect(labelRows(nothingSaid, { weights: ['1'], fssai })).toEqual([
      ['Allergens', 'Ask us about allergens'],
      ['Net weight', '1 kg'],
      ['FSSAI licence', fssai],
    ])
  })
})

test.each<[boolean, Partial<FoodFacts>]>([
  [true, {}],
  [true, { contains: [], mayContain: [], madeByFssai: '' }],
  [false, { ingredients: '' }],
  [false, { contains: null }],
  [false, { keeping: '' }],
])('all is said: %s of %j', (isSaid, change) => {
  expect(hasFoodFacts({ ...facts, ...change })).toBe(isSaid)
})
