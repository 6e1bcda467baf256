import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import type { Invoice } from '../invoice.ts'
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
import { invoiceClosing } from './invoice-closing.server.ts'
import { invoiceTable } from './invoice-table.server.ts'
import { letterhead, shortHead } from './letterhead.server.ts'
import { createTypesetter, type Typesetter } from './typesetter.server.ts'

/** Draws an invoice on new pages: one, or as many as its lines need. */
function drawInvoice(set: Typesetter, invoice: Invoice) {
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

/** Invoices as one PDF stream. Between two invoices the event loop handles other requests. */
export function invoicePdf(invoices: readonly Invoice[], now: Date): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(pieces(invoices, now))) as ReadableStream<Uint8Array>
}

async function* pieces(invoices: readonly Invoice[], now: Date): AsyncGenerator<Uint8Array> {
  const doc = openDocument(invoices, now)
  const set = createTypesetter(doc)
  for (const invoice of invoices) {
    drawInvoice(set, invoice)
    const drawn: Uint8Array | null = doc.read()
    if (drawn) yield drawn
    await nextTurn()
  }
  doc.end()
  for await (const rest of doc) yield rest as Uint8Array
}

function openDocument(invoices: readonly Invoice[], now: Date) {
  const [first, ...others] = invoices
  const title = others.length > 0 ? `${invoices.length} invoices` : `Invoice ${first?.serial ?? ''}`
  return new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    font: '',
    lang: 'en-IN',
    displayTitle: true,
    pdfVersion: '1.7',
    info: {
      Title: title,
      Author: first?.seller.name ?? '',
      Subject: 'Tax Invoice',
      CreationDate: now,
      ModDate: now,
    },
  })
}

/**
 * Parts the rows of a table into pages, by their heights. What closes the table stands whole below its last row. A row higher than a page gets a page to itself.
 *
 * @returns for each page, its rows as indices; the last page may have none
 */
export function pagesOfRows(
  heights: readonly number[],
  room: { firstPage: number; otherPages: number; closing: number },
): number[][] {
  const pages: number[][] = [[]]
  let left = room.firstPage
  for (const [index, height] of heights.entries()) {
    if (height > left && (pages.at(-1)?.length || pages.length === 1)) {
      pages.push([])
      left = room.otherPages
    }
    pages.at(-1)?.push(index)
    left -= height
  }
  if (room.closing > left) pages.push(rowToCarry(heights, pages, room))
  return pages
}

/** What closes a table does not stand alone where its last row can come along. */
function rowToCarry(
  heights: readonly number[],
  pages: number[][],
  { otherPages, closing }: { otherPages: number; closing: number },
): number[] {
  const last = pages.at(-1) ?? []
  const row = heights[last.at(-1) ?? -1]
  return row !== undefined && last.length > 1 && row + closing <= otherPages ? last.splice(-1) : []
}
