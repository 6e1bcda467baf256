import { expect, it } from 'vitest'
import { aCharge, aCustomItem, anOrder, aPayment } from '../../../test/support/an-order.ts'
import { quotedAmounts, quotedRows } from './find-quote.server.ts'

const other = aCharge(900_00, { line: 'item', itemId: 'other', cause: 'quoted' })
const paid = aPayment(500_00, { cause: 'online' })
it.each([
  [
    'alone',
    [aCharge(50_00)],
    [],
    { otherCakesPaise: 0, shippingPaise: 50_00, paidPaise: 0, duePaise: 1500_00 },
  ],
  [
    'with another',
    [other],
    [],
    { otherCakesPaise: 900_00, shippingPaise: 0, paidPaise: 0, duePaise: 2350_00 },
  ],
  [
    'with what was paid',
    [aCharge(50_00), other],
    [paid],
    { otherCakesPaise: 900_00, shippingPaise: 50_00, paidPaise: 500_00, duePaise: 1900_00 },
  ],
])('what is due once a quote is accepted: %s', (_, charges, payments, amounts) => {
  expect(quotedAmounts(anOrder({ charges, payments }), { id: 'this' }, 1450_00)).toEqual(amounts)
})

it('its own agreed price is not counted twice', () => {
  const order = anOrder({ charges: [aCharge(50_00), other], payments: [] })
  expect(quotedAmounts(order, { id: 'other' }, 900_00).duePaise).toBe(950_00)
})

it.each([
  [true, 'Due in cash at pickup'],
  [false, 'Due in cash on delivery'],
])('the price of an order for pickup (%s) is %s', (isPickup, label) => {
  const order = anOrder({ isPickup, charges: [], payments: [] })
  const rows = quotedRows(order, aCustomItem(), { linePaise: 1450_00, requiredPaise: 0 })
  expect(rows.at(-1)).toEqual({ label, value: '₹1,450', strong: true })
})
