import { expect, it } from 'vitest'
import { isDelivered } from './placed-order-card.tsx'

it.each([
  ['2026-11-23T10:00:00Z', false],
  ['2026-11-24T18:29:00Z', false],
  ['2026-11-24T18:30:00Z', true],
])('an order is shown to the end of its day of delivery in Kolkata: %s', (now, over) => {
  expect(isDelivered({ deliveryAt: '2026-11-24T06:30:00Z' }, new Date(now))).toBe(over)
})
