import type { DocumentContent, DocumentKind } from '#shop/orders/money/document-content.schema.ts'
import { lessTaxed, sumTaxed, type TaxedAmount } from '#shop/orders/money/tax.ts'
import { groupBy } from '#shop/values/group-by.ts'
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

/** Lines that are listed as one, with their sums, from `serial` to `lastSerial`. */
export interface SectionRow extends TaxRow {
  lastSerial: string
  papers: number
}

export const isTaxed = ({ gstPercent }: TaxRow) => gstPercent > 0
export const isInvoice = ({ kind }: TaxRow) => kind === 'invoice'
export const isB2b = ({ business }: TaxRow) => business !== null

/** Such invoices are listed one by one (CGST Rules, rule 59(4); notification 12/2024-Central Tax). */
export function isLarge({ business, interstate, invoice, ...own }: TaxRow) {
  const { issuedAt, totalPaise } = invoice ?? own
  const limit = kolkataDay(issuedAt) < '2024-08-01' ? 2_50_000_00 : 1_00_000_00
  return !business && interstate && totalPaise > limit
}

export const byPaper = ({ serial, gstPercent }: TaxRow) => `${serial} ${gstPercent}`
export const byCode = ({ hsn, gstPercent }: TaxRow) => `${hsn} ${gstPercent}`

const nothing = sumTaxed([])

/** Credit notes below 0. */
export function signedRow(row: TaxRow): TaxRow {
  if (row.kind === 'invoice') return row
  return { ...row, quantity: 0 - row.quantity, amount: lessTaxed(nothing, row.amount) }
}

/** One row for those of the same key; sorted by it. */
export function merged(rows: readonly TaxRow[], key: (row: TaxRow) => string): SectionRow[] {
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
