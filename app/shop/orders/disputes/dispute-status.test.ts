import { expect, it } from 'vitest'
import { type DisputeStatus, disputeStatuses } from '#shop/payments/payment-provider.ts'
import { isEnded, isNewer } from './dispute-status.ts'

const at = (second: number, status: DisputeStatus) => ({
  status,
  reportedAt: new Date(second * 1000),
})

it.each([
  ['open', 'under_review'],
  ['open', 'lost'],
  ['under_review', 'open'],
  ['under_review', 'won'],
  ['won', 'open'],
  ['lost', 'under_review'],
  ['lost', 'won'],
  ['closed', 'open'],
] as const)('from %s to %s by a later event, and never back by an earlier one', (from, to) => {
  expect(isNewer(at(2, to), at(1, from))).toBe(true)
  expect(isNewer(at(1, from), at(2, to))).toBe(false)
})

it.each([
  ['open', 'under_review'],
  ['under_review', 'closed'],
  ['under_review', 'won'],
  ['under_review', 'lost'],
  ['open', 'lost'],
] as const)('within one second %s gives way to %s', (earlier, later) => {
  expect(isNewer(at(1, later), at(1, earlier))).toBe(true)
  expect(isNewer(at(1, earlier), at(1, later))).toBe(false)
})

it('the same event again is no news', () => {
  for (const status of disputeStatuses) expect(isNewer(at(1, status), at(1, status))).toBe(false)
})

it('events in any order, and repeated, lead to the same status', () => {
  const events = [at(1, 'open'), at(2, 'under_review'), at(2, 'open'), at(3, 'won'), at(4, 'lost')]
  for (const order of permutations(events)) {
    const [first, ...rest] = [...order, ...order]
    const known = rest.reduce((now, event) => (isNewer(event, now) ? event : now), first)
    expect(known).toEqual(at(4, 'lost'))
  }
})

it('the bank has decided, or not', () => {
  expect(disputeStatuses.filter(isEnded)).toEqual(['won', 'lost', 'closed'])
})

function permutations<T>(all: T[]): [T, ...T[]][] {
  return all.flatMap((one, index) => {
    const others = all.toSpliced(index, 1)
    return others.length === 0
      ? [[one] as [T, ...T[]]]
      : permutations(others).map((rest) => [one, ...rest] as [T, ...T[]])
  })
}
