import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadOrderDetail } from '#shop/admin-orders/detail/load-order-detail.server.ts'
import { auditLog } from '#shop/audit-log/audit-log.tables.server.ts'
import { findViolations } from '#shop/consistency/consistency.store.server.ts'
import { orderRules } from '#shop/consistency/order-rules.store.server.ts'
import { movesOf } from '#shop/handling/handling.store.server.ts'
import type { ApiOrder } from '#shop/orders/api/order.schema.ts'
import type { StaffMove } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { undoWithinMs } from '#shop/orders/item-status.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import { buy, customLine, moveOrder, ordersOf, truffleLine } from '../support/checkout-steps.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let asha: { email: string; token: string }
let admin: { token: string }
let orderId: string

beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake()
  asha = await shop.customer()
  admin = await shop.admin()
  orderId = (await buy(shop, asha.token, { order: [truffleLine, customLine] })).orderId
})
afterEach(async () => {
  const { db, clock } = shop.context
  const rules = orderRules.filter(({ name }) => /^order-(ready|moves)$/.test(name))
  expect(await findViolations(db, rules, clock.now())).toEqual([])
  await shop.close()
})

const order = async () => (await ordersOf(shop, asha))[0] as ApiOrder

const fulfilment = async () => (await order()).fulfilment

/** The baker's call: by default, that an item is prepared. */
async function decide(position: number, more: object = {}) {
  const suborder = (await order()).order[position]?.id
  return shop.post(
    '/orders/confirmOrder',
    { order: orderId, suborder, data: '', ...more },
    admin.token,
  )
}

const move = (name: StaffMove, more: object = {}, token: string | undefined = admin.token) =>
  moveOrder(shop, { orderId, move: name, token, ...more })

async function prepareAll() {
  await decide(1, { data: 2, msg: 'No oven is that large' })
  await decide(0)
}

it('an order is not baked before one of its prices is accepted', async () => {
  orderId = (
    await buy(shop, asha.token, { order: [customLine], amount: 0, checkoutId: crypto.randomUUID() })
  ).orderId
  const tooSoon = { status: 409, body: { detail: 'No price of order 1002 is accepted yet.' } }
  expect(await shop.unchanged(() => move('bake'))).toMatchObject(tooSoon)
  await decide(0, { data: 1, msg: 1450 })
  expect(await shop.unchanged(() => move('bake'))).toMatchObject(tooSoon)
  const quote = (await order()).order[0]?.quote?.id
  await shop.post('/orders/answerQuote', { quote, answer: 'accept' }, asha.token)
  expect((await move('bake')).status).toBe(200)
})

describe('an order is ready', () => {
  it('once every item is prepared, and no sooner', async () => {
    await decide(1, { data: 1, msg: 1450 })
    await decide(0)
    expect(await fulfilment()).toBe('placed')
    const quote = (await order()).order[1]?.quote?.id
    await shop.post('/orders/answerQuote', { quote, answer: 'accept' }, asha.token)
    expect(await fulfilment()).toBe('placed')
    await decide(1)
    expect(await fulfilment()).toBe('ready')
    expect(await movesOf(shop.context.db, orderId)).toMatchObject([
      { move: 'prepare', from: 'placed', to: 'ready', by: 'admin@cakewala.test' },
    ])
  })

  it.each([
    ['rejects', () => decide(1, { data: 2, msg: 'No oven is that large' })],
    [
      'quotes and the customer declines',
      async () => {
        await decide(1, { data: 1, msg: 1450 })
        const quote = (await order()).order[1]?.quote?.id
        await shop.post('/orders/answerQuote', { quote, answer: 'decline' }, asha.token)
      },
    ],
  ])('when the baker %s the last that is open', async (_, end) => {
    await decide(0)
    expect(await fulfilment()).toBe('placed')
    await end()
    expect(await fulfilment()).toBe('ready')
  })

  it('no more when that is undone', async () => {
    await move('bake')
    await prepareAll()
    const [made] = (await order()).order
    await shop.post('/orders/undoConfirm', { orderId, itemId: made?.id }, admin.token)
    expect(await fulfilment()).toBe('baking')
    await decide(0)
    expect(await fulfilment()).toBe('ready')
  })

  it('and that undone is placed as before, if nobody had begun to bake: it can be cancelled again', async () => {
    await prepareAll()
    expect(await fulfilment()).toBe('ready')
    const [made] = (await order()).order
    await shop.post('/orders/undoConfirm', { orderId, itemId: made?.id }, admin.token)
    expect(await fulfilment()).toBe('placed')
    const cancelled = { email: asha.email, orderId }
    expect((await shop.post('/orders/cancelOrders', cancelled, asha.token)).status).toBe(200)
  })
})

describe('staff move an order', () => {
  it('to the door, and its history says who did what when', async () => {
    expect((await move('bake')).body.message).toBe('Order 1001 is being baked.')
    await prepareAll()
    expect((await move('dispatch')).body.message).toBe('Order 1001 is out for delivery.')
    await move('fail', { reason: 'nobody-in' })
    await move('dispatch')
    shop.wait(60_000)
    await move('deliver', { detail: 'The guard' })
    expect(await fulfilment()).toBe('delivered')
    const [row] = await shop.context.db.select().from(orders)
    expect(row?.arrivedAt).toEqual(shop.context.clock.now())
    const page = await loadOrderDetail(shop.context.db, 1001)
    const way = page?.history.filter(({ did }) => did.startsWith('moved the order'))
    expect(way?.map(({ who, did, detail }) => [who, did, detail])).toEqual(
      [
        ['Baking', null],
        ['Ready', null],
        ['Out for delivery', null],
        ['Delivery failed', '“Nobody in”'],
        ['Out for delivery', null],
        ['Delivered', '“The guard”'],
      ].map(([to, detail]) => ['admin@cakewala.test', `moved the order to ${to}`, detail]),
    )
  })

  it('once, however often the same move is sent', async () => {
    const same = { moveId: crypto.randomUUID() }
    await prepareAll()
    const first = await move('dispatch', same)
    expect(await shop.unchanged(() => move('dispatch', same))).toMatchObject({
      status: 200,
      body: first.body,
    })
    expect((await shop.unchanged(() => move('deliver', same))).status).toBe(409)
  })

  it('in no other order than that of the table', async () => {
    for (const name of ['dispatch', 'deliver', 'fail', 'close', 'collect'] as const) {
      const { status, body } = await shop.unchanged(() =>
        move(name, { reason: name === 'fail' ? 'refused' : undefined }),
      )
      expect([name, status, body.detail]).toEqual([
        name,
        409,
        'Order 1001 is placed. Please look at it again.',
      ])
    }
  })

  it('with a reason where the delivery failed', async () => {
    await prepareAll()
    await move('dispatch')
    const { status, body } = await shop.unchanged(() => move('fail', { detail: 'Nobody in' }))
    expect([status, body.errors]).toEqual([422, { reason: 'Please say what happened.' }])
  })

  it('not when nothing of it is made any more', async () => {
    await shop.post('/orders/cancelOrders', { email: asha.email, orderId }, asha.token)
    const { status, body } = await shop.unchanged(() => move('bake'))
    expect([status, body.detail]).toEqual([409, 'Every item of order 1001 is cancelled.'])
  })

  it('in the kitchen by who works there, and beyond it not', async () => {
    const kitchen = await shop.staff('kitchen')
    expect((await move('bake', {}, kitchen.token)).status).toBe(200)
    await prepareAll()
    const { status } = await shop.unchanged(() => move('dispatch', {}, kitchen.token))
    expect(status).toBe(403)
    const counter = await shop.staff('counter')
    expect((await move('dispatch', {}, counter.token)).status).toBe(200)
  })
})

it('what has left the shop is not undone, quoted or decided any more', async () => {
  await prepareAll()
  await move('dispatch')
  const [made] = (await order()).order
  const undo = () => shop.post('/orders/undoConfirm', { orderId, itemId: made?.id }, admin.token)
  expect((await shop.unchanged(undo)).body.detail).toBe(
    'Order 1001 is out for delivery. Please look at it again.',
  )
})

it('the mail that all is prepared is not sent behind the one that it is on its way', async () => {
  await prepareAll()
  await move('dispatch')
  await shop.runJobs()
  shop.mails.clear()
  shop.wait(undoWithinMs)
  await shop.runJobs()
  expect([...shop.mails.keys()].filter((id) => id.startsWith('order-prepared'))).toEqual([])
})

it('each move reaches open panels', async () => {
  await move('bake')
  const entries = await shop.context.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'move-order'))
  expect(entries).toMatchObject([
    {
      subject: 'order',
      subjectId: orderId,
      before: { fulfilment: 'placed' },
      after: { fulfilment: 'baking' },
    },
  ])
})
