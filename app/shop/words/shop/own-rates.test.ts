import { expect, it } from 'vitest'
import type { SavedWord } from '../words.ts'
import { listedRates, ownRates, rateKey, rateText } from './typed-details.ts'

const word = (text: string): SavedWord => ({ text, picture: null })

it('reads what was saved, and leaves out what was taken back and other words', () => {
  const rate = { category: 'Tea time 2.0', from: '2026-12-01' }
  const saved = new Map([
    [rateKey(rate), word(rateText({ hsn: '19059090', gstPercent: 5 }))],
    [rateKey({ ...rate, from: '2027-01-01' }), word(rateText(null))],
    [rateKey({ ...rate, category: '' }), word(rateText({ hsn: '1905', gstPercent: 18 }))],
    ['home.money', word('Cake back guarantee')],
  ])
  expect(ownRates(saved)).toEqual([
    { category: 'tea time 2.0', from: '2026-12-01', hsn: '19059090', gstPercent: 5 },
    { category: '', from: '2026-12-01', hsn: '1905', gstPercent: 18 },
  ])
})

it('lists what holds today, and all that is to come', () => {
  const rate = (category: string, from: string, gstPercent: number) => ({
    category,
    from,
    hsn: '1905',
    gstPercent,
  })
  const rates = [
    rate('', '2017-07-01', 18),
    rate('', '2025-09-22', 5),
    rate('bread', '2017-07-01', 0),
    rate('bread', '2027-01-01', 12),
    rate('bread', '2026-12-01', 5),
  ]
  expect(
    listedRates(rates, '2026-11-20').map(({ category, gstPercent, isToCome }) => [
      category,
      gstPercent,
      isToCome,
    ]),
  ).toEqual([
    ['', 5, false],
    ['bread', 0, false],
    ['bread', 5, true],
    ['bread', 12, true],
  ])
  expect(listedRates(rates, '2026-12-01').map(({ gstPercent }) => gstPercent)).toEqual([5, 5, 12])
})
