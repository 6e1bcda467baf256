import { describe, expect, it } from 'vitest'
import { aCharge, aCustomItem, anOrder } from '../../../../test/support/an-order.ts'
import type { Order } from '../order.ts'
import { cashBreakdown, readRefund, refundError, subtotalPaise } from './order-money.ts'

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
  expect(subtotalPaise(of as unknown as Order)).toBe(paise)
})

/** An order of two customised cakes and a the delivery. */
function order(otherPaise: number, deliveryPaise: number, waivedPaise = 0): Order {
  const other = aCustomItem({ id: 'other', unitPaise: otherPaise })
  const [line, itemId] = ['item', 'other'] as const
  return anOrder({
    // An order in cash has its delivery in cash.
    paymentMethod: deliveryPaise > 0 || waivedPaise > 0 ? 'cash' : 'provider',
    items: [aCustomItem({ id: 'this' }), other],
    charges: [
      aCharge(deliveryPaise),
      aCharge(otherPaise, { line, itemId, cause: 'quoted' }),
      ...(waivedPaise === 0
        ? []
        : [
            aCharge(-deliveryPaise, { cause: 'waived' }),
            aCharge(deliveryPaise - waivedPaise, { line, itemId, cause: 'waived' }),
          ]),
    ],
  })
}

it.each([
  [
    'cash alone',
    order(0, 50_00),
    { otherCakesPaise: 0, shippingPaise: 50_00, totalPaise: 1500_00 },
  ],
  ['shipping by card', order(0, 0), { otherCakesPaise: 0, shippingPaise: 0, totalPaise: 1450_00 }],
  [
    'another agreed',
    order(900_00, 0),
    { otherCakesPaise: 900_00, shippingPaise: 0, totalPaise: 2350_00 },
  ],
  [
    'both',
    order(900_00, 50_00),
    { otherCakesPaise: 900_00, shippingPaise: 50_00, totalPaise: 2400_00 },
  ],
])('%s', (_, of, due) => {
  expect(cashBreakdown(of, { id: 'this' }, 1450_00)).toEqual({
    waivedPaise: 0,
    paidAheadPaise: 0,
    ...due,
  })
})

it('its own agreed price is not counted twice', () => {
  const { totalPaise } = cashBreakdown(order(900_00, 50_00), { id: 'other' }, 900_00)
  expect(totalPaise).toBe(950_00)
})

it('what was waived is not due, and another cake is', () => {
  expect(cashBreakdown(order(900_00, 50_00, 950_00), { id: 'this' }, 1450_00)).toEqual({
    otherCakesPaise: 900_00,
    shippingPaise: 50_00,
    paidAheadPaise: 0,
    waivedPaise: 950_00,
    totalPaise: 1450_00,
  })
})

describe('readRefund', () => {
  it.each([
    ['450', 45_000],
    [' 900 ', 90_000],
    ['0.01', 1],
    ['1.1', 110],
    ['₹ 450', 45_000],
    ['Rs. 450.50', 45_050],
    ['899.99', 89_999],
  ])('%s', (text, paise) => expect(readRefund(text, 90_000)).toBe(paise))

  it.each([
    ['', 'Please enter the amount in rupees.'],
    ['0', 'The amount must be more than 0.'],
    ['0.00', 'The amount must be more than 0.'],
    ['900.01', 'Only ₹900 of the card payment is left to refund.'],
    ['999999999', 'Only ₹900 of the card payment is left to refund.'],
    ['9999999999', 'Only ₹900 of the card payment is left to refund.'],
    ['9'.repeat(400), 'Only ₹900 of the card payment is left to refund.'],
  ])('refuses %s', (text, sentence) => expect(readRefund(text, 90_000)).toBe(sentence))

  it.each(['-1', '1.005', '1e2', '4,50', 'all'])('%s is no amount', (text) =>
    expect(readRefund(text, 90_000)).toBe('Please enter the amount as a number, like 450.'),
  )
})

it('nothing more can be refunded than is left', () => {
  expect(refundError(1, 0)).toBe('The card payment is already fully refunded.')
  expect(refundError(90_000, 90_000)).toBe(null)
})
