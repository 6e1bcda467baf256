import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { handles, type JobHandler, type Jobs } from '#platform/jobs/jobs.server.ts'
import { newSandboxId } from './sandbox-id.server.ts'
import { signWebhook } from './webhook-signature.server.ts'

/** Stripe's names for what it reports. */
const eventTypes = [
  'payment_intent.succeeded',
  'payment_intent.canceled',
  'refund.succeeded',
] as const
type SandboxEventType = (typeof eventTypes)[number]

/** One event on its way to the shop. The id is made with the event, so every delivery carries the same. */
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

/** Reports a change to the shop if, and only if, the transaction that makes it is committed. */
export async function announce(
  tx: Database,
  { jobs, clock }: { jobs: Jobs; clock: Clock },
  about: { type: SandboxEventType; intentId: string; refundId?: string },
) {
  const event = { eventId: newSandboxId('evt'), ...about, createdAt: clock.now().toISOString() }
  await jobs.enqueue(tx, deliverSandboxWebhook, event)
}

export interface WebhookTarget {
  /** Where the server itself reaches the shop, without a slash at its end. */
  shopUrl: string
  webhookSecret: string
  clock: Clock
}

/** Posts an event to the shop's webhook, signed at the time of sending; any answer but 2xx makes it try again. */
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
        signal: AbortSignal.timeout(10_000),
      })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`The shop answered ${response.status} to event ${eventId}`)
    },
  )
}
