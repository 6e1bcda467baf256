import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayMs, hourMs } from '#platform/clock.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { loadDeliverySection, loadSales } from '#shop/admin/dashboard/dashboard.store.server.ts'
import { countToDo } from '#shop/admin-orders/admin-orders.store.server.ts'
import { countedToDos } from '#shop/admin-orders/order-search.ts'
import type { ItemStatus } from '#shop/orders/item-status.ts'
import { itemsOf } from '#shop/orders/orders.store.server.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'
import { buy, customLine, truffleLine } from '../support/checkout-steps.ts'
import { putItems } from '../support/put-items.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let asha: { email: string; token: string }
let admin: { email: string; token: string }

interface ListedUser {
  id: string
  name: string
  email: string
  mobileno: string | null
  date: string | null
  isAdmin: boolean
  createdAt: string
}

beforeEach(async () => {
  shop = await openTestShop()
  asha = await shop.customer()
  admin = await shop.admin()
})
afterEach(() => shop.close())

const all = (query = '', token: string | undefined = admin.token) =>
  shop.get<ListedUser[]>(`/users/allusers${query}`, token)

const emails = (body: ListedUser[]) => body.map(({ email }) => email)

/** Accounts of one instant, so that only their ids tell which is newer. */
const addUsers = (count: number) =>
  shop.context.db.insert(users).values(
    Array.from({ length: count }, (_, index) => ({
      id: `u${String(index).padStart(4, '0')}`,
      name: `User ${index}`,
      email: `user${index}@shop.test`,
      createdAt: new Date('2030-01-01T00:00:00.123Z'),
    })),
  )

describe('allusers', () => {
  it('answers each account with what it gave, newest first', async () => {
    const { status, body } = await all()
    expect([status, emails(body)]).toEqual([200, [admin.email, asha.email]])
    expect(body[1]).toEqual({
      id: expect.any(String),
      name: 'Asha Rao',
      email: 'asha@example.in',
      mobileno: '9876543210',
      date: '1990-05-17',
      isAdmin: false,
      role: 'customer',
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect(body[0]).toMatchObject({ isAdmin: true, mobileno: null, date: null })
  })

  it('the newest 500 without a query', async () => {
    await addUsers(600)
    const { body, headers } = await all()
    expect([body.length, headers.get('link')]).toEqual([500, null])
  })

  it('page by page, each account once', async () => {
    await addUsers(7)
    const found: string[] = []
    let path: string | undefined = '?limit=4'
    while (path !== undefined) {
      const page = await all(path)
      found.push(...emails(page.body))
      path = /\?[^>]+/.exec(page.headers.get('link') ?? '')?.[0]
    }
    expect(found).toHaveLength(9)
    expect(new Set(found).size).toBe(9)
    expect(found.slice(0, 2)).toEqual(['user6@shop.test', 'user5@shop.test'])
  })

  it.each([
    ['a name in any case', 'aSHA r'],
    ['part of an e-mail', 'sha@exam'],
    ['the beginning of a mobile', '98765'],
  ])('finds by %s', async (_, q) => {
    expect(emails((await all(`?q=${encodeURIComponent(q)}`)).body)).toEqual([asha.email])
  })

  it('takes % and _ as they are', async () => {
    await shop.context.db.execute(
      sql`update users set name = '100% _ Asha' where role = 'customer'`,
    )
    expect(emails((await all(`?q=${encodeURIComponent('100% _')}`)).body)).toEqual([asha.email])
    expect((await all(`?q=${encodeURIComponent('1%0 A')}`)).body).toEqual([])
  })

  it('keeps the search on the next page', async () => {
    await addUsers(3)
    const { headers } = await all('?q=shop.test&limit=2')
    const next = /\?[^>]+/.exec(headers.get('link') ?? '')?.[0]
    expect(emails((await all(next)).body)).toEqual(['user0@shop.test'])
  })

  it.each(['?limit=0', '?limit=501', '?limit=all', '?q=ab', `?q=${'x'.repeat(101)}`, '?cursor='])(
    'refuses %s',
    async (query) => {
      expect((await all(query)).status).toBe(422)
    },
  )

  it('of an account that is gone nothing follows', async () => {
    expect((await all("?cursor=' or 1=1 --")).body).toEqual([])
  })

  it('is refused to a visitor and to a customer', async () => {
    const visitor = await shop.get('/users/allusers')
    expect([visitor.status, JSON.stringify(visitor.body)]).toEqual([
      401,
      expect.not.stringContaining('@'),
    ])
    expect((await all('', asha.token)).status).toBe(403)
    expect((await all('?limit=no', asha.token)).status).toBe(403)
  })
})

const buyCustom = () =>
  buy(shop, asha.token, { order: [customLine], amount: 0, checkoutId: crypto.randomUUID() })

const setCustom = (status: ItemStatus) => putItems(shop, eq(orderItems.customize, true), status)

describe('the sales of the panel', () => {
  const sales = () => loadSales({ db: shop.context.db, now: shop.context.clock.now() })
  const today = async () => (await sales()).at(-1)

  beforeEach(() => shop.addCake())

  it('are thirty days of nothing in an empty shop', async () => {
    const days = await sales()
    expect([days.length, days.at(-1)?.day]).toEqual([30, '2026-11-20'])
    expect(days.every(({ orders, revenuePaise }) => orders === 0 && revenuePaise === 0)).toBe(true)
  })

  it('count an order and what its card paid until it is cancelled', async () => {
    const { orderId } = await buy(shop, asha.token)
    await buy(shop, asha.token, { checkoutId: crypto.randomUUID() })
    expect(await today()).toMatchObject({ orders: 2, revenuePaise: 180_000 })
    await shop.post('/orders/cancelOrders', { email: asha.email, orderId }, asha.token)
    expect(await today()).toMatchObject({ orders: 1, revenuePaise: 90_000 })
  })

  it('count an order of which something was dropped while anything of it is made', async () => {
    const order = [truffleLine, { ...truffleLine, bname: '' }]
    const { orderId } = await buy(shop, asha.token, { order, amount: 1750 })
    const items = await itemsOf(shop.context.db, orderId)
    const counted: unknown[] = []
    for (const { id: itemId } of items) {
      const body = { orderId, itemId, reason: 'It fell down' }
      expect((await shop.post('/orders/dropItem', body, admin.token)).status).toBe(200)
      counted.push((await today())?.orders)
    }
    expect(counted).toEqual([1, 0])
  })

  it('count cash only while it is agreed', async () => {
    await buyCustom()
    expect(await today()).toMatchObject({ orders: 1, revenuePaise: 0 })
    for (const [status, revenuePaise] of [
      ['quoted', 0],
      ['accepted', 155_000],
      ['completed', 155_000],
      ['declined', 0],
      ['cancelled', 0],
    ] as const) {
      await setCustom(status)
      expect([status, (await today())?.revenuePaise]).toEqual([status, revenuePaise])
    }
  })

  it('stay with the day in Kolkata on which the order was placed', async () => {
    await buy(shop, asha.token)
    shop.wait(dayMs)
    expect((await sales()).slice(-2).map(({ orders }) => orders)).toEqual([1, 0])
  })
})

describe('what the panel has to do', () => {
  const counts = async () => {
    const read = { db: shop.context.db, now: shop.context.clock.now() }
    const found = await countToDo(read)
    return Object.fromEntries(
      countedToDos.flatMap((todo) => (found[todo].items > 0 ? [[todo, found[todo]]] : [])),
    )
  }
  /** The numbers of the orders that a count leads to. */
  const listed = async (todo: string) => {
    const { body } = await shop.get<{ number: number }[]>(
      `/orders/adminOrders?todo=${todo}`,
      admin.token,
    )
    return body.map(({ number }) => number)
  }

  beforeEach(() => shop.addCake())

  it('is nothing in an empty shop', async () => {
    expect(await counts()).toEqual({})
  })

  // The clock begins at 10:00 am in Kolkata; the order is to be delivered at 5:30 pm on the next day.
  it.each([
    ['in the morning before', 0, 'tomorrow'],
    ['at 11:59 pm', 14 * hourMs - 60_000, 'tomorrow'],
    ['at midnight', 14 * hourMs, 'today'],
    ['a minute before its time', 31.5 * hourMs - 60_000, 'today'],
    ['at its time', 31.5 * hourMs, 'today'],
    ['a minute after its time', 31.5 * hourMs + 60_000, 'late'],
    ['a fortnight later', 14 * dayMs, 'late'],
  ])('an order %s', async (_, wait, todo) => {
    const { number } = await buy(shop, asha.token)
    shop.wait(wait)
    expect(await counts()).toEqual({ [todo]: { items: 1, orders: 1 } })
    expect(await listed(todo)).toEqual([number])
  })

  it('is neither prepared, cancelled nor with the customer', async () => {
    await buyCustom()
    for (const [status, ...found] of [
      ['processing', 'quote', 'tomorrow'],
      ['quoted'],
      ['accepted', 'prepare', 'tomorrow'],
      ['completed'],
      ['rejected'],
      ['cancelled'],
    ] as const) {
      await setCustom(status)
      expect([status, Object.keys(await counts()).sort()]).toEqual([status, found])
    }
  })

  it('counts items, and the orders that its list shows', async () => {
    const line = { ...customLine, cakeid: 'b2c3d4e5' }
    await buy(shop, asha.token, { order: [customLine, line], amount: 0 })
    await buy(shop, asha.token, { checkoutId: crypto.randomUUID() })
    expect(await counts()).toEqual({
      quote: { items: 2, orders: 1 },
      tomorrow: { items: 3, orders: 2 },
    })
    expect(await listed('quote')).toEqual([1001])
    expect(await listed('tomorrow')).toEqual([1002, 1001])
    expect(await listed('today')).toEqual([])
  })

  it('has whole orders that are ready to go out or could not be delivered, unless nothing of them is made', async () => {
    await buy(shop, asha.token)
    const set = (columns: Partial<typeof orders.$inferInsert>) =>
      shop.context.db.update(orders).set(columns)
    await putItems(shop, undefined, 'completed')
    for (const todo of ['ready', 'failed'] as const) {
      await set({ fulfilment: todo })
      expect(await counts()).toEqual({ [todo]: { items: 1, orders: 1 } })
      expect(await listed(todo)).toEqual([1001])
    }
    await putItems(shop, undefined, 'cancelled')
    expect(await counts()).toEqual({})
    expect(await listed('failed')).toEqual([])
  })
})

describe('the deliveries of the panel', () => {
  const load = () => loadDeliverySection({ db: shop.context.db, now: shop.context.clock.now() })

  beforeEach(() => shop.addCake())

  it('are those of the coming days, without what was called off', async () => {
    await buy(shop, asha.token)
    const cancelled = await buy(shop, asha.token, { checkoutId: crypto.randomUUID() })
    const { orderId } = cancelled
    await shop.post('/orders/cancelOrders', { email: asha.email, orderId }, asha.token)
    expect(await load()).toMatchObject({
      dueToday: '0',
      orders: [
        {
          number: 1001,
          marks: [],
          payment: ['Paid online'],
          items: [{ amount: 1, name: 'Truffle Cake', flavour: 'Cocoa', status: 'processing' }],
        },
      ],
    })
    shop.wait(dayMs)
    expect(await load()).toMatchObject({ dueToday: '1', orders: [{ number: 1001 }] })
  })

  it('begin with those that were missed, until they are prepared', async () => {
    await buyCustom()
    await setCustom('accepted')
    shop.wait(2 * dayMs)
    const missed = { marks: [{ text: 'Collect ₹1,550' }], awaitsPrice: false }
    expect(await load()).toMatchObject({ dueToday: '0', orders: [missed] })
    await setCustom('completed')
    expect((await load()).orders).toEqual([])
  })
})
