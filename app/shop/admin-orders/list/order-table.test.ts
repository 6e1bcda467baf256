import { describe, expect, it } from 'vitest'
import { itemsInShort, paymentInShort, stateCounts } from './order-table.tsx'

const cake = (name: string, amount = 1) => ({ name, amount })

it('items are said in a line', () => {
  expect(itemsInShort([cake('Truffle Cake', 2)])).toBe('2 × Truffle Cake')
  expect(itemsInShort([cake('Truffle Cake'), cake('Mango Cake')])).toBe('Truffle Cake, Mango Cake')
  expect(itemsInShort([cake('A'), cake('B', 3), cake('C'), cake('D')])).toBe('A, 3 × B and 2 more')
})

it('states are counted', () => {
  const items = (['processing', 'completed', 'processing'] as const).map((status) => ({ status }))
  expect(stateCounts(items)).toEqual([
    { status: 'processing', count: 2 },
    { status: 'completed', count: 1 },
  ])
})

describe('paymentInShort', () => {
  const amounts = { paidOnlinePaise: 0, duePaise: 0, refundedPaise: 0, paidAtDoor: '' }

  it.each([
    [{ paidOnlinePaise: 900_00 }, ['Card']],
    [{ paidAtDoor: '₹900 in cash to the shop' }, ['Paid at the counter']],
    [{ duePaise: 50_00 }, ['Rs.\u00a050 in cash']],
    [{ paidOnlinePaise: 900_00, refundedPaise: 200_50 }, ['Card', 'Rs.\u00a0200.50 refunded']],
    [{}, ['Nothing to pay']],
  ])('%#', (one, words) => expect(paymentInShort({ ...amounts, ...one })).toEqual(words))
})
