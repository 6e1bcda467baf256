import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleDelivery } from '#app/operations/seed.server.ts'
import { checkoutOf, comeBack, newCard, pay, type Started } from '../support/checkout-steps.ts'
import { statementsOf } from '../support/count-statements.ts'
import { saveSettings } from '../support/delivery.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let asha: string

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addCake({ workMinutes: 20 })
  asha = (await shop.customer()).token
  await saveSettings(shop, (await shop.admin()).token, sampleDelivery())
})
afterAll(() => shop.close())

async function countOf(work: () => Promise<unknown>): Promise<number> {
  return (await statementsOf(work)).length
}

test.each([
  ['of a day', 'pincode=560001&lines=truffle:1:1&days=1', 1],
  ['of a week', 'pincode=560001&lines=truffle:1:1&days=7', 1],
  ['of nine weeks, for many cakes', `pincode=560001&lines=${lines(50)}&days=63`, 1],
])('the delivery options %s take one statement', async (_, query, statements) => {
  let status = 0
  const sent = await countOf(async () => {
    status = (await shop.get(`/delivery/options?${query}`)).status
  })
  expect([status, sent]).toEqual([200, statements])
})

function lines(count: number) {
  return Array(count).fill('truffle:1:1').join(',')
}

test('a checkout in a slot takes five statements more than one without zones', async () => {
  const paymentMethodId = newCard()
  let started: Started | undefined
  // What is taken of the day; the place, the kitchen's minutes, the reservation.
  const processPayment = await countOf(async () => {
    const body = checkoutOf({ paymentMethodId })
    started = (await shop.post<Started>('/orders/process-payment', body, asha)).body
  })
  if (!started) throw new Error('nothing was begun')
  const { orderId, client_secret } = started
  await pay(shop, { client_secret })
  // The reservation is kept.
  let state: string | undefined
  const confirmPayment = await countOf(async () => {
    state = (await comeBack(shop, asha, orderId)).body.state
  })
  const withoutZones = { processPayment: 8, confirmPayment: 9 }
  expect({ processPayment, confirmPayment, state }).toEqual({
    processPayment: withoutZones.processPayment + 4,
    confirmPayment: withoutZones.confirmPayment + 1,
    state: 'placed',
  })
})
