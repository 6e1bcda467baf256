import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { createShopApi } from '#app/api.server.ts'
import { AppError } from '#platform/app-error.ts'
import { deliveryReservations } from '#shop/delivery/delivery.tables.server.ts'
import { releaseLapsedPlaces } from '#shop/delivery/places.server.ts'
import { settlePayment } from '#shop/paying/settle-payment.server.ts'
import {
  begin,
  checkoutOf,
  comeBack,
  customLine,
  newCard,
  pay,
  type Started,
  truffleLine,
} from '../support/checkout-steps.ts'
import { everyDay, saveSettings, settings } from '../support/delivery.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
afterEach(() => shop.close())

const another = () => ({ checkoutId: crypto.randomUUID() })

async function guest(n: number): Promise<string> {
  const person = { name: 'Ravi', email: `ravi-${n}@example.in`, mobileno: '9811111111' }
  const { body } = await shop.post<{ token: string }>('/auth/guest', person)
  return body.token
}

const asInTheShop = { attempts: 10, attemptsPerHour: 20, attemptsByMany: 100 }

test('a neighbourhood behind one address orders as it likes', async () => {
  shop = await openTestShop({ limits: asInTheShop })
  await shop.addCake()
  const statuses: number[] = []
  for (let n = 0; n < 22; n += 1) {
    statuses.push((await begin(shop, await guest(n), another())).status)
  }
  expect(statuses).toEqual(Array(22).fill(200))
})

test('a network begins no more online payments in a quarter of an hour than many customers would', async () => {
  shop = await openTestShop({ limits: { attemptsByMany: 3 } })
  await shop.addCake()
  const token = await guest(1)
  const statuses: number[] = []
  for (let n = 0; n < 5; n += 1) statuses.push((await begin(shop, token, another())).status)
  expect(statuses).toEqual([200, 200, 200, 429, 429])
})

test('an order begins to be paid, although the provider does not end an older one', async () => {
  let ended = 0
  shop = await openTestShop({
    payments: (real) => ({
      ...real,
      async cancelPayment() {
        ended += 1
        throw new AppError('unavailable', 'Stripe is away.')
      },
    }),
  })
  await shop.addCake()
  const admin = await shop.admin()
  await saveSettings(shop, admin.token, settings({ slots: everyDay({ places: 50 }) }))
  const { token } = await shop.customer()
  const orders: Started[] = []
  for (let n = 0; n < 4; n += 1) {
    const { status, body } = await begin(shop, token, { ...another(), amount: 910 })
    expect(status).toBe(200)
    orders.push(body)
  }
  expect(ended).toBe(1 + 2)
  for (const order of orders) {
    await pay(shop, order)
    expect((await comeBack(shop, token, order.orderId)).body.state).toBe('placed')
  }
})

/** Orders from network addresses, each of a customer of its own. */
async function openCrowd(delivery: object, cake: object = {}) {
  shop = await openTestShop({ limits: asInTheShop })
  await shop.addCake(cake)
  const admin = await shop.admin()
  expect((await saveSettings(shop, admin.token, settings(delivery))).status).toBe(200)
  const { hono } = createShopApi(shop.context, { trustProxy: 1 })
  const send = (path: string, from: { address: string; token: string }, body: object) =>
    hono.request(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${from.token}`,
        'x-forwarded-for': from.address,
      },
      body: JSON.stringify(body),
    })
  let people = 0
  async function hold(address: string, more: object = {}) {
    people += 1
    const email = `ravi-${people}@example.in`
    const paymentMethodId = newCard()
    const { token } = await shop.customer(email)
    const order = checkoutOf({ paymentMethodId, amount: 910, ...another(), ...more })
    const response = await send('/orders/process-payment', { address, token }, order)
    return { status: response.status, token, body: (await response.json()) as Started }
  }
  return {
    hold,
    async holdAll(address: string, count: number) {
      const statuses: number[] = []
      for (let n = 0; n < count; n += 1) statuses.push((await hold(address)).status)
      return statuses
    },
    /** By the provider's webhook alone, or by the customer who comes back. */
    async pay({ body, token }: { body: Started; token: string }, isToldByWebhook: boolean) {
      await pay(shop, body)
      if (!isToldByWebhook) {
        return void expect((await comeBack(shop, token, body.orderId)).body.state).toBe('placed')
      }
      const { rows } = await shop.context.db.execute(
        sql`select provider_id as id from order_payments where order_id = ${body.orderId}`,
      )
      const paid = { provider: shop.context.payments.active.name, paymentId: String(rows[0]?.id) }
      await settlePayment(shop.context, paid)
    },
    async lapse() {
      shop.wait(15 * 60_000 + 1)
      await releaseLapsedPlaces(shop.context.db, shop.context.clock.now())
    },
    held: () =>
      shop.context.db.$count(deliveryReservations, eq(deliveryReservations.state, 'held')),
  }
}

test('sells five places once among twenty who want them at the same time', async () => {
  const crowd = await openCrowd({ slots: everyDay({ places: 5 }) })
  const all = Array.from({ length: 20 }, (_, n) => crowd.hold(`10.0.0.${n}`))
  const statuses = (await Promise.all(all)).map(({ status }) => status)
  expect(statuses.sort()).toEqual([...Array(5).fill(200), ...Array(15).fill(409)])
})

test('of a slot that is nearly full a network gets no more without paying', async () => {
  const crowd = await openCrowd({ slots: everyDay({ places: 10 }) })
  expect(await crowd.holdAll('10.0.0.1', 10)).toEqual([...Array(8).fill(200), 429, 429])
  expect(await crowd.held()).toBe(8)
  expect(await crowd.holdAll('10.0.0.2', 2)).toEqual([200, 200])
})

test('two customers of one network may both be about to pay the last places', async () => {
  const crowd = await openCrowd({ slots: everyDay({ places: 2 }) })
  expect(await crowd.holdAll('10.0.0.1', 2)).toEqual([200, 200])
  await crowd.lapse()
  expect(await crowd.holdAll('10.0.0.1', 2)).toEqual([200, 200])
})

test('who holds the last places again and again without paying gets no more of them', async () => {
  const crowd = await openCrowd({ slots: everyDay({ places: 2 }) })
  await crowd.holdAll('10.0.0.1', 2)
  await crowd.lapse()
  await crowd.holdAll('10.0.0.1', 2)
  await crowd.lapse()
  expect(await crowd.holdAll('10.0.0.1', 2)).toEqual([200, 429])
  expect(await crowd.holdAll('10.0.0.2', 1)).toEqual([200])
})

test('what is paid is not held, whoever settles it', async () => {
  const crowd = await openCrowd({ slots: everyDay({ places: 4 }) })
  const address = '10.0.0.1'
  for (const isToldByWebhook of [true, false, true]) {
    const order = await crowd.hold(address)
    expect(order.status).toBe(200)
    await crowd.pay(order, isToldByWebhook)
  }
  expect(await crowd.holdAll(address, 1)).toEqual([200])
})

/** A kitchen of 200 minutes a day. */
function smallKitchen(workMinutes: number) {
  return openCrowd({ usual: { ...settings().usual, kitchenMinutes: 200 } }, { workMinutes })
}

test('of a day whose kitchen is nearly full a network gets no more without paying', async () => {
  const crowd = await smallKitchen(20)
  expect(await crowd.holdAll('10.0.0.1', 9)).toEqual([...Array(8).fill(200), 429])
  expect(await crowd.holdAll('10.0.0.2', 1)).toEqual([200])
})

test('orders that alone take a day’s kitchen are two of a network in an hour', async () => {
  const crowd = await smallKitchen(40)
  const feast = { order: [{ ...truffleLine, amount: 5 }], amount: 5 * 850 }
  const statuses: number[] = []
  for (let n = 0; n < 4; n += 1) {
    statuses.push((await crowd.hold('10.0.0.1', feast)).status)
    await crowd.lapse()
  }
  expect(statuses).toEqual([200, 200, 429, 429])
  expect((await crowd.hold('10.0.0.2', feast)).status).toBe(200)
})

test('guests of one network request few customised cakes', async () => {
  shop = await openTestShop({ limits: { attemptsByMany: 100 } })
  await shop.addCake()
  const statuses: number[] = []
  for (let n = 0; n < 6; n += 1) {
    const order = Array.from({ length: 4 }, (_, at) => ({ ...customLine, bname: `Cake ${at}` }))
    statuses.push((await begin(shop, await guest(n), { ...another(), order, amount: 0 })).status)
  }
  expect(statuses).toEqual([...Array(5).fill(200), 429])
})

test('a thief does not try card after card, each with an order of its own', async () => {
  shop = await openTestShop()
  await shop.addCake()
  const { token } = await shop.customer()
  const statuses: number[] = []
  for (let n = 0; n < 22; n += 1) statuses.push((await begin(shop, token, another())).status)
  expect(statuses).toEqual([...Array(20).fill(200), 429, 429])
  shop.wait(15 * 60_000 + 1)
  expect((await begin(shop, token, another())).status).toBe(200)
})
