import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settlePayment } from '#shop/checkout/settle/settle-payment.server.ts'
import type { PaymentProvider } from '#shop/payments/payment-provider.ts'
import {
  checkoutOf,
  comeBack,
  customLine,
  newCard,
  pay,
  type Started,
  truffleLine,
} from '../support/checkout-steps.ts'
import { statementsOf } from '../support/count-statements.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let token: string
/** Transactions that were open while the shop called its payment provider. */
const openMeanwhile: { call: string; open: number }[] = []

beforeAll(async () => {
  shop = await openTestShop({ payments: watched })
  await shop.addCake()
  token = (await shop.customer()).token
})
afterAll(() => shop.close())

/** The same provider, which looks for open transactions at each call. */
function watched(provider: PaymentProvider): PaymentProvider {
  const look = async (call: string) => {
    const { rows } = await shop.context.db.execute(sql`
      select count(*)::integer as open from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`)
    openMeanwhile.push({ call, open: Number(rows[0]?.open) })
  }
  return {
    ...provider,
    async startPayment(start) {
      await look('start')
      return provider.startPayment(start)
    },
    async getPayment(id) {
      await look('get')
      return provider.getPayment(id)
    },
  }
}

/** The number of statements of some work, without those that look for open transactions. */
async function countOf(work: () => Promise<unknown>): Promise<number> {
  const sent = await statementsOf(work)
  return sent.filter((text) => !text.includes('pg_stat_activity')).length
}

const begin = (wanted: object) =>
  shop.post<Started>('/orders/process-payment', checkoutOf(wanted), token)

const another = () => ({ checkoutId: crypto.randomUUID() })

/** The statements of one checkout by card, by its three calls. */
async function checkout(more: object) {
  const paymentMethodId = await newCard(shop)
  let started: Started | undefined
  const sent = {
    processPayment: await countOf(async () => {
      started = (await begin({ paymentMethodId, ...more })).body
    }),
    pay: 0,
    confirmPayment: 0,
  }
  if (!started) throw new Error('nothing was begun')
  const { orderId, client_secret } = started
  sent.pay = await countOf(() => pay(shop, { client_secret }))
  let state: string | undefined
  sent.confirmPayment = await countOf(async () => {
    state = (await comeBack(shop, token, orderId)).body.state
  })
  return { ...sent, state }
}

test('a checkout takes 29 statements, of which 7 are the sandbox’s own', async () => {
  // Session, search for the order; in a transaction the cakes, the order, its items with charges and payment; the payment's id.
  // The sandbox: its payment.
  // The sandbox: in a transaction its payment is read, paid, and its webhook queued.
  // Session, order; in a transaction both locked, the status, the mail, its job, the audit log, the order placed; its items, charges
  // and payments, its invoice, which its charges name.
  // The sandbox: its payment is read.
  expect(await checkout(another())).toEqual({
    processPayment: 9,
    pay: 5,
    confirmPayment: 15,
    state: 'placed',
  })
})

test('its webhook, which comes when all is settled, takes five statements', async () => {
  // The sandbox: its payment is read. In a transaction the order and its payment are locked, and the event is stored.
  await checkout(another())
  const { db, payments } = shop.context
  const { rows } = await db.execute(
    sql`select provider_id as id from order_payments where cause = 'checkout' order by serial desc limit 1`,
  )
  const settled = {
    provider: payments.active.name,
    paymentId: String(rows[0]?.id),
    eventId: 'evt_late',
  }
  expect(await countOf(() => settlePayment(shop.context, settled))).toBe(5)
  expect(await countOf(() => settlePayment(shop.context, settled))).toBe(5)
  const kept = await db.execute(
    sql`select type from payment_events where provider_event_id = 'evt_late'`,
  )
  expect(kept.rows).toEqual([{ type: 'succeeded' }])
})

test('more cakes take no more statements', async () => {
  const lines = Array.from({ length: 5 }, (_, n) => ({ ...truffleLine, bname: `Name ${n}` }))
  const { processPayment } = await checkout({ ...another(), order: lines, amount: 5 * 850 + 50 })
  expect(processPayment).toBe(9)
})

test('one that is sent again takes three of the shop', async () => {
  const same = { ...another(), paymentMethodId: await newCard(shop) }
  await begin(same)
  // Session, its order, the payment's id. The sandbox does not add its payment again, but reads it in a transaction.
  expect(await countOf(() => begin(same))).toBe(3 + 4)
})

test('a customised cake beside another one takes two more, which limit open requests', async () => {
  const { processPayment } = await checkout({ ...another(), order: [truffleLine, customLine] })
  expect(processPayment).toBe(11)
})

test('an order in cash is placed at once, in 15 statements', async () => {
  const order = { ...another(), order: [customLine], amount: 0 }
  let placed: Started | undefined
  const sent = await countOf(async () => {
    placed = (await begin(order)).body
  })
  expect([placed?.placed, sent]).toEqual([true, 15])
})

test('no transaction is open while the provider is called', async () => {
  openMeanwhile.length = 0
  await checkout(another())
  await checkout({ ...another(), order: [truffleLine, customLine] })
  expect(openMeanwhile).toEqual(['start', 'get', 'start', 'get'].map((call) => ({ call, open: 0 })))
})

test('signing in takes six statements, View Orders six', async () => {
  const credentials = { email: 'asha@example.in', password: 'asha-password' }
  expect(await countOf(() => shop.post('/users/login', credentials))).toBe(6)
  const { email } = credentials
  expect(await countOf(() => shop.post('/orders/viewOrders', { email }, token))).toBe(6)
})
