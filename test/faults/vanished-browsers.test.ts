import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import {
  endAll,
  newDatabase,
  type Settings,
  startServer,
  temporaryFolder,
  whyNotOnServer,
} from '../process/server-process.ts'
import { sampleCart } from '../process/shop-client.ts'
import type { Fault } from '../stand-ins/faulty-server.ts'
import { openStripe, type StripeStandIn } from '../stand-ins/stripe.ts'
import { stripeAccount } from '../stand-ins/stripe-browser.ts'
import { stripePages } from '../support/stripe-shop.ts'
import { expectConsistent, expectEachPlacedOnce } from './operator-commands.ts'
import { openCrowd } from './shoppers.ts'

let data: ReturnType<typeof temporaryFolder>
let stripe: StripeStandIn
beforeAll(() => {
  data = temporaryFolder()
})
afterEach(async () => {
  await endAll()
  await stripe.close()
})
afterAll(() => data.remove())

const customers = 8
const checkouts = 24

describe.skipIf(whyNotOnServer)(whyNotOnServer ?? 'customers whose browsers vanish', () => {
  it('when they have paid by Stripe have their orders, though it fails, repeats itself and the shop is killed', async () => {
    stripe = await openStripe(stripeAccount)
    const settings: Settings = {
      DATA_DIR: data.folder,
      DATABASE_URL: await newDatabase(),
      TRUST_PROXY: 'on',
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: stripeAccount.secretKey,
      STRIPE_PUBLISHABLE_KEY: stripeAccount.publishableKey,
      STRIPE_WEBHOOK_SECRET: stripeAccount.webhookSecret,
      STRIPE_API_BASE: stripe.url,
    }
    const PORT = await freePort()
    let server = await startServer({ ...settings, PORT })
    const crowd = openCrowd(() => [server.url])
    const cart = await sampleCart(server.url)
    makeTrouble(stripe, `${server.url}/api/v1/payments/webhook/stripe`)

    const browser = stripePages(stripe)
    let started = 0
    const shopping = Array.from({ length: customers }, async (_, n) => {
      const token = await crowd.newCustomer(`asha-${n}@example.in`)
      while (started++ < checkouts) await crowd.payByCard(token, cart, browser)
    })
    const all = Promise.all(shopping)
    await Promise.race([
      all,
      expect
        .poll(() => crowd.responses.paidOrders.size, { interval: 20 })
        .toBeGreaterThan(checkouts / 2),
    ])
    await server.end('SIGKILL')
    server = await startServer({ ...settings, PORT })
    await all

    // By the webhooks; without any the reconciler does it, which test/payments/webhooks.test.ts shows with a clock.
    await expectEachPlacedOnce(crowd, settings)
    stripe.breakBy(() => null)
    expect(stripe.ledger.intents.size).toBe(checkouts)
    await expectConsistent(settings)
  })
})

/** Every fourth call of the shop fails, before or after it was done; every webhook comes late, three times and out of order. */
function makeTrouble({ breakBy, webhooks }: StripeStandIn, shopWebhook: string) {
  const faults: Fault[] = ['fails', 'fails after', 'is too busy', 'is done twice']
  let requests = 0
  breakBy((request) => {
    if (request.includes('/payment_methods') || request.endsWith('/confirm')) return null
    requests += 1
    return requests % 4 === 0 ? (faults[(requests / 4) % faults.length] ?? null) : null
  })
  let events = 0
  webhooks.faults.copies = 3
  webhooks.faults.delay = () => pause((events++ * 677) % 2000)
  webhooks.deliverTo(shopWebhook)
}
