import { afterAll, beforeAll, expect, it } from 'vitest'
import { buy, checkOut, customLine, moveOrder, ordersOf } from '../support/checkout-steps.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let guest: string
let admin: string

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addCake()
  admin = (await shop.admin()).token
  const person = { name: 'Asha Rao', email, mobileno: '9876543210' }
  guest = (await shop.post<{ token: string }>('/auth/guest', person)).body.token
})
afterAll(() => shop.close())

const email = 'asha@example.in'
const order = () => buy(shop, guest, { checkoutId: crypto.randomUUID() })
const placed = (number: number | string, token = guest) =>
  shop.get(`/orders/placed?number=${number}`, token)

it('says to who ordered, a guest too, what comes when, and the code for the rider', async () => {
  const { number } = await order()
  expect((await placed(number)).body).toEqual({
    items: [
      { name: 'Truffle Cake', amount: 1, bname: 'Happy Birthday Ravi', image: expect.any(Array) },
    ],
    when: 'Sat 21 Nov, 5:30 pm',
    startsAt: '2026-11-21T12:00:00.000Z',
    endsAt: null,
    address: '12 Church Street, 560001, Bengaluru',
    code: expect.stringMatching(/^\d{4}$/),
  })
})

it('is nobody else’s, not even of staff', async () => {
  const { number } = await order()
  const ravi = (await shop.customer('ravi@example.in')).token
  for (const token of [ravi, admin]) expect((await placed(number, token)).body).toBeNull()
  expect((await placed(number + 1)).body).toBeNull()
})

it('is over once it is delivered', async () => {
  const { number, orderId } = await order()
  const [sent] = await ordersOf(shop, { email, token: guest })
  await shop.post(
    '/orders/confirmOrder',
    { data: '', order: orderId, suborder: sent?.order[0]?.id },
    admin,
  )
  await moveOrder(shop, { orderId, move: 'dispatch', token: admin })
  expect((await placed(number)).body).not.toBeNull()
  await moveOrder(shop, { orderId, move: 'deliver', token: admin, detail: 'The recipient' })
  expect((await placed(number)).body).toBeNull()
})

it('is over once it is cancelled; a custom cake that waits for its price is not', async () => {
  const { body } = await checkOut(shop, guest, {
    checkoutId: crypto.randomUUID(),
    order: [customLine],
    amount: 0,
  })
  const [custom] = await ordersOf(shop, { email, token: guest })
  const number = custom?.number ?? 0
  expect((await placed(number)).body).toMatchObject({ items: [{ name: 'Customized Cake' }] })
  await shop.post('/orders/cancelOrders', { email, orderId: body.orderId }, guest)
  expect((await placed(number)).body).toBeNull()
})
