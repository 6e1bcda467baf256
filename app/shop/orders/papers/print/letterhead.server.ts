import { formatDate } from '#shop/values/kolkata-time.ts'
import { sliceMark } from '#shop/values/shop-details.ts'
import { isTestSerial } from '../document-content.schema.ts'
import type { Paper } from '../paper.ts'
import { hasTax, paperNames } from '../paper-names.ts'
import {
  type Block,
  beside,
  colours,
  contentWidth,
  hairline,
  padded,
  page,
  stacked,
  styles,
  textBlock,
} from './blocks.server.ts'
import type { Pdf, Typesetter } from './typesetter.server.ts'

/** The shop's name, the kind of paper, seller, buyer and dates. */
export function letterhead(set: Typesetter, paper: Paper): Block {
  return stacked([brandRow(set, paper), padded(parties(set, paper), 16, 20)])
}

export function shortHead(set: Typesetter, paper: Paper): Block {
  const { seller, serial, orderNumber } = paper
  const whole = { x: page.margin, width: contentWidth }
  const row = beside([
    textBlock(set, seller.name, { ...styles.title, size: 12, colour: colours.cocoa }, whole),
    textBlock(set, `${paperNames(paper).title} ${serial || orderNumber}, continued`, styles.soft, {
      ...whole,
      align: 'right',
    }),
  ])
  return padded(row, 0, 12)
}

function brandRow(set: Typesetter, paper: Paper): Block {
  const { title, below } = paperNames(paper)
  const purpose = isTestSerial(paper.serial) ? 'Of a test payment: not for your books' : below
  const mark = 30
  const half = contentWidth / 2
  const name = { ...styles.title, size: 20, colour: colours.cocoa }
  const words = beside([
    textBlock(set, paper.seller.name, name, {
      x: page.margin + mark + 8,
      width: half - mark,
      maxLines: 1,
    }),
    stacked([
      textBlock(set, title, styles.title, {
        x: page.margin + half,
        width: half,
        align: 'right',
      }),
      textBlock(set, purpose, styles.soft, {
        x: page.margin + half,
        width: half,
        align: 'right',
      }),
    ]),
  ])
  return {
    height: words.height + 12,
    draw(top) {
      drawMark(set.doc, page.margin, top, mark)
      words.draw(top)
      hairline(set, top + words.height + 11, { colour: colours.berry, weight: 1.25 })
    },
  }
}

function drawMark(doc: Pdf, x: number, y: number, size: number) {
  doc
    .save()
    .translate(x, y)
    .scale(size / 32)
  for (const { path, fill, stroke } of sliceMark) {
    doc.path(path)
    if (fill) doc.fill(fill)
    else doc.lineWidth(1.2).lineCap('round').stroke(stroke)
  }
  doc.restore()
}

function parties(set: Typesetter, paper: Paper): Block {
  const { seller, buyer, isPickup, business } = paper
  const gap = 18
  const width = (contentWidth - 2 * gap) / 3
  const column = (index: number) => ({ x: page.margin + index * (width + gap), width })
  const lines = (index: number, heading: string, name: string, rest: string[]) =>
    stacked([
      padded(textBlock(set, heading, styles.label, column(index)), 0, 3),
      textBlock(set, name, styles.strong, column(index)),
      ...rest.map((line) => textBlock(set, line, styles.body, column(index))),
    ])
  return beside([
    lines(0, 'Sold by', seller.legalName || seller.name, [
      seller.address,
      seller.state,
      seller.phone,
      seller.email,
      ...(seller.gstin ? [`GSTIN ${seller.gstin}`] : []),
      `FSSAI ${seller.fssai}`,
    ]),
    lines(1, isPickup ? 'Billed to' : 'Billed and delivered to', business?.name ?? buyer.name, [
      ...(business ? [`GSTIN ${business.gstin}`, buyer.name] : []),
      buyer.address,
      `${buyer.state.name}, state code ${buyer.state.code}`,
      buyer.mobile,
      buyer.email,
    ]),
    facts(set, paper, column(2)),
  ])
}

function facts(set: Typesetter, paper: Paper, { x, width }: { x: number; width: number }): Block {
  const labels = 68
  const rows = factsOf(paper)
  return stacked([
    padded(textBlock(set, paperNames(paper).name, styles.label, { x, width }), 0, 3),
    ...rows.map(([label, value]) =>
      beside([
        textBlock(set, label, styles.soft, { x, width: labels }),
        textBlock(set, value, styles.body, { x: x + labels, width: width - labels }),
      ]),
    ),
  ])
}

function factsOf(paper: Paper): [label: string, value: string][] {
  const { kind, serial, credits, orderNumber, issuedAt, delivery, isPickup, buyer } = paper
  return [
    kind === 'summary'
      ? ['Document', `No ${paperNames({ ...paper, kind: 'invoice' }).title.toLowerCase()}`]
      : [`${paperNames(paper).name} no.`, serial],
    ['Date', formatDate(issuedAt)],
    ...(credits ? creditFacts(paper, credits) : []),
    ['Order', String(orderNumber)],
    [isPickup ? 'Pickup' : 'Delivery', delivery],
    ...(hasTax(paper) ? taxFacts(buyer) : []),
  ]
}

function taxFacts({ state }: Paper['buyer']): [label: string, value: string][] {
  return [
    ['Place of supply', `${state.name} (${state.code})`],
    ['Reverse charge', 'No'],
  ]
}

function creditFacts(
  paper: Paper,
  { serial, issuedAt, reason }: NonNullable<Paper['credits']>,
): [label: string, value: string][] {
  const { name } = paperNames({ ...paper, kind: 'invoice' })
  return [
    [`For ${name.toLowerCase()}`, `${serial} of ${formatDate(new Date(issuedAt))}`],
    ['Reason', reason],
  ]
}
