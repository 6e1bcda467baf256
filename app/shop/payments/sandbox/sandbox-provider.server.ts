import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type {
  PaymentEvent,
  PaymentProvider,
  PaymentStart,
  PaymentStatus,
  ProviderPayment,
  RefundRequest,
} from '../payment-provider.ts'
import {
  deleteMethod,
  findIntent,
  findRefund,
  hasRefund,
  insertIntent,
  insertRefund,
  isMethodUsed,
  lockIntent,
  lockMethod,
  newSandboxId,
  type SandboxIntent,
  sumRefunds,
  updateIntent,
} from './sandbox.store.server.ts'
import { isOpen } from './sandbox-intent.server.ts'
import { queueWebhook, verifyWebhook } from './sandbox-webhook.job.server.ts'

/** The offline payment provider as the shop's server sees it. Its calls for browsers are in sandbox.api.server.ts. */
export function createSandboxProvider(
  deps: Pick<AppContext, 'db' | 'clock' | 'jobs'> & { webhookSecret: string },
): PaymentProvider {
  return {
    name: 'sandbox',
    forBrowser: { name: 'sandbox' },
    accepts: ['card'],
    needsPaymentMethod: true,
    startPayment: (start) => startPayment(deps, start),
    async getPayment(paymentId) {
      return toPayment(requireIntent(await findIntent(deps.db, paymentId), paymentId))
    },
    cancelPayment: (paymentId) => cancelPayment(deps, paymentId),
    refund: (refund) => refundPayment(deps, refund),
    async getRefundStatus({ refundId }) {
      if (!(await hasRefund(deps.db, refundId)))
        throw new Error(`The sandbox has no refund ${refundId}`)
      return 'made'
    },
    async getDispute(disputeId) {
      throw new Error(`The sandbox has no dispute ${disputeId}`)
    },
    async readWebhook(body, headers) {
      verifyWebhook(body, headers.get('sandbox-signature'), deps.webhookSecret, deps.clock.now())
      return readEvent(body)
    },
    verifyReturn() {
      throw new AppError('malformed', 'The sandbox gives the browser nothing to bring back.')
    },
  }
}

async function startPayment(
  { db, clock }: Pick<AppContext, 'db' | 'clock' | 'jobs'>,
  start: PaymentStart,
): Promise<ProviderPayment> {
  const { key, amountPaise, reference } = start
  const methodId = start.paymentMethodId ?? ''
  const added = await insertIntent(db, newIntent(start, clock.now()), methodId)
  if (added?.methodId) return toPayment(added)
  return db.transaction(async (tx) => {
    const intent = await lockIntent(tx, { key })
    if (!intent) throw usedCardError()
    if (intent.amountPaise !== amountPaise || intent.reference !== reference) {
      throw new AppError('conflict', 'This payment was started for another order or amount.')
    }
    const isReady =
      (intent.status === 'requires_confirmation' || intent.status === 'requires_action') &&
      intent.methodId === methodId
    if (isReady || !isOpen(intent.status)) return toPayment(intent)
    return toPayment(await attachMethod(tx, intent, methodId, clock.now()))
  })
}

/** Like Stripe's, a card without an account is good for one attempt at one payment. The one before is deleted. */
async function attachMethod(tx: Database, intent: SandboxIntent, methodId: string, now: Date) {
  const method = await lockMethod(tx, methodId)
  if (!method || (await isMethodUsed(tx, methodId))) throw usedCardError()
  const attached = await updateIntent(tx, intent.id, {
    status: 'requires_confirmation',
    methodId,
    lastError: null,
    updatedAt: now,
  })
  if (intent.methodId) await deleteMethod(tx, intent.methodId)
  return attached
}

function usedCardError(): AppError {
  return new AppError('conflict', 'This card can no longer be used here. Please enter it again.')
}

async function cancelPayment(
  deps: Pick<AppContext, 'db' | 'clock' | 'jobs'>,
  paymentId: string,
): Promise<ProviderPayment> {
  return deps.db.transaction(async (tx) => {
    const intent = requireIntent(await lockIntent(tx, { id: paymentId }), paymentId)
    if (!isOpen(intent.status)) return toPayment(intent)
    await queueWebhook(tx, deps, { type: 'payment_intent.canceled', intentId: intent.id })
    return toPayment(
      await updateIntent(tx, intent.id, { status: 'cancelled', updatedAt: deps.clock.now() }),
    )
  })
}

async function refundPayment(
  deps: Pick<AppContext, 'db' | 'clock' | 'jobs'>,
  refund: RefundRequest,
): Promise<{ id: string }> {
  const { key, paymentId, amountPaise } = refund
  return deps.db.transaction(async (tx) => {
    const intent = requireIntent(await lockIntent(tx, { id: paymentId }), paymentId)
    const earlier = await findRefund(tx, key)
    if (earlier) return requireSameRefund(earlier, refund)
    if (intent.status !== 'succeeded') {
      throw new AppError('conflict', 'Only what was paid can be refunded.')
    }
    if ((await sumRefunds(tx, intent.id)) + amountPaise > intent.amountPaise) {
      throw new AppError('conflict', 'No more can be refunded than was paid.')
    }
    const id = newSandboxId('re')
    await insertRefund(tx, {
      id,
      idempotencyKey: key,
      intentId: intent.id,
      amountPaise,
      createdAt: deps.clock.now(),
    })
    await queueWebhook(tx, deps, { type: 'refund.succeeded', intentId: intent.id, refundId: id })
    return { id }
  })
}

function requireSameRefund(
  earlier: { id: string; intentId: string; amountPaise: number },
  { paymentId, amountPaise }: RefundRequest,
): { id: string } {
  if (earlier.intentId !== paymentId || earlier.amountPaise !== amountPaise) {
    throw new AppError('conflict', 'This refund was made for another payment or amount.')
  }
  return { id: earlier.id }
}

function newIntent(start: PaymentStart, now: Date): SandboxIntent {
  const id = newSandboxId('pi')
  return {
    id,
    idempotencyKey: start.key,
    clientSecret: `${id}_secret_${randomBytes(24).toString('hex')}`,
    amountPaise: start.amountPaise,
    currency: start.currency,
    reference: start.reference,
    methodId: null,
    status: 'requires_method',
    lastError: null,
    createdAt: now,
    updatedAt: now,
  }
}

function requireIntent(intent: SandboxIntent | undefined, name: string): SandboxIntent {
  if (!intent) throw new Error(`The sandbox has no payment ${name}`)
  return intent
}

function toPayment(intent: SandboxIntent): ProviderPayment {
  const { id, amountPaise, reference, clientSecret } = intent
  return { id, status: statusOf(intent), amountPaise, currency: 'INR', reference, clientSecret }
}

function statusOf({ status }: SandboxIntent): PaymentStatus {
  return status === 'succeeded' || status === 'cancelled' ? status : 'open'
}

const eventSchema = z.object({
  id: z.string(),
  type: z.string(),
  payment_intent: z.string(),
  refund: z.string().optional(),
})

const eventTypes = new Map<string, PaymentEvent['type']>([
  ['payment_intent.succeeded', 'payment-succeeded'],
  ['payment_intent.canceled', 'payment-cancelled'],
  ['refund.succeeded', 'refund-succeeded'],
])

function readEvent(body: string): PaymentEvent {
  const event = eventSchema.safeParse(parseJson(body))
  if (!event.success) throw new AppError('malformed', 'The webhook could not be understood.')
  const { id, type, payment_intent, refund } = event.data
  return {
    id,
    type: eventTypes.get(type) ?? 'other',
    paymentId: payment_intent,
    refundId: refund ?? null,
  }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
