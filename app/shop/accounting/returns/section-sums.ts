import { lessTaxed, sumTaxed, type TaxedAmount } from '#shop/orders/papers/tax.ts'
import { groupBy } from '#shop/values/group-by.ts'
import { type GstSectionName, gstr1, gstSectionNames, type Section } from './gst-sections.ts'
import { merged, type SectionRow, signedRow, type TaxRow } from './tax-row.ts'

export type GstSections = Record<GstSectionName, SectionRow[]>

/** Sorts a month's lines of papers into the sections of GSTR-1. */
export function gstSections(rows: readonly TaxRow[]): GstSections {
  const sections = Object.entries(gstr1).map(([name, { total, has, key }]) => {
    const lines = rows.filter(has)
    return [name, merged(total === 'notes' ? lines : lines.map(signedRow), key)]
  })
  return Object.fromEntries(sections)
}

/** The names of the sections that add to a total. */
function sectionsOf(total: Section['total']): GstSectionName[] {
  return gstSectionNames.filter((name) => gstr1[name].total === total)
}

export function sectionTotals(sections: GstSections) {
  const of = (name: GstSectionName) => sumTaxed(sections[name].map(({ amount }) => amount))
  const sum = (total: Section['total']) => sumTaxed(sectionsOf(total).map(of))
  return { of, supplies: lessTaxed(sum('supplies'), sum('notes')), byCode: sum('codes') }
}

export interface RateSum {
  gstPercent: number
  amount: TaxedAmount
}

/** What was sold at each rate, less credits. */
export function sumsByRate(sections: GstSections): RateSum[] {
  const rows = sectionsOf('codes').flatMap((name) => sections[name])
  const rates = groupBy(rows, ({ gstPercent }) => gstPercent)
  return [...rates]
    .sort(([a], [b]) => a - b)
    .map(([gstPercent, alike]) => ({
      gstPercent,
      amount: sumTaxed(alike.map(({ amount }) => amount)),
    }))
}
