import { afterAll, beforeAll, expect, it } from 'vitest'
import { papersOf } from '#shop/papers/papers.store.server.ts'
import { buy } from '../support/checkout-steps.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let accountant: string
let orderId: string
let document: string

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addCake()
  accountant = (await shop.staff('accountant')).token
  orderId = (await buy(shop, (await shop.customer()).token)).orderId
  document = (await papersOf(shop.context.db, [orderId]))[0]?.id ?? ''
})
afterAll(() => shop.close())

const statusOf = async (path: string, token = accountant) => {
  const response = await shop.api.request(path, { headers: { authorization: `Bearer ${token}` } })
  await response.body?.cancel()
  return response.status
}

it('an accountant reads the papers of any order', async () => {
  expect(await statusOf(`/orders/generatepdf?order=${orderId}`)).toBe(200)
  expect(await statusOf(`/orders/generatepdf?document=${document}`)).toBe(200)
})

it('an accountant sees no orders, nor all that wait at once', async () => {
  expect(await statusOf('/orders/generatepdf')).toBe(403)
  expect(await statusOf('/orders/adminOrders')).toBe(403)
  expect(await statusOf('/orders/export')).toBe(403)
  const others = await shop.post('/orders/viewOrders', { email: 'asha@example.in' }, accountant)
  expect(others.status).toBe(403)
})

it('a kitchen hand and a manager see no month', async () => {
  for (const role of ['kitchen', 'manager'] as const) {
    const { token } = await shop.staff(role)
    expect(await statusOf('/money/return?month=2026-11&section=b2cs', token)).toBe(403)
    expect(await statusOf('/money/papers?month=2026-11', token)).toBe(403)
  }
})
