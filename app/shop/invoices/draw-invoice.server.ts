import {
  type Block,
  colours,
  contentWidth,
  padded,
  page,
  stacked,
  styles,
  textBlock,
} from './blocks.server.ts'
import type { Invoice } from './invoice.ts'
import { invoiceClosing } from './invoice-closing.server.ts'
import { invoiceTable } from './invoice-table.server.ts'
import { letterhead, shortHead } from './letterhead.server.ts'
import { pagesOfRows } from './pages-of-rows.ts'
import type { Typesetter } from './typesetter.server.ts'

/** Draws an invoice on new pages: one, or as many as its lines need. */
export function drawInvoice(set: Typesetter, invoice: Invoice) {
  const heads = { first: letterhead(set, invoice), further: shortHead(set, invoice) }
  const { head, rows, totals } = invoiceTable(set, invoice)
  const closing = stacked([totals, invoiceClosing(set, invoice)])
  const room = page.height - page.margin - page.bottom
  const pages = pagesOfRows(
    rows.map(({ height }) => height),
    {
      firstPage: room - heads.first.height - head.height,
      otherPages: room - heads.further.height - head.height,
      closing: closing.height,
    },
  )
  for (const [index, rowsHere] of pages.entries()) {
    const isLast = index === pages.length - 1
    set.doc.addPage()
    const column: Block[] = [
      index === 0 ? heads.first : heads.further,
      ...(rowsHere.length > 0 ? [head] : []),
      ...rowsHere.flatMap((row) => rows[row] ?? []),
      ...(isLast ? [closing] : []),
    ]
    stacked(column).draw(page.margin)
    if (invoice.cancelled) drawCancelled(set)
    foot(set, invoice, `Page ${index + 1} of ${pages.length}`).draw(page.height - page.bottom + 22)
  }
}

function foot(set: Typesetter, { seller, serial }: Invoice, pageText: string): Block {
  const whole = { x: page.margin, width: contentWidth }
  const style = { ...styles.soft, size: 7.5 }
  const left = textBlock(
    set,
    `${seller.name} · ${seller.publicUrl.replace(/^https?:\/\//, '')}`,
    style,
    whole,
  )
  const right = textBlock(set, `${serial} · ${pageText}`, style, { ...whole, align: 'right' })
  return padded(
    { height: left.height, draw: (top) => [left, right].map((part) => part.draw(top)) },
    0,
  )
}

/** A stamp across the page; what it covers can still be read. */
function drawCancelled(set: Typesetter) {
  const { doc } = set
  const style = { face: 'display', size: 58, colour: colours.berry } as const
  const stamp = set.paragraph('Cancelled', style, contentWidth)
  doc.save().fillOpacity(0.16).strokeOpacity(0.16)
  doc.rotate(-24, { origin: [page.width / 2, page.height / 2] })
  const top = (page.height - stamp.height) / 2
  doc
    .roundedRect(page.width / 2 - 170, top - 6, 340, stamp.height + 14, 18)
    .lineWidth(4)
    .stroke(colours.berry)
  set.draw(stamp, page.margin, top, 'centre')
  doc.restore()
}
