import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { drawInvoice } from './draw-invoice.server.ts'
import type { Invoice } from './invoice.ts'
import { createTypesetter } from './typesetter.server.ts'

/** Invoices as one PDF, drawn as fast as it is read; between two of them the server looks after others. */
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
