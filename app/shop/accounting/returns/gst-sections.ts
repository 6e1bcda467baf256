import { type CsvColumns, twoDecimals } from '#platform/csv.ts'
import type { DocumentContent, DocumentKind } from '#shop/orders/money/document-content.schema.ts'
import { lessTaxed, sumTaxed, type TaxedAmount } from '#shop/orders/money/tax.ts'
import { groupBy } from '#shop/values/group-by.ts'
import type { GoodsTax } from '#shop/values/gst/goods-rates.ts'
import { formatDate, kolkataDay } from '#shop/values/kolkata-time.ts'
import { multiplyPaise, type Paise, toRupees } from '#shop/values/money.ts'

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

/** Lines that are listed as one, with their sums, from `serial` to `lastSerial`. */
interface SectionRow extends TaxRow {
  lastSerial: string
  papers: number
}

const isTaxed = ({ gstPercent }: TaxRow) => gstPercent > 0
const isInvoice = ({ kind }: TaxRow) => kind === 'invoice'
const isB2b = ({ business }: TaxRow) => business !== null

/** Such invoices are listed one by one (CGST Rules, rule 59(4); notification 12/2024-Central Tax). */
function isLarge({ business, interstate, invoice, ...own }: TaxRow) {
  const { issuedAt, totalPaise } = invoice ?? own
  const limit = kolkataDay(issuedAt) < '2024-08-01' ? 2_50_000_00 : 1_00_000_00
  return !business && interstate && totalPaise > limit
}

const byPaper = ({ serial, gstPercent }: TaxRow) => `${serial} ${gstPercent}`
const byCode = ({ hsn, gstPercent }: TaxRow) => `${hsn} ${gstPercent}`

const nothing = sumTaxed([])

/** Credit notes below 0. */
function signedRow(row: TaxRow): TaxRow {
  if (row.kind === 'invoice') return row
  return { ...row, quantity: 0 - row.quantity, amount: lessTaxed(nothing, row.amount) }
}

/** One row for those of the same key; sorted by it. */
function merged(rows: readonly TaxRow[], key: (row: TaxRow) => string): SectionRow[] {
  const groups = [...groupBy(rows, key)].sort(([a], [b]) => (a < b ? -1 : 1))
  return groups.flatMap(([, alike]) => {
    const [first] = alike
    const serials = [...new Set(alike.map((row) => row.serial))].sort()
    const [serial = '', lastSerial = serial] = [serials[0], serials.at(-1)]
    const amount = sumTaxed(alike.map((row) => row.amount))
    const quantity = alike.reduce((sum, row) => sum + row.quantity, 0)
    return first ? [{ ...first, serial, lastSerial, papers: serials.length, quantity, amount }] : []
  })
}

interface Section {
  title: string
  /** What its amounts add to; `notes` are listed as positive amounts and taken off the supplies. Null: it has none. */
  total: 'supplies' | 'notes' | 'codes' | null
  /** Which lines of papers are in it. */
  has: (row: TaxRow) => boolean
  /** Lines with the same are one row. */
  key: (row: TaxRow) => string
  /** Those of the offline tool's template, to the letter. */
  columns: CsvColumns<SectionRow>
}

type Column = Section['columns'][number]

export const rupees = (paise: Paise) => twoDecimals(toRupees(paise))

const serial = (head: string): Column => [head, (row) => row.serial]
/** '05-Nov-2026' */
const date = (head: string): Column => [
  head,
  ({ issuedAt }) => formatDate(issuedAt).replaceAll(' ', '-').padStart(11, '0'),
]
const value = (head: string): Column => [head, ({ totalPaise }) => rupees(totalPaise)]
const fixed = (head: string, text: string): Column => [head, () => text]

const gstin: Column = ['GSTIN/UIN of Recipient', ({ business }) => business?.gstin ?? '']
const receiver: Column = ['Receiver Name', ({ business }) => business?.name ?? '']
/** '29-Karnataka', as the master sheet of the offline tool's workbook (V2.2) spells it. */
const place: Column = [
  'Place Of Supply',
  ({ state: { code, name } }) =>
    `${code}-${code === '31' ? 'Lakshdweep' : name.replaceAll(' and ', ' & ')}`,
]
const reverseCharge = fixed('Reverse Charge', 'N')
const applicableRate = fixed('Applicable % of Tax Rate', '')
const marketplace = fixed('E-Commerce GSTIN', '')
const rate: Column = ['Rate', ({ gstPercent }) => twoDecimals(gstPercent)]
const taxable: Column = ['Taxable Value', ({ amount }) => rupees(amount.taxable)]
const cess: Column = ['Cess Amount', () => rupees(0)]

/** By the heading of a code. The portal takes at most 30 characters, and no punctuation. */
const descriptions: Record<string, string> = {
  '1704': 'Sugar confectionery',
  '1806': 'Chocolate and cocoa products',
  '1905': 'Bread pastry cakes biscuits',
}

const byHsn: Pick<Section, 'total' | 'key' | 'columns'> = {
  total: 'codes',
  key: byCode,
  columns: [
    ['HSN', (row) => row.hsn],
    ['Description', (row) => descriptions[row.hsn.slice(0, 4)] ?? ''],
    fixed('UQC', 'NOS-NUMBERS'),
    ['Total Quantity', ({ quantity }) => twoDecimals(quantity)],
    ['Total Value', ({ amount }) => rupees(amount.total)],
    rate,
    taxable,
    ['Integrated Tax Amount', ({ amount }) => rupees(amount.igst)],
    ['Central Tax Amount', ({ amount }) => rupees(amount.cgst)],
    ['State/UT Tax Amount', ({ amount }) => rupees(amount.sgst)],
    cess,
  ],
}

/**
 * The sections of GSTR-1, as the offline tool names them. Each taxed line of a paper is in one of the first five: a
 * credit note is listed if its invoice was; otherwise it lowers the sums of its place and rate, maybe below 0.
 */
export const gstr1 = {
  b2b: {
    title: 'B2B: invoices to businesses',
    total: 'supplies',
    has: (row) => isTaxed(row) && isB2b(row) && isInvoice(row),
    key: byPaper,
    columns: [
      ...[gstin, receiver, serial('Invoice Number'), date('Invoice date'), value('Invoice Value')],
      ...[place, reverseCharge, applicableRate, fixed('Invoice Type', 'Regular B2B'), marketplace],
      ...[rate, taxable, cess],
    ],
  },
  b2cl: {
    title: 'B2CL: large invoices to other states',
    total: 'supplies',
    has: (row) => isTaxed(row) && isLarge(row) && isInvoice(row),
    key: byPaper,
    columns: [
      ...[serial('Invoice Number'), date('Invoice date'), value('Invoice Value'), place],
      ...[applicableRate, rate, taxable, cess, marketplace],
    ],
  },
  b2cs: {
    title: 'B2CS: all other sales, by state and rate',
    total: 'supplies',
    has: (row) => isTaxed(row) && !isB2b(row) && !isLarge(row),
    key: ({ state, gstPercent }) => `${state.code} ${gstPercent}`,
    columns: [fixed('Type', 'OE'), place, applicableRate, rate, taxable, cess, marketplace],
  },
  cdnr: {
    title: 'CDNR: credit notes to businesses',
    total: 'notes',
    has: (row) => isTaxed(row) && isB2b(row) && !isInvoice(row),
    key: byPaper,
    columns: [
      ...[gstin, receiver, serial('Note Number'), date('Note Date'), fixed('Note Type', 'C')],
      ...[place, reverseCharge, fixed('Note Supply Type', 'Regular B2B'), value('Note Value')],
      ...[applicableRate, rate, taxable, cess],
    ],
  },
  cdnur: {
    title: 'CDNUR: credit notes to large invoices',
    total: 'notes',
    has: (row) => isTaxed(row) && isLarge(row) && !isInvoice(row),
    key: byPaper,
    columns: [
      ...[fixed('UR Type', 'B2CL'), serial('Note Number'), date('Note Date')],
      ...[fixed('Note Type', 'C'), place, value('Note Value')],
      ...[applicableRate, rate, taxable, cess],
    ],
  },
  exemp: {
    title: 'EXEMP: sales without tax',
    total: 'supplies',
    has: (row) => !isTaxed(row),
    key: ({ interstate, business }) => `${business === null} ${!interstate}`,
    columns: [
      [
        'Description',
        ({ interstate, business }) =>
          `${interstate ? 'Inter' : 'Intra'}-State supplies to ${business ? '' : 'un'}registered persons`,
      ],
      // The tariff has no rate of nil: what bears no tax is exempted by notification (2/2017-Central Tax (Rate)).
      ['Nil Rated Supplies', () => rupees(0)],
      ['Exempted(other than nil rated/non GST supply)', ({ amount }) => rupees(amount.taxable)],
      ['Non-GST Supplies', () => rupees(0)],
    ],
  },
  'hsn-b2b': { ...byHsn, title: 'HSN codes, sales to businesses', has: isB2b },
  'hsn-b2c': { ...byHsn, title: 'HSN codes, other sales', has: (row) => !isB2b(row) },
  docs: {
    title: 'Documents issued',
    total: null,
    has: () => true,
    key: ({ kind, serial }) => `${kind} ${serial.slice(0, serial.lastIndexOf('/'))}`,
    columns: [
      [
        'Nature of Document',
        (row) => (isInvoice(row) ? 'Invoices for outward supply' : 'Credit Note'),
      ],
      serial('Sr. No. From'),
      ['Sr. No. To', ({ lastSerial }) => lastSerial],
      ['Total Number', ({ papers }) => papers],
      ['Cancelled', () => 0],
    ],
  },
} satisfies Record<string, Section>

export type GstSectionName = keyof typeof gstr1
export const gstSectionNames = Object.keys(gstr1) as GstSectionName[]

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

interface RateSum {
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

interface QuarterTax {
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
