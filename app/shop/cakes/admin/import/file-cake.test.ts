import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvStream } from '#platform/csv.server.ts'
import { allergens } from '../../food/food-facts.ts'
import { type CakeRecord, isSameValue } from '../cake-input.schema.ts'
import { fileFields, joinList, splitList, toSpreadsheetCell } from './file-cake.ts'
import { readCatalogueFile } from './read-catalogue-file.server.ts'

describe('lists in a cell', () => {
  it.each([
    ['', []],
    ['Cocoa', ['Cocoa']],
    ['Cocoa | Truffle cream', ['Cocoa', 'Truffle cream']],
    ['Cocoa|Truffle cream', ['Cocoa', 'Truffle cream']],
    ['Moist, rich | “Best!”', ['Moist, rich', '“Best!”']],
    [String.raw`half \| half | C:\cakes`, ['half | half', String.raw`C:\cakes`]],
    [' | of the second', ['', 'of the second']],
  ])('%j is %j', (cell, items) => {
    expect(splitList(cell)).toEqual(items)
  })

  it('come back as they were, whatever is in them', () => {
    const text = fc.string({ unit: fc.constantFrom('|', '\\', ' ', ',', 'a', '"', '\n', '=') })
    const list = fc.array(text).filter((items) => items.length !== 1 || items[0] !== '')
    fc.assert(
      fc.property(list, (items) => {
        expect(splitList(joinList(items))).toEqual(items)
      }),
    )
  })
})

const columns = fileFields.map(
  (field) => [field, (cake: CakeRecord) => toSpreadsheetCell(cake, field)] as const,
)

const troublesome = [
  '|',
  '\\',
  ',',
  ';',
  '"',
  "'",
  '=',
  '+',
  '-',
  '@',
  '\n',
  '\r',
  '\t',
  '＝',
  ' ',
  'a',
  '₹',
  'केक',
]
const text = fc.string({ unit: fc.constantFrom(...troublesome), maxLength: 12 })
const words = text.filter((words) => words.trim() !== '')
const paise = fc.integer({ min: 1, max: 100_000_000 })

const cake: fc.Arbitrary<CakeRecord> = fc.record({
  id: fc.constantFrom('mango', 'mango-cake-2'),
  name: words,
  price: paise.map((amount) => amount / 100),
  earlierPrice: fc.option(paise.map((amount) => amount / 100)),
  category: words,
  flavours: fc.array(words, { minLength: 1 }),
  weight: fc.array(fc.constantFrom('0.5', '1', '2.25'), { minLength: 1 }),
  egg: fc.constantFrom('Egg', 'Eggless'),
  choices: fc.subarray([
    'Shape: Round, Heart +100',
    'Filling: Cream, Almond +80.5 (tree nuts, soy)',
  ]),
  featured: fc.boolean(),
  hidden: fc.boolean(),
  stock: fc.integer({ min: 1, max: 9999 }),
  leadHours: fc.integer({ min: 0, max: 336 }),
  workMinutes: fc.integer({ min: 0, max: 1440 }),
  minutesPerKg: fc.integer({ min: 0, max: 1440 }),
  occasions: fc.array(words),
  piecesADay: fc.option(fc.integer({ min: 1, max: 99 })),
  piecesInAll: fc.option(fc.integer({ min: 1, max: 99 })),
  fromDay: fc.constantFrom(null, '2026-12-05'),
  untilDay: fc.constantFrom(null, '2026-12-24'),
  weekdays: fc.subarray(['Sun', 'Fri', 'Sat']),
  zones: fc.option(fc.subarray(['City', 'Whitefield, Hoskote'])),
  ingredients: text.map((written) => written.trim()),
  contains: fc.option(fc.subarray([...allergens])),
  mayContain: fc.subarray([...allergens]),
  keeping: text.map((written) => written.trim()),
  madeByFssai: fc.constantFrom('', '11223344556677'),
  stars: fc.integer({ min: 0, max: 10 }).map((halves) => halves / 2),
  description: text.map((written) => written.trim()),
  reviews: fc.array(words),
  image: fc.subarray(['/pictures/abc/640.webp', '/pictures/def/640.webp'], { minLength: 1 }),
  alts: fc.array(words),
})

async function* inOneBatch(cakes: CakeRecord[]) {
  yield cakes
}

it('a CSV file of the catalogue reads every cake as it was written, whatever is in its texts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(cake, { minLength: 1, maxLength: 4 }), async (cakes) => {
      const parts = await Array.fromAsync(csvStream(columns, inOneBatch(cakes)))
      const bytes = new Uint8Array(Buffer.concat(parts))
      const { rows } = await readCatalogueFile(bytes)
      expect(rows).toHaveLength(cakes.length)
      for (const [index, { fields }] of rows.entries()) {
        const other = fileFields.filter(
          (field) => !isSameValue(fields[field], cakes[index]?.[field]),
        )
        expect(other).toEqual([])
      }
    }),
  )
})
