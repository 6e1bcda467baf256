import { expect, it } from 'vitest'
import { parseWeight } from './typed-weight.ts'

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
