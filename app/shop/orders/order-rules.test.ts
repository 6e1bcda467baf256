import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { dayMs } from '#platform/clock.ts'
import {
  type FulfilmentStatus,
  fulfilmentStatuses,
  hasLeft,
} from './fulfilment/fulfilment-status.ts'
import { type ItemStatus, itemStatuses } from './item-status.ts'
import {
  cancelError,
  isLocked,
  isStillToLeave,
  locksAt,
  orderProgress,
  shopCancelError,
  standingOf,
} from './order-rules.ts'

const unlocked = {
  fulfilment: 'placed',
  deliveryAt: new Date('2026-11-24T12:00:00Z'),
  slotStartsAt: null,
  leadMinutes: 180,
} as const

describe('the lock of an order', () => {
  it('is its lead before the delivery, or before the start of its slot', () => {
    expect(locksAt(unlocked)).toEqual(new Date('2026-11-24T09:00:00Z'))
    const slotStartsAt = new Date('2026-11-24T11:30:00Z')
    expect(locksAt({ ...unlocked, slotStartsAt })).toEqual(new Date('2026-11-24T08:30:00Z'))
  })

  it.each([
    ['2026-11-24T08:59:59.999Z', false],
    ['2026-11-24T09:00:00.000Z', true],
  ])('at %s: %s', (now, locked) => {
    expect(isLocked(unlocked, new Date(now))).toBe(locked)
  })

  it('comes sooner when it is baked', () => {
    expect(isLocked({ ...unlocked, fulfilment: 'baking' }, new Date('2026-11-23T09:00:00Z'))).toBe(
      true,
    )
  })
})

function items(...statuses: ItemStatus[]) {
  return statuses.map((status) => ({ status, customize: false }))
}

const startsAt = new Date('2026-11-20T12:30:00Z')
const lockTime = new Date('2026-11-20T09:30:00Z')
const times = {
  deliveryAt: new Date('2026-11-20T13:00:00Z'),
  slotStartsAt: startsAt,
  leadMinutes: 180,
}

/** Whether its customer may cancel an order of these items, long before it locks. */
function canCancel(of: Parameters<typeof cancelError>[0]['items']): boolean {
  const order = { items: of, fulfilment: 'placed', ...times } as const
  return cancelError(order, new Date(lockTime.getTime() - dayMs)) === null
}

test.each<ItemStatus[]>([
  ['processing'],
  ['quoted'],
  ['accepted'],
  ['processing', 'processing'],
  ['processing', 'rejected'],
  ['declined', 'quoted'],
  ['cancelled', 'accepted'],
])('an order can be cancelled when its items are: %#: %s', (...statuses) => {
  expect(canCancel(items(...statuses))).toBe(true)
})

describe('an order cannot be cancelled when its items are', () => {
  test.each<ItemStatus[]>([
    ['completed'],
    ['processing', 'completed'],
    ['completed', 'quoted'],
    ['cancelled'],
    ['rejected', 'declined'],
    ['cancelled', 'rejected'],
  ])('%#: %s', (...statuses) => {
    expect(canCancel(items(...statuses))).toBe(false)
  })

  test('none', () => {
    expect(canCancel([])).toBe(false)
  })
})

const prepared = 'This order is ready, so it cannot be cancelled.'
const nothing = 'Nothing in this order is left to cancel.'
const locked =
  'This order could be cancelled until 20 Nov 2026, 3:00 pm. Our kitchen is at work on it now.'
const late = 'The delivery time has passed, so this order cannot be cancelled.'
const baking = 'We are already baking this order, so it cannot be cancelled.'

describe('its customer may cancel it until it locks', () => {
  const begin = lockTime.getTime()
  const atStart = startsAt.getTime() - begin

  test.each<[FulfilmentStatus, ItemStatus[], number, string | null]>([
    ['placed', ['processing'], -1, null],
    ['placed', ['processing'], 0, locked],
    ['placed', ['quoted', 'accepted'], atStart - 1, locked],
    ['placed', ['processing'], atStart, late],
    ['placed', ['processing'], atStart + dayMs, late],
    ['placed', ['processing', 'completed'], -1, prepared],
    ['placed', ['rejected'], -1, nothing],
    ['baking', ['processing'], -1, baking],
    ['baking', ['processing'], 0, baking],
    ['ready', ['completed'], -1, prepared],
    [
      'out_for_delivery',
      ['completed'],
      -1,
      'This order is out for delivery, so it cannot be cancelled.',
    ],
    ['failed', ['completed'], 0, 'This order could not be delivered, so it cannot be cancelled.'],
    ['delivered', ['completed'], -1, 'This order is delivered, so it cannot be cancelled.'],
  ])('%s, %j, %i ms after that: %s', (fulfilment, statuses, laterMs, sentence) => {
    const order = { items: items(...statuses), fulfilment, ...times }
    expect(cancelError(order, new Date(begin + laterMs))).toBe(sentence)
  })
})

test.each<[FulfilmentStatus, ItemStatus[], string | null]>([
  ['placed', ['processing'], null],
  ['placed', ['declined', 'cancelled'], nothing],
  ['baking', ['completed', 'processing'], null],
  ['ready', ['completed'], null],
  ['collected', ['completed'], 'This order is picked up, so it cannot be cancelled.'],
])('the shop may cancel it until it has left: %s, %j: %s', (fulfilment, statuses, sentence) => {
  expect(shopCancelError({ items: items(...statuses), fulfilment })).toBe(sentence)
})

test('whom the clock or the kitchen has locked out stays out, and the shop may wherever the customer may', () => {
  const anyOrder = fc.record({
    items: fc.array(
      fc.record({ status: fc.constantFrom(...itemStatuses), customize: fc.boolean() }),
    ),
    fulfilment: fc.constantFrom(...fulfilmentStatuses),
    deliveryAt: fc.constant(times.deliveryAt),
    slotStartsAt: fc.constant(times.slotStartsAt),
    leadMinutes: fc.constant(times.leadMinutes),
  })
  const ms = fc.integer({ min: -2 * dayMs, max: 2 * dayMs })
  fc.assert(
    fc.property(anyOrder, ms, fc.nat(dayMs), (order, at, laterMs) => {
      const now = new Date(lockTime.getTime() + at)
      const later = new Date(now.getTime() + laterMs)
      const mayLater = cancelError(order, later) === null
      if (mayLater) expect(cancelError(order, now)).toBe(null)
      if (mayLater) expect(shopCancelError(order)).toBe(null)
      if (mayLater) expect([order.fulfilment, later < lockTime]).toEqual(['placed', true])
      if (hasLeft(order.fulfilment)) expect(shopCancelError(order)).not.toBe(null)
    }),
  )
})

test('the order of items does not matter, one completed item decides, and an ended one adds nothing', () => {
  const orders = fc.array(
    fc.record({ status: fc.constantFrom(...itemStatuses), customize: fc.boolean() }),
  )
  fc.assert(
    fc.property(orders, fc.boolean(), (order, customize) => {
      const can = canCancel(order)
      expect(canCancel(order.toReversed())).toBe(can)
      expect(canCancel([...order, { status: 'completed', customize }])).toBe(false)
      expect(canCancel([...order, { status: 'cancelled', customize }])).toBe(can)
    }),
  )
})

const cases: [ItemStatus[], string, number, number][] = [
  [['processing'], 'Ordered', 1, 0],
  [['processing', 'completed'], 'Ordered', 2, 1],
  [['completed', 'completed'], 'Prepared', 2, 2],
  [['completed', 'rejected'], 'Prepared', 1, 1],
  [['completed', 'quoted'], 'Ordered', 2, 1],
  [['accepted', 'declined'], 'Ordered', 1, 0],
  [['cancelled', 'cancelled'], 'Cancelled', 0, 0],
  [['cancelled', 'rejected'], 'Cancelled', 0, 0],
  [['rejected'], 'Closed', 0, 0],
  [['declined', 'rejected'], 'Closed', 0, 0],
]

it.each(cases)('items %j are %s: %i toMake, %i prepared', (statuses, label, toMake, prepared) => {
  expect(orderProgress({ items: items(...statuses) })).toEqual({ label, toMake, prepared })
})

it.each([
  ['placed', ['processing'], 'placed', true],
  ['placed', ['cancelled', 'processing'], 'placed', true],
  ['placed', ['cancelled'], 'cancelled', false],
  ['baking', ['cancelled', 'rejected'], 'cancelled', false],
  ['placed', ['rejected'], 'closed', false],
  ['failed', ['completed'], 'failed', false],
] as const)('%s with the items %j stands at %s; whether it is still to leave: %s', (...row) => {
  const [fulfilment, statuses, standing, isToLeave] = row
  const order = { fulfilment, items: items(...statuses) }
  expect([standingOf(order), isStillToLeave(order)]).toEqual([standing, isToLeave])
})
