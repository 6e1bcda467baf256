import { expect, it } from 'vitest'
import type { ItemStatus } from '#shop/orders/item-status.ts'
import { type QuoteStatus, quoteStatuses } from './quote-status.ts'
import { quoteStatusAt, whyNotOpen } from './quote-status-at.ts'

const answerBy = new Date('2026-11-20T14:30:00Z')
const inTime = new Date(answerBy.getTime() - 1)

it.each<[QuoteStatus, ItemStatus, Date, QuoteStatus]>([
  ['open', 'quoted', inTime, 'open'],
  ['open', 'quoted', answerBy, 'expired'],
  ['accepted', 'accepted', inTime, 'accepted'],
  ['accepted', 'completed', answerBy, 'accepted'],
  ['accepted', 'cancelled', inTime, 'withdrawn'],
  ['declined', 'declined', answerBy, 'declined'],
  ['declined', 'cancelled', inTime, 'declined'],
  ['replaced', 'quoted', answerBy, 'replaced'],
  ['expired', 'expired', answerBy, 'expired'],
  ['withdrawn', 'cancelled', answerBy, 'withdrawn'],
])('%s, its item %s, at %s: %s', (status, itemStatus, now, standing) => {
  expect(quoteStatusAt({ status, answerBy }, { itemStatus, now })).toBe(standing)
})

it('says why in words of its own', () => {
  const sentences = quoteStatuses.filter((status) => status !== 'open').map((s) => whyNotOpen[s])
  expect(new Set(sentences).size).toBe(quoteStatuses.length - 1)
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/)
})
