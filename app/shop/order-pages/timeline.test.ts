import { describe, expect, it } from 'vitest'
import { timelineOf } from './timeline.tsx'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 9, minute))
const order = {
  fulfilment: 'placed' as const,
  isPickup: false,
  isCancelled: false,
  placedAt: at(0),
  moves: [],
}
const shown = (changed: Partial<Parameters<typeof timelineOf>[0]>) =>
  timelineOf({ ...order, ...changed }).map(
    (step) => `${step.state} ${step.label}${step.at ? ` ${step.at.slice(14, 16)}` : ''}`,
  )

describe('the timeline of an order', () => {
  it('begins when it is placed, and shows what is to come', () => {
    expect(shown({})).toEqual([
      'now Placed 00',
      'next Baking',
      'next Ready',
      'next Out for delivery',
      'next Delivered',
    ])
  })

  it('has the time of each step, except of those that nobody pressed', () => {
    const moves = [
      { to: 'ready' as const, at: at(20) },
      { to: 'out_for_delivery' as const, at: at(30) },
    ]
    expect(shown({ fulfilment: 'out_for_delivery', moves })).toEqual([
      'done Placed 00',
      'done Baking',
      'done Ready 20',
      'now Out for delivery 30',
      'next Delivered',
    ])
  })

  it('goes back when the baker does', () => {
    const moves = [
      { to: 'baking' as const, at: at(10) },
      { to: 'ready' as const, at: at(20) },
      { to: 'baking' as const, at: at(25) },
    ]
    expect(shown({ fulfilment: 'baking', moves }).slice(0, 3)).toEqual([
      'done Placed 00',
      'now Baking 25',
      'next Ready',
    ])
  })

  it('ends for a pickup at the counter', () => {
    expect(shown({ isPickup: true }).at(-1)).toBe('next Picked up')
  })

  it.each([
    ['delivered', false, 'done Delivered 40'],
    ['collected', true, 'done Picked up 40'],
  ] as const)('is done once it is %s', (fulfilment, isPickup, last) => {
    const steps = shown({ fulfilment, isPickup, moves: [{ to: fulfilment, at: at(40) }] })
    expect(steps.at(-1)).toBe(last)
    expect(steps.filter((step) => !step.startsWith('done'))).toEqual([])
  })

  it('ends where the delivery failed, and goes on when it is out again', () => {
    const out = { to: 'out_for_delivery' as const, at: at(30) }
    const failed = { to: 'failed' as const, at: at(40) }
    expect(shown({ fulfilment: 'failed', moves: [out, failed] }).slice(3)).toEqual([
      'done Out for delivery 30',
      'now Delivery failed 40',
    ])
    const again = [out, failed, { ...out, at: at(50) }]
    expect(shown({ fulfilment: 'out_for_delivery', moves: again }).slice(3)).toEqual([
      'now Out for delivery 50',
      'next Delivered',
    ])
    const closed = { to: 'closed' as const, at: at(50) }
    expect(shown({ fulfilment: 'closed', moves: [out, failed, closed] }).slice(3)).toEqual([
      'done Out for delivery 30',
      'done Delivery failed 40',
      'now Closed 50',
    ])
  })

  it('ends where the order was cancelled', () => {
    const moves = [{ to: 'baking' as const, at: at(10) }]
    expect(shown({ fulfilment: 'baking', isCancelled: true, moves })).toEqual([
      'done Placed 00',
      'done Baking 10',
      'now Cancelled',
    ])
  })
})
