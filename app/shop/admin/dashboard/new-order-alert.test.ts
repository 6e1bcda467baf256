import { describe, expect, it } from 'vitest'
import { type AuditAction, auditActions } from '#shop/audit-log/audit-actions.ts'
import { addSeen, newOrders, newOrderText, quoteAnswerText } from './new-order-alert.ts'

const order = (id: string, minute: number) => ({
  id,
  placedAt: new Date(Date.UTC(2026, 10, 20, 4, minute)),
})
const nothing = { ids: new Set<string>(), latest: 0 }
const seen = addSeen(nothing, [order('b', 31), order('a', 30)])

describe('an order has come in', () => {
  it.each([
    ['later than all before', [order('c', 32), order('b', 31)], ['c']],
    ['at the same moment', [order('c', 31)], ['c']],
    ['two at once', [order('d', 33), order('c', 32), order('a', 30)], ['d', 'c']],
  ])('%s', (_, orders, ids) => {
    expect(newOrders(seen, orders).map(({ id }) => id)).toEqual(ids)
  })

  it('into an empty list', () => {
    expect(newOrders(nothing, [order('a', 30)])).toHaveLength(1)
  })
})

describe('none has', () => {
  it.each([
    ['seen', [order('b', 31), order('a', 30)]],
    ['older: it moved up', [order('b', 31), order('z', 12)]],
    ['gone', []],
  ])('%s', (_, orders) => {
    expect(newOrders(seen, orders)).toEqual([])
  })

  it('back after it was away', () => {
    const later = addSeen(seen, [order('c', 32)])
    expect(newOrders(later, [order('b', 31), order('c', 32)])).toEqual([])
  })
})

it.each([
  [[1043], 'Order 1043 has come in'],
  [[1044, 1043], 'Orders 1043 and 1044 have come in'],
  [[1043, 1045, 1044], 'Orders 1043, 1044 and 1045 have come in'],
])('%j is said as %j', (numbers, text) => {
  expect(newOrderText(numbers)).toBe(text)
})

it('speaks of answers to prices, and of nothing else', () => {
  const actions = Object.keys(auditActions) as AuditAction[]
  const said = actions.map((action) => quoteAnswerText({ action, number: 1042 }))
  expect(said.filter((text) => text !== null)).toEqual([
    'The quote for order 1042 was accepted',
    'The quote for order 1042 was declined',
    'The quote for order 1042 was not answered in time',
  ])
})
