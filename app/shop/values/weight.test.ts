import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatWeight, kilos, servesAbout } from './weight.ts'

test.each([
  ['0.5', 0.5],
  ['1', 1],
  ['0.12', 0.12],
  ['10', 10],
  ['2.250', 2.25],
])('%j weighs %s kg', (wt, kg) => {
  expect(kilos(wt)).toBe(kg)
})

test.each([
  '',
  '0',
  '0.0',
  '-1',
  '1kg',
  ' 1',
  '1.',
  '.5',
  '1e2',
  '0x1',
  'NaN',
  'Infinity',
  '1,5',
  '1234',
])('%j is no weight', (wt) => {
  expect(kilos(wt)).toBeNull()
})

test.each([
  ['0.1', '100 g'],
  ['0.12', '120 g'],
  ['0.250', '250 g'],
  ['0.3', '0.3 kg'],
  ['0.5', '0.5 kg'],
  ['1', '1 kg'],
  ['12.25', '12.25 kg'],
  ['0', ''],
  ['two', 'two kg'],
  ['', ''],
])('%j reads %j', (wt, text) => {
  expect(formatWeight(wt)).toBe(text)
})

test.each([
  ['0.1', 1],
  ['0.12', 1],
  ['0.25', 2],
  ['0.3', 3],
  ['0.5', 5],
  ['1', 9],
  ['1.5', 14],
  ['2', 18],
  ['6', 54],
  ['', 1],
  ['big', 1],
])('%j kg serve about %i', (wt, people) => {
  expect(servesAbout(wt)).toBe(people)
})

test('from half a kilo on it is 8 to 10 people a kilo, and more cake never serves fewer', () => {
  fc.assert(
    fc.property(fc.integer({ min: 500, max: 20_000 }), (grams) => {
      const people = servesAbout(String(grams / 1000))
      expect(people).toBeGreaterThanOrEqual(Math.floor((grams * 8) / 1000))
      expect(people).toBeLessThanOrEqual(Math.ceil((grams * 10) / 1000))
      expect(servesAbout(String((grams + 100) / 1000))).toBeGreaterThanOrEqual(people)
    }),
  )
})
