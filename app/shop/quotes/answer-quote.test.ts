import { expect, it } from 'vitest'
import { quoteStatuses } from '#shop/orders/item-status.ts'
import { quoteStatusText, quoteTexts } from './answer-quote.tsx'

it('explains each status in words of its own', () => {
  const times = {
    deliveryAt: new Date('2026-11-22T06:30:00Z'),
    slotStartsAt: new Date('2026-11-22T06:30:00Z'),
    slotEndsAt: new Date('2026-11-22T08:30:00Z'),
    isPickup: false,
    answerBy: new Date('2026-11-21T14:30:00Z'),
  }
  const ended = quoteStatuses.filter((status) => status !== 'open')
  const means = ended.map((status) => quoteStatusText(status, times))
  expect(new Set(means).size).toBe(ended.length)
  expect(new Set(Object.values(quoteTexts).map(({ title }) => title)).size).toBe(
    quoteStatuses.length,
  )
  expect(quoteStatusText('accepted', times)).toContain('Sun 22 Nov, 12 to 2 pm')
  expect(quoteStatusText('expired', times)).toContain('21 Nov 2026, 8:00 pm')
})
