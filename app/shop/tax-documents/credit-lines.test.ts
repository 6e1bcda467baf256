import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apportion, creditEvenly, creditNamed, linesLeft, partOf } from './credit-lines.ts'
import type { DocumentLine } from './document-content.schema.ts'
import { sumTaxed, taxed } from './invoice-amounts.ts'

const within = { interstate: false }
const line = (of: string, paise: number, interstate = false): DocumentLine => ({
  of,
  title: of,
  details: [],
  quantity: 1,
  rate: paise,
  amount: taxed(paise, { interstate }),
})
const amountOf = (lines: readonly DocumentLine[]) => sumTaxed(lines.map(({ amount }) => amount))

it.each([
  [100, [1, 1], [50, 50]],
  [100, [1, 1, 1], [34, 33, 33]],
  [1, [3, 5], [0, 1]],
  [5, [0, 5], [0, 5]],
  [0, [0, 0], [0, 0]],
])('shares %i paise by the weights %j', (paise, weights, shares) => {
  expect(apportion(paise, weights)).toEqual(shares)
})

describe('a part of an amount', () => {
  it.each([
    [300_00, { taxable: 285_72, cgst: 7_14, sgst: 7_14, igst: 0 }],
    [850_00, { taxable: 809_52, cgst: 20_24, sgst: 20_24, igst: 0 }],
    [1, { taxable: 1, cgst: 0, sgst: 0, igst: 0 }],
    [0, { taxable: 0, cgst: 0, sgst: 0, igst: 0 }],
  ])('of ₹850 within the state: %i paise', (paise, parts) => {
    expect(partOf(taxed(850_00, within), paise)).toEqual({ ...parts, total: paise })
  })

  it('beyond the state has its IGST', () => {
    const whole = taxed(850_00, { interstate: true })
    const parts = { taxable: 285_71, cgst: 0, sgst: 0, igst: 14_29, total: 300_00 }
    expect(partOf(whole, 300_00)).toEqual(parts)
  })

  it('cannot be more than the whole', () => {
    expect(() => partOf(taxed(100, within), 101)).toThrow(RangeError)
  })
})

it('credits of any size add up to the invoice in every part, and none is below 0', () => {
  const prices = fc.array(fc.integer({ min: 1, max: 200_000 }), { minLength: 1, maxLength: 5 })
  const pieces = fc.array(fc.integer({ min: 1, max: 60_000 }), { maxLength: 12 })
  fc.assert(
    fc.property(prices, pieces, fc.boolean(), (totals, amounts, interstate) => {
      const invoice = totals.map((paise, index) => line(String(index), paise, interstate))
      const credited: DocumentLine[] = []
      const credit = (paise: number) => {
        const left = linesLeft(invoice, credited)
        const asked = Math.min(paise, amountOf(left).total)
        const note = creditEvenly(left, asked)
        expect(amountOf(note).total).toBe(asked)
        for (const { amount } of note) {
          const { total, ...parts } = amount
          expect(Math.min(...Object.values(parts))).toBeGreaterThanOrEqual(0)
          expect(parts.taxable + parts.cgst + parts.sgst + parts.igst).toBe(total)
        }
        credited.push(...note)
      }
      for (const paise of amounts) credit(paise)
      credit(Number.MAX_SAFE_INTEGER)
      expect(amountOf(credited)).toEqual(amountOf(invoice))
      expect(linesLeft(invoice, credited)).toEqual([])
    }),
  )
})

it('single paise, one after the other, add up as well', () => {
  for (const total of [2, 3, 21, 64]) {
    let left = [line('a', total)]
    for (let paid = 0; paid < total; paid++) left = linesLeft(left, creditEvenly(left, 1))
    expect(left).toEqual([])
  }
})

it('credits named lines alone, as far as they go; a whole one keeps its pieces', () => {
  const invoice = [line('a', 900), line('b', 500), line('delivery', 50)]
  const named = [
    { of: 'a', amountPaise: 901 },
    { of: 'delivery', amountPaise: 20 },
  ]
  const credited = (mostPaise: number) =>
    creditNamed(invoice, named, mostPaise).map(({ of, quantity, amount }) => [
      of,
      quantity,
      amount.total,
    ])
  expect(credited(1000)).toEqual([
    ['a', 1, 900],
    ['delivery', null, 20],
  ])
  expect(credited(910)).toEqual([
    ['a', 1, 900],
    ['delivery', null, 10],
  ])
  expect(credited(400)).toEqual([['a', null, 400]])
})
