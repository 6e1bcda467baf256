import { describe, expect, it } from 'vitest'
import { isLocked, locksAt } from './order-lock.ts'

const order = {
  fulfilment: 'placed',
  deliveryAt: new Date('2026-11-24T12:00:00Z'),
  slotStartsAt: null,
  leadMinutes: 180,
} as const

describe('the lock of an order', () => {
  it('is its lead before the delivery, or before the start of its slot', () => {
    expect(locksAt(order)).toEqual(new Date('2026-11-24T09:00:00Z'))
    const slotStartsAt = new Date('2026-11-24T11:30:00Z')
    expect(locksAt({ ...order, slotStartsAt })).toEqual(new Date('2026-11-24T08:30:00Z'))
  })

  it.each([
    ['2026-11-24T08:59:59.999Z', false],
    ['2026-11-24T09:00:00.000Z', true],
  ])('at %s: %s', (now, locked) => {
    expect(isLocked(order, new Date(now))).toBe(locked)
  })

  it('comes sooner when it is baked', () => {
    expect(isLocked({ ...order, fulfilment: 'baking' }, new Date('2026-11-23T09:00:00Z'))).toBe(
      true,
    )
  })
})
