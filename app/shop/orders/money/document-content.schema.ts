import { z } from 'zod'
import { gstStatuses } from '#shop/values/gst/taxpayer.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { businessSchema } from '../business.schema.ts'

/** `invoice`: CGST Act, section 31; `credit-note`: section 34. */
export type DocumentKind = 'invoice' | 'credit-note'

const paise = z.int()

/** Amounts in paise. Within the shop's state the tax is CGST and SGST, in other states IGST. */
const taxedAmountSchema = z.strictObject({
  taxable: paise,
  cgst: paise,
  sgst: paise,
  igst: paise,
  total: paise,
})

const lineSchema = z.strictObject({
  /** The id of the order's item, 'delivery' or 'surcharge'. */
  of: z.string().min(1),
  title: z.string(),
  /** Shown below the title, one a line. */
  details: z.array(z.string()),
  /** Null if pieces are not counted. */
  quantity: z.int().positive().nullable(),
  /** Code and tax in per cent; on papers from before goods differed they stand on the whole. */
  hsn: z.string().optional(),
  gstPercent: z.number().optional(),
  /** One piece including tax, in paise; null if there is no price for one piece. */
  rate: z.number().nullable(),
  amount: taxedAmountSchema,
})

/** A tax document without its serial and customer; amounts in paise, instants in ISO 8601 UTC. */
export const documentContentSchema = z.strictObject({
  orderNumber: z.int(),
  issuedAt: z.iso.datetime(),
  /** '22 Nov 2026, 6 to 8 pm' */
  delivery: z.string(),
  isPickup: z.boolean(),
  seller: z.strictObject({
    name: z.string(),
    /** Left out on papers from before it was known. */
    legalName: z.string().optional(),
    address: z.string(),
    phone: z.string(),
    email: z.string(),
    /** Left out on papers from before it was known: `regular`. */
    gst: z.enum(gstStatuses).optional(),
    gstin: z.string(),
    fssai: z.string(),
    state: z.string(),
    publicUrl: z.string(),
  }),
  /** Who may take back the tax; left out for a consumer. */
  business: businessSchema.optional(),
  /** The place of supply. */
  state: z.strictObject({ code: z.string(), name: z.string() }),
  interstate: z.boolean(),
  hsn: z.string().optional(),
  gstPercent: z.number().optional(),
  lines: z.array(lineSchema),
  total: taxedAmountSchema,
  /** The part of the total paid online, and in person before it was printed; the rest was due in cash. */
  paidByCard: paise,
  /** Left out on papers from before it was known. */
  paidInPerson: paise.optional(),
  /** The corrected invoice and the reason; null on an invoice. */
  credits: z
    .strictObject({
      serial: z.string(),
      issuedAt: z.iso.datetime(),
      reason: z.string(),
      /** All of it is on a new invoice, so nothing is refunded. */
      isChargedAgain: z.literal(true).optional(),
    })
    .nullable(),
})

/** Personal data of a tax document, which the law requires for a shorter time than the rest. */
export const personalWordsSchema = z.strictObject({
  name: z.string(),
  address: z.string(),
  mobile: z.string(),
  email: z.string(),
  /** Who gets the goods at the address, if a business has them delivered to somebody else. */
  deliveredTo: z.string().optional(),
  /** User text by the `of` of its line; printed below the line's details. */
  details: z.record(z.string(), z.array(z.string())),
})

export type DocumentContent = z.output<typeof documentContentSchema>
export type DocumentLine = DocumentContent['lines'][number]
export type PersonalWords = z.output<typeof personalWordsSchema>

export type PrintedRow = [label: string, value: string]

/**
 * All that a paper says, as `papers.typ` lays it out; what it does not have is '' or an empty list. It is stored with the
 * paper, and later versions draw it: fields are only added, and those may be missing.
 */
export interface PrintedPaper {
  shop: string
  title: string
  /** Below the title, across the page, and above all else. */
  purpose: string
  stamp: string
  sentence: string
  /** Who sells, and in the column beside it who buys. */
  parties: { heading: string; name: string; lines: string[] }[][]
  facts: { heading: string; rows: PrintedRow[] }
  /** How many of the columns, the last ones, are in figures. */
  figures: number
  heads: string[]
  rows: { cells: string[]; details: string[] }[]
  totals: string[]
  /** The total, in words. */
  words: PrintedRow
  notes: string[]
  paid: PrintedRow[]
  signing: { signer: string; signatory: string; note: string }
  /** Its title, and its serial or the order's number. */
  named: [title: string, number: string]
  site: string
  serial: string
}

/** JSON with sorted keys: equal contents are equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

/** The financial year of an instant in Kolkata, April to March: '26-27'. */
export function financialYear(at: Date): string {
  const [year = 0, month = 0] = kolkataDay(at).split('-').map(Number)
  const first = month >= 4 ? year : year - 1
  const short = (value: number) => String(value % 100).padStart(2, '0')
  return `${short(first)}-${short(first + 1)}`
}

/** Papers of test payments are in a series of their own, and say so. */
export const isTestSerial = (serial: string) => serial.startsWith('TEST/')

interface Series {
  /** All of a serial before its digits: 'CW/26-27/'. */
  prefix: string
  /** At least so many: with the prefix 16 characters, the maximum of CGST Rule 46(b). */
  digits: number
}

export function seriesOf(kind: DocumentKind, year: string, isTest: boolean): Series {
  if (isTest) return { prefix: `TEST/${year}/`, digits: 5 }
  return { prefix: `${kind === 'invoice' ? 'CW' : 'CN'}/${year}/`, digits: 7 }
}
