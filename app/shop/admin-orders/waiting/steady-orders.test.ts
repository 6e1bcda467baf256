import { describe, expect, it } from 'vitest'
import type { WaitingOrder } from './orders-section.server.ts'
import { mergeOrders } from './steady-orders.ts'
import { deliveryHint } from './waiting-order-card.tsx'

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

describe('orders that were read again', () => {
  /** Orders by number, each with its items. */
  const list = (orders: Record<number, string>, otherItems = 0) =>
    Object.entries(orders).map(([number, ids]) => ({
      id: number,
      number: Number(number),
      // The higher its number, the sooner it is due.
      deliveryAt: new Date(-Number(number)),
      otherItems,
      items: [...ids].map((id) => ({ id })),
    })) as WaitingOrder[]
  const texts = (orders: WaitingOrder[]) =>
    orders.map(({ number, items }) => `${number}: ${items.map(({ id }) => id).join('')}`)

  it.each([
    ['nothing is new', { 1: 'ab' }, { 1: 'ab' }, '', ['1: ab']],
    ['an item goes', { 1: 'ab' }, { 1: 'b' }, '', ['1: b']],
    ['an item stays where it was', { 1: 'abc' }, { 1: 'ac' }, 'b', ['1: abc']],
    ['the last item stays, and its order', { 2: 'c', 1: 'ab' }, { 2: 'c' }, 'b', ['2: c', '1: b']],
    ['an order goes', { 2: 'c', 1: 'ab' }, { 2: 'c' }, '', ['2: c']],
    [
      'an order comes, first due first',
      { 2: 'b', 1: 'a' },
      { 3: 'c', 1: 'a' },
      'b',
      ['3: c', '2: b', '1: a'],
    ],
    ['an order due later moves up', { 3: 'c', 2: 'b' }, { 3: 'c', 1: 'a' }, '', ['3: c', '1: a']],
    ['an item comes back', { 1: 'a' }, { 1: 'ab' }, '', ['1: ab']],
    ['an item comes back beside one that stays', { 1: 'ac' }, { 1: 'bc' }, 'a', ['1: acb']],
  ])('%s', (_, shown, read, kept, merged) => {
    const keeps = (id: string) => kept.includes(id)
    expect(texts(mergeOrders(list(shown), list(read), keeps))).toEqual(merged)
  })

  it('an item that stays is not counted among the others', () => {
    const [order] = mergeOrders(list({ 1: 'abc' }), list({ 1: 'ac' }, 1), (id) => id === 'b')
    expect(order?.otherItems).toBe(0)
  })
})
