import { afterEach, beforeEach, expect, it } from 'vitest'
import { packingPapers } from '#shop/admin-orders/packing/packing.page.tsx'
import type { Cake } from '#shop/cakes/cake.schema.ts'
import { loadKitchen } from '#shop/kitchen/load-kitchen.server.ts'
import { payPath } from '#shop/orders/links/tracking-link.server.ts'
import { findOrder, itemsOf } from '#shop/orders/orders.store.server.ts'
import { papersOf } from '#shop/papers/papers.store.server.ts'
import { contradictions } from '../support/cash-orders.ts'
import { begin, buy, ordersOf, payByLink, truffleLine } from '../support/checkout-steps.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let asha: { email: string; token: string }
let owner: { token: string }

const candle = {
  ...{ id: 'number-candle', name: 'Number candle', category: 'Extra: Candles', price: 40 },
  ...{ flavours: ['5', '6'], weight: ['0'], stock: 3 },
  ...{ leadHours: 0, workMinutes: 0, minutesPerKg: 0 },
}
const candleLine = {
  ...truffleLine,
  cakeid: candle.id,
  flavour: '5',
  wt: '0',
  bname: '',
  price: 40,
}

beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake()
  await shop.addCake(candle)
  asha = await shop.customer()
  owner = await shop.admin()
})
afterEach(async () => {
  expect(await contradictions(shop)).toEqual([])
  await shop.close()
})

const ids = (cakes: { id: string }[]) => cakes.map(({ id }) => id)
const buyBoth = () =>
  buy(shop, asha.token, { order: [truffleLine, { ...candleLine, amount: 2 }], amount: 980 })

it('an extra stands in no list of cakes, and can be bought', async () => {
  const read = async (path: string) => (await shop.get<Cake[]>(path)).body
  expect(ids(await read('/cakes/allcakes?only=extras'))).toEqual(['number-candle'])
  expect(ids(await read('/cakes/allcakes'))).toEqual(['number-candle', 'truffle'])
  for (const query of ['', '?text=candle', '?category=Extra: Candles', '?sort=popular']) {
    const { body } = await shop.get<{ cakes: Cake[] }>(`/cakes/search${query}`)
    expect(ids(body.cakes).filter((id) => id !== 'truffle')).toEqual([])
  }
  await shop.editCake({ pricePaise: 900_00 })
  expect(ids(await read('/cakes/allcakes?only=extras'))).toEqual(['number-candle'])
})

it('an order has it as a line of its own, with its HSN, in the box and without a word of egg or allergens', async () => {
  const rate = { category: 'Extra: Candles', from: '2026-11-21', hsn: '3406', gstPercent: '18' }
  expect(await shop.post('/shop/rates', rate, owner.token)).toMatchObject({ status: 200 })
  shop.wait(24 * 3_600_000)
  const { orderId } = await buy(shop, asha.token, {
    ...{ order: [truffleLine, { ...candleLine, amount: 2 }], amount: 980 },
    time: '2026-11-23T17:30',
  })
  expect(await itemsOf(shop.context.db, orderId)).toMatchObject([
    { name: 'Truffle Cake' },
    { name: 'Number candle', flavour: '5', wt: '0', egg: null, unitPaise: 40_00, amount: 2 },
  ])
  const [paper] = await papersOf(shop.context.db, [orderId])
  expect(paper?.content.lines.slice(0, 2)).toMatchObject([
    { title: 'Truffle Cake', hsn: '1905', gstPercent: 5 },
    { title: 'Number candle', details: ['5'], hsn: '3406', gstPercent: 18, quantity: 2 },
  ])
  const order = await findOrder(shop.context.db, orderId)
  if (!order) throw new Error('no order')
  const slip = packingPapers(order, { foodFacts: new Map(), fssai: '11223344556677' })
  expect(slip.items[1]).toMatchObject({ name: 'Number candle', flavour: '5', label: [] })
  await shop.runJobs()
  const mail = [...shop.mails.values()].find(({ to }) => to === asha.email)
  expect(mail?.text).toContain('2 × Number candle, 5: ₹80')
  expect(mail?.text.match(/Ask us about allergens/g)).toHaveLength(1)
})

it('no more of it than its stock, and it costs what it costs', async () => {
  const refused = async (line: object, amount: number) => {
    const { status, body } = await begin(shop, asha.token, {
      order: [{ ...candleLine, ...line }],
      amount,
    })
    return [status, body]
  }
  expect(await refused({ amount: 4 }, 210)).toMatchObject([
    409,
    { errors: { 'order.0': 'Only 3 can be ordered at once' } },
  ])
  expect(await refused({}, 60)).toMatchObject([409, { errors: { amount: expect.any(String) } }])
  expect(await refused({ wt: '1' }, 90)).toMatchObject([409, {}])
})

it('it is ready with the last cake of its order; alone it is marked by itself', async () => {
  const statuses = async (orderId: string) =>
    (await itemsOf(shop.context.db, orderId)).map(({ status }) => status)
  const confirm = (order: string, suborder: string | undefined) =>
    shop.post('/orders/confirmOrder', { order, suborder, data: '' }, owner.token)
  const { orderId } = await buyBoth()
  const { items } = await loadKitchen(shop.context, '2026-11-21')
  expect(items.map(({ name, isExtra }) => [name, isExtra])).toEqual([
    ['Truffle Cake', false],
    ['Number candle', true],
  ])
  await confirm(orderId, items[0]?.id)
  expect(await statuses(orderId)).toEqual(['completed', 'completed'])
  expect(await ordersOf(shop, asha)).toMatchObject([{ fulfilment: 'ready' }])

  const candles = [candleLine, { ...candleLine, flavour: '6' }]
  const alone = await buy(shop, asha.token, {
    ...{ order: candles, amount: 130, checkoutId: crypto.randomUUID() },
  })
  const [first] = await itemsOf(shop.context.db, alone.orderId)
  await confirm(alone.orderId, first?.id)
  expect(await statuses(alone.orderId)).toEqual(['completed', 'processing'])
})

it('it is added to a placed order, and more of it costs more', async () => {
  const { orderId } = await buy(shop, asha.token)
  const { cakeid, flavour, wt, price } = candleLine
  const added = [{ id: crypto.randomUUID(), cakeid, flavour, wt, price, amount: 1 }]
  const change = (changes: object) =>
    shop.post<{ message: string }>('/orders/changeOrder', { orderId, ...changes }, asha.token)
  expect((await change({ added })).body.message).toContain('your payment of ₹40')
  expect((await payByLink(shop, payPath(shop.context, orderId))).state).toBe('placed')
  await shop.editCake({ pricePaise: 50_00 }, candle.id)
  const items = [{ id: added[0]?.id, wt: '0', amount: 2 }]
  expect((await change({ items })).body.message).toContain('your payment of ₹60')
})
