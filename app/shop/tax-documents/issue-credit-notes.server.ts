import type { Database } from '#platform/database/database.server.ts'
import type { Paise } from '#shop/values/money.ts'
import { type CreditedLine, creditEvenly, creditNamed, linesLeft } from './credit-lines.ts'
import { type DocumentLine, documentContentSchema } from './document-content.schema.ts'
import { sumTaxed } from './invoice-amounts.ts'
import { documentsOf, issueDocument, type TaxDocument } from './tax-documents.store.server.ts'

export interface Credit {
  /** Locked by the caller's transaction. */
  orderId: string
  /** 'rest': all that its invoices still charge. */
  amountPaise: Paise | 'rest'
  /**
   * Which lines are credited first; what they do not hold goes to every line in proportion, of the oldest invoice first that
   * was to be paid in the same way.
   */
  lines?: readonly CreditedLine[]
  /** The refund of the card payment; null where the money was still due in cash. */
  refundId: string | null
  /** What the customer reads. */
  reason: string
  now: Date
}

/**
 * Credits invoices of an order with a note each, in the caller's transaction. Without an invoice there is nothing to credit:
 * an order of custom cakes whose price is not settled.
 */
export async function issueCreditNotes(tx: Database, credit: Credit) {
  const documents = await documentsOf(tx, [credit.orderId])
  const invoices = documents
    .filter(({ kind }) => kind === 'invoice')
    .map((invoice) => ({ invoice, left: leftOf(invoice, documents) }))
    .sort((a, b) => Number(isPaidSo(b.invoice, credit)) - Number(isPaidSo(a.invoice, credit)))
  if (invoices.length === 0) return
  for (const { invoice, lines } of creditedLines(invoices, credit)) {
    if (lines.length > 0) await issueCreditNote(tx, { invoice, lines, credit })
  }
}

/** Whether an invoice is paid by what is credited: a refund by the card, what is due no more in cash. */
function isPaidSo({ content }: TaxDocument, { refundId }: Pick<Credit, 'refundId'>): boolean {
  return content.paidByCard > 0 === (refundId !== null)
}

function leftOf(invoice: TaxDocument, documents: readonly TaxDocument[]): DocumentLine[] {
  const notes = documents.filter(({ invoiceId }) => invoiceId === invoice.id)
  return linesLeft(
    invoice.content.lines,
    notes.flatMap(({ content }) => content.lines),
  )
}

interface Invoiced {
  invoice: TaxDocument
  left: readonly DocumentLine[]
}

/** Of each invoice the lines to credit: those that are named, as far as something is left of them, and the rest evenly. */
function creditedLines(
  invoices: readonly Invoiced[],
  { amountPaise, lines = [] }: Pick<Credit, 'amountPaise' | 'lines'>,
): { invoice: TaxDocument; lines: readonly DocumentLine[] }[] {
  if (amountPaise === 'rest') return invoices.map(({ invoice, left }) => ({ invoice, lines: left }))
  let rest = amountPaise
  const named = invoices.map(({ left }) => {
    const first = creditNamed(left, lines, rest)
    rest -= totalOf(first)
    return first
  })
  const credited = invoices.map(({ invoice, left }, index) => {
    const first = named[index] ?? []
    const others = linesLeft(left, first)
    const evenly = creditEvenly(others, Math.min(rest, totalOf(others)))
    rest -= totalOf(evenly)
    return { invoice, lines: [...first, ...evenly] }
  })
  if (rest !== 0) throw new Error('a credit of more than was invoiced')
  return credited
}

const totalOf = (lines: readonly DocumentLine[]) =>
  sumTaxed(lines.map(({ amount }) => amount)).total

async function issueCreditNote(
  tx: Database,
  {
    invoice,
    lines,
    credit,
  }: { invoice: TaxDocument; lines: readonly DocumentLine[]; credit: Credit },
) {
  const total = sumTaxed(lines.map(({ amount }) => amount))
  const isOfCard = invoice.content.paidByCard > 0
  const content = documentContentSchema.parse({
    ...invoice.content,
    issuedAt: credit.now.toISOString(),
    lines,
    total,
    paidByCard: credit.refundId && isOfCard ? total.total : 0,
    credits: {
      serial: invoice.serial,
      issuedAt: invoice.issuedAt.toISOString(),
      reason: credit.reason,
    },
  })
  await issueDocument(tx, 'credit-note', {
    orderId: invoice.orderId,
    invoiceId: invoice.id,
    refundId: isOfCard ? credit.refundId : null,
    content,
    personal: invoice.personal,
  })
}
