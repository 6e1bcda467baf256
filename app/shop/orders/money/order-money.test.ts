import { expect, it } from 'vitest'
import type { Order } from '../order.schema.ts'
import type { Order as StoredOrder } from '../order.ts'
import { cashBreakdown, subtotalPaise } from './order-money.ts'

const status = 'accepted' as const
const ready = { status, customize: false, unitPaise: 85_000, amount: 2 }
const open = { status, customize: true, unitPaise: 0, amount: 3 }
const agreed = { status, customize: true, unitPaise: 145_050, amount: 2 }
const off = { status: 'cancelled' as const }

it.each([
  ['nothing', [], 0],
  ['ready-made cakes alone', [ready], 170_000],
  ['a price that is not agreed', [ready, open], 170_000],
  ['each of a line', [agreed], 290_100],
  ['every agreed line', [ready, agreed, open, agreed], 750_200],
  ['what is not dropped', [ready, agreed, { ...agreed, ...off }], 460_100],
  ['a dropped cake that was paid online', [ready, { ...ready, ...off }], 340_000],
  ['a cancelled order', [{ ...agreed, ...off }], 290_100],
])('of %s', (_, lines, paise) => {
  const items = lines.map((line, index) => ({ id: String(index), ...line }))
  const of = { paymentMethod: 'provider', items, charges: [], payments: [] }
  expect(subtotalPaise(of as unknown as StoredOrder)).toBe(paise)
})

/** An order of two customised cakes and a ready-made one; amounts in rupees. */
function order(otherAgreed: number, dueInCash: number, waived?: number): Order {
  const lines = [
    { id: 'this', customize: true, subtotal: 0 },
    { id: 'other', customize: true, subtotal: otherAgreed },
    { id: 'plain', customize: false, subtotal: 850 },
  ]
  return { order: lines, dueInCash, waived } as unknown as Order
}

it.each([
  ['cash alone', order(0, 50), { otherCakes: 0, shipping: 50_00, total: 1500_00 }],
  ['shipping by card', order(0, 0), { otherCakes: 0, shipping: 0, total: 1450_00 }],
  ['another agreed', order(900, 900), { otherCakes: 900_00, shipping: 0, total: 2350_00 }],
  ['both', order(900, 950), { otherCakes: 900_00, shipping: 50_00, total: 2400_00 }],
])('%s', (_, of, due) => {
  expect(cashBreakdown(of, { id: 'this' }, 1450_00)).toEqual({
    thisCake: 1450_00,
    waived: 0,
    ...due,
  })
})

it('its own agreed price is not counted twice', () => {
  expect(cashBreakdown(order(900, 950), { id: 'other' }, 900_00).total).toBe(950_00)
})

it('what was waived is not due, and another cake is', () => {
  const due = { otherCakes: 900_00, shipping: 50_00, waived: 950_00, total: 1450_00 }
  expect(cashBreakdown(order(900, 0, 950), { id: 'this' }, 1450_00)).toMatchObject(due)
})
