import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { hourMs } from '#platform/durations.ts'
import { createDiskStore } from '#platform/files/file-store.server.ts'
import { checkConsistency, reportLines } from '#shop/consistency/check-consistency.server.ts'
import { unpaidOrderLifetimeMs } from '#shop/orders/money/ledger.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import {
  reconcile,
  reconcilePaymentsHandler,
  settleEvent,
} from '#shop/paying/reconcile-payments.job.server.ts'
import { sandboxWebhookHandler } from '#shop/payments/sandbox/sandbox-webhook.job.server.ts'
import { bodyOf } from '../stand-ins/stripe-webhooks.ts'
import {
  begin,
  checkoutOf,
  comeBack,
  newCard,
  pay,
  type Started,
} from '../support/checkout-steps.ts'
import { openStripeShop } from '../support/stripe-shop.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

/** A webhook as the provider sends it. */
interface Delivery {
  path: string
  body: string
  headers: Headers
}

/** A shop and its payment provider, as far as these tests need them. */
interface ShopWithProvider {
  shop: TestShop
  enterCard(): Promise<string>
  confirm(clientSecret: string): Promise<unknown>
  /** Everything that happened so far, in order. */
  deliveries(): Promise<Delivery[]>
  close(): Promise<void>
}

async function openSandbox(): Promise<ShopWithProvider> {
  const shop = await openTestShop()
  const { clock } = shop.context
  const target = { shopUrl: 'http://shop.test', webhookSecret: shop.secret, clock }
  return {
    shop,
    enterCard: () => newCard(shop),
    confirm: (client_secret) => pay(shop, { client_secret }),
    async deliveries() {
      const { rows } = await shop.context.db.execute(
        sql`select data from pgboss.job where name = 'deliver-sandbox-webhook' order by created_on, id`,
      )
      return Promise.all(
        rows.map(({ data }) => written(() => sandboxWebhookHandler(target).run(data))),
      )
    },
    close: shop.close,
  }
}

/** What is sent, kept from being sent. */
async function written(send: () => Promise<void>): Promise<Delivery> {
  const realFetch = globalThis.fetch
  const kept = Promise.withResolvers<Delivery>()
  globalThis.fetch = async (_, init) => {
    kept.resolve({
      path: '/payments/webhook/sandbox',
      body: String(init?.body),
      headers: new Headers(init?.headers),
    })
    return new Response()
  }
  // Read at once, before another delivery is written.
  const sending = send()
  globalThis.fetch = realFetch
  await sending
  return kept.promise
}

async function openStripe(): Promise<ShopWithProvider> {
  const { shop, stripe, browser, close } = await openStripeShop()
  return {
    shop,
    enterCard: () => browser.enterCard(),
    confirm: (clientSecret) => browser.confirm(clientSecret),
    async deliveries() {
      return stripe.webhooks.events.map((event) => {
        const body = bodyOf(event)
        const headers = stripe.webhooks.headersOf(body, 0)
        return { path: '/payments/webhook/stripe', body, headers }
      })
    },
    close,
  }
}

const openers = { sandbox: openSandbox, stripe: openStripe }
let open: Pick<ShopWithProvider, 'close'>[] = []
afterEach(async () => {
  await Promise.all(open.map(({ close }) => close()))
  open = []
})

async function openProvider(name: keyof typeof openers) {
  const opened = await openers[name]()
  open.push(opened)
  await opened.shop.addCake()
  return opened
}

type Deliver = (deliveries: Delivery[], shop: TestShop) => Promise<void>

/** One order for each story; the webhooks come when the customers have paid, and all of them once more at the end. */
async function tellStories(opened: ShopWithProvider, deliver: Deliver) {
  const { shop } = opened
  const { token } = await shop.customer()
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
  await deliver(await opened.deliveries(), shop)

  const refund = (orderId: string, amount: number) =>
    shop.post(
      '/orders/refund',
      { orderId, amount, reason: 'Dented', key: crypto.randomUUID() },
      admin.token,
    )
  await shop.post('/orders/cancelOrders', { email: 'asha@example.in', orderId: cancelled }, token)
  await refund(refunded, 100)
  await refund(refundedTwice, 200)
  await refund(refundedTwice, 700)
  shop.wait(unpaidOrderLifetimeMs)
  await reconcile(shop.context)
  await makeRefunds(shop)
  await deliver(await opened.deliveries(), shop)
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

const send = async (shop: TestShop, { path, body, headers }: Delivery) =>
  (await shop.api.request(path, { method: 'POST', body, headers })).status

const inOrder: Deliver = async (deliveries, shop) => {
  for (const delivery of deliveries) expect(await send(shop, delivery)).toBe(204)
}

/** Each three times, in an order that the seed gives, up to four at the same moment. */
function shuffled(seed: number): Deliver {
  const random = randomBy(seed)
  return async (deliveries, shop) => {
    const all = [...deliveries, ...deliveries, ...deliveries]
    const order = all.map((delivery) => ({ delivery, at: random() })).sort((a, b) => a.at - b.at)
    while (order.length > 0) {
      const next = order.splice(0, 1 + Math.floor(random() * 4))
      const statuses = await Promise.all(next.map(({ delivery }) => send(shop, delivery)))
      expect(new Set(statuses)).toEqual(new Set([204]))
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

describe.each(Object.keys(openers) as (keyof typeof openers)[])('webhooks of %s', (name) => {
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

  it('is settled by the webhook', async () => {
    const { shop, started } = await vanished()
    await pay(shop, started)
    await shop.runJobs()
    expect(await stateOf(shop)).toBe('placed')
  })

  it('is settled by the reconciler within a minute, where no webhook comes', async () => {
    const { shop, started } = await vanished()
    await pay(shop, started)
    const { job, run } = reconcilePaymentsHandler(shop.context)
    // It begins each minute and follows itself up: no two runs are more than fifteen seconds apart.
    expect(job.schedule).toBe('* * * * *')
    await run({})
    const { rows } = await shop.context.db.execute(sql`
      select extract(epoch from date_trunc('second', start_after) - date_trunc('second', created_on))::integer as after
      from pgboss.job where name = 'reconcile-payments' and state = 'created' order by start_after`)
    expect(rows.map(({ after }) => after)).toEqual([15, 30, 45])
    expect(await stateOf(shop)).toBe('awaiting_payment')
    // Younger orders are left to browser and webhook: one that is ten seconds old is settled by the next run.
    shop.wait(10_001)
    await run({ isFollowUp: true })
    expect(await stateOf(shop)).toBe('placed')
  })

  it('is expired after an hour when it was never paid', async () => {
    const { shop } = await vanished()
    const { run } = reconcilePaymentsHandler(shop.context)
    shop.wait(unpaidOrderLifetimeMs - 1)
    await run({ isFollowUp: true })
    expect(await stateOf(shop)).toBe('awaiting_payment')
    shop.wait(1)
    await run({ isFollowUp: true })
    expect(await stateOf(shop)).toBe('expired')
    expect(await consistencyOf(shop)).toEqual([expect.stringMatching(/^Consistent: 1 order, /)])
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
    expect(await shop.runJobs()).toContain('settle-event')
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
