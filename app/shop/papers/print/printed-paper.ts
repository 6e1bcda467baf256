import {
  isTestSerial,
  type PrintedPaper,
  type PrintedRow,
} from '#shop/orders/money/document-content.schema.ts'
import { formatAmount, type TaxedAmount } from '#shop/orders/money/tax.ts'
import { hasUtgst } from '#shop/values/gst/india-states.ts'
import { formatDate } from '#shop/values/kolkata-time.ts'
import type { Paise } from '#shop/values/money.ts'
import { documentPaper, hasTax, oneRate, type Paper, type PaperLine, paperNames } from '../paper.ts'

/** To be on top of every bill of supply of a composition dealer (CGST Rules, rule 5(1)(f)). */
const compositionSentence = 'Composition taxable person, not eligible to collect tax on supplies'
const deliveryNote = 'Delivery is part of the supply of the goods and taxed at their rate.'

/** Stand in stored words for what may be deleted with an account. */
const marks = { name: '{name}', address: '{address}', mobile: '{mobile}', email: '{email}' }
const recipientMark = '{recipient}'

/** What a document says, to be stored with it: with marks, and with the begin of its serial, which is not counted yet. */
export function wordsToStore(
  prefix: string,
  { kind, content, personal }: Omit<Parameters<typeof documentPaper>[0], 'serial' | 'words'>,
): PrintedPaper {
  const deliveredTo = personal.deliveredTo && recipientMark
  const marked = { ...marks, deliveredTo, details: {} }
  return wordsOf(documentPaper({ kind, serial: prefix, content, personal: marked }))
}

/** What a paper says: as it was stored with it, else in the words of this version. */
export function printedPaper(paper: Paper): PrintedPaper {
  const { words, serial, buyer, deliveredTo = '', lines } = paper
  if (!words) return wordsOf(paper)
  const texts = new Map([
    [words.serial, serial],
    [recipientMark, deliveredTo],
  ])
  for (const field of ['name', 'address', 'mobile', 'email'] as const)
    texts.set(marks[field], buyer[field])
  const fill = (_key: string, text: string) => texts.get(text) ?? text
  const filled: PrintedPaper = JSON.parse(JSON.stringify(words), fill)
  const rows = filled.rows.map((row, index) => ({ ...row, details: lines[index]?.details ?? [] }))
  return { ...filled, rows }
}

function wordsOf(paper: Paper): PrintedPaper {
  const { seller, serial, orderNumber, total, lines } = paper
  const { title, name, below } = paperNames(paper)
  const { worded, figured } = columnsOf(paper)
  const columns = [...worded, ...figured]
  const signer = seller.legalName || seller.name
  return {
    shop: seller.name,
    title,
    purpose: isTestSerial(serial) ? 'Of a test payment: not for your books' : below,
    stamp: isTestSerial(serial) ? 'Test' : paper.cancelled ? 'Cancelled' : '',
    sentence: seller.gst === 'composition' ? compositionSentence : '',
    parties: partiesOf(paper),
    facts: { heading: name, rows: factsOf(paper) },
    figures: figured.length,
    heads: columns.map(({ head }) => head),
    rows: lines.map((line, index) => ({
      cells: columns.map(({ text }) => text(line, index)),
      details: line.details,
    })),
    totals: columns.map(({ total = '' }) => total),
    words: ['Amount in words', amountInWords(total.total)],
    notes: notesOf(paper),
    paid: [['Total', rupees(total.total)], ...payingRows(paper)],
    signing: {
      signer: `For ${signer}`,
      signatory: 'Authorised signatory',
      note: `Computer-generated ${name.toLowerCase()}; no signature required.`,
    },
    named: [title, serial || String(orderNumber)],
    site: `${seller.name} · ${seller.publicUrl.replace(/^https?:\/\//, '')}`,
    serial,
  }
}

/** A buyer may have the goods delivered to somebody else. */
function partiesOf({
  seller,
  buyer,
  isPickup,
  business,
  deliveredTo,
}: Paper): PrintedPaper['parties'] {
  const sold = {
    heading: 'Sold by',
    name: seller.legalName || seller.name,
    lines: [
      seller.address,
      seller.state,
      seller.phone,
      seller.email,
      ...(seller.gstin ? [`GSTIN ${seller.gstin}`] : []),
      `FSSAI ${seller.fssai}`,
    ],
  }
  const billed = {
    heading: isPickup || deliveredTo ? 'Billed to' : 'Billed and delivered to',
    name: business?.name ?? buyer.name,
    lines: [
      ...(business ? [`GSTIN ${business.gstin}`, buyer.name] : []),
      ...(deliveredTo ? [] : [buyer.address]),
      `${buyer.state.name}, state code ${buyer.state.code}`,
      buyer.mobile,
      buyer.email,
    ],
  }
  const delivered = deliveredTo
    ? [{ heading: 'Delivered to', name: deliveredTo, lines: [buyer.address] }]
    : []
  return [[sold], [billed, ...delivered]]
}

function factsOf(paper: Paper): PrintedRow[] {
  const { kind, serial, credits, orderNumber, issuedAt, delivery, isPickup, buyer } = paper
  const invoice = paperNames({ ...paper, kind: 'invoice' })
  const credited: PrintedRow[] = credits
    ? [
        [
          `For ${invoice.name.toLowerCase()}`,
          `${credits.serial} of ${formatDate(new Date(credits.issuedAt))}`,
        ],
        ['Reason', credits.reason],
      ]
    : []
  const taxed: PrintedRow[] = hasTax(paper)
    ? [
        ['Place of supply', `${buyer.state.name} (${buyer.state.code})`],
        ['Reverse charge', 'No'],
      ]
    : []
  return [
    kind === 'summary'
      ? ['Document', `No ${invoice.title.toLowerCase()}`]
      : [`${paperNames(paper).name} no.`, serial],
    ['Date', formatDate(issuedAt)],
    ...credited,
    ['Order', String(orderNumber)],
    [isPickup ? 'Pickup' : 'Delivery', delivery],
    ...taxed,
  ]
}

interface Column {
  head: string
  text(line: PaperLine, index: number): string
  total?: string
}

/** In words, then in figures. The second takes the width that the others leave. */
function columnsOf(paper: Paper): { worded: Column[]; figured: Column[] } {
  const { seller, total } = paper
  const hsn: Column = { head: 'HSN', text: ({ hsn }) => hsn }
  const percent: Column = { head: 'GST', text: ({ gstPercent }) => `${gstPercent}%` }
  return {
    worded: [
      { head: '#', text: (_, index) => String(index + 1) },
      { head: 'Description', text: ({ title }) => title, total: 'Total' },
      ...(seller.gstin ? [hsn] : []),
    ],
    figured: [
      { head: 'Qty', text: ({ quantity }) => (quantity ? `${quantity} NOS` : '') },
      {
        head: hasTax(paper) ? 'Rate incl. GST' : 'Rate',
        text: ({ rate }) => (rate === null ? '–' : formatAmount(rate)),
      },
      ...(oneRate(paper) === null ? [percent] : []),
      ...amountsOf(paper).map(([head, part]) => ({
        head,
        text: ({ amount }: PaperLine) => formatAmount(amount[part]),
        total: formatAmount(total[part]),
      })),
    ],
  }
}

type Amount = [head: string, part: keyof TaxedAmount]

/** The taxable value and its taxes, where the shop collects tax, and the whole. */
function amountsOf(paper: Paper): Amount[] {
  const percent = oneRate(paper)
  const named = (tax: string, share: number) =>
    percent === null ? tax : `${tax} ${percent * share}%`
  const stateTax = hasUtgst(paper.buyer.state.code) ? 'UTGST' : 'SGST'
  const taxable: Amount = ['Taxable value', 'taxable']
  const whole: Amount = ['Amount (₹)', 'total']
  if (!hasTax(paper)) return [whole]
  if (paper.interstate) return [taxable, [named('IGST', 1), 'igst'], whole]
  return [taxable, [named('CGST', 0.5), 'cgst'], [named(stateTax, 0.5), 'sgst'], whole]
}

function notesOf(paper: Paper): string[] {
  const percent = oneRate(paper)
  const included = percent === null ? 'Prices include GST.' : `Prices include ${percent}% GST.`
  return [
    paper.kind === 'summary' &&
      `${paperNames(paper).below}. You get one when the price is settled.`,
    paper.awaitsPrice && 'A price on confirmation is added once you accept it.',
    paper.cancelled && 'This order is cancelled: nothing is supplied.',
    hasTax(paper) && (paper.isPickup ? included : `${included} ${deliveryNote}`),
  ].filter((note) => note !== false)
}

function payingRows(paper: Paper): PrintedRow[] {
  const { kind, credits, total, paidByCard, paidInPerson = 0, dueInCash } = paper
  if (credits?.isChargedAgain) return [['Charged again', rupees(total.total)]]
  const rows: [string, Paise][] =
    kind === 'credit-note'
      ? [
          ['Refunded online', paidByCard],
          ['Given back', paidInPerson],
          ['No longer due in cash', dueInCash],
        ]
      : [
          ['Paid online', paidByCard],
          ['Paid at the counter', paidInPerson],
          [dueInCash === 0 ? 'Due' : 'Due in cash', dueInCash],
        ]
  return rows
    .filter(([label, paise]) => paise !== 0 || label.startsWith('Due'))
    .map(([label, paise]) => [label, rupees(paise)])
}

const rupees = (paise: Paise) => `₹${formatAmount(paise)}`

const small =
  'Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen'.split(
    ' ',
  )
const tens = 'Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety'.split(' ')
const scales = [
  [10_000_000, 'Crore'],
  [100_000, 'Lakh'],
  [1000, 'Thousand'],
  [100, 'Hundred'],
] as const

/** 'Rupees One Lakh Twenty-Three Thousand and Fifty Paise Only'. */
export function amountInWords(paise: Paise): string {
  if (!Number.isSafeInteger(paise) || paise < 0) throw new RangeError(`Not an amount: ${paise}`)
  const rupees = Math.floor(paise / 100)
  const rest = paise % 100
  const parts = []
  if (rupees > 0 || rest === 0) parts.push(`Rupees ${numberInWords(rupees)}`)
  if (rest > 0) parts.push(`${numberInWords(rest)} Paise`)
  return `${parts.join(' and ')} Only`
}

/** From 0 on; the number of crores is written in the same way. */
function numberInWords(value: number): string {
  if (value < 20) return small[value] as string
  if (value < 100) {
    const ten = tens[Math.floor(value / 10) - 2] as string
    return value % 10 === 0 ? ten : `${ten}-${small[value % 10]}`
  }
  const [size, name] = scales.find(([size]) => value >= size) as (typeof scales)[number]
  const head = `${numberInWords(Math.floor(value / size))} ${name}`
  return value % size === 0 ? head : `${head} ${numberInWords(value % size)}`
}
