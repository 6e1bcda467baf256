import { expect, it } from 'vitest'
import { formatInr, formatRs } from '../money.ts'
import { parseRupees, parseWeight } from './typed-amount.ts'

it.each([
  ['2400', 240_000],
  [' 2400 ', 240_000],
  ['2,400', 240_000],
  ['2 400', 240_000],
  ['₹2,400', 240_000],
  ['₹ 2,400.00', 240_000],
  ['Rs. 2,400', 240_000],
  ['rs 2400', 240_000],
  ['Rs.2400/-', 240_000],
  ['INR 2400', 240_000],
  ['2,400.00 INR', 240_000],
  ['2400 Rs.', 240_000],
  ['1,29,900 rupees', 12_990_000],
  ['1,00,000', 10_000_000],
  ['100,000', 10_000_000],
  ['1.1', 110],
  ['19.99', 1999],
  ['0', 0],
  ['007', 700],
  ['₹\u200e१,२००', 120_000],
  ['１００．५०', 10_050],
  [formatInr(12_345_650), 12_345_650],
  [formatRs(12_345_650), 12_345_650],
])('%j is %d paise', (text, paise) => {
  expect(parseRupees(text)).toBe(paise)
})

it.each([
  '',
  ' ',
  '₹',
  'Rs.',
  '-5',
  '1.005',
  '1e3',
  '0x10',
  '.5',
  '5.',
  '2,4',
  '12,50',
  '1.299,00',
  '2,40',
  ',400',
])('%j is no amount', (text) => expect(parseRupees(text)).toBeNull())

it.each(['2400,', '1,2,3', '1.2.3', '₹₹5', '5 dollars', 'NaN', 'Infinity', 'सौ'])(
  '%j is no amount either',
  (text) => expect(parseRupees(text)).toBeNull(),
)

it.each([
  ['0.5', '0.5'],
  ['.5', '0.5'],
  ['1.0 kg', '1'],
  ['0.50', '0.5'],
  ['2KG', '2'],
  ['2 Kgs.', '2'],
  ['500g', '0.5'],
  ['500 gm', '0.5'],
  ['500 gms', '0.5'],
  ['750 Grams', '0.75'],
  ['1500 g', '1.5'],
  ['½ kg', '0.5'],
  ['1½kg', '1.5'],
  ['1 1/2 kg', '1.5'],
  ['1/2 kg', '0.5'],
  ['¾', '0.75'],
  ['१ kg', '1'],
  ['1 kilo', '1'],
  ['2.250', '2.25'],
])('%j is %s kg', (text, kg) => {
  expect(parseWeight(text)).toBe(kg)
})

it.each([
  '',
  'kg',
  '1 pound',
  '2 lb',
  '1,5 kg',
  '0',
  '1/0 kg',
  'half',
  '1 kg 500 g',
  '1e3',
  '1/3',
  '5000',
])('%j is asked about', (text) => expect(parseWeight(text)).toBeNull())
