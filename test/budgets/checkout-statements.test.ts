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
/** What each call of the card company by the shop found: transactions that were open meanwhile. */
const openMeanwhile: { call: string; open: number }[] = []

beforeAll(async () => {
  shop = await openTestShop({ payments: watched })
  await shop.addCake()
  token = (await shop.customer()).token
})
afterAll(() => shop.close())

/** The same company, which looks for open transactions whenever the shop asks it. */
function watched(company: PaymentProvider): PaymentProvider {
  const look = async (call: string) => {
    const { rows } = await shop.context.db.execute(sql`
      select count(*)::integer as open from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`)
    openMeanwhile.push({ call, open: Number(rows[0]?.open) })
  }
  return {
    ...company,
    async startPayment(start) {
      await look('start')
      return company.startPayment(start)
    },
    async getPayment(id) {
      await look('get')
      return company.getPayment(id)
    },
  }
}

/** How many statements some work costs, without the company's looking around. */
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

test('a checkout takes 20 statements, of which 7 are the sandbox company’s own', async () => {
  // Session, cakes, order with items and payment, the company's id; of the company: its payment.
  // Of the company: its payment read; then in a transaction paid, and its webhook queued.
  // Session, order with payment, begin, both locked, mail, its job, audit log, placed with serial, commit; one request to the provider.
  expect(await checkout(another())).toEqual({
    processPayment: 5,
    pay: 5,
    confirmPayment: 10,
    state: 'placed',
  })
})

test('its webhook, which comes when all is settled, takes two statements', async () => {
  // Of the company: one look. Its event, where the payment is as reported.
  await checkout(another())
  const { db, payments } = shop.context
  const { rows } = await db.execute(
    sql`select provider_payment_id as id from payments order by created_at desc limit 1`,
  )
  const settled = {
    provider: payments.active.name,
    paymentId: String(rows[0]?.id),
    eventId: 'evt_late',
  }
  expect(await countOf(() => settlePayment(shop.context, settled))).toBe(2)
  expect(await countOf(() => settlePayment(shop.context, settled))).toBe(2)
  const kept = await db.execute(
    sql`select type from payment_events where provider_event_id = 'evt_late'`,
  )
  expect(kept.rows).toEqual([{ type: 'succeeded' }])
})

test('more cakes take no more statements', async () => {
  const lines = Array.from({ length: 5 }, (_, n) => ({ ...truffleLine, bname: `Name ${n}` }))
  const { processPayment } = await checkout({ ...another(), order: lines, amount: 5 * 850 + 50 })
  expect(processPayment).toBe(5)
})

test('one that is sent again takes one more, which finds its order', async () => {
  const same = { ...another(), paymentMethodId: await newCard(shop) }
  await begin(same)
  // Its payment is there already: the company begins a transaction, tries to add it, finds it and commits.
  expect(await countOf(() => begin(same))).toBe(6 + 4)
})

test('a customised cake beside another one is kept in a transaction', async () => {
  const { processPayment } = await checkout({ ...another(), order: [truffleLine, customLine] })
  expect(processPayment).toBe(7)
})

test('an order in cash is placed at once, in 8 statements', async () => {
  const order = { ...another(), order: [customLine], amount: 0 }
  let placed: Started | undefined
  const sent = await countOf(async () => {
    placed = (await begin(order)).body
  })
  expect([placed?.placed, sent]).toEqual([true, 8])
})

test('no transaction is open while the company is asked', async () => {
  openMeanwhile.length = 0
  await checkout(another())
  await checkout({ ...another(), order: [truffleLine, customLine] })
  expect(openMeanwhile).toEqual(['start', 'get', 'start', 'get'].map((call) => ({ call, open: 0 })))
})

test('signing in takes three statements, View Orders three', async () => {
  const credentials = { email: 'asha@example.in', password: 'asha-password' }
  expect(await countOf(() => shop.post('/users/login', credentials))).toBe(3)
  const { email } = credentials
  expect(await countOf(() => shop.post('/orders/viewOrders', { email }, token))).toBe(3)
})
