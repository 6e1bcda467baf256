import { hasUtgst } from '#shop/values/gst/india-states.ts'
import type { Paper } from '../paper.ts'
import type { PaperLine } from '../paper-lines.ts'
import { hasTax, oneRate } from '../paper-names.ts'
import { formatAmount, type TaxedAmount } from '../tax.ts'
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
import type { TextStyle, Typesetter } from './typesetter.server.ts'

interface Column {
  head: string
  /** Points; 0 takes the remaining width. */
  width: number
  text(line: PaperLine, index: number): string
  align?: 'right'
}

interface PlacedColumn extends Column {
  x: number
}

const gutter = 8

/** The parts of the table of goods, to be divided into pages. */
export function paperTable(set: Typesetter, paper: Paper) {
  const { lines, total } = paper
  const columns = placed(columnsOf(paper))
  return {
    head: headRow(set, columns),
    rows: lines.map((line, index) => lineRow(set, columns, line, index)),
    totals: totalsRow(set, columns, total, taxesOf(paper)),
  }
}

function columnsOf(paper: Paper): Column[] {
  return [
    { head: '#', width: 19, text: (_, index) => String(index + 1) },
    { head: 'Description', width: 0, text: ({ title }) => title },
    ...(paper.seller.gstin ? [{ head: 'HSN', width: 31, text: ({ hsn }: PaperLine) => hsn }] : []),
    {
      head: 'Qty',
      width: 44,
      text: ({ quantity }) => (quantity ? `${quantity} NOS` : ''),
      align: 'right',
    },
    amountColumn(hasTax(paper) ? 'Rate incl. GST' : 'Rate', 58, ({ rate }) => rate),
    ...(oneRate(paper) === null ? [gstColumn] : []),
    ...taxesOf(paper).map(({ name, width, part }) =>
      amountColumn(name, width, ({ amount }) => amount[part]),
    ),
    amountColumn('Amount (₹)', 60, ({ amount }) => amount.total),
  ]
}

const gstColumn: Column = {
  head: 'GST',
  width: 31,
  text: ({ gstPercent }) => `${gstPercent}%`,
  align: 'right',
}

function amountColumn(
  head: string,
  width: number,
  paise: (line: PaperLine) => number | null,
): Column {
  const text = (line: PaperLine) => {
    const amount = paise(line)
    return amount === null ? '–' : formatAmount(amount)
  }
  return { head, width, text, align: 'right' }
}

interface Tax {
  name: string
  width: number
  part: keyof TaxedAmount
}

/** The taxable value and its taxes; none on the paper of a shop that collects no tax. */
function taxesOf(paper: Paper): Tax[] {
  if (!hasTax(paper)) return []
  const { interstate, buyer } = paper
  const percent = oneRate(paper)
  const named = (tax: string, share: number) =>
    percent === null ? tax : `${tax} ${percent * share}%`
  const taxable = { name: 'Taxable value', width: 58, part: 'taxable' } as const
  if (interstate) return [taxable, { name: named('IGST', 1), width: 49, part: 'igst' }]
  const isUnion = hasUtgst(buyer.state.code)
  return [
    taxable,
    { name: named('CGST', 0.5), width: 49, part: 'cgst' },
    {
      name: named(isUnion ? 'UTGST' : 'SGST', 0.5),
      width: isUnion ? 56 : 49,
      part: 'sgst',
    },
  ]
}

function placed(columns: Column[]): PlacedColumn[] {
  const fixed = columns.reduce((sum, { width }) => sum + width, 0)
  let x = page.margin
  return columns.map((column) => {
    const here = { ...column, x, width: column.width || contentWidth - fixed }
    x += here.width
    return here
  })
}

function cell(set: Typesetter, { x, width, align }: PlacedColumn, text: string, style: TextStyle) {
  const left = align === 'right' ? gutter : 0
  return textBlock(set, text, style, { x: x + left, width: width - gutter, align })
}

function headRow(set: Typesetter, columns: PlacedColumn[]): Block {
  const style = { ...styles.strong, size: 7.5, colour: colours.cocoa }
  const row = padded(beside(columns.map((column) => cell(set, column, column.head, style))), 6)
  return {
    height: row.height,
    draw(top) {
      set.doc
        .roundedRect(page.margin - 8, top, contentWidth + 16, row.height, 6)
        .fill(colours.blush)
      row.draw(top)
    },
  }
}

function lineRow(set: Typesetter, columns: PlacedColumn[], line: PaperLine, index: number): Block {
  const cells = columns.map((column) => {
    const isTitle = column.head === 'Description'
    const first = cell(
      set,
      column,
      column.text(line, index),
      isTitle ? styles.strong : styles.figures,
    )
    if (!isTitle) return first
    return stacked([first, ...line.details.map((text) => cell(set, column, text, styles.soft))])
  })
  return ruled(set, padded(beside(cells), 7))
}

function totalsRow(set: Typesetter, columns: PlacedColumn[], total: TaxedAmount, taxes: Tax[]) {
  const parts = [...taxes.map(({ part }) => part), 'total'] as const
  const last = columns.slice(-parts.length)
  const cells = last.map((column, index) =>
    cell(set, column, formatAmount(total[parts[index] ?? 'total']), styles.strongFigures),
  )
  const description = columns.find(({ head }) => head === 'Description')
  const label = description ? [cell(set, description, 'Total', styles.strong)] : []
  return ruled(set, padded(beside([...label, ...cells]), 8))
}

function ruled(set: Typesetter, row: Block): Block {
  return {
    height: row.height,
    draw(top) {
      row.draw(top)
      hairline(set, top + row.height)
    },
  }
}
