import { expect, test } from 'vitest'
import { financialYear, seriesOf } from './document-content.schema.ts'

test.each([
  ['2026-03-31T18:29:59Z', '25-26'],
  ['2026-03-31T18:30:00Z', '26-27'],
  ['2026-11-21T09:00:00Z', '26-27'],
  ['2027-01-01T00:00:00Z', '26-27'],
  ['2099-12-31T00:00:00Z', '99-00'],
  ['2100-01-31T00:00:00Z', '99-00'],
])('%s falls into the financial year %s', (instant, year) => {
  expect(financialYear(new Date(instant))).toBe(year)
})

test('a serial has at most the 16 characters of CGST Rule 46(b)', () => {
  const series = [seriesOf('invoice', '26-27', false), seriesOf('credit-note', '26-27', true)]
  expect(series.map(({ prefix, digits }) => prefix.length + digits)).toEqual([16, 16])
})
