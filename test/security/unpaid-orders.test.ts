import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { createShopApi } from '#app/api.server.ts'
import { defaultLimits } from '#platform/http/limits/limiter.server.ts'
import { deliveryReservations } from '#shop/delivery/delivery.tables.server.ts'
import {
  begin,
  checkoutOf,
  comeBack,
  newCard,
  pay,
  type Started,
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

test('accounts of one network hold half the places of a slot, until one of them pays', async () => {
  shop = await openTestShop({ limits: { attempts: defaultLimits.attempts } })
  await shop.addCake()
  const admin = await shop.admin()
  const slots = everyDay({ places: 10 })
  expect((await saveSettings(shop, admin.token, settings({ slots }))).status).toBe(200)
  const { hono } = createShopApi(shop.context, { trustProxy: true })
  let people = 0
  async function hold(address: string) {
    people += 1
    const paymentMethodId = await newCard(shop)
    const { token } = await shop.customer(`ravi-${people}@example.in`)
    const response = await hono.request('/orders/process-payment', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'x-forwarded-for': address,
      },
      body: JSON.stringify(checkoutOf({ paymentMethodId, amount: 910, ...another() })),
    })
    return { status: response.status, token, body: (await response.json()) as Started }
  }
  const taken = () =>
    shop.context.db.$count(deliveryReservations, eq(deliveryReservations.state, 'held'))

  const statuses: number[] = []
  for (let n = 0; n < 8; n += 1) statuses.push((await hold('10.0.0.1')).status)
  expect(statuses).toEqual([...Array(5).fill(200), 429, 429, 429])
  expect(await taken()).toBe(5)

  const honest = await hold('10.0.0.2')
  expect(honest.status).toBe(200)
  for (let n = 0; n < 3; n += 1) expect((await hold('10.0.0.2')).status).toBe(200)
  await pay(shop, honest.body)
  const back = await hono.request('/orders/confirm-payment', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${honest.token}`,
      'x-forwarded-for': '10.0.0.2',
    },
    body: JSON.stringify({ orderId: honest.body.orderId }),
  })
  expect(await back.json()).toMatchObject({ state: 'placed' })
  expect((await hold('10.0.0.2')).status).toBe(200)
  expect(await taken()).toBe(9)
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
