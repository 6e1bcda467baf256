import type { Paise } from '#shop/values/money.ts'
import type { Paper } from '../paper.ts'
import { hasTax, oneRate, paperNames } from '../paper-names.ts'
import { formatAmount } from '../tax.ts'
import {
  type Block,
  beside,
  colours,
  contentWidth,
  padded,
  page,
  stacked,
  styles,
  textBlock,
} from './blocks.server.ts'
import type { Typesetter } from './typesetter.server.ts'

const gap = 24
const right = { x: page.margin + contentWidth * 0.58, width: contentWidth * 0.42 }
const left = { x: page.margin, width: contentWidth * 0.58 - gap }

/** Below the table: the total in figures and words, the payment, and the signature. */
export function paperClosing(set: Typesetter, paper: Paper): Block {
  return stacked([
    padded(beside([words(set, paper), paying(set, paper)]), 14, 22),
    signature(set, paper),
  ])
}

const deliveryNote = 'Delivery is part of the supply of the goods and taxed at their rate.'
/** To be on every bill of supply of a composition dealer (CGST Rules, rule 5(1)(f)). */
const compositionNote = 'Composition taxable person, not eligible to collect tax on supplies'

function taxNotes(paper: Paper): string[] {
  if (paper.seller.gst === 'composition') return [compositionNote]
  if (!hasTax(paper)) return []
  const percent = oneRate(paper)
  const included = percent === null ? 'Prices include GST.' : `Prices include ${percent}% GST.`
  return [[included, paper.isPickup ? '' : deliveryNote].join(' ').trim()]
}

function words(set: Typesetter, paper: Paper): Block {
  const { kind, total, awaitsPrice, cancelled } = paper
  const notes = [
    kind === 'summary' && `${paperNames(paper).below}. You get one when the price is settled.`,
    awaitsPrice && 'A price on confirmation is added once you accept it, and is paid in cash.',
    cancelled && 'This order is cancelled: nothing is supplied.',
    ...taxNotes(paper),
  ]
  return stacked(
    [
      stacked([
        padded(textBlock(set, 'Amount in words', styles.label, left), 0, 3),
        textBlock(set, amountInWords(total.total), styles.strong, left),
      ]),
      ...notes.map((note) => textBlock(set, note || '', styles.soft, left)),
    ],
    5,
  )
}

function payingRows(paper: Paper): [string, Paise][] {
  const { kind, credits, total, paidByCard, paidInPerson = 0, dueInCash } = paper
  if (credits?.isChargedAgain) return [['Charged again', total.total]]
  if (kind === 'credit-note') {
    return [
      ['Refunded online', paidByCard],
      ['Given back', paidInPerson],
      ['No longer due in cash', dueInCash],
    ]
  }
  return [
    ['Paid online', paidByCard],
    ['Paid at the counter', paidInPerson],
    [dueInCash === 0 ? 'Due' : 'Due in cash', dueInCash],
  ]
}

function paying(set: Typesetter, paper: Paper): Block {
  const { total } = paper
  const rows = payingRows(paper)
  const shown = rows.filter(([label, paise]) => paise !== 0 || label.startsWith('Due'))
  const inner = { x: right.x + 14, width: right.width - 28 }
  const amounts = stacked([
    padded(
      beside([
        textBlock(set, 'Total', { ...styles.title, size: 13 }, inner),
        textBlock(
          set,
          rupees(total.total),
          { ...styles.title, size: 13 },
          { ...inner, align: 'right' },
        ),
      ]),
      0,
      4,
    ),
    ...shown.map(([label, paise]) =>
      beside([
        textBlock(set, label, styles.body, inner),
        textBlock(set, rupees(paise), styles.figures, { ...inner, align: 'right' }),
      ]),
    ),
  ])
  const box = padded(amounts, 11)
  return {
    height: box.height,
    draw(top) {
      set.doc.roundedRect(right.x, top, right.width, box.height, 10).fill('#fff9f2')
      set.doc
        .roundedRect(right.x, top, right.width, box.height, 10)
        .lineWidth(0.75)
        .stroke(colours.line)
      box.draw(top)
    },
  }
}

function rupees(paise: Paise): string {
  return `₹${formatAmount(paise)}`
}

function signature(set: Typesetter, paper: Paper): Block {
  const place = { ...right, align: 'right' } as const
  return stacked([
    textBlock(set, `For ${paper.seller.legalName || paper.seller.name}`, styles.strong, place),
    padded(textBlock(set, 'Authorised signatory', styles.soft, place), 30, 0),
    textBlock(
      set,
      `Computer-generated ${paperNames(paper).name.toLowerCase()}; no signature required.`,
      styles.soft,
      place,
    ),
  ])
}

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
