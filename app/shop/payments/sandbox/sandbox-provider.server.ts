import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import type {
  PaymentEvent,
  PaymentProvider,
  PaymentStart,
  PaymentStatus,
  ProviderPayment,
} from '../payment-provider.ts'
import { isOpen } from './confirm-intent.server.ts'
import {
  deleteMethod,
  findIntent,
  findRefund,
  hasRefund,
  insertIntentOnce,
  insertIntentWithMethod,
  insertRefund,
  isMethodTaken,
  lockIntent,
  lockMethod,
  newSandboxId,
  type SandboxIntent,
  sumRefunds,
  updateIntent,
} from './sandbox.store.server.ts'

import { announce, verifyWebhook } from './sandbox-webhook.job.server.ts'

export interface SandboxDeps {
  db: Database
  clock: Clock
  jobs: Jobs
}

type Refund = Parameters<PaymentProvider['refund']>[0]

/** The offline card company as the shop's server sees it; its browser's side is in sandbox.api.server.ts. */
export function createSandboxProvider(
  deps: SandboxDeps & { webhookSecret: string },
): PaymentProvider {
  return {
    name: 'sandbox',
    forBrowser: { name: 'sandbox' },
    needsPaymentMethod: true,
    startPayment: (start) => startPayment(deps, start),
    async getPayment(paymentId) {
      return toPayment(known(await findIntent(deps.db, paymentId), paymentId))
    },
    cancelPayment: (paymentId) => cancelPayment(deps, paymentId),
    refund: (refund) => giveBack(deps, refund),
    async getRefundStatus({ refundId }) {
      if (!(await hasRefund(deps.db, refundId)))
        throw new Error(`The sandbox has no refund ${refundId}`)
      return 'made'
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
  { db, clock }: SandboxDeps,
  start: PaymentStart,
): Promise<ProviderPayment> {
  const fresh = newIntent(start, clock.now())
  const begun = await insertIntentWithMethod(db, fresh, start.paymentMethodId ?? '')
  if (begun) return toPayment(begun)
  return db.transaction(async (tx) => {
    await insertIntentOnce(tx, fresh)
    const intent = known(await lockIntent(tx, { key: start.key }), start.key)
    if (intent.amountPaise !== start.amountPaise || intent.reference !== start.reference) {
      throw new AppError('conflict', 'This payment was begun for another order or amount.')
    }
    const waits = intent.status === 'requires_confirmation' || intent.status === 'requires_action'
    const isSameCard = intent.methodId === start.paymentMethodId
    if (!isOpen(intent.status) || (waits && isSameCard)) return toPayment(intent)
    return toPayment(await attachMethod(tx, intent, start.paymentMethodId ?? '', clock.now()))
  })
}

/** Like Stripe's, a card given without an account is good for one try at one payment; the one before is forgotten. */
async function attachMethod(tx: Database, intent: SandboxIntent, methodId: string, now: Date) {
  const method = await lockMethod(tx, methodId)
  if (!method || (await isMethodTaken(tx, methodId))) {
    throw new AppError('conflict', 'This card can no longer be used here. Please enter it again.')
  }
  const attached = await updateIntent(tx, intent.id, {
    status: 'requires_confirmation',
    methodId,
    lastError: null,
    updatedAt: now,
  })
  if (intent.methodId) await deleteMethod(tx, intent.methodId)
  return attached
}

async function cancelPayment(deps: SandboxDeps, paymentId: string): Promise<ProviderPayment> {
  return deps.db.transaction(async (tx) => {
    const intent = known(await lockIntent(tx, { id: paymentId }), paymentId)
    if (!isOpen(intent.status)) return toPayment(intent)
    await announce(tx, deps, { type: 'payment_intent.canceled', intentId: intent.id })
    return toPayment(
      await updateIntent(tx, intent.id, { status: 'cancelled', updatedAt: deps.clock.now() }),
    )
  })
}

async function giveBack(deps: SandboxDeps, refund: Refund): Promise<{ id: string }> {
  const { key, paymentId, amountPaise } = refund
  return deps.db.transaction(async (tx) => {
    const intent = known(await lockIntent(tx, { id: paymentId }), paymentId)
    const done = await findRefund(tx, key)
    if (done) return sameRefund(done, refund)
    if (intent.status !== 'succeeded') {
      throw new AppError('conflict', 'Only what was paid can be given back.')
    }
    if ((await sumRefunds(tx, intent.id)) + amountPaise > intent.amountPaise) {
      throw new AppError('conflict', 'No more can be given back than was paid.')
    }
    const id = newSandboxId('re')
    await insertRefund(tx, {
      id,
      idempotencyKey: key,
      intentId: intent.id,
      amountPaise,
      createdAt: deps.clock.now(),
    })
    await announce(tx, deps, { type: 'refund.succeeded', intentId: intent.id, refundId: id })
    return { id }
  })
}

function sameRefund(
  done: { id: string; intentId: string; amountPaise: number },
  { paymentId, amountPaise }: Refund,
): { id: string } {
  if (done.intentId !== paymentId || done.amountPaise !== amountPaise) {
    throw new AppError('conflict', 'This refund was made for another payment or amount.')
  }
  return { id: done.id }
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

function known(intent: SandboxIntent | undefined, name: string): SandboxIntent {
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

const ourWords = new Map<string, PaymentEvent['type']>([
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
    type: ourWords.get(type) ?? 'other',
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
