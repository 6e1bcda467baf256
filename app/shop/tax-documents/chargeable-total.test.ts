import { expect, it } from 'vitest'
import type { ItemStatus } from '#shop/orders/item-status.ts'
import { chargeableTotal } from './chargeable-total.ts'

const cake = (status: ItemStatus) => ({ customize: false, status, unitPaise: 850_00, amount: 1 })
const custom = (status: ItemStatus, unitPaise = 0) => ({
  customize: true,
  status,
  unitPaise,
  amount: 2,
})
const byCard = { cardPaise: 900_00, refundedPaise: 0, cashPaise: 0, waivedPaise: 0 }
const inCash = { cardPaise: 0, refundedPaise: 0, cashPaise: 50_00, waivedPaise: 0 }
const refunded = (refundedPaise: number) => ({ ...byCard, refundedPaise })

it.each([
  ['a cake paid by card', byCard, [cake('processing')], 0, 900_00],
  ['with a part refunded', refunded(300_00), [cake('completed')], 0, 600_00],
  ['with a lost dispute', refunded(300_00), [cake('completed')], 300_00, 900_00],
  ['cancelled', refunded(900_00), [cake('cancelled')], 0, 0],
  ['cancelled after a lost dispute', refunded(900_00), [cake('cancelled')], 500_00, 0],
  ['a custom cake without a price', inCash, [custom('quoted')], 0, 0],
  ['with its price', inCash, [custom('accepted', 1000_00)], 0, 2050_00],
  ['beside one that is declined', inCash, [custom('declined'), custom('completed', 7)], 0, 50_14],
  ['beside a cake paid by card', byCard, [cake('completed'), custom('accepted', 1)], 0, 900_02],
  ['that nobody makes', inCash, [custom('declined'), custom('rejected')], 0, 0],
  [
    'with a part waived',
    { ...inCash, waivedPaise: 2049_00 },
    [custom('accepted', 1000_00)],
    0,
    1_00,
  ],
  ['waived without a price', { ...inCash, waivedPaise: 50_00 }, [custom('quoted')], 0, 0],
  ['cancelled with its price', inCash, [custom('cancelled', 1000_00)], 0, 0],
])('%s', (_what, order, items, lostPaise, due) => {
  expect(chargeableTotal({ order, items, lostPaise })).toBe(due)
})
