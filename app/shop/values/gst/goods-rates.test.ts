import { expect, it } from 'vitest'
import { type GoodsRate, goodsTax, gstByCategory, lawRates } from './goods-rates.ts'
import { taxWithin } from './tax-within.ts'

it.each([
  ['2026-11-20T04:30:00Z', 'Chocolate', 'regular', '1905', 5],
  // Midnight in Kolkata, when the rate of cakes fell.
  ['2025-09-21T18:30:00Z', 'pestry', 'regular', '1905', 5],
  ['2025-09-21T18:29:59Z', 'pestry', 'regular', '1905', 18],
  ['2026-11-20T04:30:00Z', 'Bread', 'regular', '1905', 0],
  ['2025-09-21T18:29:59Z', 'Chocolates', 'regular', '1806', 18],
  ['2026-11-20T04:30:00Z', 'Chocolates', 'regular', '1806', 5],
  ['2026-11-20T04:30:00Z', 'Confectionery', 'regular', '1704', 5],
  // Chocolates had no rate of their own yet.
  ['2017-08-01T04:30:00Z', 'Chocolates', 'regular', '1905', 18],
  ['2017-06-01T04:30:00Z', 'Bread', 'regular', '1905', 0],
  ['2026-11-20T04:30:00Z', 'Bread', 'composition', '1905', 0],
  ['2026-11-20T04:30:00Z', 'Chocolates', 'unregistered', '1806', 0],
] as const)(
  'at %s %s of a shop that is %s have HSN %s and %i per cent',
  (at, category, gst, hsn, gstPercent) => {
    expect(goodsTax({ gst, rates: lawRates }, category, new Date(at))).toEqual({ hsn, gstPercent })
  },
)

it('takes the owner’s rate from its day on, for its category alone', () => {
  const own: GoodsRate = { category: 'bread', from: '2026-12-01', hsn: '19059090', gstPercent: 5 }
  const shop = { gst: 'regular', rates: [...lawRates, own] } as const
  const on = (day: string, category: string) =>
    goodsTax(shop, category, new Date(`${day}T00:00+05:30`))
  expect(on('2026-11-30', 'Bread')).toEqual({ hsn: '1905', gstPercent: 0 })
  expect(on('2026-12-01', 'BREAD')).toEqual({ hsn: '19059090', gstPercent: 5 })
  expect(on('2026-12-01', 'Chocolate')).toEqual({ hsn: '1905', gstPercent: 5 })
})

it('lets the last one said for a day count', () => {
  const from = '2026-12-01'
  const rates = [12, 18].map((gstPercent) => ({ category: '', from, hsn: '1905', gstPercent }))
  expect(goodsTax({ gst: 'regular', rates }, 'x', new Date('2026-12-02'))).toMatchObject({
    gstPercent: 18,
  })
})

it('says by category what differs on a day', () => {
  const on = (day: string, gst: 'regular' | 'composition' = 'regular') =>
    gstByCategory({ gst, rates: lawRates }, new Date(`${day}T00:00+05:30`))
  expect(on('2026-11-20')).toEqual({ '': 5, bread: 0 })
  expect(on('2017-08-01')).toEqual({ '': 18, bread: 0 })
  expect(on('2026-11-20', 'composition')).toEqual({})
})

it.each([
  ['no line', [], 0, 0],
  ['a cake and its delivery', [850_00, 50_00], 42_86, 42_86],
  ['an amount whose halves round up', [105_30], 5_02, 5_01],
  ['a free delivery', [850_00, 0], 40_48, 40_48],
])('5 per cent within %s', (_, amounts, inState, beyond) => {
  const lines = amounts.map((paise) => ({ paise, gstPercent: 5 }))
  expect(taxWithin(lines)).toBe(inState)
  expect(taxWithin(lines, { interstate: true })).toBe(beyond)
})

it('each line has its own rate', () => {
  expect(
    taxWithin([
      { paise: 105_00, gstPercent: 5 },
      { paise: 118_00, gstPercent: 18 },
      { paise: 100_00, gstPercent: 0 },
    ]),
  ).toBe(23_00)
})
