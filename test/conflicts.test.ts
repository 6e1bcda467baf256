import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { itemsOf, setItemStatus } from '#shop/orders/orders.store.server.ts'
import { buy, truffleLine } from './checkout-steps.ts'
import { openTestShop, type TestShop } from './test-shop.ts'

const soon = { timeout: 10_000, interval: 20 }

// The embedded database does one thing after the other.
describe.runIf(process.env.TEST_DATABASE_URL)('what locks the same rows in another order', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop()
    await shop.addCake()
  })
  afterAll(() => shop.close())

  it('lets a cake be deleted while an order of it is cancelled', async () => {
    const { db } = shop.context
    const { token } = await shop.customer()
    const admin = await shop.admin()
    const { orderId } = await buy(shop, token, {
      amount: 1750,
      order: [truffleLine, { ...truffleLine, bname: 'Asha' }],
    })
    const [first, second] = (await itemsOf(db, orderId)).map(({ id }) => id)
    const someoneWaits = () =>
      vi.waitFor(async () => {
        const { rows } = await db.execute(sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`)
        expect(rows).toHaveLength(1)
      }, soon)

    let deleting: ReturnType<typeof shop.post> | null = null
    // Deleting the cake changes the items in the order they were written, this in the other.
    await db.transaction(async (tx) => {
      await setItemStatus(tx, [second ?? ''], 'cancelled')
      if (!deleting) {
        deleting = shop.post('/cakes/deletecake', { id: 'truffle' }, admin.token)
        await someoneWaits()
      }
      await setItemStatus(tx, [first ?? ''], 'cancelled')
    })
    expect(await deleting).toMatchObject({ status: 200 })
    expect(await itemsOf(db, orderId)).toMatchObject([
      { cakeId: null, status: 'cancelled' },
      { cakeId: null, status: 'cancelled' },
    ])
  })
})
