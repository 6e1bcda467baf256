import { z } from 'zod'
import { AppError } from '#platform/app-error.ts'
import { createLog } from '#platform/log.server.ts'
import {
  type AccountCheck,
  type Finding,
  failure,
  modeOf,
  ok,
  unanswered,
  warning,
} from '../account-check.ts'
import { createRazorpayClient } from './razorpay-client.server.ts'
import type { RazorpaySettings } from './razorpay-provider.server.ts'
import { hmac } from './razorpay-webhook.server.ts'

/** The methods that the shop says it accepts; https://razorpay.com/docs/payments/payment-gateway/s2s-integration/payment-methods/methods-api/ */
const methodsShape = z.object({ card: z.boolean(), upi: z.boolean() })

/**
 * Razorpay rejects these by name: https://razorpay.com/docs/webhooks/validate-test/. It delivers to the ports 80 and 443
 * only, and to no name with 'razorpay' in it.
 */
const rejectedHosts =
  /(^|\.)(localhost|ngrok\.io|loca\.lt|webhook\.site|requestbin\.com|beeceptor\.com)$|\.(local|internal|corp|onion|localdomain)$|razorpay/

export function razorpayAccountCheck(settings: RazorpaySettings): AccountCheck {
  const { keyId, keySecret, webhookSecret, apiBase } = settings
  return {
    readSettings: () => [
      modeOf(keyId),
      webhookSecret === keySecret
        ? warning(
            'webhook secret',
            'the same as RAZORPAY_KEY_SECRET. Give the webhook a secret of its own.',
          )
        : ok('webhook secret', 'set.'),
      ok(
        'capture and currency',
        'the shop asks for INR and automatic capture with each order; the dashboard needs no setting.',
      ),
    ],

    async callProvider() {
      const call = createRazorpayClient(settings, createLog('silent'))
      try {
        await call({ method: 'GET', path: '/orders?count=1' }, z.unknown())
      } catch (error) {
        if (error instanceof AppError) return [unanswered('Razorpay')]
        const cause = error instanceof Error ? error.message : String(error)
        return [failure('keys', `${cause}. Check RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET.`)]
      }
      return [ok('keys', 'Razorpay knows them.'), await enabledMethods(keyId, apiBase)]
    },

    addressError({ hostname, port }) {
      if (rejectedHosts.test(hostname)) return `Razorpay refuses ${hostname}. Use a public name.`
      return port && port !== '80' ? 'Razorpay delivers to the ports 80 and 443 only.' : null
    },

    signPing() {
      const body = JSON.stringify({ event: 'doctor.ping', payload: {} })
      const signature = hmac(webhookSecret, body)
      return {
        body,
        headers: { 'x-razorpay-event-id': 'doctor', 'x-razorpay-signature': signature },
      }
    },
  }
}

async function enabledMethods(keyId: string, apiBase: string): Promise<Finding> {
  const authorization = `Basic ${Buffer.from(`${keyId}:`).toString('base64')}`
  const response = await fetch(`${apiBase}/v1/methods`, {
    headers: { authorization },
    redirect: 'error',
    signal: AbortSignal.timeout(10_000),
  }).then(
    (sent) => sent.json() as Promise<unknown>,
    () => null,
  )
  const methods = methodsShape.safeParse(response).data
  if (!methods) return warning('methods', 'could not be read. Look in the dashboard.')
  const missing = [!methods.upi && 'UPI', !methods.card && 'cards'].filter(Boolean).join(' and ')
  return missing
    ? failure(
        'methods',
        `${missing} cannot be used: ask Razorpay to enable it. The shop offers it.`,
      )
    : ok('methods', 'UPI and cards are enabled.')
}
