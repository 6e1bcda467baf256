import { describe, expect, it } from 'vitest'
import { median, percentile, rounded } from './statistics.ts'

describe('the median', () => {
  it.each([
    [[], 0],
    [[7], 7],
    [[3, 1], 2],
    [[10, 2, 9], 9],
    [[4, 1, 3, 2], 2.5],
  ])('of %j is %d', (numbers, middle) => {
    expect(median(numbers)).toBe(middle)
  })
})

describe('a percentile', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)
  it.each([
    [[], 0.99, 0],
    [[5], 0.99, 5],
    [[5], 0, 5],
    [hundred, 0.5, 50],
    [hundred, 0.99, 99],
    [hundred, 1, 100],
  ])('of %j at %d is %d', (numbers, share, found) => {
    expect(percentile(numbers, share)).toBe(found)
  })

  it('leaves the numbers in their order', () => {
    const numbers = [3, 1, 2]
    percentile(numbers, 0.5)
    expect(numbers).toEqual([3, 1, 2])
  })
})

it.each([
  [0, 0],
  [12.34567, 12.35],
  [45678.9, 45680],
  [0.000123456, 0.0001235],
])('%d is rounded to %d', (number, short) => {
  expect(rounded(number)).toBe(short)
})
