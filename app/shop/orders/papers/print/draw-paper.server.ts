import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { isTestSerial } from '../document-content.schema.ts'
import type { Paper } from '../paper.ts'
import { paperNames } from '../paper-names.ts'
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
import { letterhead, shortHead } from './letterhead.server.ts'
import { paperClosing } from './paper-closing.server.ts'
import { paperTable } from './paper-table.server.ts'
import { createTypesetter, type Typesetter } from './typesetter.server.ts'

/** Starts a new page, and more if the lines need them. */
function drawPaper(set: Typesetter, paper: Paper) {
  const heads = { first: letterhead(set, paper), further: shortHead(set, paper) }
  const { head, rows, totals } = paperTable(set, paper)
  const closing = stacked([totals, paperClosing(set, paper)])
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
    const stamp = stampOf(paper)
    if (stamp) drawStamp(set, stamp)
    foot(set, paper, `Page ${index + 1} of ${pages.length}`).draw(page.height - page.bottom + 22)
  }
}

function foot(set: Typesetter, { seller, serial }: Paper, pageText: string): Block {
  const whole = { x: page.margin, width: contentWidth }
  const style = { ...styles.soft, size: 7.5 }
  const left = textBlock(
    set,
    `${seller.name} · ${seller.publicUrl.replace(/^https?:\/\//, '')}`,
    style,
    whole,
  )
  const right = textBlock(set, serial ? `${serial} · ${pageText}` : pageText, style, {
    ...whole,
    align: 'right',
  })
  return padded(
    { height: left.height, draw: (top) => [left, right].map((part) => part.draw(top)) },
    0,
  )
}

function stampOf({ cancelled, serial }: Paper): string | null {
  if (isTestSerial(serial)) return 'Test'
  return cancelled ? 'Cancelled' : null
}

/** Translucent, across the page. */
function drawStamp(set: Typesetter, text: string) {
  const { doc } = set
  const style = { face: 'display', size: 58, colour: colours.berry } as const
  const stamp = set.paragraph(text, style, contentWidth)
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

/** One PDF stream. Other requests are handled between two papers. */
export function papersPdf(papers: readonly Paper[], now: Date): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(pieces(papers, now))) as ReadableStream<Uint8Array>
}

async function* pieces(papers: readonly Paper[], now: Date): AsyncGenerator<Uint8Array> {
  const doc = openDocument(papers, now)
  const set = createTypesetter(doc)
  for (const paper of papers) {
    drawPaper(set, paper)
    const drawn: Uint8Array | null = doc.read()
    if (drawn) yield drawn
    await nextTurn()
  }
  doc.end()
  for await (const rest of doc) yield rest as Uint8Array
}

function openDocument(papers: readonly Paper[], now: Date) {
  const [first] = papers
  return new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    font: '',
    lang: 'en-IN',
    displayTitle: true,
    pdfVersion: '1.7',
    info: {
      Title: titleOf(papers),
      Author: first?.seller.name ?? '',
      Subject: first ? paperNames(first).title : '',
      CreationDate: now,
      ModDate: now,
    },
  })
}

function titleOf(papers: readonly Paper[]): string {
  const [first, ...others] = papers
  if (!first) return ''
  if (others.length > 0) {
    const what = papers.every(({ kind }) => kind === 'invoice') ? 'invoices' : 'papers'
    return `${papers.length} ${what}`
  }
  return `${paperNames(first).name} ${first.serial || first.orderNumber}`
}

/**
 * Divides the rows of a table into pages, by their heights. The closing is never split, and follows the last row. A row
 * higher than a page gets its own page.
 *
 * @returns the row indices of each page; the last page may have none
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

/** The last row moves to the closing's page if it fits there. */
function rowToCarry(
  heights: readonly number[],
  pages: number[][],
  { otherPages, closing }: { otherPages: number; closing: number },
): number[] {
  const last = pages.at(-1) ?? []
  const row = heights[last.at(-1) ?? -1]
  return row !== undefined && last.length > 1 && row + closing <= otherPages ? last.splice(-1) : []
}
