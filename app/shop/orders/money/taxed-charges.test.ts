import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lawRates } from '#shop/values/gst/goods-rates.ts'
import { sumPaise } from '#shop/values/money.ts'
import type { NetCharge } from './ledger.ts'
import { loweredCharges, type TaxedCharge, taxedCharges } from './tax.ts'

const shop = { gst: 'regular', rates: lawRates } as const
const at = new Date('2026-11-20T04:30:00Z')

const cake = { id: 'cake', category: 'Chocolate', unitPaise: 850_00, amount: 1 }
const bread = { id: 'bread', category: 'Bread', unitPaise: 60_00, amount: 2 }
const custom = { id: 'custom', category: 'Customized Cake', unitPaise: 0, amount: 1 }

const item = (itemId: string, paise: number): NetCharge => ({ line: 'item', itemId, paise })
const delivery = (paise: number): NetCharge => ({ line: 'delivery', itemId: null, paise })
const short = ({ line, itemId, paise, hsn, gstPercent }: TaxedCharge) =>
  [itemId ?? line, paise, hsn, gstPercent] as const

describe('a charge of a day', () => {
  it('has the rate of its goods, and delivery theirs', () => {
    const charges = [item('cake', 850_00), delivery(50_00)]
    expect(taxedCharges(charges, { items: [cake], shop, at }).map(short)).toEqual([
      ['cake', 850_00, '1905', 5],
      ['delivery', 50_00, '1905', 5],
    ])
  })

  it('spreads delivery over goods of different rates by their value', () => {
    // 50.00 × 850 ÷ 970 = 43.814… and 50.00 × 120 ÷ 970 = 6.185…: the larger remainder gets the odd paisa.
    const charges = [item('cake', 850_00), item('bread', 120_00), delivery(50_00)]
    expect(taxedCharges(charges, { items: [cake, bread], shop, at }).map(short)).toEqual([
      ['cake', 850_00, '1905', 5],
      ['bread', 120_00, '1905', 0],
      ['delivery', 43_81, '1905', 5],
      ['delivery', 6_19, '1905', 0],
    ])
  })

  it('taxes the delivery of a cake without a price as the cake', () => {
    expect(taxedCharges([delivery(50_00)], { items: [custom], shop, at }).map(short)).toEqual([
      ['delivery', 50_00, '1905', 5],
    ])
  })

  it('leaves tax out where the shop collects none', () => {
    const charges = [item('cake', 850_00), item('bread', 120_00), delivery(50_00)]
    const composition = { ...shop, gst: 'composition' } as const
    expect(
      taxedCharges(charges, { items: [cake, bread], shop: composition, at }).map(short),
    ).toEqual([
      ['cake', 850_00, '1905', 0],
      ['bread', 120_00, '1905', 0],
      ['delivery', 50_00, '1905', 0],
    ])
  })

  const prices = fc.array(fc.integer({ min: 1, max: 10_000_00 }), { minLength: 1, maxLength: 6 })

  it('adds up, whatever is spread and taken off again', () => {
    fc.assert(
      fc.property(
        prices,
        fc.nat(500_00),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (costs, fee, share) => {
          const categories = ['Bread', 'Chocolate', 'Confectionery', 'Chocolates']
          const items = costs.map((unitPaise, index) => ({
            id: String(index),
            category: categories[index % 4] ?? '',
            unitPaise,
            amount: 1,
          }))
          const charges = [...items.map(({ id, unitPaise }) => item(id, unitPaise)), delivery(fee)]
          const taxed = taxedCharges(charges, { items, shop, at })
          expect(sumPaise(taxed)).toBe(sumPaise(charges))
          expect(taxed.every(({ paise }) => paise > 0)).toBe(true)
          const taken = Math.floor(fee * share)
          const lowered = loweredCharges([delivery(-taken)], taxed)
          expect(0 - sumPaise(lowered)).toBe(taken)
          for (const row of lowered) {
            const of = taxed.find(
              (one) =>
                one.line === row.line && one.hsn === row.hsn && one.gstPercent === row.gstPercent,
            )
            expect(-row.paise).toBeLessThanOrEqual(of?.paise ?? 0)
          }
        },
      ),
    )
  })
})

describe('a credit', () => {
  const before: TaxedCharge[] = [
    { ...item('cake', 850_00), hsn: '1905', gstPercent: 18 },
    { ...item('cake', -850_00), hsn: '1905', gstPercent: 18 },
    { ...item('cake', 900_00), hsn: '1905', gstPercent: 5 },
    { ...delivery(30_00), hsn: '1905', gstPercent: 5 },
    { ...delivery(20_00), hsn: '1806', gstPercent: 18 },
  ]

  it('has the rate of what is left of its line', () => {
    expect(loweredCharges([item('cake', -300_00)], before).map(short)).toEqual([
      ['cake', -300_00, '1905', 5],
    ])
  })

  it('is spread over the rates of its line', () => {
    expect(loweredCharges([delivery(-5_00)], before).map(short)).toEqual([
      ['delivery', -3_00, '1905', 5],
      ['delivery', -2_00, '1806', 18],
    ])
  })
})
