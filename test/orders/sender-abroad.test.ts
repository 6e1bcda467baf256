import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usersPage } from '#shop/admin/users.store.server.ts'
import type { ApiOrder } from '#shop/orders/api/order.schema.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import { findRun } from '#shop/riders/run/find-run.server.ts'
import { begin, buy, checkoutOf } from '../support/checkout-steps.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

const typed = '\u202a+971 50\u2011123 4567\u202c'
const mobileno = '+971501234567'
const email = 'asha@example.ae'

let shop: TestShop
let guest: string
let staff: string
let order: { orderId: string; number: number }

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addCake()
  staff = (await shop.admin()).token
  const person = { name: 'Asha Rao', email, mobileno: typed }
  guest = (await shop.post<{ token: string }>('/auth/guest', person)).body.token
  const { orderId } = await buy(shop, guest)
  const [placed] = await shop.context.db
    .update(orders)
    .set({ fulfilment: 'ready' })
    .where(eq(orders.id, orderId))
    .returning({ orderId: orders.id, number: orders.number })
  if (!placed) throw new Error('no order')
  order = placed
})
afterAll(() => shop.close())

const getAll = async (path: string) => (await shop.get<ApiOrder[]>(path, staff)).body

describe('an order of who lives abroad', () => {
  it('has their number with its country’s code', async () => {
    const seen = await shop.post<ApiOrder[]>('/orders/viewOrders', { email }, guest)
    expect(seen.body).toMatchObject([{ id: order.orderId, user: { mobileno } }])
  })

  it.each(['+971 50 123 4567', '00971501234567', '50 123 45'])('is found by %s', async (q) => {
    const found = await getAll(`/orders/adminOrders?q=${encodeURIComponent(q)}`)
    expect(found.map(({ id }) => id)).toEqual([order.orderId])
  })

  it.each(['+971 50 123 4567', '00971-50-123-4567'])('is tracked by %s', async (mobile) => {
    await shop.post('/orders/mailLink', { number: String(order.number), mobile })
    await shop.runJobs()
    const mails = [...shop.mails].filter(([id]) => id.startsWith('order-link-'))
    expect(mails.map(([, mail]) => mail.to)).toEqual([email])
    shop.mails.clear()
  })

  it('is a row of the export that no spreadsheet reads as a formula', async () => {
    const headers = { authorization: `Bearer ${staff}` }
    const text = await (await shop.api.request('/orders/export', { headers })).text()
    expect(text).toContain(`,'${mobileno},`)
  })

  it('lets the rider call them', async () => {
    const rider = { riderName: 'Ravi', riderMobile: '+91 98765\u201100000' }
    const run = { ...rider, orders: [order.orderId] }
    const { body } = await shop.post<{ link: string }>('/runs/make', run, staff)
    const token = body.link.split('/run/')[1] ?? ''
    const move = { token, order: order.orderId, id: crypto.randomUUID(), move: 'dispatch' }
    await shop.post('/runs/move', move)
    expect((await findRun(shop.context, token))?.stops).toMatchObject([{ phone: mobileno }])
  })
})

it('an account has it, and is found by it', async () => {
  const account = { name: 'Ravi Rao', email: 'ravi@example.sg', password: 'mango-cake' }
  const sent = { ...account, mobileno: '+65 8123 4567', date: '1990-05-17' }
  expect((await shop.post('/users/new', sent)).status).toBe(200)
  const { users } = await usersPage(shop.context.db, { q: '0065 8123-4567', after: null }, 9)
  expect(users).toMatchObject([{ email: account.email, mobileno: '+6581234567' }])
})

it('staff find them when they call', async () => {
  const query = `mobileno=${encodeURIComponent('00971 50 123 4567')}`
  const { body } = await shop.get<{ customer: object }>(`/orders/customer?${query}`, staff)
  expect(body.customer).toMatchObject({ name: 'Asha Rao' })
  const customer = { name: 'Meera', mobileno: '+1 (415) 555-2671' }
  const taken = { customer, paid: null, checkout: checkoutOf({ checkoutId: crypto.randomUUID() }) }
  const { number } = (await shop.post<{ number: number }>('/orders/take', taken, staff)).body
  const found = await getAll(`/orders/adminOrders?q=${number}`)
  expect(found).toMatchObject([{ user: { mobileno: '+14155552671' } }])
})

it('a recipient has a number in India', async () => {
  const order = (mobile: string) =>
    begin(shop, guest, {
      checkoutId: crypto.randomUUID(),
      recipient: { name: 'Meera', mobile },
    })
  const abroad = await order('+971 50 123 4567')
  expect(abroad).toMatchObject({
    status: 422,
    body: { errors: { 'recipient.mobile': expect.stringContaining('an Indian mobile number') } },
  })
  expect((await order('\u200e+91 98765\u201143210')).status).toBe(200)
})
