import { tidyEntry } from '#shop/values/typed/typed-entry.ts'
import { fileFields, requiredFields } from './file-cake.ts'
import headings from './headings.json' with { type: 'json' }

/** What a column can be: a field of a cake, or what other shop systems write about the rows of a product. */
export type ColumnMeaning = keyof typeof headings

export const columnMeanings = Object.keys(headings) as ColumnMeaning[]

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
