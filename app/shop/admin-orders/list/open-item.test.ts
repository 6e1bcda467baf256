import { describe, expect, it } from 'vitest'
import type { StaffOrder } from './list-orders.server.ts'
import { mergeOrders, openItems } from './open-item.tsx'
import { deliveryHint, itemText } from './order-row.tsx'

// Ten in the evening of 20 November in Kolkata.
const now = new Date('2026-11-20T16:30:00Z')

it.each([
  ['2026-11-20T16:29:59Z', 'Late'],
  ['2026-11-01T10:00:00Z', 'Late'],
  ['2026-11-20T16:30:00Z', 'Today'],
  ['2026-11-20T18:29:00Z', 'Today'],
  ['2026-11-20T18:30:00Z', 'Tomorrow'],
  ['2026-11-21T18:29:00Z', 'Tomorrow'],
  ['2026-11-21T18:30:00Z', null],
  ['2027-01-01T10:00:00Z', null],
])('a delivery at %s is %s', (time, hint) => {
  expect(deliveryHint(new Date(time), now)).toBe(hint)
})

it('an item is said in a line', () => {
  const cake = { amount: 2, name: 'Truffle Cake', flavour: 'Cocoa', wt: '1', bname: 'Ravi' }
  expect(itemText(cake)).toBe('2 × Truffle Cake, Cocoa, 1 kg, “Ravi”')
  expect(itemText({ ...cake, flavour: '', bname: '' })).toBe('2 × Truffle Cake, 1 kg')
})

describe('orders that were read again', () => {
  /** Orders by number, each with its items; those in capitals are decided. */
  const list = (orders: Record<number, string>) =>
    Object.entries(orders).map(([number, ids]) => ({
      id: number,
      number: Number(number),
      // The higher its number, the sooner it is due.
      deliveryAt: new Date(-Number(number)),
      itemCount: ids.length,
      items: [...ids].map((id) => ({
        id: id.toLowerCase(),
        status: id === id.toLowerCase() ? 'processing' : 'completed',
      })),
    })) as StaffOrder[]

  it.each([
    ['nothing is new', { 1: 'ab' }, { 1: 'ab' }, '', ['1: ab']],
    ['an item goes', { 1: 'ab' }, { 1: 'Ab' }, '', ['1: b']],
    ['an item stays where it was', { 1: 'abc' }, { 1: 'aBc' }, 'b', ['1: abc']],
    ['the last item stays, and its order', { 2: 'c', 1: 'ab' }, { 2: 'c' }, 'b', ['2: c', '1: b']],
    ['an order goes', { 2: 'c', 1: 'ab' }, { 2: 'c' }, '', ['2: c']],
    ['an order comes', { 2: 'b', 1: 'a' }, { 3: 'c', 1: 'a' }, 'b', ['3: c', '2: b', '1: a']],
    [
      'an order of the next page moves up',
      { 3: 'c', 2: 'b' },
      { 3: 'c', 1: 'a' },
      '',
      ['3: c', '1: a'],
    ],
    ['an item comes back', { 1: 'aB' }, { 1: 'ab' }, '', ['1: ab']],
    ['an item comes back beside one that stays', { 1: 'aBc' }, { 1: 'Abc' }, 'a', ['1: abc']],
  ])('%s', (_, shown, read, kept, merged) => {
    const keptIds = new Set(kept)
    for (const byDue of [true, false]) {
      const orders = mergeOrders(list(shown), list(read).reverse(), keptIds, byDue)
      const texts = orders.map((order) => {
        const items = openItems(order, keptIds).map(({ id }) => id)
        return `${order.number}: ${items.join('')}`
      })
      expect(texts).toEqual(merged)
    }
  })

  it('are first due first, or newest first', () => {
    const orders = list({ 1: 'a', 2: 'b' }).map((order) => ({
      ...order,
      deliveryAt: new Date(order.number),
    }))
    const numbers = (byDue: boolean) =>
      mergeOrders(orders, orders.slice(1), new Set('a'), byDue).map(({ number }) => number)
    expect([numbers(true), numbers(false)]).toEqual([
      [1, 2],
      [2, 1],
    ])
  })
})
