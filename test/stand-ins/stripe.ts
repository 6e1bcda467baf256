import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createAdaptorServer } from '@hono/node-server'
import { stripeCalls } from './stripe-api.ts'
import type { Books } from './stripe-books.ts'
import { createStripeFaults } from './stripe-faults.ts'
import { createIdempotency } from './stripe-keys.ts'
import { endRefund } from './stripe-refunds.ts'
import { createWebhooks } from './stripe-webhooks.ts'

interface StripeAccount {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Signs webhooks as well, while the secret is being changed. */
  oldWebhookSecret?: string
  /** What the shop subscribed its webhook to. */
  events: readonly string[]
  /** How often an event is tried that the shop did not take, and how long after the last try, in ms. */
  tries?: { atMost: number; everyMs: number }
}

/** The version of Stripe's API that this was written after. */
const apiVersion = '2026-10-28.endive'

/**
 * A server that stands in for Stripe: its API for the shop's server and for browsers, and its webhooks. All that
 * happens outside is to be asked of it over HTTP, as Stripe.js does; the answer to the bank's question is
 * `POST /bank/payment_intents/:id` with `client_secret` and `approve=true|false`.
 */
export async function openStripe(account: StripeAccount) {
  const { webhookSecret, oldWebhookSecret, events } = account
  const webhooks = createWebhooks({
    apiVersion,
    secrets: [...(oldWebhookSecret ? [oldWebhookSecret] : []), webhookSecret],
    events,
    tries: account.tries ?? { atMost: 40, everyMs: 250 },
  })
  const books: Books = {
    methods: new Map(),
    intents: new Map(),
    refunds: new Map(),
    tell: webhooks.tell,
    charged: (agreed) => agreed,
    // Some time, so that calls can meet.
    pace: () => wait(5),
    newRefundIs: 'succeeded',
  }
  const idempotency = createIdempotency()
  const faults = createStripeFaults()
  const { secretKey, publishableKey } = account
  const api = stripeCalls({ books, secretKey, publishableKey, apiVersion, idempotency })
  const server = createAdaptorServer({
    fetch: (request) => faults.fetchWithFaults(api, request),
    // What the tests beside it use of the web's objects stays Node's own.
    overrideGlobalObjects: false,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    /** Payments and refunds, to compare with the shop's; `charged`, `pace` and `newRefundIs` can be set. */
    books,
    webhooks,
    /** What was asked so far. */
    asked: faults.asked,
    breakNext: faults.breakNext,
    breakBy: faults.breakBy,
    /** The card's bank takes a refund after all, or sends it back. */
    endRefund: (id: string, status: 'succeeded' | 'failed') => endRefund(books, id, status),
    /** A day goes by: Stripe keeps its answers no longer. */
    forgetKeys: idempotency.forget,

    async close() {
      if ('closeAllConnections' in server) server.closeAllConnections()
      await Promise.all([new Promise((resolve) => server.close(resolve)), webhooks.close()])
    },
  }
}

export type StripeStandIn = Awaited<ReturnType<typeof openStripe>>
