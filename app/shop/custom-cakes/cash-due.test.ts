import { expect, it } from 'vitest'
import type { Order } from '#shop/orders/order.schema.ts'
import { cashDue } from './cash-due.ts'

/** An order of two customised cakes, a ready-made one, and what the card paid, in rupees. */
function order(other: string, paidByCard: number): Order {
  const lines = [
    { id: 'this', customize: true, isConfirmed: 'quoted', subtotal: 0 },
    { id: 'other', customize: true, isConfirmed: other, subtotal: other === 'accepted' ? 900 : 0 },
    { id: 'plain', customize: false, isConfirmed: 'processing', subtotal: 850 },
  ]
  return { order: lines, shipping: 50, paidByCard } as unknown as Order
}

it.each([
  ['cash alone', order('quoted', 0), { otherCakes: 0, shipping: 50_00, total: 1500_00 }],
  ['shipping by card', order('declined', 900), { otherCakes: 0, shipping: 0, total: 1450_00 }],
  ['another agreed', order('accepted', 900), { otherCakes: 900_00, shipping: 0, total: 2350_00 }],
  ['both', order('accepted', 0), { otherCakes: 900_00, shipping: 50_00, total: 2400_00 }],
])('%s', (_, of, due) => {
  expect(cashDue(of, { id: 'this' }, 1450_00)).toEqual({ thisCake: 1450_00, ...due })
})

it('its own agreed price is not counted twice', () => {
  const agreed = order('accepted', 0)
  expect(cashDue(agreed, { id: 'other' }, 900_00).total).toBe(950_00)
})
