import fc from 'fast-check'
import { expect, test } from 'vitest'
import { servesAbout } from './servings.ts'

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
