import { randomBytes } from 'node:crypto'
import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Jobs } from '#platform/jobs/job.server.ts'
import {
  type PaymentProvider,
  type PaymentStart,
  type PaymentStatus,
  type ProviderPayment,
  RefundRefused,
  type RefundRequest,
  refundedTooMuch,
  requireSamePayment,
  settleEventJob,
  unusableCard,
} from '../payment-provider.ts'
import {
  attachMethod,
  findIntent,
  insertIntent,
  lockIntent,
  lockIntentByKey,
  type SandboxIntent,
  updateIntent,
} from './sandbox.store.server.ts'
import { type SandboxBehaviour, sandboxBehaviours } from './test-methods.ts'

export interface SandboxContext {
  db: Database
  clock: Clock
  jobs: Jobs
}

/**
 * The offline payment provider as the shop's server sees it; its calls for browsers are in pay-by-sandbox.server.ts. What
 * happens to a payment is reported by a job in the same transaction, as others report it by a webhook.
 */
export function createSandboxProvider(deps: SandboxContext): PaymentProvider {
  const { db, clock } = deps
  const find = async (id: string) => asOf(requireIntent(await findIntent(db, id), id), clock)
  return {
    name: 'sandbox',
    forBrowser: { name: 'sandbox' },
    accepts: ['upi', 'card'],
    needsPaymentMethod: true,
    startPayment: (start) => startPayment(deps, start),
    getPayment: async (paymentId) => toPayment(await find(paymentId)),
    cancelPayment: (paymentId) => cancelPayment(deps, paymentId),
    refund: (refund) => refundPayment(deps, refund),
    refundsOf: async (paymentId) =>
      (await find(paymentId)).refunds.map((made) => ({ ...made, paymentId, status: 'made' })),
    async getDispute(disputeId) {
      throw new Error(`The sandbox has no dispute ${disputeId}`)
    },
    async readWebhook() {
      throw new AppError('malformed', 'The sandbox sends no webhooks.')
    },
    verifyReturn() {
      throw new AppError('malformed', 'The sandbox gives the browser nothing to bring back.')
    },
  }
}

/** An id like Stripe's, such as 'pi_…' for a payment; 96 bits that nobody guesses. */
export function newSandboxId(kind: string): string {
  return `${kind}_${randomBytes(12).toString('hex')}`
}

export function behaviourOf(methodId: string | null): SandboxBehaviour | undefined {
  const [, named] = /^pm_([a-z_]+)_[0-9a-f]{24}$/.exec(methodId ?? '') ?? []
  return sandboxBehaviours.find((known) => known === named)
}

/** How long a UPI payment is pending, in seconds. */
export const pendingSeconds = 5

/** A pending payment is paid when its time is over, though nobody writes it down. */
export function asOf(intent: SandboxIntent, clock: Clock): SandboxIntent {
  const isOver = clock.now().getTime() - intent.updatedAt.getTime() >= pendingSeconds * 1000
  return intent.status === 'processing' && isOver ? { ...intent, status: 'succeeded' } : intent
}

/** Has the shop settle a payment or refund, in the transaction of what happened to it. */
export async function report(
  tx: Database,
  { jobs }: SandboxContext,
  about: { paymentId: string; refundId?: string },
  startAfterSeconds?: number,
) {
  const event = { provider: 'sandbox', eventId: newSandboxId('evt'), refundId: null, ...about }
  await jobs.enqueue(tx, settleEventJob, event, { startAfterSeconds })
}

/** Like Stripe's, a card without an account is good for one attempt at one payment. */
async function startPayment(
  { db, clock }: SandboxContext,
  start: PaymentStart,
): Promise<ProviderPayment> {
  const methodId = behaviourOf(start.paymentMethodId) ? start.paymentMethodId : null
  const added = methodId && (await insertIntent(db, newIntent(start, methodId, clock.now())))
  if (added) return toPayment(added)
  return db.transaction(async (tx) => {
    const intent = await lockIntentByKey(tx, start.key)
    if (!intent) throw unusableCard()
    requireSamePayment(intent, start)
    const waits = intent.status === 'requires_confirmation' || intent.status === 'requires_action'
    const needsMethod = waits ? intent.methodId !== methodId : intent.status === 'requires_method'
    if (!needsMethod) return toPayment(asOf(intent, clock))
    const change = methodId && { methodId, updatedAt: clock.now() }
    const attached = change && (await attachMethod(tx, intent.id, change))
    if (!attached) throw unusableCard()
    return toPayment(attached)
  })
}

async function cancelPayment(deps: SandboxContext, paymentId: string): Promise<ProviderPayment> {
  const { db, clock } = deps
  return db.transaction(async (tx) => {
    const intent = asOf(requireIntent(await lockIntent(tx, paymentId), paymentId), clock)
    // What is pending cannot be stopped any more.
    if (['processing', 'succeeded', 'cancelled'].includes(intent.status)) return toPayment(intent)
    const cancelled = { status: 'cancelled', updatedAt: clock.now() } as const
    await updateIntent(tx, intent.id, cancelled)
    await report(tx, deps, { paymentId })
    return toPayment({ ...intent, ...cancelled })
  })
}

async function refundPayment(
  deps: SandboxContext,
  { key, paymentId, amountPaise }: RefundRequest,
): Promise<{ id: string }> {
  return deps.db.transaction(async (tx) => {
    const intent = asOf(requireIntent(await lockIntent(tx, paymentId), paymentId), deps.clock)
    const earlier = intent.refunds.find((made) => made.key === key)
    if (earlier && earlier.amountPaise !== amountPaise)
      throw new AppError('conflict', 'This refund was made for another amount.')
    if (earlier) return { id: earlier.id }
    if (intent.status !== 'succeeded')
      throw new RefundRefused('Only what was paid can be refunded.')
    const refunded = intent.refunds.reduce((sum, made) => sum + made.amountPaise, 0)
    if (refunded + amountPaise > intent.amountPaise) throw refundedTooMuch()
    const refund = { id: newSandboxId('re'), key, amountPaise }
    await updateIntent(tx, intent.id, { refunds: [...intent.refunds, refund] })
    await report(tx, deps, { paymentId, refundId: refund.id })
    return { id: refund.id }
  })
}

function newIntent(start: PaymentStart, methodId: string, now: Date): SandboxIntent {
  const id = newSandboxId('pi')
  return {
    id,
    idempotencyKey: start.key,
    clientSecret: `${id}_secret_${randomBytes(24).toString('hex')}`,
    amountPaise: start.amountPaise,
    currency: start.currency,
    reference: start.reference,
    methodId,
    status: 'requires_confirmation',
    lastError: null,
    refunds: [],
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
  const { id, amountPaise, reference, clientSecret, lastError } = intent
  const status = paymentStatuses.get(intent.status) ?? 'open'
  const declined = lastError ? { declined: lastError } : {}
  return { id, status, amountPaise, currency: 'INR', reference, clientSecret, ...declined }
}
