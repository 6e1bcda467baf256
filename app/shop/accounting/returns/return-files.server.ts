import { type CsvColumns, csvStream, twoDecimals } from '#platform/csv.server.ts'
import { formatDate } from '#shop/values/kolkata-time.ts'
import { type Paise, toRupees } from '#shop/values/money.ts'
import type { GstSectionName, GstSections, IssuedRow, TaxRow } from './gst-sections.ts'

type Columns<Row> = CsvColumns<Row>
type Column = Columns<TaxRow>[number]

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
/** '29-Karnataka' */
const place: Column = [
  'Place Of Supply',
  ({ state: { code, name } }) => `${code}-${name.replaceAll(' and ', ' & ')}`,
]
const reverseCharge = fixed('Reverse Charge', 'N')
const applicableRate = fixed('Applicable % of Tax Rate', '')
const marketplace = fixed('E-Commerce GSTIN', '')
const rate: Column = ['Rate', ({ gstPercent }) => twoDecimals(gstPercent)]
const taxable: Column = ['Taxable Value', ({ amount }) => rupees(amount.taxable)]
const cess: Column = ['Cess Amount', () => rupees(0)]

const hsn: Columns<TaxRow> = [
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
]

/** By the heading of a code, in short words of the customs tariff. */
const descriptions: Record<string, string> = {
  '1704': 'Sugar confectionery',
  '1806': 'Chocolate and other food preparations containing cocoa',
  '1905': 'Bread, pastry, cakes, biscuits and other bakers’ wares',
}

/** The columns of the offline tool's templates, to the letter. */
const columns: Record<Exclude<GstSectionName, 'docs'>, Columns<TaxRow>> = {
  b2b: [
    ...[gstin, receiver, serial('Invoice Number'), date('Invoice date'), value('Invoice Value')],
    ...[place, reverseCharge, applicableRate, fixed('Invoice Type', 'Regular B2B'), marketplace],
    ...[rate, taxable, cess],
  ],
  b2cl: [
    ...[serial('Invoice Number'), date('Invoice date'), value('Invoice Value'), place],
    ...[applicableRate, rate, taxable, cess, marketplace],
  ],
  b2cs: [fixed('Type', 'OE'), place, applicableRate, rate, taxable, cess, marketplace],
  cdnr: [
    ...[gstin, receiver, serial('Note Number'), date('Note Date'), fixed('Note Type', 'C'), place],
    ...[reverseCharge, fixed('Note Supply Type', 'Regular B2B'), value('Note Value')],
    ...[applicableRate, rate, taxable, cess],
  ],
  cdnur: [
    ...[
      fixed('UR Type', 'B2CL'),
      serial('Note Number'),
      date('Note Date'),
      fixed('Note Type', 'C'),
    ],
    ...[place, value('Note Value'), applicableRate, rate, taxable, cess],
  ],
  exemp: [
    [
      'Description',
      ({ interstate, business }) =>
        `${interstate ? 'Inter' : 'Intra'}-State supplies to ${business ? '' : 'un'}registered persons`,
    ],
    ['Nil Rated Supplies', ({ amount }) => rupees(amount.taxable)],
    ['Exempted(other than nil rated/non GST supply)', () => rupees(0)],
    ['Non-GST Supplies', () => rupees(0)],
  ],
  'hsn-b2b': hsn,
  'hsn-b2c': hsn,
}

const issuedColumns: Columns<IssuedRow> = [
  [
    'Nature of Document',
    ({ kind }) => (kind === 'invoice' ? 'Invoices for outward supply' : 'Credit Note'),
  ],
  ['Sr. No. From', ({ from }) => from],
  ['Sr. No. To', ({ to }) => to],
  ['Total Number', ({ count }) => count],
  ['Cancelled', () => 0],
]

/** A section as the offline tool of GSTR-1 imports it, as CSV. */
export function sectionFile(sections: GstSections, name: GstSectionName) {
  return name === 'docs'
    ? csvStream(issuedColumns, [sections.docs])
    : csvStream(columns[name], [sections[name]])
}
