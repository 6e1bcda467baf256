import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { newId } from '#platform/secrets.server.ts'
import { deliveryOnPaper } from '#shop/orders/delivery/delivery-text.ts'
import {
  type DocumentLine,
  documentContentSchema,
  isTestSerial,
  personalWordsSchema,
} from '#shop/orders/money/document-content.schema.ts'
import { counts, duePaise, lineKey } from '#shop/orders/money/ledger.ts'
import {
  lessTaxed,
  netTaxed,
  partOf,
  sumTaxed,
  type TaxedAmount,
  type TaxedCharge,
  type TaxTerms,
  taxed,
  taxKey,
} from '#shop/orders/money/tax.ts'
import type { Order, OrderCharge } from '#shop/orders/order.ts'
import { type Paise, sumPaise } from '#shop/values/money.ts'
import { chargedLines, sellerOf, supplyOf } from './paper.ts'
import { findPaper, insertPaper, type OrderPaper } from './papers.store.server.ts'

/**
 * Prints the charges that no paper has printed yet: positive ones on an invoice, negative ones on a credit note for
 * each corrected invoice. Charges that cancel out first are never printed. Nothing is invoiced before an item has a
 * price. Call it last: it locks the counter of serials until the transaction ends.
 *
 * @param order locked by the caller's transaction, with all of its charges
 */
export async function printCharges(context: AppContext, tx: Database, order: Order, now: Date) {
  if (!order.charges.some(({ line, paise }) => line === 'item' && paise > 0)) return
  const rows = order.charges.filter(({ paperId }) => !paperId)
  const unprinted = netTaxed(rows)
  const owed = unprinted.filter(({ paise }) => paise > 0)
  const invoiced = partsOfInvoices(order)
  for (const lines of onePaperEach(order, owed)) {
    await printInvoice(context, tx, { order, owed: lines, partsOf: invoiced, now })
  }
  const less = unprinted.filter(({ paise }) => paise < 0)
  const credited = partsOfCredits(order, rows)
  const byInvoice = Map.groupBy(less, (net) => invoiceOf(order, net))
  for (const [invoiceId, lines] of byInvoice) {
    const invoice = await findPaper(tx, invoiceId)
    if (!invoice) throw new Error(`no invoice ${invoiceId}`)
    await printCreditNote(tx, { order, invoice, less: lines, partsOf: credited, now })
  }
}

/** What is taxed and what is exempt may stand on one paper only for a consumer (CGST Rules, rule 46A). */
function onePaperEach({ business }: Order, owed: readonly TaxedCharge[]) {
  if (!business) return owed.length > 0 ? [owed] : []
  return Map.groupBy(owed, ({ gstPercent }) => gstPercent === 0).values()
}

interface Printed {
  order: Order
  partsOf: PaidParts
  now: Date
}

/** Its content follows CGST Rule 46. */
async function printInvoice(
  { shop }: AppContext,
  tx: Database,
  { order, owed, partsOf, now }: Printed & { owed: readonly TaxedCharge[] },
) {
  const { interstate, state, address, deliveredTo } = supplyOf(order, shop)
  const lines = chargedLines(order, owed, { interstate })
  const total = sumTaxed(lines.map(({ amount }) => amount))
  const content = documentContentSchema.parse({
    orderNumber: order.number,
    issuedAt: now.toISOString(),
    delivery: deliveryOnPaper(order),
    isPickup: order.isPickup,
    seller: sellerOf(shop),
    state,
    interstate,
    lines: lines.map(({ typed, ...line }) => line),
    total,
    ...partsOf(owed),
    credits: null,
    ...(order.business && { business: order.business }),
  })
  const personal = personalWordsSchema.parse({
    name: order.customerName,
    address,
    mobile: order.customerMobile,
    email: order.customerEmail,
    deliveredTo,
    details: Object.fromEntries(
      lines.filter(({ typed }) => typed.length > 0).map(({ of, typed }) => [of, typed]),
    ),
  })
  await insertPaper(tx, 'invoice', {
    id: newId(),
    orderId: order.id,
    invoiceId: null,
    content,
    personal,
    charges: unprintedOf(order, owed),
    isTest: shop.takesTestPayments,
  })
}

/** What of a paper was paid, or goes back. */
type PaidParts = (nets: readonly TaxedCharge[]) => { paidByCard: Paise; paidInPerson: Paise }

/** An invoice is paid, but for what is still due, by the payments that came last. Papers of one time share them. */
function partsOfInvoices(order: Order): PaidParts {
  const came = order.payments.filter((payment) => counts(payment) && payment.paise > 0)
  const left = came.toReversed().map(({ method, paise }) => ({ method, paise }))
  let unpaid = Math.max(0, duePaise(order))
  return (nets) => {
    const total = sumPaise(nets)
    const unpaidPart = Math.min(total, unpaid)
    unpaid -= unpaidPart
    let [rest, online] = [total - unpaidPart, 0]
    for (const payment of left) {
      const part = Math.min(rest, payment.paise)
      payment.paise -= part
      rest -= part
      if (payment.method === 'provider') online += part
    }
    return { paidByCard: online, paidInPerson: total - unpaidPart - online }
  }
}

/** Of a credit note goes back what was refunded since its charges, and what staff still have to give back. */
function partsOfCredits(order: Order, less: readonly OrderCharge[]): PaidParts {
  const since = Math.min(...less.map(({ createdAt }) => createdAt.getTime()))
  const went = order.payments.filter(
    ({ cause, createdAt }) => cause === 'refund' && createdAt.getTime() >= since,
  )
  let online = 0 - sumPaise(went.filter(({ method }) => method === 'provider'))
  let inPerson = 0 - sumPaise(went) - online + Math.max(0, -duePaise(order))
  return (nets) => {
    const total = 0 - sumPaise(nets)
    const paidByCard = Math.min(total, online)
    const paidInPerson = Math.min(total - paidByCard, inPerson)
    online -= paidByCard
    inPerson -= paidInPerson
    return { paidByCard, paidInPerson }
  }
}

async function printCreditNote(
  tx: Database,
  {
    order,
    invoice,
    less,
    partsOf,
    now,
  }: Printed & { invoice: OrderPaper; less: readonly TaxedCharge[] },
) {
  const { content } = invoice
  const lines = less.flatMap((net) => creditLine(order, content, net))
  const total = sumTaxed(lines.map(({ amount }) => amount))
  const charges = unprintedOf(order, less)
  const { reason, cause } =
    order.charges.findLast(({ id, paise }) => paise < 0 && charges.includes(id)) ?? {}
  await insertPaper(tx, 'credit-note', {
    id: newId(),
    orderId: order.id,
    invoiceId: invoice.id,
    content: documentContentSchema.parse({
      ...content,
      issuedAt: now.toISOString(),
      lines,
      total,
      ...partsOf(less),
      credits: {
        serial: invoice.serial,
        issuedAt: invoice.issuedAt.toISOString(),
        reason,
        ...(cause === 'moved' && { isChargedAgain: true }),
      },
    }),
    personal: invoice.personal,
    charges,
    isTest: isTestSerial(invoice.serial),
  })
}

function invoiceOf(order: Order, net: TaxedCharge): string {
  const printed = order.charges.findLast(
    (charge) => taxKey(charge) === taxKey(net) && charge.paise > 0 && charge.paperId,
  )
  if (!printed?.paperId) throw new Error(`less is owed for ${lineKey(net)} than was ever invoiced`)
  return printed.paperId
}

/** A credit of the whole line has its number of pieces; a partial one has none. */
function creditLine(
  order: Order,
  { lines, interstate, hsn: allHsn, gstPercent: allPercent }: OrderPaper['content'],
  net: TaxedCharge,
): DocumentLine[] {
  const line = lines.find(
    ({ of, hsn = allHsn, gstPercent = allPercent }) =>
      of === lineKey(net) && hsn === net.hsn && gstPercent === net.gstPercent,
  )
  if (!line) throw new Error(`no line of the invoice is credited by ${taxKey(net)}`)
  const left = printedAmount(order, net, { interstate, gstPercent: net.gstPercent })
  const isWhole = left.total === -net.paise
  const amount = partOf(left, -net.paise)
  return [isWhole ? { ...line, amount } : { ...line, quantity: null, rate: null, amount }]
}

/**
 * The printed amount of a line so far. A credit is split in proportion to the rest of the line, so that credits of a
 * whole invoice add up in every part.
 */
function printedAmount(order: Order, net: TaxedCharge, terms: TaxTerms): TaxedAmount {
  const rows = order.charges.filter((charge) => taxKey(charge) === taxKey(net) && charge.paperId)
  let left = taxed(0, terms)
  for (const printed of Map.groupBy(rows, ({ paperId }) => paperId).values()) {
    const paise = sumPaise(printed)
    left = paise > 0 ? sumTaxed([left, taxed(paise, terms)]) : lessTaxed(left, partOf(left, -paise))
  }
  return left
}

function unprintedOf(order: Order, nets: readonly TaxedCharge[]): string[] {
  const keys = new Set(nets.map(taxKey))
  return order.charges
    .filter((charge) => !charge.paperId && keys.has(taxKey(charge)))
    .map(({ id }) => id)
}
