import type { CsvColumns } from '#platform/csv.ts'
import { listOrders, type ReadAt } from '#shop/admin-orders/admin-orders.store.server.ts'
import type { OrderSearch } from '#shop/admin-orders/order-search.ts'
import { deliveryOnPaper } from '#shop/orders/delivery/delivery-text.ts'
import { statusLabel } from '#shop/orders/item-status.ts'
import { takenByMethod } from '#shop/orders/money/ledger.ts'
import { sumTaxed, type TaxedAmount } from '#shop/orders/money/tax.ts'
import {
  type OrderDocument,
  type ShownItem,
  type ShownOrder,
  showOrder,
} from '#shop/orders/shown-order.ts'
import { printedAmounts, withDocuments } from '#shop/papers/papers.store.server.ts'
import { addressText } from '#shop/values/india-address.ts'
import { toKolkataInput } from '#shop/values/kolkata-time.ts'
import { type Paise, toRupees } from '#shop/values/money.ts'

interface ExportedOrder extends ShownOrder, ReturnType<typeof takenByMethod> {
  documents: OrderDocument[]
  /** Of its papers, less its credit notes. */
  printed: TaxedAmount
}

interface ItemOfOrder {
  order: ExportedOrder
  item: ShownItem
  /** Only the first row has the amounts of the whole order, so that each column adds up. */
  isFirst: boolean
}

/** An amount of the whole order, in rupees. */
function ofOrder(
  heading: string,
  paiseOf: (order: ExportedOrder) => Paise,
): CsvColumns<ItemOfOrder>[number] {
  return [heading, ({ order, isFirst }) => (isFirst ? toRupees(paiseOf(order)) : null)]
}

export const orderCsvColumns: CsvColumns<ItemOfOrder> = [
  ['Order', ({ order }) => order.number],
  ['Invoice', ({ order }) => order.documents.map(({ serial }) => serial).join(' ')],
  ['Placed at', ({ order }) => kolkataText(order.placedAt)],
  [
    'Delivery time',
    ({ order }) => (order.slotStartsAt ? deliveryOnPaper(order) : kolkataText(order.deliveryAt)),
  ],
  ['Name', ({ order }) => order.customerName],
  ['Email', ({ order }) => order.customerEmail],
  ['Mobile no', ({ order }) => order.customerMobile],
  ['Recipient', ({ order }) => order.recipientName],
  ['Recipient’s mobile no', ({ order }) => order.recipientMobile],
  ['Address', ({ order }) => (order.isPickup ? 'Pickup' : addressText(order.address))],
  ['Item', ({ item }) => item.name],
  ['Category', ({ item }) => item.category],
  ['Flavour', ({ item }) => item.flavour],
  ['Weight (kg)', ({ item }) => item.wt],
  ['Egg', ({ item }) => item.egg],
  ['Quantity', ({ item }) => item.amount],
  ['Name on Cake', ({ item }) => item.bname],
  ['Details', ({ item }) => item.detail],
  ['Customised', ({ item }) => (item.customize ? 'yes' : 'no')],
  ['Status', ({ item }) => statusLabel(item.status)],
  ['Item total', ({ item }) => toRupees(item.unitPaise * item.amount)],
  ofOrder('Shipping', ({ feePaise, surchargePaise }) => feePaise + surchargePaise),
  ofOrder('Paid by card', ({ paidOnlinePaise }) => paidOnlinePaise),
  ofOrder('Refunded', ({ refundedPaise, givenBackPaise }) => refundedPaise + givenBackPaise),
  ofOrder('Cash taken', ({ cashTakenPaise }) => cashTakenPaise),
  ofOrder('UPI taken', ({ upiTakenPaise }) => upiTakenPaise),
  ofOrder('Taxable value', ({ printed }) => printed.taxable),
  ofOrder('CGST', ({ printed }) => printed.cgst),
  ofOrder('SGST/UTGST', ({ printed }) => printed.sgst),
  ofOrder('IGST', ({ printed }) => printed.igst),
]

/** Placed orders as rows, an item each, newest order first; read in batches. */
export async function* orderCsvRows(
  at: ReadAt,
  search: OrderSearch,
): AsyncGenerator<ItemOfOrder[]> {
  for await (const batch of ordersInBatches(at, search)) {
    yield batch.flatMap((order) =>
      order.items.map((item, position) => ({ order, item, isFirst: position === 0 })),
    )
  }
}

const batchSize = 500

async function* ordersInBatches(
  { db, now }: ReadAt,
  search: OrderSearch,
): AsyncGenerator<ExportedOrder[]> {
  let before = search.before
  let isLast = false
  while (!isLast) {
    const found = await listOrders({ db, now }, { ...search, before }, batchSize)
    const shown = found.map((order) => ({ ...showOrder(order), ...takenByMethod(order) }))
    const printed = await printedAmounts(
      db,
      found.map(({ id }) => id),
    )
    const orders = await withDocuments(db, shown)
    yield orders.map((order) => ({ ...order, printed: printed.get(order.id) ?? sumTaxed([]) }))
    before = found.at(-1)?.number ?? null
    isLast = found.length < batchSize
  }
}

/** An instant as spreadsheets understand it, in Kolkata: '2026-11-21 17:30'. */
export function kolkataText(instant: string | Date): string {
  return toKolkataInput(new Date(instant)).replace('T', ' ')
}
