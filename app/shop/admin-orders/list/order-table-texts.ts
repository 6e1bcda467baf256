import type { ItemStatus } from '#shop/orders/item-status.ts'
import type { Order, OrderItem } from '#shop/orders/order.schema.ts'
import { cashToPay } from '#shop/orders/order-progress.ts'
import { formatRs, toPaise } from '#shop/values/money.ts'

/** How many items an order has of each state, in the order in which they come. */
export function stateCounts(
  items: readonly Pick<OrderItem, 'isConfirmed'>[],
): { status: ItemStatus; count: number }[] {
  const groups = Map.groupBy(items, ({ isConfirmed }) => isConfirmed)
  return [...groups].map(([status, { length }]) => ({ status, count: length }))
}

/** The items in a line: '2 × Truffle Cake, Mango Cake and 3 more'. */
export function itemsInShort(items: readonly Pick<OrderItem, 'amount' | 'name'>[]): string {
  const named = items
    .slice(0, 2)
    .map(({ amount, name }) => (amount > 1 ? `${amount} × ${name}` : name))
  const left = items.length - named.length
  return left > 0 ? `${named.join(', ')} and ${left} more` : named.join(', ')
}

/** How an order is paid, in a few words each: 'Card', 'Rs. 50 in cash', 'Rs. 200 given back'. */
export function paymentInShort(order: Order): string[] {
  const rs = (rupees: number) => formatRs(toPaise(rupees))
  const cash = cashToPay(order)
  const words = [
    order.paidByCard > 0 && 'Card',
    cash > 0 && `${rs(cash)} in cash`,
    order.refunded > 0 && `${rs(order.refunded)} given back`,
  ]
  const said = words.filter((word) => word !== false)
  return said.length > 0 ? said : ['Nothing to pay']
}
