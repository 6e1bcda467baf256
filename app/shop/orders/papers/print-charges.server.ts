import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { newId } from '#platform/new-id.server.ts'
import { type Paise, sumPaise } from '#shop/values/money.ts'
import { deliveryOnPaper } from '../delivery/delivery-text.ts'
import { counts, duePaise, isPrepaid, lineKey } from '../money/ledger.ts'
import { netTaxed, type TaxedCharge, taxKey } from '../money/taxed-charges.ts'
import type { Order, OrderPayment } from '../order.ts'
import {
  type DocumentLine,
  documentContentSchema,
  isTestSerial,
  personalWordsSchema,
} from './document-content.schema.ts'
import { sellerOf, supplyOf } from './paper.ts'
import { chargedLines } from './paper-lines.ts'
import { findPaper, insertPaper, type OrderPaper } from './papers.store.server.ts'
import { lessTaxed, partOf, sumTaxed, type TaxedAmount, type TaxTerms, taxed } from './tax.ts'

/**
 * Prints the charges that no paper has printed yet: positive ones on an invoice, negative ones on a credit note for
 * each corrected invoice. Charges that cancel out first are never printed. Nothing is invoiced before an item has a
 * price. Call it last: it locks the counter of serials until the transaction ends.
 *
 * @param order locked by the caller's transaction, with all of its charges
 */
export async function printCharges(context: AppContext, tx: Database, order: Order, now: Date) {
  if (!order.charges.some(({ line, paise }) => line === 'item' && paise > 0)) return
  const unprinted = netTaxed(order.charges.filter(({ paperId }) => !paperId))
  const owed = unprinted.filter(({ paise }) => paise > 0)
  for (const lines of onePaperEach(order, owed)) {
    await printInvoice(context, tx, { order, owed: lines, now })
  }
  const less = unprinted.filter(({ paise }) => paise < 0)
  const byInvoice = Map.groupBy(less, (net) => invoiceOf(order, net))
  for (const [invoiceId, lines] of byInvoice) {
    const invoice = await findPaper(tx, invoiceId)
    if (!invoice) throw new Error(`no invoice ${invoiceId}`)
    await printCreditNote(tx, { order, invoice, less: lines, now })
  }
}

/** What is taxed and what is exempt may stand on one paper only for a consumer (CGST Rules, rule 46A). */
function onePaperEach({ business }: Order, owed: readonly TaxedCharge[]) {
  if (!business) return owed.length > 0 ? [owed] : []
  return Map.groupBy(owed, ({ gstPercent }) => gstPercent === 0).values()
}

/** Its content follows CGST Rule 46. */
async function printInvoice(
  { shop }: AppContext,
  tx: Database,
  { order, owed, now }: { order: Order; owed: readonly TaxedCharge[]; now: Date },
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
    paidByCard: onlinePart(order, owed),
    paidInPerson: inPersonPart(order, owed),
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

/**
 * The part of these lines that was paid online, or of credits that was refunded so: the lines of the checkout, and of the
 * others what was paid online after the checkout, or went back of it, since the last paper.
 */
function onlinePart(order: Order, nets: readonly TaxedCharge[]): Paise {
  const prepaidPaise = sumPaise(nets.filter((net) => isPrepaid(order, net)))
  const duePaise = sumPaise(nets) - prepaidPaise
  if (!order.payments.some(isPaidLater)) return prepaidPaise
  const printed = order.charges.filter(({ paperId }) => paperId)
  const since = Math.max(0, ...printed.map(({ createdAt }) => createdAt.getTime()))
  const moved = order.payments.filter(
    (payment) =>
      (duePaise < 0 ? payment.cause === 'refund' : isPaidLater(payment)) &&
      counts(payment) &&
      payment.updatedAt.getTime() >= since,
  )
  const ahead = Math.min(Math.abs(duePaise), Math.abs(sumPaise(moved)))
  return prepaidPaise + Math.sign(duePaise) * ahead
}

/** Online after the checkout. */
function isPaidLater({ cause, buys }: OrderPayment): boolean {
  return cause === 'online' && buys?.kind !== 'order'
}

/** Of the rest of these lines, what was paid in cash or by UPI before, or of credits is given back. */
function inPersonPart(order: Order, nets: readonly TaxedCharge[]): Paise {
  const rest = sumPaise(nets) - onlinePart(order, nets)
  const paid = order.payments.filter(({ method, paise }) => method !== 'provider' && paise > 0)
  const unpaid = duePaise(order) - sumPaise(paid)
  if (rest < 0) return Math.max(rest, Math.min(0, unpaid))
  return rest - Math.min(rest, Math.max(0, unpaid))
}

interface CreditNote {
  order: Order
  invoice: OrderPaper
  less: readonly TaxedCharge[]
  now: Date
}

async function printCreditNote(tx: Database, { order, invoice, less, now }: CreditNote) {
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
      paidByCard: 0 - onlinePart(order, less),
      paidInPerson: 0 - inPersonPart(order, less),
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
