import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { minuteMs } from '#platform/clock.ts'
import { loadOrdersSection, ordersPerPage } from '#shop/admin/dashboard/dashboard.store.server.ts'
import { loadOrders } from '#shop/admin-orders/list/list-orders.server.ts'
import { parseOrderSearch } from '#shop/admin-orders/order-search.ts'
import { auditLog, isChange } from '#shop/audit-log/audit-log.tables.server.ts'
import type { ApiOrder } from '#shop/orders/api/order.schema.ts'
import type { ItemStatus } from '#shop/orders/item-status.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'
import { buy, customLine, ordersOf, truffleLine } from '../support/checkout-steps.ts'
import { moneyOf } from '../support/ledger.ts'
import { putItems } from '../support/put-items.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

type ApiItem = ApiOrder['order'][number]

let shop: TestShop
let asha: { email: string; token: string }
let admin: { token: string }
let order: ApiOrder
let plain: ApiItem
let custom: ApiItem

beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake()
  asha = await shop.customer()
  admin = await shop.admin()
  await buy(shop, asha.token, { order: [truffleLine, customLine] })
  order = await ashasOrder()
  ;[plain, custom] = order.order as [ApiItem, ApiItem]
})
afterEach(() => shop.close())

const ashasOrder = async () => (await ordersOf(shop, asha))[0] as ApiOrder

const confirm = (suborder: unknown, more: object = {}, token: string | undefined = admin.token) =>
  shop.post<{ message: string }>(
    '/orders/confirmOrder',
    { data: '', suborder, order, time: order.time, msg: '', ...more },
    token,
  )

const setStatus = (item: ApiItem, status: ItemStatus) =>
  putItems(shop, eq(orderItems.id, item.id), status)

const statuses = async () => (await ashasOrder()).order.map(({ isConfirmed }) => isConfirmed)

const lastEntry = async () =>
  (await shop.context.db.select().from(auditLog).where(isChange).orderBy(auditLog.id)).at(-1)

describe('confirmOrder', () => {
  it('confirms an item, and its customer sees it', async () => {
    const { status, body } = await confirm(plain)
    expect([status, body]).toEqual([200, { message: 'Truffle Cake of order 1001 is ready.' }])
    expect(await ashasOrder()).toMatchObject({
      canCancel: false,
      order: [{ isConfirmed: 'completed' }, { isConfirmed: 'processing' }],
    })
    expect(await lastEntry()).toMatchObject({
      actor: 'admin',
      actorEmail: 'admin@cakewala.test',
      action: 'confirm-item',
      subject: 'order',
      subjectId: order.id,
      before: { item: plain.id, status: 'processing', pricePaise: 85_000 },
      after: { item: plain.id, status: 'completed', pricePaise: 85_000 },
    })
  })

  it('quotes a customised cake at a price, and at another while the customer has not answered', async () => {
    const { status, body } = await confirm(custom, { data: 1, msg: '1450.50' })
    expect([status, body]).toEqual([
      200,
      { message: 'Customized Cake of order 1001 is quoted at ₹1,450.50.' },
    ])
    expect((await ashasOrder()).order[1]).toMatchObject({
      isConfirmed: 'quoted',
      price: 0,
      subtotal: 0,
      quote: { price: 1450.5, total: 1450.5, answerBy: '2026-11-20T14:30:00.000Z' },
    })
    expect((await confirm(custom, { data: '1', msg: 1600 })).status).toBe(200)
    expect((await ashasOrder()).order[1]).toMatchObject({ price: 0, quote: { price: 1600 } })
    expect(await lastEntry()).toMatchObject({
      action: 'quote-item',
      before: { status: 'quoted', pricePaise: 145_050 },
      after: { status: 'quoted', pricePaise: 160_000 },
    })
  })

  it('rejects a customised cake and keeps what the problem is', async () => {
    const { body } = await confirm(custom, { data: 2, msg: ' Elephants melt. ' })
    expect(body.message).toBe('Customized Cake of order 1001 is rejected.')
    expect((await ashasOrder()).order).toMatchObject([
      { isConfirmed: 'processing', problem: '' },
      { isConfirmed: 'rejected', problem: 'Elephants melt.', quote: null },
    ])
    expect(await lastEntry()).toMatchObject({
      action: 'reject-item',
      after: { item: custom.id, status: 'rejected', problem: 'Elephants melt.' },
    })
  })

  it('knows the item and the order by their ids alone', async () => {
    const ids = { suborder: plain.id, order: order.id, data: '' }
    const { status } = await shop.post('/orders/confirmOrder', ids, admin.token)
    expect([status, (await statuses())[0]]).toEqual([200, 'completed'])
  })

  it('believes nothing else the item says of itself', async () => {
    const forged = { ...custom, customize: false, isConfirmed: 'accepted', price: 1 }
    expect((await shop.unchanged(() => confirm(forged))).status).toBe(409)
  })
})

describe('undoConfirm', () => {
  const undo = (item: ApiItem, token: string | undefined = admin.token, orderId = order.id) =>
    shop.post<{ message: string }>('/orders/undoConfirm', { orderId, itemId: item.id }, token)

  /** The order is the truffle cake alone, and no mail waits. */
  async function orderTruffle() {
    await buy(shop, asha.token, { checkoutId: crypto.randomUUID() })
    await shop.runJobs()
    shop.mails.clear()
    order = await ashasOrder()
    return order.order[0] as ApiItem
  }

  const subjects = async () => {
    await shop.runJobs()
    return [...shop.mails.values()].map(({ subject }) => subject)
  }

  it('brings an item back, and its customer may cancel again', async () => {
    await confirm(plain)
    shop.wait(5 * minuteMs - 1)
    const { status, body } = await undo(plain)
    const message = 'Truffle Cake of order 1001 is no longer marked as ready.'
    expect([status, body]).toEqual([200, { message }])
    expect(await ashasOrder()).toMatchObject({
      canCancel: true,
      order: [{ isConfirmed: 'processing', preparedAt: null }, { isConfirmed: 'processing' }],
    })
    expect(await lastEntry()).toMatchObject({
      actorEmail: 'admin@cakewala.test',
      action: 'undo-item',
      subjectId: order.id,
      before: { item: plain.id, status: 'completed' },
      after: { item: plain.id, status: 'processing' },
    })
    expect(await shop.unchanged(() => undo(plain))).toMatchObject({
      status: 200,
      body: { message },
    })
  })

  it('brings a customised cake back to its accepted price', async () => {
    await setStatus(custom, 'accepted')
    await confirm(custom)
    expect((await undo(custom)).status).toBe(200)
    expect((await ashasOrder()).order[1]).toMatchObject({ isConfirmed: 'accepted', price: 1500 })
  })

  it('is over after 5 minutes', async () => {
    await confirm(plain)
    shop.wait(5 * minuteMs)
    const { status, body } = await shop.unchanged(() => undo(plain))
    expect([status, body.detail]).toEqual([
      409,
      'Truffle Cake of order 1001 was prepared more than 5 minutes ago, so it cannot be undone. Call the customer if it is not ready.',
    ])
  })

  it('keeps the mail from going out, until it is prepared for good', async () => {
    const truffle = await orderTruffle()
    await confirm(truffle)
    expect(await subjects()).toEqual([])
    await undo(truffle)
    shop.wait(4 * minuteMs)
    await confirm(truffle)
    shop.wait(minuteMs)
    expect(await subjects(), 'when the first was to be told').toEqual([])
    shop.wait(4 * minuteMs)
    expect(await subjects()).toEqual([`Your order ${order.number} is ready`])
  })

  it('leaves no mail behind', async () => {
    const truffle = await orderTruffle()
    await confirm(truffle)
    await undo(truffle)
    shop.wait(60 * minuteMs)
    expect(await subjects()).toEqual([])
  })

  it.each<[ItemStatus, number]>([
    ['quoted', 409],
    ['processing', 409],
    ['rejected', 409],
    ['cancelled', 409],
    ['accepted', 200],
    ['completed', 409],
  ])('of a customised cake that is %s: %i, and nothing changes', async (status, outcome) => {
    await setStatus(custom, status)
    expect((await shop.unchanged(() => undo(custom))).status).toBe(outcome)
  })

  it('of two at once, one is written down', async () => {
    await confirm(plain)
    const replies = await Promise.all([undo(plain), undo(plain)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const written = eq(auditLog.action, 'undo-item')
    expect(await shop.context.db.select().from(auditLog).where(written)).toHaveLength(1)
  })
})

describe("the panel's waiting orders", () => {
  const read = () => ({ db: shop.context.db, now: new Date() })
  const numbersOf = (listed: readonly { number: number }[]) => listed.map(({ number }) => number)
  const section = async (byDue: boolean) => {
    const { orders: listed, more } = await loadOrdersSection(read(), byDue)
    return { numbers: numbersOf(listed), more: more ?? '' }
  }
  /** Of the list of orders, by its address. */
  const page = async (query: string) => {
    const search = parseOrderSearch(new URLSearchParams(query))
    const { orders: listed, next } = await loadOrders(read(), search, ordersPerPage)
    return { numbers: numbersOf(listed), next }
  }

  it('go on in the list of orders, newest first, or first due first, each order once', async () => {
    for (let i = 0; i < ordersPerPage; i++) {
      await buy(shop, asha.token, { checkoutId: crypto.randomUUID() })
    }
    const first = await section(true)
    expect(first.numbers).toHaveLength(ordersPerPage)
    expect(first.more).toBe(`?todo=answer&before=${first.numbers.at(-1)}`)
    expect(await page(first.more)).toEqual({ numbers: [order.number + ordersPerPage], next: null })
    expect(first.numbers).toEqual(first.numbers.toSorted((a, b) => a - b))
    const begin = { numbers: first.numbers, next: first.numbers.at(-1) }
    expect(await page('todo=answer&before=nonsense')).toEqual(begin)
    const newest = await section(false)
    expect(newest.numbers).toEqual(
      [...first.numbers.slice(1), order.number + ordersPerPage].reverse(),
    )
    expect(await page(newest.more)).toEqual({ numbers: [order.number], next: null })

    const { db } = shop.context
    const setDue = (number: number, due: string) =>
      db
        .update(orders)
        .set({ deliveryAt: new Date(due) })
        .where(eq(orders.number, number))
    await setDue(order.number, '2026-12-01T09:30:00Z')
    await setDue(order.number + 7, '2026-11-20T09:30:00Z')
    expect((await section(true)).numbers[0]).toBe(order.number + 7)
    expect((await page(first.more)).numbers.at(-1)).toBe(order.number)
  })
})

it('refused, and nothing changed an order and an item that are not there, or do not belong together', async () => {
  await buy(shop, asha.token, { checkoutId: crypto.randomUUID() })
  const other = await ashasOrder()
  const nobodys = crypto.randomUUID()
  for (const [suborder, of] of [
    [nobodys, order.id],
    [plain.id, nobodys],
    [plain.id, other.id],
  ]) {
    expect((await shop.unchanged(() => confirm(suborder, { order: of }))).status).toBe(404)
  }
})

describe('at the same moment', () => {
  it('of two confirmations one is done', async () => {
    const replies = await Promise.all([confirm(plain), confirm(plain)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const entries = await shop.context.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'confirm-item'))
    expect(entries).toHaveLength(1)
  })

  it('of an acceptance and a rejection one is done', async () => {
    const replies = await Promise.all([
      confirm(custom, { data: 1, msg: 900 }),
      confirm(custom, { data: 2, msg: 'No' }),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(['quoted', 'rejected']).toContain((await statuses())[1])
  })

  it('a confirmation and a cancellation leave one clear state', async () => {
    const cancel = { email: asha.email, orderId: order.id }
    const [confirmed, cancelled] = await Promise.all([
      confirm(plain),
      shop.post('/orders/cancelOrders', cancel, asha.token),
    ])
    expect([confirmed.status, cancelled.status].sort()).toEqual([200, 409])
    expect(await statuses()).toEqual(
      confirmed.status === 200 ? ['completed', 'processing'] : ['cancelled', 'cancelled'],
    )
    const { refundedPaise } = await moneyOf(shop.context.db, order.id)
    expect(refundedPaise).toBe(confirmed.status === 200 ? 0 : 90_000)
  })
})
