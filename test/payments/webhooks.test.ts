import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { hourMs } from '#platform/clock.ts'
import { createDiskStore } from '#platform/files/file-store.server.ts'
import { checkConsistency, reportLines } from '#shop/consistency/check-consistency.server.ts'
import { unpaidOrderLifetimeMs } from '#shop/orders/money/ledger.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import { reconcile, reconcilePaymentsHandler } from '#shop/paying/reconcile-payments.job.server.ts'
import { settleEvent, settleEventHandler } from '#shop/paying/settle-payment.server.ts'
import {
  begin,
  checkoutOf,
  comeBack,
  newCard,
  pay,
  type Started,
} from '../support/checkout-steps.ts'
import { openAccount, openProviderShop, type ProviderAccount } from '../support/provider-shop.ts'
import { openStripeShop } from '../support/stripe-shop.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

/** Reports an event to the shop, as often as it is called. */
type Delivery = () => Promise<unknown>

/** A shop and its payment provider, as far as these tests need them. */
interface ShopWithProvider {
  shop: TestShop
  enterCard(): Promise<string | null>
  confirm(clientSecret: string): Promise<unknown>
  /** Everything that happened so far, in order. */
  deliveries(): Promise<Delivery[]>
  close(): Promise<void>
}

async function openSandbox(): Promise<ShopWithProvider> {
  const shop = await openTestShop()
  await shop.addCake()
  return {
    shop,
    enterCard: async () => newCard(),
    confirm: (client_secret) => pay(shop, { client_secret }),
    async deliveries() {
      const { rows } = await shop.context.db.execute(
        sql`select data from pgboss.job where name = 'settle-event' order by created_on, id`,
      )
      return rows.map(
        ({ data }) =>
          () =>
            settleEventHandler(shop.context).run(data),
      )
    },
    close: shop.close,
  }
}

async function openAt(name: keyof typeof openAccount): Promise<ShopWithProvider> {
  const account: ProviderAccount = await openAccount[name]()
  const { shop, send, close } = await openProviderShop(account)
  return {
    shop,
    enterCard: account.enterCard,
    confirm: account.pay,
    deliveries: async () =>
      account.deliveries().map((delivery) => async () => expect(await send(delivery)).toBe(204)),
    close,
  }
}

const openers = {
  sandbox: openSandbox,
  stripe: () => openAt('stripe'),
  razorpay: () => openAt('razorpay'),
}
let open: Pick<ShopWithProvider, 'close'>[] = []
afterEach(async () => {
  await Promise.all(open.map(({ close }) => close()))
  open = []
})

async function openProvider(name: keyof typeof openers) {
  const opened = await openers[name]()
  open.push(opened)
  return opened
}

type Deliver = (deliveries: Delivery[]) => Promise<void>

/** One order for each story; the webhooks come when the customers have paid, and all of them once more at the end. */
async function tellStories(opened: ShopWithProvider, deliverAll: Deliver) {
  const { shop } = opened
  const { email, token } = await shop.customer('ravi@example.in')
  const admin = await shop.admin()
  const start = async () => {
    const paymentMethodId = await opened.enterCard()
    const checkout = checkoutOf({ paymentMethodId, checkoutId: crypto.randomUUID() })
    return (await shop.post<Started>('/orders/process-payment', checkout, token)).body
  }
  const paid = async () => {
    const started = await start()
    await opened.confirm(started.client_secret ?? '')
    return started.orderId
  }
  const orders: string[] = []
  for (let n = 0; n < 6; n++) orders.push(await paid())
  const [cancelled = '', refunded = '', refundedTwice = '', cameBack = ''] = orders
  for (let n = 0; n < 2; n++) await start()
  await comeBack(shop, token, cameBack)
  await deliverAll(await opened.deliveries())

  const refund = (orderId: string, amount: number) =>
    shop.post(
      '/orders/refund',
      { orderId, amount, reason: 'Dented', key: crypto.randomUUID() },
      admin.token,
    )
  await shop.post('/orders/cancelOrders', { email, orderId: cancelled }, token)
  await refund(refunded, 100)
  await refund(refundedTwice, 200)
  await refund(refundedTwice, 700)
  shop.wait(unpaidOrderLifetimeMs)
  await reconcile(shop.context)
  await makeRefunds(shop)
  await deliverAll(await opened.deliveries())
}

/** Hours later the reconciler makes the refunds: jobs are not run, as they would deliver webhooks. */
async function makeRefunds(shop: TestShop) {
  shop.wait(5 * hourMs)
  await reconcile(shop.context)
}

/** What all of it comes to, order by order; invoice serials go by who was placed first. */
async function outcome({ context }: TestShop) {
  const { rows } = await context.db.execute(sql`
    select o.number, o.state, o.charged_paise, o.paid_paise, p.status, p.paise,
      (select string_agg(-r.paise || ' ' || r.status, ', ' order by r.paise desc) from order_payments r where r.payment_id = p.id) as refunds,
      (select string_agg(distinct e.type, ', ' order by e.type) from payment_events e where e.payment_id = p.id) as events,
      (select count(*)::integer from payment_events e where e.payment_id = p.id) as event_count,
      (select string_agg(m.kind, ', ' order by m.kind) from mails m where m.data ->> 'orderId' = o.id::text) as mails
    from orders o left join order_payments p on p.order_id = o.id and p.buys ->> 'kind' = 'order' order by o.number`)
  return rows
}

const inOrder: Deliver = async (deliveries) => {
  for (const report of deliveries) await report()
}

/** Each three times, in an order that the seed gives, up to four at the same moment. */
function shuffled(seed: number): Deliver {
  const random = randomBy(seed)
  return async (deliveries) => {
    const all = [...deliveries, ...deliveries, ...deliveries]
    const order = all.map((report) => ({ report, at: random() })).sort((a, b) => a.at - b.at)
    while (order.length > 0) {
      const next = order.splice(0, 1 + Math.floor(random() * 4))
      await Promise.all(next.map(({ report }) => report()))
    }
  }
}

/** The same numbers from the same seed (mulberry32). */
function randomBy(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

async function consistencyOf({ context }: TestShop) {
  const files = createDiskStore('no-files-here')
  const report = await checkConsistency(
    { ...context, files },
    { withFiles: false, providerDays: 30 },
  )
  return reportLines(report)
}

describe.each(Object.keys(openers) as (keyof typeof openers)[])('what %s reports', (name) => {
  const seed = Math.floor(Math.random() * 2 ** 32)

  it(`three times each in any order make the same ledger (seed ${seed})`, async () => {
    const [calm, wild] = [await openProvider(name), await openProvider(name)]
    await tellStories(calm, inOrder)
    await tellStories(wild, shuffled(seed))
    const expected = await outcome(calm.shop)
    expect(await outcome(wild.shop)).toEqual(expected)
    expect(expected.map(({ state }) => state)).toEqual([
      ...Array<string>(6).fill('placed'),
      ...Array<string>(2).fill('expired'),
    ])
    for (const { shop } of [calm, wild]) {
      expect(await consistencyOf(shop)).toEqual([expect.stringMatching(/^Consistent: 8 orders, /)])
    }
  })
})

describe('a webhook', () => {
  it('that the provider has not signed is refused', async () => {
    const { shop, stripe, close } = await openStripeShop()
    open.push({ close })
    const unsigned = { method: 'POST', body: '{"type":"payment_intent.succeeded"}' }
    const headers = stripe.webhooks.headersOf(`${unsigned.body} `, 0)
    for (const sent of [unsigned, { ...unsigned, headers }])
      expect((await shop.api.request('/payments/webhook/stripe', sent)).status).toBe(400)
  })

  it('that says more than the provider itself changes nothing', async () => {
    const { shop, stripe, browser, close } = await openStripeShop()
    open.push({ close })
    await shop.addCake()
    const { token } = await shop.customer()
    const checkout = checkoutOf({ paymentMethodId: await browser.enterCard() })
    const { body: started } = await shop.post<Started>('/orders/process-payment', checkout, token)
    const object = { id: started.client_secret?.split('_secret')[0], status: 'succeeded' }
    const body = JSON.stringify({ id: 'evt_1', type: 'payment_intent.succeeded', data: { object } })
    const lie = { method: 'POST', body, headers: stripe.webhooks.headersOf(body, 0) }
    expect((await shop.api.request('/payments/webhook/stripe', lie)).status).toBe(204)
    expect(await stateOf(shop, started.orderId)).toBe('awaiting_payment')
  })
})

describe('a payment whose browser vanished', () => {
  const stateOf = async ({ context }: TestShop) =>
    (await context.db.execute(sql`select state from orders`)).rows[0]?.state

  async function vanished() {
    const opened = await openProvider('sandbox')
    const { shop } = opened
    const { token } = await shop.customer()
    const { body } = await begin(shop, token)
    return { ...opened, started: body }
  }

  it('is settled by the reconciler within a minute, where no webhook comes', async () => {
    const { shop, started } = await vanished()
    await pay(shop, started)
    const { job, run } = reconcilePaymentsHandler(shop.context)
    // It begins each minute and follows itself up: no two runs are more than fifteen seconds apart.
    expect(job.schedule).toBe('* * * * *')
    await run({})
    const followUps = async () => {
      const { rows } = await shop.context.db.execute(sql`
        select extract(epoch from date_trunc('second', start_after) - date_trunc('second', created_on))::integer as after
        from pgboss.job where name = 'reconcile-payments' and state = 'created' order by start_after`)
      return rows.map(({ after }) => after)
    }
    expect(await followUps()).toEqual([15, 30, 45])
    expect(await stateOf(shop)).toBe('awaiting_payment')
    // Younger orders are left to browser and webhook: one that is ten seconds old is settled by the next run.
    shop.wait(10_001)
    await run({ isFollowUp: true })
    expect(await stateOf(shop)).toBe('placed')
    expect(await followUps()).toHaveLength(3)
  })
})

describe('a provider that is slow to respond', () => {
  it('does not keep its webhook waiting, and the order is placed all the same', async () => {
    const answer = Promise.withResolvers<void>()
    const shop = await openTestShop({
      payments: (sandbox) => ({
        ...sandbox,
        async getPayment(id) {
          await answer.promise
          return sandbox.getPayment(id)
        },
      }),
    })
    open.push(shop)
    await shop.addCake()
    const { token } = await shop.customer()
    const { body: started } = await begin(shop, token)
    await pay(shop, started)
    const [paymentId = ''] = started.client_secret?.split('_secret_') ?? []

    const event = { provider: 'sandbox', eventId: 'evt_slow', paymentId, refundId: null }
    await settleEvent(shop.context, event, 0)
    expect(await stateOf(shop, started.orderId)).toBe('awaiting_payment')
    answer.resolve()
    const ran = await shop.runJobs()
    // Its own, and that of the sandbox.
    expect(ran.filter((name) => name === 'settle-event')).toHaveLength(2)
    expect(await stateOf(shop, started.orderId)).toBe('placed')
  })

  it('is sent its webhook again when it fails in time', async () => {
    const shop = await openTestShop({
      payments: (sandbox) => ({
        ...sandbox,
        getPayment: () => Promise.reject(new Error('no such payment')),
      }),
    })
    open.push(shop)
    const event = { provider: 'sandbox', eventId: 'evt_bad', paymentId: 'pi_none', refundId: null }
    await expect(settleEvent(shop.context, event)).rejects.toThrow('no such payment')
    expect(await shop.runJobs()).not.toContain('settle-event')
  })
})

async function stateOf(shop: TestShop, orderId: string) {
  const rows = await shop.context.db.select().from(orders)
  return rows.find(({ id }) => id === orderId)?.state
}
