import { z } from 'zod'
import { tidyEntry } from '#shop/values/typed/typed-entry.ts'
import { fileFields, requiredFields } from './file-cake.ts'
import headings from './headings.json' with { type: 'json' }

/** What a column can be: a field of a cake, or what other shop systems write about the rows of a product. */
export type ColumnMeaning = keyof typeof headings

const columnMeanings = Object.keys(headings) as ColumnMeaning[]

/** 'Image 1' and 'Image 2' may stand side by side. */
const repeatable: ReadonlySet<ColumnMeaning> = new Set([
  'image',
  'optionName',
  'optionValue',
  'sku',
])

/** Beside the word that matters: 'Cake Price (Rs)', 'Weight (kg)'. */
const fillers = /^(?:rs|inr|rupees?|kgs?|the|of|your|cakes?|products?|items?|variant)$/

/** A heading by its letters alone, with and without its fillers: 'Attribute 1 value(s)' is 'attributevalues'. */
function spellingsOf(heading: string): [full: string, bare: string] {
  const words =
    tidyEntry(heading.slice(0, 200))
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? []
  return [words.join(''), words.filter((word) => !fillers.test(word)).join('')]
}

/** For each meaning its spellings, the best first. */
const known = columnMeanings.map((meaning) => {
  const aliases = [meaning, ...headings[meaning]].map((alias) => spellingsOf(alias)[0])
  return [meaning, aliases] as const
})

const ownHeadings = new Set(fileFields.map((field) => field.toLowerCase()))

/** Whether a file has the shop's own columns: all of them that every cake needs, or no others. */
export function isOwnFile(cells: readonly string[]): boolean {
  const headings = cells.filter((cell) => cell.trim() !== '').map((cell) => spellingsOf(cell)[0])
  return (
    requiredFields.every((field) => headings.includes(field)) ||
    headings.every((heading) => ownHeadings.has(heading))
  )
}

/** A match without fillers counts less than any full one. */
const barely = 100

/**
 * What each heading means; null for a column that is left out. Each meaning goes to the heading that says it best: an 'MRP'
 * beside a 'Price' is the earlier price. The 'ID' and 'Stock' of another shop system are none of a cake's.
 */
export function mapColumns(cells: readonly string[]): (ColumnMeaning | null)[] {
  const mapped: (ColumnMeaning | null)[] = cells.map(() => null)
  const spelled = cells.map(spellingsOf)
  const isOwn = isOwnFile(cells)
  for (const [meaning, aliases] of known) {
    if (!isOwn && (meaning === 'id' || meaning === 'stock')) continue
    const ranked = spelled.flatMap(([full, bare], column) => {
      const rank = aliases.indexOf(full)
      const bareRank = aliases.indexOf(bare)
      if (mapped[column] || full === '' || (rank === -1 && bareRank === -1)) return []
      return [{ column, rank: rank === -1 ? bareRank + barely : rank }]
    })
    ranked.sort((a, b) => a.rank - b.rank)
    const several = ranked.filter(({ rank }) => repeatable.has(meaning) && rank < barely)
    for (const { column } of [...ranked.slice(0, 1), ...several]) mapped[column] = meaning
  }
  return mapped
}

/** The meaning that two columns have and only one can have; undefined if there is none. */
export function doubleMeaning(mapped: readonly (ColumnMeaning | null)[]) {
  return mapped.find(
    (meaning, column) => meaning && !repeatable.has(meaning) && mapped.indexOf(meaning) !== column,
  )
}

const maxLinesAbove = 30

/** Which row has the headings: a title, an address and blank lines may stand above it. */
export function findHeadings(table: readonly string[][]): number {
  const counts = table.slice(0, maxLinesAbove).map((cells) => {
    const texts = cells.filter((cell) => cell.trim() !== '').length
    // Among rows that are not understood, the first of several cells.
    return mapColumns(cells).filter(Boolean).length + (texts > 1 ? 0.5 : 0)
  })
  return Math.max(0, counts.indexOf(Math.max(...counts)))
}

const priceBasis = z.enum(['kg', 'weight'])

const meaningOf = (text: string) => columnMeanings.find((one) => one === text) ?? null

const ofNewCakes = z.string().max(200).optional().describe('Of new cakes without one')

/** The baker's corrections of what a file says. */
export const importChoices = z.object({
  columns: z
    .string()
    .max(12_000)
    .refine((text) => text.split(',').every((one) => one === '' || meaningOf(one)))
    .optional()
    .describe('What each column is, between commas; empty for one that is left out')
    .transform((text) => text?.split(',').map(meaningOf)),
  basis: priceBasis.optional().describe('Whether prices are per kg, or for the weight beside them'),
  sameName: z
    .enum(['change', 'add'])
    .default('change')
    .describe('What a row without an id does whose name is in the shop'),
  category: ofNewCakes,
  flavours: ofNewCakes,
  weight: ofNewCakes,
  egg: z.enum(['Egg', 'Eggless']).optional().describe('Of new cakes whose row says neither'),
})

export type ImportChoices = z.output<typeof importChoices>
/** As they are sent. */
export type SentChoices = z.input<typeof importChoices>

/** What an import would change, or has changed. */
export const importOutcome = z.object({
  /** False for a dry run. */
  written: z.boolean(),
  /** Rows with a cake. */
  total: z.int(),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  /** All errors; `errors` has the first of them. */
  errorCount: z.int(),
  errors: z.array(z.object({ row: z.int(), field: z.string(), message: z.string() })),
  /** The first cakes that are added or changed, or found by their name and stay as they are. */
  preview: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      kind: z.enum(['added', 'changed', 'unchanged']),
      /** As their cells read, shortened. */
      fields: z.array(
        z.object({ field: z.enum(fileFields), before: z.string(), after: z.string() }),
      ),
      /** What the shop keeps in another way than the file. */
      notes: z.array(z.string()),
    }),
  ),
  /** The columns of the file, as they were understood; `meaning` is null where one is left out. */
  columns: z.array(
    z.object({
      heading: z.string(),
      example: z.string(),
      meaning: z.enum(columnMeanings).nullable(),
    }),
  ),
  /** Null for a file of the shop, whose prices are per kg. */
  basis: priceBasis.nullable(),
  /** What new cakes need and the file does not say, and the value that they get; egg has none until it is chosen. */
  lacking: z.array(
    z.object({
      field: z.enum(['egg', 'category', 'flavours', 'weight']),
      cakes: z.int(),
      value: z.string(),
    }),
  ),
  /** Rows without an id whose name a cake of the shop has. */
  sameName: z.int(),
  /** Rows that are no cakes, such as groups of products. */
  skipped: z.int(),
  /** Cakes of the file that have no picture, with the names of its files: at most 2000. */
  pictureless: z.array(z.object({ id: z.string(), name: z.string(), files: z.array(z.string()) })),
  /** The version of the catalogue that this was checked against; send it with the import. */
  version: z.string(),
})

export type ImportOutcome = z.infer<typeof importOutcome>
