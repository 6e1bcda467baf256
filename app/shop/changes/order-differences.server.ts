import { fieldError } from '#platform/app-error.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import { joinAddress, placeOf, splitAddress } from '#shop/values/india-address.ts'
import type { OrderChanges } from './change-order.schema.ts'
import type { Resized } from './resize-items.server.ts'

/** Of an item's texts. */
export interface ItemChange {
  item: OrderItem
  bname: string
  detail: string
  flavour: string
}

export interface SizeChange extends Omit<Resized, 'id'> {
  item: OrderItem
}

export type ChangedTexts = Omit<OrderChanges, 'items' | 'time' | 'slot' | 'address'> & {
  address?: string
}

/**
 * What a change would make different.
 *
 * @throws AppError invalid for an item that is not the order's, and for an address line with a required part missing
 */
export function differences(order: Order, changes: OrderChanges) {
  const { items: requested = [], time: _time, slot: _slot, address, ...rest } = changes
  const texts: ChangedTexts = { ...rest, address: address && changedLine(order, address) }
  const columns = Object.fromEntries(
    Object.entries(texts).filter(
      ([part, text]) => text !== undefined && text !== order[part as keyof typeof texts],
    ),
  ) as ChangedTexts
  const items: ItemChange[] = []
  const resized: SizeChange[] = []
  for (const { id, wt, amount, ...changed } of requested) {
    const item = order.items.find((one) => one.id === id)
    if (!item) throw fieldError('invalid', 'items', 'There is no such item in this order.')
    const { bname = item.bname, detail = item.detail, flavour = item.flavour } = changed
    const isChanged = bname !== item.bname || detail !== item.detail || flavour !== item.flavour
    if (isChanged) items.push({ item, bname, detail, flavour })
    const size = { item, wt: wt ?? item.wt, amount: amount ?? item.amount }
    if (size.wt !== item.wt || size.amount !== item.amount) resized.push(size)
  }
  return { ...columns, items, resized }
}

/** @throws AppError invalid for an address line with a required part missing */
function changedLine(order: Order, change: NonNullable<OrderChanges['address']>): string {
  const line = joinAddress({ ...placeOf(order.address), ...change })
  if (splitAddress(line)?.city) return line
  const sentence = 'Enter the address, a 6-digit pincode and the city'
  throw fieldError('invalid', 'address.pincode', sentence)
}
