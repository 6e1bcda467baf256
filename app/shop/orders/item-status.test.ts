import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hourMs } from '#platform/durations.ts'
import {
  awaitsPrice,
  type ItemAction,
  type ItemStatus,
  itemActions,
  itemStatuses,
  nextStatus,
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
