import type { Database } from '#platform/database/database.server.ts'
import { cancelledStatuses } from '#shop/orders/item-status.ts'
import { type OrderRow, withItems } from '#shop/orders/whole-orders.store.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { invoiceContent } from './invoice-content.ts'
import { issueDocument } from './tax-documents.store.server.ts'

/**
 * Invoices the ready-made cakes of an order and their delivery, in the transaction that places it. An order of custom cakes
 * alone has no settled price yet, and no invoice.
 */
export async function invoicePlacedOrder(
  { shop }: { shop: ShopDetails },
  tx: Database,
  row: OrderRow,
) {
  if (row.subtotalPaise === 0) return
  const [order] = await withItems(tx, [row])
  if (!order) return
  const items = order.order.filter(({ customize }) => !customize)
  const issuedAt = new Date(order.created_at)
  const { content, personal } = invoiceContent({ order, items, withShipping: true, issuedAt }, shop)
  await issueDocument(tx, 'invoice', { orderId: row.id, content, personal })
}

/**
 * Invoices a custom cake, in the transaction that accepts its price. The first one that is accepted of an order of custom
 * cakes alone brings the delivery.
 */
export async function invoiceCustomCake(
  { shop }: { shop: ShopDetails },
  tx: Database,
  { row, itemId, now }: { row: OrderRow; itemId: string; now: Date },
) {
  const [order] = await withItems(tx, [row])
  const items = order?.order.filter(({ id }) => id === itemId) ?? []
  if (!order || items.length === 0) throw new Error('a quote of no item of its order')
  const withShipping = order.order.every(
    ({ id, customize, subtotal, isConfirmed }) =>
      id === itemId || (customize && (subtotal === 0 || cancelledStatuses.includes(isConfirmed))),
  )
  const { content, personal } = invoiceContent({ order, items, withShipping, issuedAt: now }, shop)
  await issueDocument(tx, 'invoice', { orderId: row.id, itemId, content, personal })
}
