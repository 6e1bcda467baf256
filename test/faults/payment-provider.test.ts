import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDiskStore } from '#platform/files/file-store.server.ts'
import { checkConsistency, reportLines } from '#shop/consistency/check-consistency.server.ts'
import { reconcile, refundRetriesMs } from '#shop/paying/reconcile-payments.job.server.ts'
import type { StripeFault } from '../stand-ins/stripe-faults.ts'
import { bodyOf } from '../stand-ins/stripe-webhooks.ts'
import { checkoutOf, type Started } from '../support/checkout-steps.ts'
import { openStripeShop } from '../support/stripe-shop.ts'
import type { Reply } from '../support/test-shop.ts'

type StripeShop = Awaited<ReturnType<typeof openStripeShop>>

let stripeShop: StripeShop
let token: string
let admin: string
beforeEach(async () => {
  stripeShop = await openStripeShop()
  await stripeShop.shop.addCake()
  token = (await stripeShop.shop.customer()).token
  admin = (await stripeShop.shop.admin()).token
})
afterEach(() => stripeShop.close())

/** Every answer other than a good one or 503 is a fault of the shop. */
async function until<Body>(ask: () => Promise<Reply<Body>>): Promise<Body> {
  for (let tries = 1; ; tries += 1) {
    const { status, body } = await ask()
    if (status === 200) return body
    expect(status).toBe(503)
    expect(body.detail).toMatch(/^[A-Z].*\.$/)
    if (tries === 20) throw new Error('Stripe is never there')
  }
}

async function begin() {
  const { shop, browser } = stripeShop
  const paymentMethodId = await browser.enterCard()
  const checkout = checkoutOf({ paymentMethodId, checkoutId: crypto.randomUUID() })
  return until(() => shop.post<Started>('/orders/process-payment', checkout, token))
}

async function pay() {
  const { orderId, client_secret } = await begin()
  expect(await stripeShop.browser.confirm(client_secret ?? '')).toBe(true)
  return orderId
}

const comeBack = (orderId: string) =>
  until(() =>
    stripeShop.shop.post<{ state: string }>('/orders/confirm-payment', { orderId }, token),
  )

/** All that happened, each event so often, the newest first; answers which statuses were met. */
async function deliverAll(times: number) {
  const { shop, stripe } = stripeShop
  const statuses = new Set<number>()
  for (let copy = 0; copy < times; copy += 1) {
    for (const event of stripe.webhooks.events.toReversed()) {
      const body = bodyOf(event)
      const headers = stripe.webhooks.headersOf(body, 0)
      const answer = await shop.api.request('/payments/webhook/stripe', {
        method: 'POST',
        body,
        headers,
      })
      statuses.add(answer.status)
    }
  }
  return statuses
}

async function expectConsistent() {
  const files = createDiskStore('no-files-here')
  const report = await checkConsistency(
    { ...stripeShop.shop.context, files },
    { withFiles: false, providerDays: 30 },
  )
  expect(reportLines(report)).toEqual([expect.stringMatching(/^Consistent: /)])
}

async function states() {
  const { rows } = await stripeShop.shop.context.db.execute(
    sql`select state, count(*)::integer as orders from orders group by state order by state`,
  )
  return Object.fromEntries(rows.map(({ state, orders }) => [String(state), orders]))
}

describe('a payment provider', () => {
  it('that is down is reported, and each checkout goes on when it is back', async () => {
    const { shop, stripe, browser } = stripeShop
    stripe.breakBy(() => 'fails')
    const paymentMethodId = 'pm_entered_before'
    const checkout = checkoutOf({ paymentMethodId })
    const { status, body } = await shop.post('/orders/process-payment', checkout, token)
    expect(status).toBe(503)
    expect(body.detail).toMatch(/again/)
    expect(await states()).toEqual({ awaiting_payment: 1 })
    await reconcile(shop.context)

    stripe.breakBy(() => null)
    const again = { ...checkout, paymentMethodId: await browser.enterCard() }
    const begun = await until(() => shop.post<Started>('/orders/process-payment', again, token))
    await browser.confirm(begun.client_secret ?? '')
    expect((await comeBack(begun.orderId)).state).toBe('placed')
    expect(stripe.ledger.intents.size).toBe(1)
    await expectConsistent()
  })

  it('that fails in every way, and whose webhooks come late, twice and in the wrong order, takes and gives back each payment once', async () => {
    const { shop, stripe } = stripeShop
    const faults: StripeFault[] = [
      'fails',
      'fails after',
      'is silent',
      'is silent after',
      'is too busy',
      'is done twice',
    ]
    let requests = 0
    // Every third call of the shop meets the next fault; the browser's own calls are none of the shop's.
    stripe.breakBy((request) => {
      if (request.includes('/payment_methods') || request.endsWith('/confirm')) return null
      requests += 1
      return requests % 3 === 0 ? (faults[(requests / 3) % faults.length] ?? null) : null
    })
    const orders: string[] = []
    for (let n = 0; n < 12; n += 1) orders.push(await pay())
    // Half of the browsers come back; of the others the webhook tells.
    for (const orderId of orders.slice(0, 6)) expect((await comeBack(orderId)).state).toBe('placed')
    expect([...(await deliverAll(2))].every((status) => status === 204 || status === 503)).toBe(
      true,
    )
    for (let n = 0; n < 3; n += 1) await reconcile(shop.context)
    expect(await states()).toEqual({ placed: 12 })

    for (const orderId of orders.slice(0, 3)) {
      await shop.post('/orders/cancelOrders', { email: 'asha@example.in', orderId }, token)
    }
    const [, , , , refunded = ''] = orders
    for (const amount of [100, 200]) {
      const refund = { orderId: refunded, amount, reason: 'Dented', key: crypto.randomUUID() }
      await shop.post('/orders/refund', refund, admin)
    }
    shop.wait(refundRetriesMs + 60_000)
    for (let n = 0; n < 5; n += 1) await reconcile(shop.context)
    stripe.breakBy(() => null)
    expect(await deliverAll(3)).toEqual(new Set([204]))
    await reconcile(shop.context)

    const { intents, refunds } = stripe.ledger
    expect(intents.size).toBe(12)
    expect([...refunds.values()].map(({ amount }) => amount).sort()).toEqual(
      [10_000, 20_000, 90_000, 90_000, 90_000].sort(),
    )
    await expectConsistent()
  })
})
