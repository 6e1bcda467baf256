import Stripe from 'stripe'
import { AppError } from '#platform/app-error.ts'
import type { PaymentProvider } from '../payment-provider.ts'
import { getDispute } from './stripe-disputes.server.ts'
import { translateErrors } from './stripe-errors.server.ts'
import {
  cancelPayment,
  getPayment,
  getRefundStatus,
  refund,
  startPayment,
} from './stripe-payments.server.ts'
import { readStripeWebhook } from './stripe-webhook.server.ts'

export interface StripeSettings {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Another address of the API, for tests; null is Stripe's own. */
  apiBase: string | null
}

/** The version of Stripe's API that this adapter was written for, whatever the account's own is. */
const apiVersion = '2026-10-28.endive'

/** How long one call may take, in ms, and how often it is made again when it was lost. */
interface Patience {
  timeoutMs: number
  retries: number
}

/** A customer waits for some of these calls, so three tries end within half a minute or so. */
const usualPatience: Patience = { timeoutMs: 10_000, retries: 2 }

/** Stripe behind the shop's interface. */
export function createStripeProvider(
  settings: StripeSettings,
  patience: Patience = usualPatience,
): PaymentProvider {
  const stripe = openClient(settings, patience)
  return {
    name: 'stripe',
    forBrowser: { name: 'stripe', publishableKey: settings.publishableKey },
    accepts: ['card'],
    needsPaymentMethod: true,
    startPayment: (start) => translateErrors(() => startPayment(stripe, start)),
    getPayment: (paymentId) => translateErrors(() => getPayment(stripe, paymentId)),
    cancelPayment: (paymentId) => translateErrors(() => cancelPayment(stripe, paymentId)),
    refund: (request) => translateErrors(() => refund(stripe, request)),
    getRefundStatus: ({ refundId }) => translateErrors(() => getRefundStatus(stripe, refundId)),
    getDispute: (disputeId) => translateErrors(() => getDispute(stripe, disputeId)),
    readWebhook: async (body, headers) =>
      readStripeWebhook(stripe, { body, headers, secret: settings.webhookSecret }),
    verifyReturn() {
      throw new AppError('malformed', 'Stripe gives the browser nothing to bring back.')
    },
  }
}

/** Stripe's library with the shop's version of the API. */
export function openClient(
  { secretKey, apiBase }: StripeSettings,
  { timeoutMs, retries }: Patience,
) {
  return new Stripe(secretKey, {
    apiVersion,
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
    appInfo: { name: 'Cakewala' },
    ...(apiBase && addressOf(new URL(apiBase))),
  })
}

function addressOf({ protocol, hostname, port }: URL) {
  const scheme = protocol === 'http:' ? 'http' : 'https'
  return { protocol: scheme, host: hostname, port: port || (scheme === 'http' ? 80 : 443) } as const
}
