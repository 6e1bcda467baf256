import { eq } from 'drizzle-orm'
import { RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { appContext } from '#app/context.server.ts'
import { loader } from '#shop/admin-orders/packing/packing.page.tsx'
import { orders } from '#shop/orders/orders.tables.server.ts'
import { buy, customLine } from '../support/checkout-steps.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let staff: string

beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake()
  staff = (await shop.staff('counter')).token
})
afterEach(() => shop.close())

/** The numbers of the slips that a page has. */
async function slips(query: string) {
  const url = new URL(`http://shop.test/admin/packing${query}`)
  const context = new RouterContextProvider()
  context.set(appContext, shop.context)
  const request = new Request(url, { headers: { authorization: `Bearer ${staff}` } })
  const { papers } = await loader({ request, url, params: {}, context } as never)
  return papers.map(({ number }) => number)
}

it('has what is still to leave on a day or in a slot, by time, at agreed prices', async () => {
  const { token } = await shop.customer()
  const order = (time: string, more: object = {}) =>
    buy(shop, token, { checkoutId: crypto.randomUUID(), time, ...more })
  const late = await order('2026-11-21T19:00')
  const early = await order('2026-11-21T16:00')
  await order('2026-11-22T16:00')
  await order('2026-11-21T16:00', { order: [customLine], amount: 0 })
  const gone = await order('2026-11-21T16:00')
  await shop.context.db
    .update(orders)
    .set({ fulfilment: 'out_for_delivery' })
    .where(eq(orders.id, gone.orderId))
  expect(await slips('?day=2026-11-21')).toEqual([early.number, late.number])
  expect(await slips('?day=2026-11-21&hours=7:00 pm')).toEqual([late.number])
  // Today is the 20th.
  expect(await slips('')).toEqual([])
})
