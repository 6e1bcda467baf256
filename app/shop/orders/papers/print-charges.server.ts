import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { newId } from '#platform/new-id.server.ts'
import { sumPaise } from '#shop/values/money.ts'
import { deliveryOnPaper } from '../delivery/delivery-text.ts'
import { isPrepaid, lineKey, type NetCharge, netCharges } from '../money/ledger.ts'
import type { Order } from '../order.ts'
import {
  type DocumentLine,
  documentContentSchema,
  personalWordsSchema,
} from './document-content.schema.ts'
import { chargedLines, sellerOf, supplyOf } from './paper.ts'
import { findPaper, insertPaper, type OrderPaper } from './papers.store.server.ts'
import {
  type GoodsTax,
  lessTaxed,
  partOf,
  sumTaxed,
  type TaxedAmount,
  type TaxTerms,
  taxed,
} from './tax.ts'

/**
 * Prints the charges that no paper has printed yet: positive ones on an invoice, negative ones on a credit note for
 * each corrected invoice. Charges that cancel out first are never printed. Nothing is invoiced before an item has a
 * price. Call it last: it locks the counter of serials until the transaction ends.
 *
 * @param order locked by the caller's transaction, with all of its charges
 */
export async function printCharges(
  { shop }: Pick<AppContext, 'shop'>,
  tx: Database,
  order: Order,
  now: Date,
) {
  if (!order.charges.some(({ line, paise }) => line === 'item' && paise > 0)) return
  const unprinted = netCharges({ charges: order.charges.filter(({ paperId }) => !paperId) })
  const owed = unprinted.filter(({ paise }) => paise > 0)
  if (owed.length > 0) await printInvoice({ shop }, tx, { order, owed, now })
  const less = unprinted.filter(({ paise }) => paise < 0)
  const byInvoice = Map.groupBy(less, (net) => invoiceOf(order, net))
  for (const [invoiceId, lines] of byInvoice) {
    const invoice = await findPaper(tx, invoiceId)
    if (!invoice) throw new Error(`no invoice ${invoiceId}`)
    await printCreditNote(tx, { order, invoice, less: lines, now })
  }
}

/** Its content follows CGST Rule 46. */
async function printInvoice(
  { shop }: Pick<AppContext, 'shop'>,
  tx: Database,
  { order, owed, now }: { order: Order; owed: readonly NetCharge[]; now: Date },
) {
  const { interstate, state, address } = supplyOf(order, shop)
  const { hsn, gstPercent } = taxOf(order, owed)
  const lines = chargedLines(order, owed, { interstate, gstPercent })
  const total = sumTaxed(lines.map(({ amount }) => amount))
  const prepaid = owed.filter((net) => isPrepaid(order, net))
  const content = documentContentSchema.parse({
    orderNumber: order.number,
    issuedAt: now.toISOString(),
    delivery: deliveryOnPaper(order),
    isPickup: order.isPickup,
    seller: sellerOf(shop),
    state,
    interstate,
    hsn,
    gstPercent,
    lines: lines.map(({ typed, ...line }) => line),
    total,
    paidByCard: sumPaise(prepaid),
    credits: null,
  })
  const personal = personalWordsSchema.parse({
    name: order.customerName,
    address,
    mobile: order.customerMobile,
    email: order.customerEmail,
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
  })
}

/** Of the goods: delivery and surcharge follow them, even if they were charged on an earlier day. */
function taxOf(order: Order, owed: readonly NetCharge[]): GoodsTax {
  const keys = new Set(owed.map(lineKey))
  const printed = order.charges.filter((charge) => charge.paise > 0 && keys.has(lineKey(charge)))
  const goods = printed.findLast(({ line }) => line === 'item') ?? printed.at(-1)
  if (!goods) throw new Error(`nothing is owed for order ${order.number}`)
  return goods
}

interface CreditNote {
  order: Order
  invoice: OrderPaper
  less: readonly NetCharge[]
  now: Date
}

async function printCreditNote(tx: Database, { order, invoice, less, now }: CreditNote) {
  const { content } = invoice
  const lines = less.flatMap((net) => creditLine(order, content, net))
  const total = sumTaxed(lines.map(({ amount }) => amount))
  const charges = unprintedOf(order, less)
  const reason = order.charges.findLast(
    ({ id, paise }) => paise < 0 && charges.includes(id),
  )?.reason
  await insertPaper(tx, 'credit-note', {
    id: newId(),
    orderId: order.id,
    invoiceId: invoice.id,
    content: documentContentSchema.parse({
      ...content,
      issuedAt: now.toISOString(),
      lines,
      total,
      paidByCard: 0 - sumPaise(less.filter((net) => isPrepaid(order, net))),
      credits: { serial: invoice.serial, issuedAt: invoice.issuedAt.toISOString(), reason },
    }),
    personal: invoice.personal,
    charges,
  })
}

function invoiceOf(order: Order, net: NetCharge): string {
  const printed = order.charges.findLast(
    (charge) => lineKey(charge) === lineKey(net) && charge.paise > 0 && charge.paperId,
  )
  if (!printed?.paperId) throw new Error(`less is owed for ${lineKey(net)} than was ever invoiced`)
  return printed.paperId
}

/** A credit of the whole line has its number of pieces; a partial one has none. */
function creditLine(
  order: Order,
  { lines, ...terms }: OrderPaper['content'],
  net: NetCharge,
): DocumentLine[] {
  const line = lines.find(({ of }) => of === lineKey(net))
  if (!line) return []
  const left = printedAmount(order, net, terms)
  const isWhole = left.total === -net.paise
  const amount = partOf(left, -net.paise)
  return [isWhole ? { ...line, amount } : { ...line, quantity: null, rate: null, amount }]
}

/**
 * The printed amount of a line so far. A credit is split in proportion to the rest of the line, so that credits of a
 * whole invoice add up in every part.
 */
function printedAmount(order: Order, net: NetCharge, terms: TaxTerms): TaxedAmount {
  const rows = order.charges.filter((charge) => lineKey(charge) === lineKey(net) && charge.paperId)
  let left = taxed(0, terms)
  for (const printed of Map.groupBy(rows, ({ paperId }) => paperId).values()) {
    const paise = sumPaise(printed)
    left = paise > 0 ? sumTaxed([left, taxed(paise, terms)]) : lessTaxed(left, partOf(left, -paise))
  }
  return left
}

function unprintedOf(order: Order, nets: readonly NetCharge[]): string[] {
  const keys = new Set(nets.map(lineKey))
  return order.charges
    .filter((charge) => !charge.paperId && keys.has(lineKey(charge)))
    .map(({ id }) => id)
}
