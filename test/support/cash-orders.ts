import { checkConsistency, countErrors } from '#shop/consistency/check-consistency.server.ts'
import { itemsOf } from '#shop/orders/orders.store.server.ts'
import { quotesOfOrder } from '#shop/orders/quotes/quotes.store.server.ts'
import { papersOf } from '#shop/papers/papers.store.server.ts'
import { buy, customLine, moveOrder, truffleLine } from './checkout-steps.ts'
import type { TestShop } from './test-shop.ts'

/** What customer and owner do with orders of customised cakes, which are paid in cash, beside others or alone. */
export function cashOrders(
  shop: TestShop,
  { customer, owner }: { customer: string; owner: string },
) {
  const { db } = shop.context

  /** Places an order; of customised cakes alone, shipping is due in cash as well. */
  async function place(lines: object[] = [customLine], more: object = {}) {
    const amount = lines.includes(truffleLine) ? 900 : 0
    const checkoutId = crypto.randomUUID()
    return (await buy(shop, customer, { order: lines, amount, checkoutId, ...more })).orderId
  }

  const itemAt = async (order: string, position: number) =>
    (await itemsOf(db, order))[position]?.id ?? ''

  /** The owner quotes a price in rupees for an item. */
  async function quote(order: string, rupees: number, position = 0) {
    const suborder = await itemAt(order, position)
    return shop.post('/orders/confirmOrder', { order, suborder, data: 1, msg: rupees }, owner)
  }

  /** The customer answers the price that waits for an item. */
  async function answer(order: string, answer: 'accept' | 'decline', position = 0) {
    const item = await itemAt(order, position)
    const open = (await quotesOfOrder(db, order)).find(
      ({ itemId, status }) => itemId === item && status === 'open',
    )
    return shop.post('/orders/answerQuote', { quote: open?.id, answer }, customer)
  }

  async function agree(order: string, rupees: number, position = 0) {
    await quote(order, rupees, position)
    await answer(order, 'accept', position)
  }

  async function prepare(order: string, position = 0) {
    const suborder = await itemAt(order, position)
    return shop.post('/orders/confirmOrder', { order, suborder, data: '' }, owner)
  }

  async function drop(orderId: string, position = 0) {
    const itemId = await itemAt(orderId, position)
    return shop.post('/orders/dropItem', { orderId, itemId, reason: 'It fell down' }, owner)
  }

  const move = (orderId: string, name: string, more: object = {}, who = owner) =>
    moveOrder(shop, { orderId, move: name, token: who, ...more })

  const waive = (order: string) =>
    shop.post('/orders/waive-cash', { order, reason: 'Our fault' }, owner)

  /** An order of one cake with an agreed price, prepared and out for delivery. */
  async function out(rupees = 1500, more: object = {}) {
    const order = await place([customLine], more)
    await agree(order, rupees)
    await prepare(order)
    await move(order, 'dispatch')
    return order
  }

  /** Invoices less credit notes, in rupees. */
  async function invoiced(order: string) {
    const documents = await papersOf(db, [order])
    const paise = documents.reduce(
      (sum, { kind, totalPaise }) => sum + (kind === 'invoice' ? totalPaise : -totalPaise),
      0,
    )
    return paise / 100
  }

  return { place, quote, answer, agree, prepare, drop, move, waive, out, invoiced }
}

/** What the shop's tables contradict each other in: each rule with its rows. */
export async function contradictions({ context }: TestShop) {
  const options = { withFiles: false, providerDays: null }
  const report = await checkConsistency({ ...context, files: { list: () => [] } as never }, options)
  return countErrors(report) === 0
    ? []
    : report.violations.map(({ check, rows }) => [check.name, rows])
}
