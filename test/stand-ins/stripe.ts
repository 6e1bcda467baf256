import { setTimeout as wait } from 'node:timers/promises'
import type Stripe from 'stripe'
import { openFaultyServer } from './faulty-server.ts'
import { stripeCalls } from './stripe-api.ts'
import { type Claim, moveDispute, openDispute } from './stripe-disputes.ts'
import { endProcessing } from './stripe-intents.ts'
import { createIdempotency } from './stripe-keys.ts'
import type { Ledger } from './stripe-ledger.ts'
import { createRefund, endRefund } from './stripe-refunds.ts'
import { apiError } from './stripe-refusal.ts'
import { createWebhooks } from './stripe-webhooks.ts'

interface StripeAccount {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Signs webhooks as well, while the secret is being changed. */
  oldWebhookSecret?: string
  /** What the shop subscribed its webhook to. */
  events: readonly string[]
  /** How often an event is delivered that the shop did not accept, and the pause between, in ms. */
  tries?: { atMost: number; everyMs: number }
}

/** The version of Stripe's API that this was written after. */
const apiVersion = '2026-10-28.endive'

/**
 * A server that stands in for Stripe: its API for the shop's server and for browsers, and its webhooks. Tests
 * act as the browser over HTTP, as Stripe.js does; the response to the bank's challenge is
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
  const ledger: Ledger = {
    methods: new Map(),
    intents: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    emit: webhooks.emit,
    charged: (agreed) => agreed,
    // So that calls can overlap.
    pace: () => wait(5),
    newRefundIs: 'succeeded',
    areBanksSlow: false,
    hasBalance: true,
    refusal: null,
    tellsFees: true,
  }
  const idempotency = createIdempotency()
  const { secretKey, publishableKey } = account
  const { endpoints } = webhooks
  const api = stripeCalls({
    ledger,
    endpoints,
    secretKey,
    publishableKey,
    apiVersion,
    idempotency,
  })
  const server = await openFaultyServer({
    answer: (request, failsForGood) => api.fetch(request, { failsForGood }),
    errorOf: (status) => apiError(status, status === 429 ? 'rate_limit' : undefined),
  })

  return {
    ...server,
    /** Payments and refunds, to compare with the shop's; `charged`, `pace`, `areBanksSlow`, `hasBalance`, `refusal` and `newRefundIs` can be set. */
    ledger,
    webhooks,
    /** The owner refunds a part of a payment in the dashboard. */
    refundInDashboard: (payment_intent: string, amount: number) =>
      createRefund(ledger, { payment_intent, amount }),
    /** The card's bank takes a refund after all, or sends it back. */
    endRefund: (id: string, status: 'succeeded' | 'failed') => endRefund(ledger, id, status),
    /** A slow bank pays after all, or not. */
    endProcessing: (intentId: string, isPaid: boolean) => endProcessing(ledger, intentId, isPaid),
    /** The customer's bank wants money back. */
    openDispute: (intentId: string, claim?: Claim) => openDispute(ledger, intentId, claim),
    /** A dispute goes on, a day later. */
    moveDispute: (id: string, status: Stripe.Dispute.Status, more?: { dueBy?: number }) =>
      moveDispute(ledger, id, status, more),
    /** A day passes: Stripe deletes idempotency keys. */
    forgetKeys: idempotency.forget,

    async close() {
      await Promise.all([server.close(), webhooks.close()])
    },
  }
}

export type StripeStandIn = Awaited<ReturnType<typeof openStripe>>
