import type { DocumentContent, DocumentKind } from '#shop/orders/papers/document-content.schema.ts'
import { lessTaxed, sumTaxed, type TaxedAmount } from '#shop/orders/papers/tax.ts'
import type { GoodsTax } from '#shop/values/gst/goods-rates.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import type { Paise } from '#shop/values/money.ts'

/** A line of a paper of a registered shop. Amounts are positive, on credit notes too. */
export interface TaxRow extends GoodsTax {
  kind: DocumentKind
  serial: string
  issuedAt: Date
  /** Of the whole paper. */
  totalPaise: Paise
  /** The place of supply. */
  state: DocumentContent['state']
  interstate: boolean
  /** A buyer with a GSTIN; null for everybody else. */
  business: { name: string; gstin: string } | null
  /** What a credit note corrects; null on an invoice. */
  invoice: { issuedAt: Date; totalPaise: Paise } | null
  /** Pieces of goods; 0 for delivery and for a part of a price. */
  quantity: number
  amount: TaxedAmount
}

/** Papers of one series, without gaps. */
export interface IssuedRow {
  kind: DocumentKind
  from: string
  to: string
  count: number
}

/** As the offline tool of GSTR-1 names its sections. */
export const gstSectionNames = [
  'b2b',
  'b2cl',
  'b2cs',
  'cdnr',
  'cdnur',
  'exemp',
  'hsn-b2b',
  'hsn-b2c',
  'docs',
] as const
export type GstSectionName = (typeof gstSectionNames)[number]

export interface GstSections {
  b2b: TaxRow[]
  b2cl: TaxRow[]
  b2cs: TaxRow[]
  cdnr: TaxRow[]
  cdnur: TaxRow[]
  exemp: TaxRow[]
  'hsn-b2b': TaxRow[]
  'hsn-b2c': TaxRow[]
  docs: IssuedRow[]
}

/**
 * Sorts a month's rows into the sections of GSTR-1. A credit note is listed if its invoice was; otherwise it lowers what
 * it corrects in the sums of its place and rate, which may become negative.
 */
export function gstSections(rows: readonly TaxRow[]): GstSections {
  const taxed = rows.filter(({ gstPercent }) => gstPercent > 0)
  const bySection = Map.groupBy(taxed, sectionOf)
  const section = (name: ReturnType<typeof sectionOf>) => bySection.get(name) ?? []
  const signed = rows.map(signedRow)
  return {
    b2b: byPaper(section('b2b')),
    b2cl: byPaper(section('b2cl')),
    b2cs: merged(
      section('b2cs').map(signedRow),
      ({ state, gstPercent }) => `${state.code} ${gstPercent}`,
    ),
    cdnr: byPaper(section('cdnr')),
    cdnur: byPaper(section('cdnur')),
    exemp: merged(
      signed.filter(({ gstPercent }) => gstPercent === 0),
      ({ interstate, business }) => `${business === null} ${!interstate}`,
    ),
    'hsn-b2b': byCode(signed.filter(({ business }) => business)),
    'hsn-b2c': byCode(signed.filter(({ business }) => !business)),
    docs: issued(rows),
  }
}

function sectionOf({ kind, business, interstate, issuedAt, totalPaise, invoice }: TaxRow) {
  const isInvoice = kind === 'invoice'
  if (business) return isInvoice ? 'b2b' : 'cdnr'
  const isLarge = interstate && isAboveLimit(invoice ?? { issuedAt, totalPaise })
  if (!isLarge) return 'b2cs'
  return isInvoice ? 'b2cl' : 'cdnur'
}

/** Invoices above it are listed one by one (CGST Rules, rule 59(4); notification 12/2024-Central Tax). */
function isAboveLimit({ issuedAt, totalPaise }: NonNullable<TaxRow['invoice']>): boolean {
  const limit = kolkataDay(issuedAt) < '2024-08-01' ? 2_50_000_00 : 1_00_000_00
  return totalPaise > limit
}

const nothing = sumTaxed([])

function signedRow(row: TaxRow): TaxRow {
  if (row.kind === 'invoice') return row
  return { ...row, quantity: 0 - row.quantity, amount: lessTaxed(nothing, row.amount) }
}

/** One row, with the sums, for those of the same key; sorted by it. */
function merged(rows: readonly TaxRow[], key: (row: TaxRow) => string): TaxRow[] {
  const groups = [...Map.groupBy(rows, key)].sort(([a], [b]) => (a < b ? -1 : 1))
  return groups.flatMap(([, alike]) => {
    const [first] = alike
    const amount = sumTaxed(alike.map((row) => row.amount))
    const quantity = alike.reduce((sum, row) => sum + row.quantity, 0)
    return first ? [{ ...first, quantity, amount }] : []
  })
}

const byPaper = (rows: readonly TaxRow[]) =>
  merged(rows, ({ serial, gstPercent }) => `${serial} ${gstPercent}`)

const byCode = (rows: readonly TaxRow[]) =>
  merged(rows, ({ hsn, gstPercent }) => `${hsn} ${gstPercent}`)

function issued(rows: readonly TaxRow[]): IssuedRow[] {
  const kinds = new Map(rows.map(({ serial, kind }) => [serial, kind]))
  const series = Map.groupBy(
    [...kinds.keys()].sort(),
    (serial) => `${kinds.get(serial)} ${serial.slice(0, serial.lastIndexOf('/'))}`,
  )
  return [...series.values()].map((serials) => {
    const [from = ''] = serials
    const to = serials.at(-1) ?? ''
    return { kind: kinds.get(from) ?? 'invoice', from, to, count: serials.length }
  })
}

/** Of the rows that are listed one by one, credit notes are to be taken off. */
export function sectionTotals(sections: GstSections) {
  const { docs: _, ...taxSections } = sections
  const totalOf = (name: keyof typeof taxSections) =>
    sumTaxed(sections[name].map(({ amount }) => amount))
  const supplies = sumTaxed((['b2b', 'b2cl', 'b2cs', 'exemp'] as const).map(totalOf))
  const notes = sumTaxed((['cdnr', 'cdnur'] as const).map(totalOf))
  return {
    of: totalOf,
    supplies: lessTaxed(supplies, notes),
    byCode: sumTaxed((['hsn-b2b', 'hsn-b2c'] as const).map(totalOf)),
  }
}

export interface RateSum {
  gstPercent: number
  amount: TaxedAmount
}

/** What was sold at each rate, less credits. */
export function sumsByRate(sections: GstSections): RateSum[] {
  const rows = [...sections['hsn-b2b'], ...sections['hsn-b2c']]
  const rates = Map.groupBy(rows, ({ gstPercent }) => gstPercent)
  return [...rates]
    .sort(([a], [b]) => a - b)
    .map(([gstPercent, alike]) => ({
      gstPercent,
      amount: sumTaxed(alike.map(({ amount }) => amount)),
    }))
}
