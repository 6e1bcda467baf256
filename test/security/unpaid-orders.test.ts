import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { createShopApi } from '#app/api.server.ts'
import { AppError } from '#platform/app-error.ts'
import { defaultLimits } from '#platform/http/limits/limiter.server.ts'
import { deliveryReservations } from '#shop/delivery/delivery.tables.server.ts'
import { releaseLapsedPlaces } from '#shop/delivery/reservations.store.server.ts'
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

test('guests behind one address hold few places without paying', async () => {
  shop = await openTestShop({ limits: { unpaidPerHour: 3 } })
  await shop.addCake()
  const statuses: number[] = []
  for (let n = 0; n < 5; n += 1) {
    statuses.push((await begin(shop, await guest(n), another())).status)
  }
  expect(statuses).toEqual([200, 200, 200, 429, 429])
})

test('orders that are paid do not count', async () => {
  shop = await openTestShop({ limits: { unpaidPerHour: 1 } })
  await shop.addCake()
  const { token } = await shop.customer()
  for (let n = 0; n < 3; n += 1) {
    const { status, body } = await begin(shop, token, another())
    expect(status).toBe(200)
    await pay(shop, body)
    expect((await comeBack(shop, token, body.orderId)).body.state).toBe('placed')
  }
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

test('a paid order counts as one, however often its customer comes back at once', async () => {
  shop = await openTestShop({ limits: { unpaidPerHour: 1 } })
  await shop.addCake()
  const { token } = await shop.customer()
  const { body } = await begin(shop, token, another())
  await pay(shop, body)
  const backs = Array.from({ length: 5 }, () => comeBack(shop, token, body.orderId))
  for (const back of await Promise.all(backs)) expect(back.body.state).toBe('placed')
  const statuses: number[] = []
  for (let n = 0; n < 3; n += 1) statuses.push((await begin(shop, token, another())).status)
  expect(statuses).toEqual([200, 429, 429])
})

/** Orders from network addresses, each of a customer of its own. */
async function openCrowd(limits: object, cake: object, delivery: object) {
  shop = await openTestShop({ limits })
  await shop.addCake(cake)
  const admin = await shop.admin()
  expect((await saveSettings(shop, admin.token, settings(delivery))).status).toBe(200)
  const { hono } = createShopApi(shop.context, { trustProxy: true })
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
  const comeBack = async (
    address: string,
    { token, body: { orderId } }: { body: Started; token: string },
  ) => (await send('/orders/confirm-payment', { address, token }, { orderId })).json()
  return {
    comeBack,
    async hold(address: string, more: object = {}) {
      people += 1
      const paymentMethodId = await newCard(shop)
      const { token } = await shop.customer(`ravi-${people}@example.in`)
      const order = checkoutOf({ paymentMethodId, amount: 910, ...another(), ...more })
      const response = await send('/orders/process-payment', { address, token }, order)
      return { status: response.status, token, body: (await response.json()) as Started }
    },
    /** The customer comes back before the provider's webhook, or after it. */
    async pay(address: string, order: { body: Started; token: string }, isAfterWebhook = false) {
      await pay(shop, order.body)
      const { orderId } = order.body
      if (isAfterWebhook) {
        const provider = shop.context.payments.active.name
        const { rows } = await shop.context.db.execute(
          sql`select provider_id as id from order_payments where order_id = ${orderId}`,
        )
        await settlePayment(shop.context, { provider, paymentId: String(rows[0]?.id) })
      }
      expect(await comeBack(address, order)).toMatchObject({ state: 'placed' })
    },
    taken: () =>
      shop.context.db.$count(deliveryReservations, eq(deliveryReservations.state, 'held')),
  }
}

const { attempts, attemptsPerHour } = defaultLimits

test('accounts of one network hold half the places of a slot, until one of them pays', async () => {
  const delivery = { slots: everyDay({ places: 10 }) }
  const crowd = await openCrowd({ attempts, attemptsPerHour }, {}, delivery)
  const statuses: number[] = []
  for (let n = 0; n < 8; n += 1) statuses.push((await crowd.hold('10.0.0.1')).status)
  expect(statuses).toEqual([...Array(5).fill(200), 429, 429, 429])
  expect(await crowd.taken()).toBe(5)

  const honest = await crowd.hold('10.0.0.2')
  expect(honest.status).toBe(200)
  for (let n = 0; n < 3; n += 1) expect((await crowd.hold('10.0.0.2')).status).toBe(200)
  await crowd.pay('10.0.0.2', honest)
  expect((await crowd.hold('10.0.0.2')).status).toBe(200)
  expect(await crowd.taken()).toBe(9)
})

test('who pays has held nothing: what is cancelled again gives a network no more places', async () => {
  const crowd = await openCrowd(
    { attempts, attemptsPerHour },
    {},
    { slots: everyDay({ places: 10 }) },
  )
  const address = '10.0.0.1'
  for (const isAfterWebhook of [true, false, true]) {
    const order = await crowd.hold(address)
    await crowd.pay(address, order, isAfterWebhook)
    // Again, which gives back nothing.
    await crowd.comeBack(address, order)
  }
  for (let n = 0; n < 5; n += 1) expect((await crowd.hold(address)).status).toBe(200)
  expect((await crowd.hold(address)).status).toBe(429)
  expect(await crowd.taken()).toBe(5)
})

/** A kitchen of 200 minutes a day. */
function smallKitchen(workMinutes: number) {
  const delivery = { usual: { ...settings().usual, kitchenMinutes: 200 } }
  return openCrowd({ attempts, attemptsPerHour }, { workMinutes }, delivery)
}

test('accounts of one network hold half the kitchen’s minutes of a day, until one of them pays', async () => {
  const crowd = await smallKitchen(20)
  const held: Awaited<ReturnType<typeof crowd.hold>>[] = []
  for (let n = 0; n < 7; n += 1) held.push(await crowd.hold('10.0.0.1'))
  expect(held.map(({ status }) => status)).toEqual([...Array(5).fill(200), 429, 429])
  expect(await crowd.taken()).toBe(5)
  expect((await crowd.hold('10.0.0.2')).status).toBe(200)
  await crowd.pay('10.0.0.1', held[0] as (typeof held)[number])
  expect((await crowd.hold('10.0.0.1')).status).toBe(200)
})

test('orders that alone take much of a day’s kitchen minutes are two an hour of a network', async () => {
  const crowd = await smallKitchen(40)
  const feast = { order: [{ ...truffleLine, amount: 5 }], amount: 5 * 850 }
  expect((await crowd.hold('10.0.0.1', feast)).status).toBe(200)
  const statuses: number[] = []
  for (let n = 0; n < 4; n += 1) {
    shop.wait(15 * 60_000 + 1)
    await releaseLapsedPlaces(shop.context.db, shop.context.clock.now())
    statuses.push((await crowd.hold('10.0.0.1', feast)).status)
  }
  expect(statuses).toEqual([200, 429, 429, 429])
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
