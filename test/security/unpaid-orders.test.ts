import { afterEach, expect, test } from 'vitest'
import { begin, comeBack, pay } from '../support/checkout-steps.ts'
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
