import { lessTaxed, sumTaxed, type TaxedAmount } from '#shop/orders/money/tax.ts'
import { groupBy } from '#shop/values/group-by.ts'
import { multiplyPaise, type Paise } from '#shop/values/money.ts'
import {
  type GstSectionName,
  gstr1,
  gstSectionNames,
  merged,
  type Section,
  type SectionRow,
  signedRow,
  type TaxRow,
} from './gst-sections.ts'

type GstSections = Record<GstSectionName, SectionRow[]>

/**
 * Sorts a month's lines of papers into the sections of GSTR-1. The offline tool reckons the tax of the supplies from
 * their taxable values; papers round each line. The HSN summary has the tool's tax, or both would differ by paise.
 */
export function gstSections(rows: readonly TaxRow[]): GstSections {
  const entries = Object.entries(gstr1).map(([name, { total, has, key }]) => {
    const lines = rows.filter(has)
    const section = merged(total === 'notes' ? lines : lines.map(signedRow), key)
    return [name, total === 'codes' ? section : section.map(withReckonedTax)]
  })
  const sections: GstSections = Object.fromEntries(entries)
  const supplies = [
    ...sectionsOf('supplies').flatMap((name) => sections[name]),
    ...sectionsOf('notes').flatMap((name) => sections[name].map(signedRow)),
  ]
  for (const name of sectionsOf('codes')) {
    sections[name] = withTaxOf(supplies.filter(gstr1[name].has), sections[name])
  }
  return sections
}

function withReckonedTax(row: SectionRow): SectionRow {
  const { amount, gstPercent, interstate } = row
  const tax = (percent: number) => multiplyPaise(amount.taxable, percent / 100)
  const half = interstate ? 0 : tax(gstPercent / 2)
  const igst = interstate ? tax(gstPercent) : 0
  return { ...row, amount: { ...amount, cgst: half, sgst: half, igst } }
}

/** Of each rate the largest code has the paise by which the tax of the supplies differs. */
function withTaxOf(supplies: readonly TaxRow[], codes: readonly SectionRow[]): SectionRow[] {
  return [...groupBy(codes, ({ gstPercent }) => gstPercent)].flatMap(([gstPercent, alike]) => {
    const sold = supplies.filter((row) => row.gstPercent === gstPercent)
    const [largest, ...others] = alike.toSorted((a, b) => b.amount.taxable - a.amount.taxable)
    if (!largest) return []
    const rest = sumTaxed(others.map(({ amount }) => amount))
    const { cgst, sgst, igst } = lessTaxed(sumTaxed(sold.map(({ amount }) => amount)), rest)
    return [{ ...largest, amount: { ...largest.amount, cgst, sgst, igst } }, ...others]
  })
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

export interface QuarterTax {
  turnoverPaise: Paise
  cgstPaise: Paise
  sgstPaise: Paise
}

/**
 * What a composition dealer pays for a quarter (form CMP-08): half a per cent each of CGST and SGST of its turnover
 * (CGST Rules, rule 7). A quarter with more credits than bills owes nothing.
 */
export function quarterTax(turnoverPaise: Paise): QuarterTax {
  const half = multiplyPaise(Math.max(0, turnoverPaise), 0.005)
  return { turnoverPaise, cgstPaise: half, sgstPaise: half }
}
