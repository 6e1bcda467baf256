import { expect, it } from 'vitest'
import { quoteStatuses } from './quote-status.ts'
import { nearInstant, quoteStatusText, quoteTitles } from './quote-texts.ts'

it.each([
  ['2026-11-20T04:30:00Z', '2026-11-20T14:30:00Z', 'today, 20 Nov 2026, 8:00 pm'],
  ['2026-11-20T04:30:00Z', '2026-11-21T14:30:00Z', 'tomorrow, 21 Nov 2026, 8:00 pm'],
  ['2026-11-20T18:29:00Z', '2026-11-20T18:31:00Z', 'tomorrow, 21 Nov 2026, 12:01 am'],
  ['2026-11-20T18:31:00Z', '2026-11-21T14:30:00Z', 'today, 21 Nov 2026, 8:00 pm'],
  ['2026-12-31T04:30:00Z', '2027-01-01T03:30:00Z', 'tomorrow, 1 Jan 2027, 9:00 am'],
  ['2026-11-20T04:30:00Z', '2026-11-25T14:30:00Z', '25 Nov 2026, 8:00 pm'],
])('at %s, %s is %s', (now, at, words) => {
  expect(nearInstant(new Date(at), new Date(now))).toBe(words)
})

it('says what each standing means, in words of its own', () => {
  const times = { deliveryTime: '2026-11-22T06:30:00Z', answerBy: '2026-11-21T14:30:00Z' }
  const ended = quoteStatuses.filter((status) => status !== 'open')
  const means = ended.map((status) => quoteStatusText(status, times))
  expect(new Set(means).size).toBe(ended.length)
  expect(new Set(Object.values(quoteTitles)).size).toBe(quoteStatuses.length)
  expect(quoteStatusText('accepted', times)).toContain('22 Nov 2026, 12:00 pm')
  expect(quoteStatusText('expired', times)).toContain('21 Nov 2026, 8:00 pm')
})
