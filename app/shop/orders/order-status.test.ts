import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ItemStatus, itemStatuses } from './item-status.ts'
import { canCancel } from './order-status.ts'

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
