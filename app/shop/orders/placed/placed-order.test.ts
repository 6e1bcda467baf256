import { expect, it } from 'vitest'
import { type PlacedOrder, parsePlacedOrder } from './placed-order.ts'

const order: PlacedOrder = {
  number: 1003,
  email: 'asha@example.in',
  placedAt: '2026-11-22T10:00:00Z',
  deliveryAt: '2026-11-24T06:30:00Z',
  cakes: ['2 × Mango Cream Cake'],
  hasCustom: false,
}

it('is what was stored', () => {
  expect(parsePlacedOrder(order)).toEqual(order)
})

it('keeps the slot it was ordered for', () => {
  const inSlot = { ...order, slot: 'Tue 24 Nov, 12 to 2 pm' }
  expect(parsePlacedOrder(inSlot)).toEqual(inSlot)
})

it.each([
  null,
  '',
  '{',
  [],
  { number: 1 },
  { ...order, cakes: [1] },
  { ...order, slot: 6 },
  { ...order, deliveryAt: 'soon' },
])('is none when there is none or it is damaged: %j', (damaged) => {
  expect(parsePlacedOrder(damaged)).toBeNull()
})
