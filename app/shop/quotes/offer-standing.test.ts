import { expect, it } from 'vitest'
import type { ItemStatus } from '#shop/orders/item-status.ts'
import { type OfferStatus, offerStatuses } from '#shop/orders/offer-status.ts'
import { offerStanding, whyNotOpen } from './offer-standing.ts'

const answerBy = new Date('2026-11-20T14:30:00Z')
const inTime = new Date(answerBy.getTime() - 1)

it.each<[OfferStatus, ItemStatus, Date, OfferStatus]>([
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
  expect(offerStanding({ status, answerBy }, { itemStatus, now })).toBe(standing)
})

it('says why in words of its own', () => {
  const sentences = offerStatuses.filter((status) => status !== 'open').map((s) => whyNotOpen[s])
  expect(new Set(sentences).size).toBe(offerStatuses.length - 1)
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/)
})
