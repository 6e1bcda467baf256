import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatInr, formatRs, multiplyPaise, toPaise, toRupees } from './money.ts'

describe('toPaise', () => {
  test.each([
    [0, 0],
    [1, 100],
    [1450, 145000],
    [99.5, 9950],
    [1.005, 101],
    [1.004, 100],
    [8.165, 817],
    [0.1 + 0.2, 30],
    [0.004, 0],
    [0.005, 1],
    [-2.5, -250],
    [-0.001, 0],
  ])('%s rupees are %s paise', (rupees, paise) => {
    expect(toPaise(rupees)).toBe(paise)
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('refuses %s', (n) => {
    expect(() => toPaise(n)).toThrow(RangeError)
  })

  test('rounds a half up for every number of tenths of a paisa', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e10 }), (tenths) => {
        expect(toPaise(tenths / 1000)).toBe(Math.floor((tenths + 5) / 10))
      }),
    )
  })

  test('gives back every whole number of paise that became rupees', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (paise) => {
        expect(toPaise(toRupees(paise))).toBe(paise)
      }),
    )
  })
})

describe('multiplyPaise', () => {
  test.each([
    [9500, 0.3, 2850],
    [85000, 0.5, 42500],
    [85000, 1.5, 127500],
    [100, 1.005, 101],
    [1, 0.5, 1],
    [1, 0.49, 0],
    [333, 0.1, 33],
    [335, 0.1, 34],
    [85000, 0, 0],
  ])('%s paise times %s is %s', (paise, factor, product) => {
    expect(multiplyPaise(paise, factor)).toBe(product)
  })

  test('equals exact arithmetic for every factor with three decimals', () => {
    fc.assert(
      fc.property(fc.nat(1e8), fc.nat(50_000), (paise, thousandths) => {
        const exact = (BigInt(paise) * BigInt(thousandths) + 500n) / 1000n
        expect(multiplyPaise(paise, thousandths / 1000)).toBe(Number(exact))
      }),
    )
  })
})

const noBreak = '\u00a0'

describe('formats', () => {
  test.each([
    [0, '₹0', 'Rs. 0'],
    [145000, '₹1,450', 'Rs. 1,450'],
    [9950, '₹99.50', 'Rs. 99.50'],
    [9905, '₹99.05', 'Rs. 99.05'],
    [12345600, '₹1,23,456', 'Rs. 1,23,456'],
    [12345678, '₹1,23,456.78', 'Rs. 1,23,456.78'],
    [1000000000, '₹1,00,00,000', 'Rs. 1,00,00,000'],
  ])('%s paise read %s and %s', (paise, inr, rs) => {
    expect(formatInr(paise)).toBe(inr)
    expect(formatRs(paise)).toBe(rs.replace(' ', noBreak))
  })

  test('never lose a paisa', () => {
    fc.assert(
      fc.property(fc.nat(1e11), (paise) => {
        expect(toPaise(Number(formatInr(paise).replace(/[₹,]/g, '')))).toBe(paise)
        expect(formatRs(paise)).toBe(formatInr(paise).replace('₹', `Rs.${noBreak}`))
      }),
    )
  })
})
