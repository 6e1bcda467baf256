import type { CsvColumns } from '#platform/csv.server.ts'
import type { ExportedOrder } from '#shop/admin-orders/admin-orders.store.server.ts'
import { addressText } from '#shop/orders/customer-text.ts'
import { statusLabel } from '#shop/orders/item-status.ts'
import type { OrderItem } from '#shop/orders/order.schema.ts'
import { kolkataText } from './kolkata-text.ts'

/** An item with the order it belongs to: a row of the export. */
interface ItemOfOrder {
  order: ExportedOrder
  item: OrderItem
  /** Amounts of the whole order stand in its first row alone, so that a column adds up. */
  isFirst: boolean
}

export const orderCsvColumns: CsvColumns<ItemOfOrder> = [
  ['Order', ({ order }) => order.number],
  ['Invoice', ({ order }) => order.invoiceSerial],
  ['Placed at', ({ order }) => kolkataText(order.created_at)],
  ['Delivery time', ({ order }) => kolkataText(order.time)],
  ['Name', ({ order }) => order.user.name],
  ['Email', ({ order }) => order.user.email],
  ['Mobile no', ({ order }) => order.user.mobileno],
  ['Address', ({ order }) => addressText(order.address)],
  ['Item', ({ item }) => item.name],
  ['Category', ({ item }) => item.category],
  ['Flavour', ({ item }) => item.flavour],
  ['Weight (kg)', ({ item }) => item.wt],
  ['Egg', ({ item }) => item.egg],
  ['Quantity', ({ item }) => item.amount],
  ['Name on Cake', ({ item }) => item.bname],
  ['Details', ({ item }) => item.detail],
  ['Customised', ({ item }) => (item.customize ? 'yes' : 'no')],
  ['Status', ({ item }) => statusLabel(item.isConfirmed)],
  ['Item total', ({ item }) => item.subtotal],
  ['Shipping', ({ order, isFirst }) => (isFirst ? order.shipping : null)],
  ['Paid by card', ({ order, isFirst }) => (isFirst ? order.paidByCard : null)],
  ['Refunded', ({ order, isFirst }) => (isFirst ? order.refunded : null)],
]

/** Orders as rows, an item each. */
export async function* itemsOfOrders(
  batches: AsyncIterable<ExportedOrder[]>,
): AsyncGenerator<ItemOfOrder[]> {
  for await (const batch of batches) {
    yield batch.flatMap((order) =>
      order.order.map((item, position) => ({ order, item, isFirst: position === 0 })),
    )
  }
}
