import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cakeIdSchema } from '../cake.schema.ts'
import { cakeChangesSchema, cakeInputSchema, cakeSlug } from './cake-input.schema.ts'

const input = {
  name: 'Mango Cake',
  price: 800,
  flavours: ['Mango'],
  weight: ['0.5', '1'],
  image: '/pictures/a1/640.webp',
  egg: 'Eggless',
  category: 'Fruit',
}

const parse = (change: Record<string, unknown>) =>
  cakeInputSchema.safeParse({ ...input, ...change })
/** The sentence beside a field, or undefined when the cake passes. */
const fault = (field: string, value: unknown) =>
  parse({ [field]: value }).error?.issues.map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  )[0]

test('what may be left out has a value of its own', () => {
  expect(cakeInputSchema.parse(input)).toEqual({
    ...input,
    image: ['/pictures/a1/640.webp'],
    description: '',
    featured: false,
    stars: 0,
    reviews: [],
    choices: [],
    stock: 10,
    leadHours: 3,
    workMinutes: 0,
    minutesPerKg: 0,
    occasions: [],
    ...{ piecesADay: null, piecesInAll: null, fromDay: null, untilDay: null },
    ...{ weekdays: [], zones: null },
    ingredients: '',
    contains: null,
    mayContain: [],
    keeping: '',
    madeByFssai: '',
    earlierPrice: null,
    alts: [],
    hidden: false,
  })
})

test('what has been checked passes unchanged', () => {
  const weight = fc.array(fc.stringMatching(/^ ?\d{1,3}(\.\d{1,3})?( ?kg)? ?$/), {
    minLength: 1,
    maxLength: 5,
  })
  const words = fc.array(fc.string({ maxLength: 60 }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(weight, words, words, fc.string(), (weight, flavours, reviews, category) => {
      const once = parse({ weight, flavours, reviews, category })
      fc.pre(once.success)
      expect(cakeInputSchema.parse(once.data)).toEqual(once.data)
    }),
  )
})

test.each([
  ['flavours', [' Mango ', 'mango', '', 'Lime', 'MANGO'], ['Mango', 'Lime']],
  ['weight', ['1 kg', '1.0', '0.50', ' ', '2KG'], ['1', '0.5', '2']],
  ['reviews', ['Good.', ' Good. ', ''], ['Good.']],
])('lists: %s %j are %j', (field, list, folded) => {
  expect(parse({ [field]: list }).data).toMatchObject({ [field]: folded })
})

describe('sentences', () => {
  test.each([
    ['name', undefined, 'name: Name is required'],
    ['name', 'x'.repeat(121), 'name: Name must be at most 120 characters'],
    ['price', Number.NaN, 'price: The price must be an amount in rupees'],
    ['price', 0, 'price: The price must be more than ₹0'],
    ['price', 5e-324, 'price: The price must be more than ₹0'],
    ['price', 1_000_000.5, 'price: The price must be at most ₹10,00,000'],
    ['price', 10.005, 'price: The price can have at most two decimals, such as 849.50'],
    [
      'weight',
      ['half'],
      'weight: “half” is not a weight. Enter the kilograms as a number, such as 0.5',
    ],
    ['weight', ['0'], 'weight: “0” is not a weight. Enter the kilograms as a number, such as 0.5'],
    [
      'weight',
      ['1000'],
      'weight: “1000” is not a weight. Enter the kilograms as a number, such as 0.5',
    ],
    ['weight', [' '], 'weight: Add at least one weight, in kg'],
    ['flavours', [], 'flavours: Add at least one flavour'],
    ['image', [], 'image: Add at least one picture'],
    ['image', undefined, 'image: Add at least one picture'],
    [
      'image',
      '/pictures/../x/640.webp',
      'image: Upload the picture first, and send the address from the response',
    ],
    [
      'image',
      ['/pictures/a1/320.avif', '/pictures/a1/640.webp'],
      'image: The same picture is added twice. Remove one.',
    ],
    [
      'earlierPrice',
      800,
      'earlierPrice: The earlier price must be higher than the price. Leave it empty if there was none',
    ],
    ['stars', 4.2, 'stars: Stars must be in steps of 0.5, such as 4.5'],
    ['leadHours', 337, 'leadHours: The hours can be at most 336'],
    ['leadHours', 1.5, 'leadHours: The hours must be a whole number'],
    ['workMinutes', -1, 'workMinutes: The minutes cannot be less than 0'],
    ['minutesPerKg', 1441, 'minutesPerKg: The minutes can be at most 1440'],
    ['egg', 'egg', 'egg: Choose Egg or Eggless'],
    ['flavours', [' ', ''], 'flavours: Add at least one flavour'],
    ['flavours', ['x'.repeat(61)], 'flavours: Flavours: each at most 60 characters'],
    [
      'contains',
      ['milk', 'egg'],
      'contains: An eggless cake cannot contain egg. Untick egg, or choose Egg',
    ],
    ['mayContain', ['soy'], 'contains: Say first what it contains'],
    ['madeByFssai', '1122334455667', 'madeByFssai: A licence number has 14 digits'],
  ])('%s %j: %s', (field, value, sentence) => {
    expect(fault(field, value)).toBe(sentence)
  })

  test.each([
    ['price', 849.5],
    ['price', 1_000_000],
    ['price', 0.01],
    ['earlierPrice', 800.01],
    ['earlierPrice', null],
    ['image', 'https://cakes.example.in/pictures/a1/960.avif'],
    ['stock', 9999],
    ['leadHours', 0],
    ['workMinutes', 1440],
    ['stars', 0.5],
  ])('%s %j passes', (field, value) => {
    expect(fault(field, value)).toBeUndefined()
  })
})

test.each([
  ['Pastry', 'pestry'],
  ['PESTRY', 'pestry'],
  ['pastries', 'pestry'],
  [' Pastry  box ', 'Pastry box'],
])('the category %j is %j', (category, spelled) => {
  expect(parse({ category }).data?.category).toBe(spelled)
})

test('without a picture it is hidden, and other errors are said as well', () => {
  expect(parse({ image: [], hidden: true }).success).toBe(true)
  const { error } = parse({ image: [], name: '' })
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['name', 'image'])
  expect(cakeInputSchema.safeParse(null).success).toBe(false)
})

test('of changes nothing is made up', () => {
  expect(cakeChangesSchema.parse({})).toEqual({})
  expect(cakeChangesSchema.parse({ price: 900 })).toEqual({ price: 900 })
  expect(cakeChangesSchema.safeParse({ price: null }).success).toBe(false)
})

test.each([
  ['Mango Cream Cake', 'mango-cream-cake'],
  ['  Crème Brûlée & Co.  ', 'creme-brulee-and-co'],
  ["Baker's Dozen", 'bakers-dozen'],
  ['Baker’s 12', 'bakers-12'],
  ['Straße – Øl', 'strasse-ol'],
  ['ＷＩＤＥ', 'wide'],
  ['--a--b--', 'a-b'],
  ['आम Mango', 'mango'],
  ['आम का केक', null],
  ['🎂', null],
  ['2026', null],
  ['', null],
])('%j is %j', (name, slug) => {
  expect(cakeSlug(name)).toBe(slug)
})

test('a long name is cut to what an id may have, with room for a number', () => {
  const slug = cakeSlug(`${'a'.repeat(59)} cake`) ?? ''
  expect(slug).toBe('a'.repeat(59))
  expect(cakeIdSchema.safeParse(`${slug}-99`).success).toBe(true)
})
