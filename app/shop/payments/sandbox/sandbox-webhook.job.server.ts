import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { handles, type JobHandler, type Jobs } from '#platform/jobs/job.server.ts'
import { isSameSecret } from '#platform/secrets.server.ts'
import { newSandboxId } from './sandbox.store.server.ts'

export interface SandboxContext {
  db: Database
  clock: Clock
  jobs: Jobs
}

/** Stripe's names of its events. */
const eventTypes = [
  'payment_intent.succeeded',
  'payment_intent.canceled',
  'refund.succeeded',
] as const

/** Delivers one event to the shop. A repeated delivery has the same event id. */
export const deliverSandboxWebhook = {
  name: 'deliver-sandbox-webhook',
  data: z.object({
    eventId: z.string(),
    type: z.enum(eventTypes),
    intentId: z.string(),
    refundId: z.string().optional(),
    createdAt: z.iso.datetime(),
  }),
  retryLimit: 12,
  isPrompt: true,
}

/** Queues a webhook about a change, in the transaction of the change. */
export async function queueWebhook(
  tx: Database,
  { jobs, clock }: SandboxContext,
  event: { type: (typeof eventTypes)[number]; intentId: string; refundId?: string },
) {
  const createdAt = clock.now().toISOString()
  const data = { eventId: newSandboxId('evt'), ...event, createdAt }
  await jobs.enqueue(tx, deliverSandboxWebhook, data)
}

export interface WebhookTarget {
  /** Where the server itself reaches the shop, without a slash at its end. */
  shopUrl: string
  webhookSecret: string
  clock: Clock
}

/** Posts an event to the shop's webhook, signed at the time of sending; it tries again unless the status is 2xx. */
export function sandboxWebhookHandler({
  shopUrl,
  webhookSecret,
  clock,
}: WebhookTarget): JobHandler {
  return handles(
    deliverSandboxWebhook,
    async ({ eventId, type, intentId, refundId, createdAt }) => {
      const created = Math.floor(Date.parse(createdAt) / 1000)
      const about = { payment_intent: intentId, refund: refundId }
      const body = JSON.stringify({ id: eventId, type, created, ...about })
      const response = await fetch(`${shopUrl}/api/v1/payments/webhook/sandbox`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'sandbox-signature': signWebhook(body, webhookSecret, clock.now()),
        },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(10_000),
      })
      await response.body?.cancel()
      if (!response.ok)
        throw new Error(`The shop sent status ${response.status} for event ${eventId}`)
    },
  )
}

/** How far a signature's time may be from ours, in seconds; an older one may be a replay. */
const toleranceSeconds = 5 * 60

const unixSeconds = (date: Date) => Math.floor(date.getTime() / 1000)

function hmac(secret: string, seconds: string, body: string): string {
  return createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
}

/** Signs a webhook's body as Stripe does: 't=<unix seconds>,v1=<HMAC-SHA256 of "t.body" in hex>'. */
export function signWebhook(body: string, secret: string, now: Date): string {
  const seconds = String(unixSeconds(now))
  return `t=${seconds},v1=${hmac(secret, seconds, body)}`
}

/**
 * Checks a signature of {@link signWebhook} on the bytes as they came; one of several `v1` parts must be right.
 *
 * @throws AppError malformed when it is missing, wrong or more than five minutes away
 */
export function verifyWebhook(body: string, signature: string | null, secret: string, now: Date) {
  const parts = (signature ?? '').split(',').map((part) => part.trim().split('='))
  const valuesOf = (name: string) =>
    parts.flatMap(([key, value]) => (key === name && value ? [value] : []))
  const [seconds = ''] = valuesOf('t')
  if (!/^\d{1,12}$/.test(seconds)) throw new AppError('malformed', 'The webhook is not signed.')
  const expected = hmac(secret, seconds, body)
  if (!valuesOf('v1').some((sent) => isSameSecret(sent, expected))) {
    throw new AppError('malformed', "The webhook's signature is wrong.")
  }
  if (Math.abs(unixSeconds(now) - Number(seconds)) > toleranceSeconds) {
    throw new AppError('malformed', "The webhook's signature is too old.")
  }
}
