import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { salesGroups } from '#shop/accounting/month/month.ts'
import { loadMonth } from '#shop/accounting/month/read-month.server.ts'
import { buy, truffleLine } from '../support/checkout-steps.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let owner: string

beforeAll(async () => {
  shop = await openTestShop()
  owner = (await shop.admin()).token
  await shop.addCake()
  await shop.addCake({ id: 'loaf', name: '=Milk Loaf', category: 'Bread', price: 120 })
  const { token } = await shop.customer()
  // On Friday 20 November at 10 in Kolkata: a cake and a loaf, and a cake of which ₹90 are refunded.
  const loaf = { ...truffleLine, cakeid: 'loaf', bname: '', price: 120 }
  await buy(shop, token, { order: [truffleLine, loaf], amount: 1020 })
  const { orderId } = await buy(shop, token, { checkoutId: crypto.randomUUID() })
  const refund = { orderId, amount: 90, reason: 'Late', key: crypto.randomUUID() }
  await shop.post('/orders/refund', refund, owner)
})
afterAll(() => shop.close())

const salesBy = async (by: string, month = '2026-11') =>
  (await loadMonth(shop.context, new URLSearchParams({ month, by }))).sales

it.each([
  // 850 and 850 less 85, the cake's part of 90.
  [
    'cake',
    [
      ['Truffle Cake', 2, 1615_00],
      ['=Milk Loaf', 1, 120_00],
      ['Delivery', 2, 95_00],
    ],
  ],
  [
    'category',
    [
      ['Chocolate', 2, 1615_00],
      ['Bread', 1, 120_00],
      ['Delivery', 2, 95_00],
    ],
  ],
  ['slot', [['Without a slot', 2, 1830_00]]],
  ['zone', [['Without a zone', 2, 1830_00]]],
  ['hour', [['10:00', 2, 1830_00]]],
  ['weekday', [['Fri', 2, 1830_00]]],
])('the sales by %s', async (by, rows) => {
  const sales = await salesBy(by)
  expect(sales?.rows.map(({ name, orders, paise }) => [name, orders, paise])).toEqual(rows)
})

it.each(salesGroups)('by %s come to what was charged', async (by) => {
  const { charges } = await loadMonth(shop.context, new URLSearchParams({ month: '2026-11' }))
  const charged = charges.reduce((sum, row) => sum + row.chargedPaise + row.takenOffPaise, 0)
  const rows = (await salesBy(by))?.rows ?? []
  expect(rows.reduce((sum, { paise }) => sum + paise, 0)).toBe(charged)
})

it('are not added up unless somebody asks, nor by what there is not', async () => {
  expect(await salesBy('mood')).toBeNull()
  expect((await salesBy('cake', '2026-10'))?.rows).toEqual([])
})

it('are a file, in which no name is a formula', async () => {
  const file = await shop.api.request('/money/sales?month=2026-11&by=cake', {
    headers: { authorization: `Bearer ${owner}` },
  })
  expect(file.headers.get('content-disposition')).toContain('sales-by-cake-2026-11.csv')
  expect(parse(await file.text(), { bom: true })).toEqual([
    ['cake', 'Orders', 'Sales (INR)'],
    ['Truffle Cake', '2', '1615.00'],
    ["'=Milk Loaf", '1', '120.00'],
    ['Delivery', '2', '95.00'],
  ])
})
