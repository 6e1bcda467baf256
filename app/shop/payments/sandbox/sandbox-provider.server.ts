import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import type { Jobs } from '#platform/jobs/job.server.ts'
import { isSameSecret } from '#platform/secrets.server.ts'
import {
  type PaymentProvider,
  type PaymentStart,
  type ProviderPayment,
  RefundRefused,
  type RefundRequest,
  refundedBefore,
  refundedTooMuch,
  requireSamePayment,
  sendsNothing,
  settleEventJob,
  unusableCard,
} from '../payment-provider.ts'
import {
  findIntent,
  type IntentChange,
  insertIntent,
  lockIntent,
  type SandboxIntent,
  updateIntent,
} from './sandbox.store.server.ts'
import { sandboxStatuses } from './sandbox.tables.server.ts'
import { behaviourOf, type SandboxBehaviour } from './sandbox-methods.ts'

interface SandboxContext {
  db: Database
  clock: Clock
  jobs: Jobs
}

/** The offline payment provider as the shop's server sees it; browsers call it by `serveSandbox`. */
export function createSandboxProvider(shop: SandboxContext): PaymentProvider {
  async function find(id: string) {
    return asOf(requireIntent(await findIntent(shop.db, id)), shop.clock)
  }
  return {
    name: 'sandbox',
    forBrowser: { name: 'sandbox' },
    accepts: ['upi', 'card'],
    needsPaymentMethod: true,
    startPayment: (start) => startPayment(shop, start),
    getPayment: async (paymentId) => toPayment(await find(paymentId)),
    cancelPayment: async (paymentId) => toPayment(await change(shop, paymentId, cancelled)),
    refund: (refund) => refundPayment(shop, refund),
    refundsOf: async (paymentId) =>
      (await find(paymentId)).refunds.map((made) => ({ ...made, paymentId, status: 'made' })),
    ...sendsNothing,
  }
}

/** Why a payment failed, with the sentence the customer reads. */
const declines: Record<string, string> = {
  card_declined: 'Your card was declined. Please use another card.',
  authentication_failed:
    'Your bank did not approve this payment. Please try again or use another card.',
  upi_declined: 'The payment was declined in your UPI app. Please try again or pay by card.',
}

/** Nobody can stop it any more, not even while it is pending, and the shop hears of it. */
const isDecided = ({ status }: SandboxIntent) =>
  ['processing', 'succeeded', 'cancelled'].includes(status)

const cancelled = (intent: SandboxIntent): IntentChange | null =>
  isDecided(intent) ? null : { status: 'cancelled' }

const paid: IntentChange = { status: 'succeeded' }
const declined = (lastError: string): IntentChange => ({ status: 'requires_method', lastError })

/** What becomes of a payment when it is confirmed, by its card or UPI ID, and when the bank has asked. */
const outcomes: Record<SandboxBehaviour | 'approved' | 'refused', IntentChange> = {
  succeeds: paid,
  declined: declined('card_declined'),
  second_factor: { status: 'requires_action' },
  approved: paid,
  refused: declined('authentication_failed'),
  upi_succeeds: paid,
  upi_pending: { status: 'processing' },
  upi_declined: declined('upi_declined'),
}

/** How long a UPI payment is pending, in seconds. */
const pendingSeconds = 5

const confirmSandboxIntentEndpoint = endpoint({
  method: 'POST',
  path: '/sandbox/payment_intents/{id}/confirm',
  tag: 'Sandbox payment provider',
  summary: 'Pay with the card or UPI ID that was given',
  description:
    'Part of the offline sandbox, which stands in for a payment provider: only test cards and test UPI IDs, and no money moves. 404 without the right client secret, 409 when the payment was cancelled. Asking again changes nothing.',
  access: 'anyone',
  params: z.object({ id: z.string().regex(/^pi_[0-9a-f]{24}$/, 'This is no payment.') }),
  body: z.strictObject({
    client_secret: z.string().min(1).max(200),
    approve: z.boolean().optional().describe("The answer to the bank's question, once it asked"),
  }),
  response: z.object({
    status: z.enum(sandboxStatuses),
    error: z.string().optional().describe('Why it was declined'),
  }),
  problems: [404, 409],
})

export type ConfirmSandboxIntent = typeof confirmSandboxIntentEndpoint

/**
 * The sandbox's call for browsers; the client secret lets one browser, and nobody else, continue with a payment. Served only
 * while the shop is paid through the sandbox.
 */
export function serveSandbox(api: Api, shop: SandboxContext) {
  api.serve(confirmSandboxIntentEndpoint, async ({ params, body }) => {
    const { status, lastError } = await change(shop, params.id, (intent) => {
      requireIntent(isSameSecret(intent.clientSecret, body.client_secret) ? intent : undefined)
      if (intent.status === 'requires_action' && body.approve !== undefined)
        return outcomes[body.approve ? 'approved' : 'refused']
      const behaviour = behaviourOf(intent.methodId)
      return intent.status === 'requires_confirmation' && behaviour ? outcomes[behaviour] : null
    })
    if (status === 'cancelled')
      throw new AppError('conflict', 'This payment was cancelled. Please start again.')
    return { status, error: declines[lastError ?? ''] }
  })
}

/**
 * Changes a payment, and has the shop settle what has happened to it: by a job in the same transaction, as others report it
 * by a webhook.
 *
 * @param next the change of the locked payment; null when it stays as it is
 */
async function change(
  { db, clock, jobs }: SandboxContext,
  paymentId: string,
  next: (intent: SandboxIntent) => IntentChange | null,
): Promise<SandboxIntent> {
  return db.transaction(async (tx) => {
    const intent = asOf(requireIntent(await lockIntent(tx, 'id', paymentId)), clock)
    const step = next(intent)
    if (!step) return intent
    const change = { status: intent.status, ...step, updatedAt: clock.now() }
    const changed = requireIntent(await updateIntent(tx, paymentId, change))
    if (isDecided(changed)) {
      const refundId = step.refunds?.at(-1)?.id ?? null
      const event = { provider: 'sandbox', eventId: newId('evt'), paymentId, refundId }
      const startAfterSeconds = changed.status === 'processing' ? pendingSeconds : 0
      await jobs.enqueue(tx, settleEventJob, event, { startAfterSeconds })
    }
    return changed
  })
}

/** Like Stripe's, a card without an account is good for one attempt at one payment. */
async function startPayment(
  { db, clock }: SandboxContext,
  start: PaymentStart,
): Promise<ProviderPayment> {
  const methodId = behaviourOf(start.paymentMethodId) ? start.paymentMethodId : null
  const given = { status: 'requires_confirmation', methodId, updatedAt: clock.now() } as const
  const added = methodId && (await insertIntent(db, { ...newIntent(start, clock.now()), ...given }))
  if (added) return toPayment(added)
  return db.transaction(async (tx) => {
    const intent = await lockIntent(tx, 'idempotencyKey', start.key)
    if (!intent) throw unusableCard()
    requireSamePayment(intent, start)
    const waits = intent.status === 'requires_confirmation' || intent.status === 'requires_action'
    const needsMethod = waits ? intent.methodId !== methodId : intent.status === 'requires_method'
    if (!needsMethod) return toPayment(asOf(intent, clock))
    const attached = methodId && (await updateIntent(tx, intent.id, { ...given, lastError: null }))
    if (!attached) throw unusableCard()
    return toPayment(attached)
  })
}

function newIntent({ key, amountPaise, currency, reference }: PaymentStart, createdAt: Date) {
  const id = newId('pi')
  const clientSecret = `${id}_secret_${randomBytes(24).toString('hex')}`
  return { id, idempotencyKey: key, clientSecret, amountPaise, currency, reference, createdAt }
}

async function refundPayment(shop: SandboxContext, asked: RefundRequest): Promise<{ id: string }> {
  const { key, paymentId, amountPaise } = asked
  let refund = { id: newId('re'), key, amountPaise }
  await change(shop, paymentId, (intent) => {
    const earlier = refundedBefore(intent.refunds, asked)
    if (earlier) {
      refund = earlier
      return null
    }
    if (intent.status !== 'succeeded')
      throw new RefundRefused('Only what was paid can be refunded.')
    const refunded = intent.refunds.reduce((sum, made) => sum + made.amountPaise, 0)
    if (refunded + amountPaise > intent.amountPaise) throw refundedTooMuch()
    return { refunds: [...intent.refunds, refund] }
  })
  return { id: refund.id }
}

/** An id like Stripe's, such as 'pi_…' for a payment; 96 bits that nobody guesses. */
const newId = (kind: string) => `${kind}_${randomBytes(12).toString('hex')}`

/** A pending payment is paid when its time is over, though nobody writes it down. */
function asOf(intent: SandboxIntent, clock: Clock): SandboxIntent {
  const isOver = clock.now().getTime() - intent.updatedAt.getTime() >= pendingSeconds * 1000
  return intent.status === 'processing' && isOver ? { ...intent, status: 'succeeded' } : intent
}

function requireIntent(intent: SandboxIntent | undefined): SandboxIntent {
  if (!intent) throw new AppError('not_found', 'There is no such payment.')
  return intent
}

function toPayment(intent: SandboxIntent): ProviderPayment {
  const { id, status, amountPaise, reference, clientSecret, lastError } = intent
  return {
    id,
    status: status === 'succeeded' || status === 'cancelled' ? status : 'open',
    amountPaise,
    currency: 'INR',
    reference,
    clientSecret,
    ...(lastError && { declined: lastError }),
  }
}
