import { expect, it } from 'vitest'
import type { ItemStatus } from './item-status.ts'
import type { OrderItem } from './order.schema.ts'
import { cashToPay, orderProgress } from './order-progress.ts'

const cases: [ItemStatus[], string, number, number][] = [
  [['processing'], 'Ordered', 1, 0],
  [['processing', 'completed'], 'Ordered', 2, 1],
  [['completed', 'completed'], 'Prepared', 2, 2],
  [['completed', 'rejected'], 'Prepared', 1, 1],
  [['completed', 'quoted'], 'Ordered', 2, 1],
  [['accepted', 'declined'], 'Ordered', 1, 0],
  [['cancelled', 'cancelled'], 'Cancelled', 0, 0],
  [['cancelled', 'rejected'], 'Cancelled', 0, 0],
  [['rejected'], 'Closed', 0, 0],
  [['declined', 'rejected'], 'Closed', 0, 0],
]

it.each(cases)('items %j are %s: %i wanted, %i prepared', (statuses, label, wanted, prepared) => {
  const items = statuses.map((isConfirmed) => ({ isConfirmed }))
  expect(orderProgress(items)).toEqual({ label, wanted, prepared })
})

it.each<[ItemStatus[], number]>([
  [['processing'], 50],
  [['completed', 'cancelled'], 50],
  [['cancelled', 'cancelled'], 0],
  [['rejected', 'cancelled'], 0],
])('of an order with items %j, %i rupees are due in cash', (statuses, rupees) => {
  const items = statuses.map((isConfirmed) => ({ isConfirmed }) as OrderItem)
  expect(cashToPay({ order: items, dueInCash: 50 })).toBe(rupees)
})
