import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type ItemStatus, itemStatuses } from './item-status.ts'
import type { OrderItem } from './order.schema.ts'
import { canCancel, cashToPay, orderProgress } from './order-status.ts'

function items(...statuses: ItemStatus[]) {
  return statuses.map((isConfirmed) => ({ isConfirmed, customize: false }))
}

describe('an order can be cancelled when its items are', () => {
  test.each<ItemStatus[]>([
    ['processing'],
    ['quoted'],
    ['accepted'],
    ['processing', 'processing'],
    ['processing', 'rejected'],
    ['declined', 'quoted'],
    ['cancelled', 'accepted'],
  ])('%#: %s', (...statuses) => {
    expect(canCancel(items(...statuses))).toBe(true)
  })
})

describe('an order cannot be cancelled when its items are', () => {
  test.each<ItemStatus[]>([
    ['completed'],
    ['processing', 'completed'],
    ['completed', 'quoted'],
    ['cancelled'],
    ['rejected', 'declined'],
    ['cancelled', 'rejected'],
  ])('%#: %s', (...statuses) => {
    expect(canCancel(items(...statuses))).toBe(false)
  })

  test('none', () => {
    expect(canCancel([])).toBe(false)
  })
})

test('the order of items does not matter, one completed item decides, and an ended one adds nothing', () => {
  const orders = fc.array(
    fc.record({ isConfirmed: fc.constantFrom(...itemStatuses), customize: fc.boolean() }),
  )
  fc.assert(
    fc.property(orders, fc.boolean(), (order, customize) => {
      const can = canCancel(order)
      expect(canCancel(order.toReversed())).toBe(can)
      expect(canCancel([...order, { isConfirmed: 'completed', customize }])).toBe(false)
      expect(canCancel([...order, { isConfirmed: 'cancelled', customize }])).toBe(can)
    }),
  )
})

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

it.each(cases)('items %j are %s: %i toMake, %i prepared', (statuses, label, toMake, prepared) => {
  const items = statuses.map((isConfirmed) => ({ isConfirmed }))
  expect(orderProgress(items)).toEqual({ label, toMake, prepared })
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
