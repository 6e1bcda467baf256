import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { dayMs } from '#platform/durations.ts'
import { type ItemStatus, itemStatuses } from './item-status.ts'
import type { OrderItem } from './order.schema.ts'
import { canCancel, cancelError, cashToPay, orderProgress } from './order-status.ts'

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

describe('once its delivery is due', () => {
  const deliveryAt = new Date('2026-11-20T04:30:00Z')
  const now = (laterMs: number) => new Date(deliveryAt.getTime() + laterMs)
  const late = 'The delivery time has passed, so this order cannot be cancelled.'

  test.each<[ItemStatus[], number, string | null]>([
    [['processing'], -1, null],
    [['processing'], 0, late],
    [['processing'], dayMs, late],
    [['quoted', 'accepted'], 1, late],
    [['completed'], -1, 'This order is already prepared, so it cannot be cancelled.'],
    [['processing', 'completed'], 1, 'This order is already prepared, so it cannot be cancelled.'],
    [['rejected'], 1, 'Nothing in this order is left to cancel.'],
  ])('%j after %i ms: %s', (statuses, laterMs, sentence) => {
    expect(cancelError(items(...statuses), { deliveryAt, now: now(laterMs) })).toBe(sentence)
  })

  test('the shop may still cancel it', () => {
    const at = { deliveryAt, now: now(1), byShop: true }
    expect(cancelError(items('processing'), at)).toBe(null)
    expect(cancelError(items('completed'), at)).toMatch(/already prepared/)
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
