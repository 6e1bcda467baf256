import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hourMs } from '#platform/clock.ts'
import { earliestDelivery } from '#shop/values/delivery-slot.ts'
import { kolkataDay, kolkataToInstant, toKolkataInput } from '#shop/values/kolkata-time.ts'
import {
  awaitsPrice,
  findAnswerDeadline,
  type ItemAction,
  type ItemStatus,
  itemActions,
  itemStatuses,
  nextStatus,
  type QuoteStatus,
  quoteStatusAt,
  undoLeftMs,
} from './item-status.ts'

type Matrix = Record<ItemStatus, Partial<Record<ItemAction, ItemStatus>>>

const plain: Matrix = {
  processing: { confirm: 'completed', cancel: 'cancelled', drop: 'cancelled' },
  completed: { undoConfirm: 'processing', drop: 'cancelled' },
  quoted: { cancel: 'cancelled', drop: 'cancelled' },
  accepted: { cancel: 'cancelled', drop: 'cancelled' },
  declined: {},
  expired: {},
  rejected: {},
  cancelled: {},
}
const custom: Matrix = {
  processing: { quote: 'quoted', reject: 'rejected', cancel: 'cancelled', drop: 'cancelled' },
  completed: { undoPrepare: 'accepted', drop: 'cancelled' },
  quoted: {
    quote: 'quoted',
    accept: 'accepted',
    decline: 'declined',
    expire: 'expired',
    cancel: 'cancelled',
    drop: 'cancelled',
  },
  accepted: { prepare: 'completed', cancel: 'cancelled', drop: 'cancelled' },
  declined: { quote: 'quoted' },
  expired: { quote: 'quoted' },
  rejected: {},
  cancelled: {},
}

describe.each([
  ['a plain item', false, plain],
  ['a customised item', true, custom],
] as const)('%s', (_kind, customize, matrix) => {
  const cells = itemStatuses.flatMap((status) =>
    itemActions.map((action) => [status, action, matrix[status][action] ?? null] as const),
  )

  test.each(cells)('%s: %s gives %s', (status, action, next) => {
    expect(nextStatus(status, action, { customize })).toBe(next)
  })
})

const walks = fc.record({
  customize: fc.boolean(),
  actions: fc.array(fc.constantFrom(...itemActions)),
})

function walk({ customize, actions }: { customize: boolean; actions: ItemAction[] }) {
  return actions.reduce<ItemStatus[]>(
    (path, action) => {
      const next = nextStatus(path.at(-1) ?? 'processing', action, { customize })
      return next ? path.concat(next) : path
    },
    ['processing'],
  )
}

test('an ended item stays ended, whatever is tried', () => {
  const ends: ItemStatus[] = ['rejected', 'cancelled']
  fc.assert(
    fc.property(walks, (tried) => {
      const end = walk(tried).findIndex((status) => ends.includes(status))
      expect(end === -1 || end === walk(tried).length - 1).toBe(true)
    }),
  )
})

test('a customised item is completed only once its price was accepted, a plain one is never quoted', () => {
  fc.assert(
    fc.property(walks, (tried) => {
      const path = walk(tried)
      if (!tried.customize) expect(path.filter((status) => status === 'quoted')).toEqual([])
      for (const [at, status] of path.entries()) {
        if (tried.customize && status === 'completed') expect(path[at - 1]).toBe('accepted')
      }
    }),
  )
})

test('a customised cake waits for its price until its customer answers', () => {
  const waiting = itemStatuses.filter((status) => awaitsPrice({ status, customize: true }))
  expect(waiting).toEqual(['processing', 'quoted'])
  expect(itemStatuses.some((status) => awaitsPrice({ status, customize: false }))).toBe(false)
})

test.each([
  ['just now', 0, 300_000],
  ['a minute ago', 60_000, 240_000],
  ['five minutes ago but for a moment', 299_999, 1],
  ['five minutes ago', 300_000, 0],
  ['an hour ago', hourMs, 0],
])('what was prepared %s may be undone for so long', (_, agoMs, leftMs) => {
  const preparedAt = new Date('2026-11-20T04:30:00Z')
  expect(undoLeftMs(preparedAt, new Date(preparedAt.getTime() + agoMs))).toBe(leftMs)
  expect(undoLeftMs(null, preparedAt)).toBe(0)
})

const deadline = new Date('2026-11-20T14:30:00Z')
const inTime = new Date(deadline.getTime() - 1)

test.each<[QuoteStatus, ItemStatus, Date, QuoteStatus]>([
  ['open', 'quoted', inTime, 'open'],
  ['open', 'quoted', deadline, 'expired'],
  ['accepted', 'accepted', inTime, 'accepted'],
  ['accepted', 'completed', deadline, 'accepted'],
  ['accepted', 'cancelled', inTime, 'withdrawn'],
  ['declined', 'declined', deadline, 'declined'],
  ['declined', 'cancelled', inTime, 'declined'],
  ['replaced', 'quoted', deadline, 'replaced'],
  ['expired', 'expired', deadline, 'expired'],
  ['withdrawn', 'cancelled', deadline, 'withdrawn'],
])('a quote that is %s, its item %s, at %s: %s', (status, itemStatus, now, expected) => {
  expect(quoteStatusAt({ status, answerBy: deadline }, { itemStatus, now })).toBe(expected)
})

const at = kolkataToInstant

test.each([
  ['long before', '2026-11-20T10:00', '2026-11-25T17:00', '2026-11-24T20:00'],
  ['the day before', '2026-11-20T10:00', '2026-11-21T09:00', '2026-11-20T20:00'],
  ['with an hour left', '2026-11-20T19:00', '2026-11-21T09:00', '2026-11-20T20:00'],
  ['with less than an hour left', '2026-11-20T19:01', '2026-11-21T09:00', '2026-11-21T08:00'],
  ['after that evening', '2026-11-20T23:30', '2026-11-21T17:00', '2026-11-21T16:00'],
  ['on the day itself', '2026-11-21T07:00', '2026-11-21T09:00', '2026-11-21T08:00'],
  ['a minute before the last hour', '2026-11-21T07:59', '2026-11-21T09:00', '2026-11-21T08:00'],
  ['in the last hour', '2026-11-21T08:00', '2026-11-21T09:00', null],
  ['after the delivery', '2026-11-21T10:00', '2026-11-21T09:00', null],
  ['across the turn of the year', '2026-12-31T10:00', '2027-01-01T09:00', '2026-12-31T20:00'],
])('quoted %s: at %s for %s the deadline is %s', (_, now, delivery, by) => {
  expect(findAnswerDeadline(at(delivery), at(now))).toEqual(by && at(by))
})

test('the deadline of an order that comes as soon as it can, is never on the day of an order after noon', () => {
  const minute = fc.integer({ min: 0, max: 60 * 24 * 60 })
  fc.assert(
    fc.property(minute, fc.integer({ min: 36, max: 336 }), (minutes, leadHours) => {
      const ordered = new Date(Date.UTC(2026, 10, 20) + minutes * 60_000)
      const by = findAnswerDeadline(earliestDelivery(ordered, leadHours), ordered)
      if (!by) throw new Error('There is no deadline.')
      expect(by.getTime() - ordered.getTime()).toBeGreaterThanOrEqual(11 * hourMs)
      if (toKolkataInput(ordered).slice(11) > '12:00') {
        expect(kolkataDay(by) > kolkataDay(ordered)).toBe(true)
      }
    }),
  )
})

test('a deadline leaves time to answer and an hour to bake, or there is no deadline', () => {
  const minutes = fc.integer({ min: 0, max: 80 * 24 * 60 })
  fc.assert(
    fc.property(minutes, minutes, (delivery, quoted) => {
      const instant = (minute: number) => new Date(Date.UTC(2026, 10, 20) + minute * 60_000)
      const by = findAnswerDeadline(instant(delivery), instant(quoted))
      expect(by !== null).toBe(delivery - quoted > 60)
      if (by === null) return
      expect(by > instant(quoted)).toBe(true)
      expect(by <= instant(delivery - 60)).toBe(true)
    }),
  )
})
