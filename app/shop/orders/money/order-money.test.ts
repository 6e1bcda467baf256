import { expect, it } from 'vitest'
import { aCharge, aCustomItem, anItem, anOrder } from '../../../../test/support/an-order.ts'
import { type OrderAmounts, orderAmounts } from './order-money.ts'

/** What a page adds up: the sum of an order's rows is what is due. */
function added({
  subtotalPaise,
  feePaise,
  surchargePaise,
  takenOffPaise,
  paidOnlinePaise,
  takenPaise,
  refundedPaise,
  givenBackPaise,
}: OrderAmounts) {
  const total = subtotalPaise + feePaise + surchargePaise - takenOffPaise
  return total - paidOnlinePaise - takenPaise + refundedPaise + givenBackPaise
}

const item = (id: string) => ({ line: 'item' as const, itemId: id })
const plain = anItem({ id: 'plain', unitPaise: 850_00 })
const custom = aCustomItem({ id: 'custom', unitPaise: 1450_50, amount: 2 })
const placed = [aCharge(50_00), aCharge(850_00, item('plain'))]
const agreed = aCharge(2901_00, { ...item('custom'), cause: 'quoted' })
const dropped = { status: 'cancelled' as const }

it.each([
  ['a price that is not agreed', [plain, { ...custom, unitPaise: 0 }], placed, 850_00, 0, 900_00],
  ['every agreed line', [plain, custom], [...placed, agreed], 3751_00, 0, 3801_00],
  [
    'what is not dropped',
    [{ ...plain, ...dropped }, custom],
    [...placed, agreed, aCharge(-850_00, { ...item('plain'), cause: 'dropped' })],
    2901_00,
    0,
    2951_00,
  ],
  [
    'less what was taken off',
    [plain],
    [...placed, aCharge(-200_00, { ...item('plain'), cause: 'goodwill' })],
    850_00,
    200_00,
    700_00,
  ],
])('amounts have %s, and add up', (_, items, charges, subtotal, takenOff, due) => {
  const amounts = orderAmounts(anOrder({ items, charges, payments: [] }))
  expect(amounts).toMatchObject({
    subtotalPaise: subtotal,
    takenOffPaise: takenOff,
    duePaise: due,
  })
  expect(added(amounts)).toBe(due)
})

it('a cancelled order has what was ordered, and nothing is due', () => {
  const off = placed.map(({ paise, ...row }) => ({
    ...row,
    paise: -paise,
    cause: 'cancelled' as const,
  }))
  const order = anOrder({
    items: [{ ...plain, ...dropped }],
    charges: [...placed, ...off],
    payments: [],
  })
  expect(orderAmounts(order)).toMatchObject({
    subtotalPaise: 850_00,
    takenOffPaise: 0,
    duePaise: 0,
  })
})
