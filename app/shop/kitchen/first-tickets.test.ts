import { expect, it } from 'vitest'
import { firstTickets } from './first-tickets.ts'

it('is the first item of each order, also where others stand between', () => {
  const items = [
    { id: 'a', orderId: '1' },
    { id: 'b', orderId: '2' },
    { id: 'c', orderId: '1' },
    { id: 'd', orderId: '2' },
  ]
  expect([...firstTickets(items)].sort()).toEqual(['a', 'b'])
  expect(firstTickets([]).size).toBe(0)
})
