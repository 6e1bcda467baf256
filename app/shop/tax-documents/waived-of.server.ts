import type { Database } from '#platform/database/database.server.ts'
import type { Paise } from '#shop/values/money.ts'
import { sumTaxed } from './invoice-amounts.ts'
import { documentsOf } from './tax-documents.store.server.ts'

/**
 * What of a part of an order that costs nothing any more was waived: what its invoices to be paid in cash do not charge by
 * now; 0 of what the card paid. For a transaction that has locked the order.
 *
 * @param part whose line: `of` is an item's, or 'surcharge'; `paise` is what it cost
 */
export async function waivedOf(
  tx: Database,
  { orderId, of, paise }: { orderId: string; of: string; paise: Paise },
): Promise<Paise> {
  const documents = await documentsOf(tx, [orderId])
  const inCash = documents.filter(({ content, kind, invoiceId }) => {
    const invoice = kind === 'invoice' ? { content } : documents.find(({ id }) => id === invoiceId)
    return invoice?.content.paidByCard === 0
  })
  const totalOf = (kind: 'invoice' | 'credit-note') =>
    sumTaxed(
      inCash
        .filter((document) => document.kind === kind)
        .flatMap(({ content }) => content.lines)
        .filter((line) => line.of === of)
        .map(({ amount }) => amount),
    ).total
  const invoicedPaise = totalOf('invoice')
  if (invoicedPaise === 0) return 0
  return Math.max(0, paise - (invoicedPaise - totalOf('credit-note')))
}
