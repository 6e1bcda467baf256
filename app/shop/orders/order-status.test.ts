import { expect, it } from 'vitest'
import type { ItemStatus } from './item-status.ts'
import type { OrderItem } from './order.schema.ts'
import { cashToPay } from './order-status.ts'

it.each<[ItemStatus[], number]>([
  [['processing'], 50],
  [['completed', 'cancelled'], 50],
  [['cancelled', 'cancelled'], 0],
  [['rejected', 'cancelled'], 0],
])('of an order with items %j, %i rupees are due in cash', (statuses, rupees) => {
  const items = statuses.map((isConfirmed) => ({ isConfirmed }) as OrderItem)
  expect(cashToPay({ order: items, dueInCash: 50 })).toBe(rupees)
})
