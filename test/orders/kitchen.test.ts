import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { countToDo } from '#shop/admin-orders/admin-orders.store.server.ts'
import { cakes } from '#shop/cakes/cakes.tables.server.ts'
import { loadKitchen } from '#shop/kitchen/load-kitchen.server.ts'
import type { ItemStatus } from '#shop/orders/item-status.ts'
import { findOrder, itemsOf, pendingOrders } from '#shop/orders/orders.store.server.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'
import { begin, buy, customLine, refundOrder, truffleLine } from '../support/checkout-steps.ts'
import { putItems } from '../support/put-items.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let token: string

beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake()
  token = (await shop.customer()).token
})
afterEach(() => shop.close())

const kitchen = (day: string | null) => loadKitchen(shop.context, day)

const order = (more: object = {}) => buy(shop, token, { checkoutId: crypto.randomUUID(), ...more })

const setStatus = (orderId: string, status: ItemStatus, position = 0) =>
  putItems(shop, and(eq(orderItems.orderId, orderId), eq(orderItems.position, position)), status)

describe('the kitchen’s day', () => {
  it('has what is due on it, with all that the kitchen needs and no more', async () => {
    const { orderId, number } = await order({ order: [truffleLine, customLine] })
    await shop.context.db.update(orders).set({ kitchenNote: 'No nuts' })
    await shop.context.db
      .update(cakes)
      .set({ contains: ['gluten', 'milk'], mayContain: ['tree nuts'] })
    await shop.context.publishedCakes.reload('everything')
    const { items, ...rest } = await kitchen('2026-11-21')
    expect(rest).toEqual({
      day: '2026-11-21',
      today: '2026-11-20',
      now: shop.context.clock.now().toISOString(),
      more: false,
      nextDay: null,
      work: null,
    })
    expect(items).toEqual([
      {
        id: expect.any(String),
        orderId,
        orderNumber: number,
        name: 'Truffle Cake',
        flavour: 'Cocoa',
        wt: '1',
        egg: 'Eggless',
        allergens: 'Contains: gluten, milk. May contain: tree nuts.',
        amount: 1,
        bname: 'Happy Birthday Ravi',
        detail: '',
        customize: false,
        image: [],
        status: 'processing',
        preparedAt: null,
        fulfilment: 'placed',
        deliveryAt: '2026-11-21T12:00:00.000Z',
        hours: '5:30 pm',
        readyBy: null,
        isPickup: false,
        firstName: 'Asha',
        note: 'No nuts',
        isAddressMissing: false,
        isExtra: false,
        isHeld: false,
      },
      expect.objectContaining({
        name: 'Customized Cake',
        egg: null,
        allergens: null,
        customize: true,
        detail: 'A blue elephant',
      }),
    ])
    expect(JSON.stringify(items)).not.toMatch(/Rao|98765|@|Church/)
  })

  it('says of an order that it has no address yet', async () => {
    const { orderId } = await order()
    await shop.context.db.update(orders).set({ address: ',560001,Bengaluru' })
    const { items } = await kitchen('2026-11-21')
    expect(items).toMatchObject([{ orderId, isAddressMissing: true }])
  })

  it('ends at midnight in Kolkata', async () => {
    const { orderId } = await order()
    const at = (instant: string) =>
      shop.context.db
        .update(orders)
        .set({ deliveryAt: new Date(instant) })
        .where(eq(orders.id, orderId))
    const seen = async () => (await kitchen('2026-11-21')).items.length
    await at('2026-11-20T18:29:59.999Z')
    expect(await seen()).toBe(0)
    await at('2026-11-20T18:30:00Z')
    expect(await seen()).toBe(1)
    await at('2026-11-21T18:29:59.999Z')
    expect(await seen()).toBe(1)
    await at('2026-11-21T18:30:00Z')
    expect(await seen()).toBe(0)
  })

  it('is in the order of delivery', async () => {
    await order({ time: '2026-11-21T19:00' })
    await order({ time: '2026-11-21T10:00' })
    await order({ time: '2026-11-21T12:30' })
    const { items } = await kitchen('2026-11-21')
    const times = items.map(({ deliveryAt }) => deliveryAt)
    expect(times).toEqual(times.toSorted())
  })

  it('leaves out what is not to be made, and orders that are not placed', async () => {
    const { orderId } = await order()
    await begin(shop, token, { checkoutId: crypto.randomUUID() })
    for (const status of ['cancelled', 'rejected', 'declined'] as const) {
      await setStatus(orderId, status)
      expect((await kitchen('2026-11-21')).items).toEqual([])
    }
    for (const status of ['processing', 'quoted', 'accepted', 'completed'] as const) {
      await setStatus(orderId, status)
      expect((await kitchen('2026-11-21')).items).toMatchObject([{ status }])
    }
  })

  it('knows the egg of a cake that is gone or changed since', async () => {
    await order()
    await shop.context.db.update(cakes).set({ egg: 'Egg' })
    expect((await kitchen('2026-11-21')).items).toMatchObject([{ egg: 'Eggless' }])
    await shop.context.db.delete(cakes)
    expect((await kitchen('2026-11-21')).items).toMatchObject([{ egg: 'Eggless' }])
  })

  it('is today where the address asks for none', async () => {
    for (const text of [null, '', 'x', '2026-02-30']) {
      expect((await kitchen(text)).day).toBe('2026-11-20')
    }
  })

  it('names the next day with something to make', async () => {
    await order({ time: '2026-11-25T10:00' })
    const gone = await order({ time: '2026-11-23T10:00' })
    await setStatus(gone.orderId, 'cancelled')
    expect(await kitchen('2026-11-21')).toMatchObject({ items: [], nextDay: '2026-11-25' })
    expect(await kitchen('2026-11-26')).toMatchObject({ items: [], nextDay: null })
  })

  it('shows 500 items at the most, and says that there are more', async () => {
    const { orderId } = await order()
    const [first] = await shop.context.db.select().from(orderItems)
    const more = Array.from({ length: 500 }, (_, index) => ({
      ...(first as typeof orderItems.$inferSelect),
      id: crypto.randomUUID(),
      orderId,
      position: index + 1,
    }))
    await shop.context.db.insert(orderItems).values(more.slice(1))
    expect(await kitchen('2026-11-21')).toMatchObject({ more: false, items: { length: 500 } })
    await shop.context.db.insert(orderItems).values(more.slice(0, 1))
    expect(await kitchen('2026-11-21')).toMatchObject({ more: true, items: { length: 500 } })
  })
})

it('Prepared is reported of a plain item and an accepted customised one, and stays', async () => {
  const { orderId } = await order({ order: [truffleLine, customLine] })
  await setStatus(orderId, 'accepted', 1)
  const admin = await shop.admin()
  const { items } = await kitchen('2026-11-21')
  for (const { id } of items) {
    const body = { data: '', suborder: id, order: orderId }
    expect((await shop.post('/orders/confirmOrder', body, admin.token)).status).toBe(200)
    expect((await shop.post('/orders/confirmOrder', body, admin.token)).status).toBe(409)
  }
  const after = await kitchen('2026-11-21')
  expect(after.items.map(({ status }) => status)).toEqual(['completed', 'completed'])
})

it('an order that is refunded whole is not baked, but for customised cakes, which the card has not paid', async () => {
  const admin = await shop.admin()
  const { orderId } = await order({ order: [truffleLine, customLine] })
  const refund = (amount: number) =>
    refundOrder(shop, { orderId, amount, token: admin.token, reason: 'a broken cake' })
  const names = async () => (await kitchen('2026-11-21')).items.map(({ name }) => name)
  await refund(100)
  expect(await names()).toEqual(['Truffle Cake', 'Customized Cake'])
  await refund(800)
  expect(await names()).toEqual(['Customized Cake'])
  const now = shop.context.clock.now()
  const toDo = await countToDo({ db: shop.context.db, now })
  expect(toDo.tomorrow).toEqual({ items: 1, orders: 1 })
  await setStatus(orderId, 'declined', 1)
  expect(await pendingOrders(shop.context.db, 10)).toEqual([])
})

const cartOf3 = { order: [truffleLine, truffleLine, truffleLine], amount: 2600 }
const step = fc.oneof(
  fc.record({ refund: fc.integer({ min: 1, max: 2600 }) }),
  fc.record({ refund: fc.constant('rest' as const) }),
  fc.record({ drop: fc.integer({ min: 0, max: 2 }) }),
)

it('whatever was refunded before, dropping a cake takes no other one from the kitchen', async () => {
  const admin = await shop.admin()
  const refund = (orderId: string, amount: number) => {
    const body = { orderId, amount, reason: 'a broken cake', key: crypto.randomUUID() }
    return shop.post('/orders/refund', body, admin.token)
  }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 5 }), async (steps) => {
      const { orderId } = await order(cartOf3)
      const items = await itemsOf(shop.context.db, orderId)
      const made = new Set(items.map(({ id }) => id))
      let isRefundedWhole = false
      for (const one of steps) {
        const left = ((await findOrder(shop.context.db, orderId))?.paidPaise ?? 0) / 100
        if ('refund' in one) {
          const amount = one.refund === 'rest' ? left : one.refund
          const { status } = await refund(orderId, amount)
          if (status === 200 && amount === left) isRefundedWhole = true
        } else {
          const itemId = items[one.drop]?.id ?? ''
          await shop.post('/orders/dropItem', { orderId, itemId, reason: 'No eggs' }, admin.token)
          made.delete(itemId)
        }
        const inKitchen = (await kitchen('2026-11-21')).items.filter((it) => it.orderId === orderId)
        expect(inKitchen.map(({ id }) => id).sort()).toEqual(
          isRefundedWhole ? [] : [...made].sort(),
        )
      }
    }),
    {
      numRuns: 15,
      endOnFailure: true,
      examples: [[[{ refund: 1750 }, { drop: 0 }]], [[{ drop: 0 }, { refund: 'rest' }]]],
    },
  )
})
