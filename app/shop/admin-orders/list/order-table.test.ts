import { describe, expect, it } from 'vitest'
import type { Order } from '#shop/orders/order.schema.ts'
import { itemsInShort, paymentInShort, stateCounts } from './order-table.tsx'

const cake = (name: string, amount = 1) => ({ name, amount })

it('items are said in a line', () => {
  expect(itemsInShort([cake('Truffle Cake', 2)])).toBe('2 × Truffle Cake')
  expect(itemsInShort([cake('Truffle Cake'), cake('Mango Cake')])).toBe('Truffle Cake, Mango Cake')
  expect(itemsInShort([cake('A'), cake('B', 3), cake('C'), cake('D')])).toBe('A, 3 × B and 2 more')
})

it('states are counted', () => {
  const items = (['processing', 'completed', 'processing'] as const).map((isConfirmed) => ({
    isConfirmed,
  }))
  expect(stateCounts(items)).toEqual([
    { status: 'processing', count: 2 },
    { status: 'completed', count: 1 },
  ])
})

describe('paymentInShort', () => {
  const order = (amounts: Partial<Order>, isConfirmed = 'processing') =>
    ({ paidByCard: 0, dueInCash: 0, refunded: 0, order: [{ isConfirmed }], ...amounts }) as Order

  it.each([
    [order({ paidByCard: 900 }), ['Card']],
    [order({ dueInCash: 50 }), ['Rs.\u00a050 in cash']],
    [order({ paidByCard: 900, refunded: 200.5 }), ['Card', 'Rs.\u00a0200.50 refunded']],
    [order({ dueInCash: 50 }, 'cancelled'), ['Nothing to pay']],
  ])('%#', (one, words) => expect(paymentInShort(one)).toEqual(words))
})
