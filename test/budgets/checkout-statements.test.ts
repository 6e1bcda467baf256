import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settlePayment } from '#shop/paying/settle-payment.server.ts'
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
import { type Sent, statementsOf } from '../support/count-statements.ts'
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

/** The statements of some work, without those that look for open transactions. */
async function sentBy(work: () => Promise<unknown>): Promise<Sent[]> {
  const sent = await statementsOf(work)
  return sent.filter(({ text }) => !text.includes('pg_stat_activity'))
}

const countOf = async (work: () => Promise<unknown>) => (await sentBy(work)).length

const begin = (wanted: object) =>
  shop.post<Started>('/orders/process-payment', checkoutOf(wanted), token)

const another = () => ({ checkoutId: crypto.randomUUID() })

/** One checkout by card: the statements of its three calls. */
async function checkout(more: object) {
  const paymentMethodId = newCard()
  let started: Started | undefined
  const processPayment = await sentBy(async () => {
    started = (await begin({ paymentMethodId, ...more })).body
  })
  if (!started) throw new Error('nothing was begun')
  const { orderId, client_secret } = started
  const paid = await sentBy(() => pay(shop, { client_secret }))
  let state: string | undefined
  const confirmPayment = await sentBy(async () => {
    state = (await comeBack(shop, token, orderId)).body.state
  })
  return {
    counts: {
      processPayment: processPayment.length,
      pay: paid.length,
      confirmPayment: confirmPayment.length,
      state,
    },
    sent: [...processPayment, ...paid, ...confirmPayment],
  }
}

test('a checkout takes 22 statements, of which 7 are the sandbox’s own', async () => {
  // Session, search for the order; in a transaction the cakes, and the order with its items, charges and payment; the
  // payment's id. The sandbox: its payment.
  // The sandbox: in a transaction its payment is read, paid, and its webhook queued.
  // Session, order; in a transaction both locked and read, then the payment, the order, the audit log and the mail at
  // once, its job, its invoice. The sandbox: its payment is read.
  const { counts } = await checkout(another())
  expect(counts).toEqual({ processPayment: 8, pay: 5, confirmPayment: 9, state: 'placed' })
})

/** From "Pay now" to the sent mail, without the queue's own statements, which take and end jobs. */
async function wholeCheckout(): Promise<Sent[]> {
  await shop.runJobs()
  const { sent } = await checkout(another())
  const byJobs = await sentBy(() => shop.runJobs())
  return [...sent, ...byJobs.filter(({ text }) => !text.includes('pgboss'))]
}

test('from “Pay now” to the sent mail it takes 26 statements and seven commits; telling the bakery nine and two', async () => {
  // What is in the cakes is in memory. Only jobs tell the bakery: its mail is queued in a transaction, found, written from
  // the order, who hears what and their phones, and stored as sent.
  const sent = await wholeCheckout()
  expect([sent.length, commitsOf(sent)]).toEqual([26 + 9, 7 + 2])
})

/** Transactions with a change, and changes without a transaction. */
function commitsOf(sent: readonly Sent[]): number {
  let isOpen = false
  let commits = 0
  // The embedded database sends them in capitals.
  for (const text of sent.map(({ text }) => text.toLowerCase())) {
    if (text === 'begin') isOpen = true
    else if (text === 'commit') {
      isOpen = false
      commits += 1
    } else if (!isOpen && /^\s*(insert|update|delete|with .*(insert|update))/s.test(text))
      commits += 1
  }
  return commits
}

test.runIf(process.env.TEST_DATABASE_URL)(
  'two statements of a checkout are parsed anew on a warm connection, beside the sandbox’s and the queue’s',
  async () => {
    const sent = await wholeCheckout()
    const isAnew = ({ text, name }: Sent) =>
      !name && text !== 'begin' && text !== 'commit' && !/pgboss|sandbox/.test(text)
    // The order with its items, as many as there are; what is changed together when it is placed.
    expect(sent.filter(isAnew).map(({ text }) => text.slice(0, 15))).toEqual([
      'with "added" as',
      'with "captured"',
    ])
  },
)

test('its webhook, which comes when all is settled, takes one statement', async () => {
  await checkout(another())
  const { db, payments } = shop.context
  const { rows } = await db.execute(
    sql`select provider_id as id from order_payments where cause = 'online' order by serial desc limit 1`,
  )
  const settled = {
    provider: payments.active.name,
    paymentId: String(rows[0]?.id),
    eventId: 'evt_late',
  }
  expect(await countOf(() => settlePayment(shop.context, settled))).toBe(1)
  expect(await countOf(() => settlePayment(shop.context, settled))).toBe(1)
  const kept = await db.execute(
    sql`select type from payment_events where provider_event_id = 'evt_late'`,
  )
  expect(kept.rows).toEqual([{ type: 'succeeded' }])
})

test('more cakes take no more statements', async () => {
  const lines = Array.from({ length: 5 }, (_, n) => ({ ...truffleLine, bname: `Name ${n}` }))
  const { counts } = await checkout({ ...another(), order: lines, amount: 5 * 850 + 50 })
  expect(counts.processPayment).toBe(8)
})

test('one that is sent again takes three of the shop', async () => {
  const same = { ...another(), paymentMethodId: newCard() }
  await begin(same)
  // Session, its order, the payment's id. The sandbox does not add its payment again, but reads it in a transaction.
  expect(await countOf(() => begin(same))).toBe(3 + 4)
})

test('a customised cake beside another one takes two more, which limit open requests', async () => {
  const { counts } = await checkout({ ...another(), order: [truffleLine, customLine] })
  expect(counts.processPayment).toBe(10)
})

test('an order in cash is placed at once, in ten statements', async () => {
  const order = { ...another(), order: [customLine], amount: 0 }
  let placed: Started | undefined
  const sent = await countOf(async () => {
    placed = (await begin(order)).body
  })
  expect([placed?.placed, sent]).toEqual([true, 10])
})

test('no transaction is open while the provider is called', async () => {
  openMeanwhile.length = 0
  await checkout(another())
  await checkout({ ...another(), order: [truffleLine, customLine] })
  expect(openMeanwhile).toEqual(['start', 'get', 'start', 'get'].map((call) => ({ call, open: 0 })))
})

test('logging in takes seven statements, View Orders three', async () => {
  // Two of the seven read the credential, before and after: a password that changes meanwhile signs nobody in.
  const credentials = { email: 'asha@example.in', password: 'asha-password' }
  expect(await countOf(() => shop.post('/users/login', credentials))).toBe(7)
  const { email } = credentials
  expect(await countOf(() => shop.post('/orders/viewOrders', { email }, token))).toBe(3)
})
