import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Paise } from '#shop/values/money.ts'
import {
  type PaymentEvent,
  type PaymentProvider,
  type PaymentStart,
  type PaymentStatus,
  type ProviderPayment,
  parseEvent,
  parseJson,
  RefundRefused,
  type RefundRequest,
  refundedTooMuch,
  requireSamePayment,
  unusableCard,
} from '../payment-provider.ts'
import {
  deleteMethod,
  findIntent,
  findRefund,
  insertIntent,
  insertRefund,
  isMethodUsed,
  lockIntent,
  lockMethod,
  newSandboxId,
  refundsOf,
  type SandboxIntent,
  updateIntent,
} from './sandbox.store.server.ts'
import { queueWebhook, type SandboxContext, verifyWebhook } from './sandbox-webhook.job.server.ts'

/** The offline payment provider as the shop's server sees it. Its calls for browsers are in pay-by-sandbox.server.ts. */
export function createSandboxProvider(
  deps: SandboxContext & { webhookSecret: string },
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
    async refundsOf(paymentId) {
      const refunds = await refundsOf(deps.db, paymentId)
      return refunds.map(({ id, amountPaise, idempotencyKey: key }) => ({
        ...{ id, paymentId, amountPaise, key },
        status: 'made',
      }))
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
  { db, clock }: SandboxContext,
  start: PaymentStart,
): Promise<ProviderPayment> {
  const methodId = start.paymentMethodId ?? ''
  const added = await insertIntent(db, newIntent(start, clock.now()), methodId)
  if (added?.methodId) return toPayment(added)
  return db.transaction(async (tx) => {
    const intent = await lockIntent(tx, { key: start.key })
    if (!intent) throw unusableCard()
    requireSamePayment(intent, start)
    const isReady =
      (intent.status === 'requires_confirmation' || intent.status === 'requires_action') &&
      intent.methodId === methodId
    if (isReady || !isOpen(intent)) return toPayment(intent)
    return toPayment(await attachMethod(tx, intent, methodId, clock.now()))
  })
}

/** Like Stripe's, a card without an account is good for one attempt at one payment. The one before is deleted. */
async function attachMethod(tx: Database, intent: SandboxIntent, methodId: string, now: Date) {
  const method = await lockMethod(tx, methodId)
  if (!method || (await isMethodUsed(tx, methodId))) throw unusableCard()
  const attached = await updateIntent(tx, intent.id, {
    status: 'requires_confirmation',
    methodId,
    lastError: null,
    updatedAt: now,
  })
  if (intent.methodId) await deleteMethod(tx, intent.methodId)
  return attached
}

async function cancelPayment(deps: SandboxContext, paymentId: string): Promise<ProviderPayment> {
  return deps.db.transaction(async (tx) => {
    const intent = requireIntent(await lockIntent(tx, { id: paymentId }), paymentId)
    if (!isOpen(intent)) return toPayment(intent)
    await queueWebhook(tx, deps, { type: 'payment_intent.canceled', intentId: intent.id })
    return toPayment(
      await updateIntent(tx, intent.id, { status: 'cancelled', updatedAt: deps.clock.now() }),
    )
  })
}

async function refundPayment(deps: SandboxContext, refund: RefundRequest): Promise<{ id: string }> {
  const { key, paymentId, amountPaise } = refund
  return deps.db.transaction(async (tx) => {
    const intent = requireIntent(await lockIntent(tx, { id: paymentId }), paymentId)
    const earlier = await findRefund(tx, key)
    if (earlier && (earlier.intentId !== paymentId || earlier.amountPaise !== amountPaise))
      throw new AppError('conflict', 'This refund was made for another payment or amount.')
    if (earlier) return { id: earlier.id }
    if (intent.status !== 'succeeded') {
      throw new RefundRefused('Only what was paid can be refunded.')
    }
    if ((await refundedPaise(tx, intent.id)) + amountPaise > intent.amountPaise)
      throw refundedTooMuch()
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

async function refundedPaise(tx: Database, intentId: string): Promise<Paise> {
  return (await refundsOf(tx, intentId)).reduce((sum, { amountPaise }) => sum + amountPaise, 0)
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

/** All others are open. */
const paymentStatuses = new Map<string, PaymentStatus>([
  ['succeeded', 'succeeded'],
  ['cancelled', 'cancelled'],
])

function toPayment(intent: SandboxIntent): ProviderPayment {
  const { id, amountPaise, reference, clientSecret } = intent
  const status = paymentStatuses.get(intent.status) ?? 'open'
  return { id, status, amountPaise, currency: 'INR', reference, clientSecret }
}

function isOpen(intent: SandboxIntent): boolean {
  return toPayment(intent).status === 'open'
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
  const { id, type, payment_intent, refund } = parseEvent(eventSchema, parseJson(body))
  return {
    id,
    type: eventTypes.get(type) ?? 'other',
    paymentId: payment_intent,
    refundId: refund ?? null,
  }
}
