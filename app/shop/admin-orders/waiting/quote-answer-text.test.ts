import { expect, it } from 'vitest'
import { type AuditAction, auditActions } from '#shop/audit-log/audit-actions.ts'
import { quoteAnswerText } from './quote-answer-text.ts'

it('speaks of answers to prices, and of nothing else', () => {
  const actions = Object.keys(auditActions) as AuditAction[]
  const said = actions.map((action) => quoteAnswerText({ action, number: 1042 }))
  expect(said.filter((text) => text !== null)).toEqual([
    'The price of order 1042 was accepted',
    'The price of order 1042 was declined',
    'The price of order 1042 was not answered in time',
  ])
})
