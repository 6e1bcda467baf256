import { expect, it } from 'vitest'
import { formatInr, formatRs } from '../money.ts'
import { parseRupees } from './typed-rupees.ts'

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
