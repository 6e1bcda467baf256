import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyOptions, optionPaise } from '../../../test/support/any-line.ts'
import {
  categoryCakes,
  categoryLabel,
  flavourLabel,
  fromPrice,
  fromPriceText,
  isExtra,
  isPricedFlat,
  linePrice,
  struckPrice,
  toCategory,
  unitPrice,
} from './cake-price.ts'

const truffle = { price: 850, category: 'Chocolate' }
const pastry = { price: 95, category: 'pestry' }
const candle = { price: 40, category: 'Extra: Candles' }

describe('unitPrice', () => {
  test.each(['', '0', '1kg', 'a slice'])('%j is no weight', (wt) => {
    expect(() => unitPrice(truffle, wt)).toThrow(RangeError)
  })

  test.each([
    [truffle, '0.5', 42500],
    [truffle, '1', 85000],
    [truffle, '1.5', 127500],
    [{ price: 95, category: 'Fruit' }, '0.3', 2850],
    [{ price: 99.99, category: 'Fruit' }, '0.5', 5000],
    [{ price: 0.01, category: 'Fruit' }, '0.1', 0],
    [pastry, '0.1', 9500],
    [pastry, '2', 9500],
    [pastry, 'a slice', 9500],
    [candle, '0', 4000],
    [{ price: 0, category: 'Fruit' }, '1', 0],
  ])('%o at %s kg is %s paise', (cake, wt, paise) => {
    expect(unitPrice(cake, wt)).toBe(paise)
  })

  test('is whole paise, and never less for more cake', () => {
    const grams = fc.integer({ min: 1, max: 20_000 })
    fc.assert(
      fc.property(fc.nat(1_000_000), grams, grams, (price, some, other) => {
        const [less, more] = [Math.min(some, other), Math.max(some, other)]
        const cake = { price: price / 100, category: 'Fruit' }
        const light = unitPrice(cake, String(less / 1000))
        expect(light).toSatisfy(Number.isSafeInteger)
        expect(light).toBe(Math.floor((price * less + 500) / 1000))
        expect(unitPrice(cake, String(more / 1000))).toBeGreaterThanOrEqual(light)
      }),
    )
  })
})

test('options add their prices, whatever the weight and their order, and take nothing off', () => {
  const cakes = fc.constantFrom(truffle, pastry, candle)
  fc.assert(
    fc.property(cakes, fc.constantFrom('0.12', '0.5', '2'), anyOptions, (cake, wt, chosen) => {
      const plain = unitPrice(cake, wt)
      const paise = unitPrice({ ...cake, chosen }, wt)
      expect(paise - plain).toBe(optionPaise(chosen))
      expect(paise).toBeGreaterThanOrEqual(plain)
    }),
  )
})

test.each([
  ['Extra', 'Extra', 'Extra'],
  ['extra: ', 'Extra', 'Extra'],
  ['EXTRA :candles', 'Extra: candles', 'candles'],
])('%j is the category %j of an extra, read as %j', (typed, category, label) => {
  expect([toCategory(typed), isExtra(category), isPricedFlat(category)]).toEqual([
    category,
    true,
    true,
  ])
  expect([categoryLabel(category), categoryCakes(category)]).toEqual([label, label])
  expect([flavourLabel(category), flavourLabel('Fruit')]).toEqual(['Kind', 'Flavour'])
})

test.each(['Extras', 'Extra large', 'Extravagant', 'Not extra: a cake'])('%j is a cake', (name) => {
  expect([isExtra(name), toCategory(name)]).toEqual([false, name])
})

test.each([
  [truffle, '0.5', 1, 42500],
  [truffle, '0.5', 3, 127500],
  [{ price: 99.99, category: 'Fruit' }, '0.5', 2, 10000],
  [pastry, '0.1', 6, 57000],
])('linePrice %o at %s kg, %s times, is %s paise', (cake, wt, amount, paise) => {
  expect(linePrice(cake, wt, amount)).toBe(paise)
})

describe('fromPrice', () => {
  test.each([
    [
      { ...truffle, weight: ['0.5', '1', '2'] },
      { paise: 42500, wt: '0.5' },
    ],
    [
      { ...truffle, weight: ['10', '2', '1.5'] },
      { paise: 127500, wt: '1.5' },
    ],
    [
      { ...truffle, weight: [] },
      { paise: 85000, wt: null },
    ],
    [
      { ...truffle, weight: ['small', '1'] },
      { paise: 85000, wt: '1' },
    ],
    [
      { ...pastry, weight: ['0.1'] },
      { paise: 9500, wt: null },
    ],
  ])('%o starts from %o', (cake, from) => {
    expect(fromPrice(cake)).toEqual(from)
  })

  test.each([
    [{ ...truffle, weight: ['0.5', '1'] }, 'from ₹425 for 0.5 kg'],
    [{ ...truffle, price: 900, weight: ['0.3', '0.5'] }, 'from ₹270 for 0.3 kg'],
    [{ ...truffle, weight: ['0.25', '1'] }, 'from ₹212.50 for 250 g'],
    [{ ...pastry, weight: ['0.1'] }, null],
  ])('%o says %j', (cake, text) => {
    expect(fromPriceText(cake)).toBe(text)
  })

  test('is the lowest price of all weights and leaves their order alone', () => {
    const weights = fc.array(fc.constantFrom('0.3', '0.5', '1', '1.5', '2', '10'), { minLength: 1 })
    fc.assert(
      fc.property(fc.nat(5000), weights, (price, weight) => {
        const cake = { price, category: 'Fruit', weight: [...weight] }
        expect(fromPrice(cake).paise).toBe(Math.min(...weight.map((wt) => unitPrice(cake, wt))))
        expect(cake.weight).toEqual(weight)
      }),
    )
  })
})

const draws = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

test.each([
  [85000, 0.99, 92000], // 9 %: 926.50 → 927 → 920
  [85000, 0.5, 89000], // 5 %: 892.50 → 893 → 890
  [85000, 0.1, null], // 1 %: 858.50 → 859 → 850, the real price
  [85000, 0, null],
  [85000, 0.2, 86000], // 2 %: 867 → 860
  [9500, 0.99, 10000], // 9 %: 103.55 → 104 → 100
  [9500, 0.4, null], // 4 %: 98.80 → 99 → 90, below the real price
  [9500, 0.5, 10000], // 5 %: 99.75 → 100
  [0, 0.99, null],
])('%i paise with a draw of %d strikes %s', (real, draw, struck) => {
  expect(struckPrice(real, () => draw)).toBe(struck)
})

test('is a multiple of ₹10 above the real price, at most 9 percent and half a rupee above', () => {
  fc.assert(
    fc.property(fc.nat(5_000_000), draws, (real, draw) => {
      const struck = struckPrice(real, () => draw)
      if (struck === null) return
      expect(struck % 1000).toBe(0)
      expect(struck).toBeGreaterThan(real)
      expect(struck).toBeLessThanOrEqual(real * 1.09 + 50)
    }),
  )
})

test('from ₹1,000 up a price is struck whenever a percent or more is drawn', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1000, max: 50_000 }), draws, (rupees, draw) => {
      expect(struckPrice(rupees * 100, () => draw) === null).toBe(draw < 0.1)
    }),
  )
})

test.each([
  ['pestry', true],
  ['Pestry', false],
  ['pastry', false],
  ['Chocolate', false],
  ['', false],
])('whether category %j is priced flat: %s', (category, flat) => {
  expect(isPricedFlat(category)).toBe(flat)
})

test.each([
  ['pestry', 'Pastry', 'Pastries'],
  ['Chocolate', 'Chocolate', 'Chocolate cakes'],
  ['Indian Fusion', 'Indian Fusion', 'Indian Fusion cakes'],
])('category %j reads %j, and what it has %j', (category, label, cakes) => {
  expect(categoryLabel(category)).toBe(label)
  expect(categoryCakes(category)).toBe(cakes)
})
