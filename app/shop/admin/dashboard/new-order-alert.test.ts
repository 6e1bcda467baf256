import { expect, it } from 'vitest'
import { type AuditAction, auditActions } from '#shop/audit-log/audit-actions.ts'
import { newOrderText, quoteAnswerText } from './new-order-alert.ts'

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
