import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Order } from '#shop/orders/order.schema.ts'
import { itemsOf, setItemStatus } from '#shop/orders/orders.store.server.ts'
import { buy, truffleLine } from '../support/checkout-steps.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

// The embedded database does one thing after the other.
describe.runIf(process.env.TEST_DATABASE_URL)('at the same moment', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop()
    await shop.addCake()
  })
  afterAll(() => shop.close())

  it('lets a cake be deleted while an order of it is changed: neither waits for the other', async () => {
    const { db } = shop.context
    const { token } = await shop.customer()
    const admin = await shop.admin()
    const { orderId } = await buy(shop, token, {
      amount: 1750,
      order: [truffleLine, { ...truffleLine, bname: 'Asha' }],
    })
    const items = await itemsOf(db, orderId)
    const ids = items.map(({ id }) => id)

    const deleted = await db.transaction(async (tx) => {
      await setItemStatus(tx, ids, 'cancelled')
      return shop.post('/cakes/deletecake', { id: 'truffle' }, admin.token)
    })
    expect(deleted).toMatchObject({ status: 200 })
    expect(await itemsOf(db, orderId)).toEqual(
      items.map((item) => ({ ...item, status: 'cancelled' })),
    )
    const { body } = await shop.post<Order[]>(
      '/orders/viewOrders',
      { email: 'asha@example.in' },
      token,
    )
    expect(body[0]?.order.map(({ cakeid }) => cakeid)).toEqual([null, null])
  })
})
