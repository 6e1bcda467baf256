import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hourMs } from '#platform/clock.ts'
import { createLog } from '#platform/log.server.ts'
import {
  createObservability,
  type SpanFacts,
} from '#platform/observability/observability.server.ts'
import { findOrderByNumber } from '#shop/admin-orders/admin-orders.store.server.ts'
import { loadOrderDetail } from '#shop/admin-orders/detail/load-order-detail.server.ts'
import { countLastHour } from '#shop/consistency/consistency.store.server.ts'
import { orderPayments } from '#shop/orders/money/ledger.tables.server.ts'
import { reconcile } from '#shop/paying/reconcile-payments.job.server.ts'
import { begin, comeBack, newCard, pay } from '../support/checkout-steps.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

const lines: Record<string, unknown>[] = []
const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
const spans: SpanFacts[] = []
const observability = createObservability({
  log,
  spans: {
    within: (_name, _start, run) => run((facts) => void spans.push(facts)),
    close: async () => {},
  },
})

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ log })
  await shop.addCake()
})
afterAll(() => shop.close())

const findPayment = async (orderId: string) => {
  const { db } = shop.context
  const [found] = await db.select().from(orderPayments).where(eq(orderPayments.orderId, orderId))
  if (!found) throw new Error('no payment')
  return found
}

it('a payment that is declined keeps the reason, which staff read at the order that was never placed', async () => {
  const { db } = shop.context
  const { token } = await shop.customer()
  const paymentMethodId = newCard('declined')
  const { orderId, ...begun } = (await begin(shop, token, { paymentMethodId })).body
  await pay(shop, begun)
  const back = await comeBack(shop, token, orderId)
  expect(back.body.state).toBe('awaiting_payment')
  expect(await findPayment(orderId)).toMatchObject({
    status: 'started',
    declined: 'card_declined',
    declinedAt: shop.context.clock.now(),
  })

  const { number } = back.body
  const reason = { did: 'declined a payment', detail: 'card_declined' }
  expect(await loadOrderDetail(db, number)).toMatchObject({
    state: 'awaiting_payment',
    history: expect.arrayContaining([expect.objectContaining(reason)]),
  })
  expect(await countLastHour(db, shop.context.clock.now())).toEqual({
    orders_placed: 0,
    payments_declined: 1,
  })

  shop.wait(hourMs)
  await reconcile(shop.context)
  expect(await findOrderByNumber(db, number)).toMatchObject({ state: 'expired' })
  expect(await findPayment(orderId)).toMatchObject({
    status: 'cancelled',
    declined: 'card_declined',
  })
})

it('the log line and the span of a request have the number of its order and the id of its payment', async () => {
  const { token } = await shop.customer('ravi@example.in')
  const begun = (await begin(shop, token, { checkoutId: crypto.randomUUID() })).body
  await pay(shop, begun)
  lines.length = 0
  const watched = new Hono().use(observability.middleware()).route('/', shop.api)
  const response = await watched.request('/orders/confirm-payment', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ orderId: begun.orderId }),
  })
  const { number } = (await response.json()) as { number: number }
  const about = { order: number, payment: (await findPayment(begun.orderId)).id }
  expect(lines.filter(({ msg }) => msg === 'request')).toEqual([expect.objectContaining(about)])
  expect(spans.at(-1)).toMatchObject(about)
})
