import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import { isSameSecret } from '#platform/secrets.server.ts'
import {
  lockIntentWithBehaviour,
  type SandboxIntent,
  updateIntent,
} from './sandbox.store.server.ts'
import type { SandboxBehaviour } from './sandbox-cards.ts'
import { queueWebhook } from './sandbox-webhook.job.server.ts'

/** The client secret lets a browser, and nobody else, continue with a payment. */
interface Claim {
  intentId: string
  clientSecret: string
}

interface IntentResponse {
  status: 'succeeded' | 'requires_action' | 'requires_method'
  error?: { code: string; message: string }
}

/**
 * Pays with the attached card. A repeated call changes nothing.
 *
 * @throws AppError not_found for a wrong secret or id, conflict when the payment was cancelled
 */
export function confirmSandboxIntent(
  deps: Pick<AppContext, 'db' | 'clock' | 'jobs'>,
  claim: Claim,
): Promise<IntentResponse> {
  return advance(deps, claim, ({ status }, behaviour) =>
    status === 'requires_confirmation' && behaviour ? confirmSteps[behaviour] : null,
  )
}

/**
 * Completes the bank's challenge. A repeated call changes nothing.
 *
 * @throws AppError not_found for a wrong secret or id, conflict when the payment was cancelled
 */
export function authenticateSandboxIntent(
  deps: Pick<AppContext, 'db' | 'clock' | 'jobs'>,
  { approve, ...claim }: Claim & { approve: boolean },
): Promise<IntentResponse> {
  return advance(deps, claim, ({ status }) =>
    status === 'requires_action' ? challengeStep(approve) : null,
  )
}

/** @param next the payment's next step; null when it stays as it is */
async function advance(
  deps: Pick<AppContext, 'db' | 'clock' | 'jobs'>,
  { intentId, clientSecret }: Claim,
  next: (intent: SandboxIntent, behaviour: SandboxBehaviour | null) => IntentStep | null,
): Promise<IntentResponse> {
  return deps.db.transaction(async (tx) => {
    const found = await lockIntentWithBehaviour(tx, intentId)
    if (!found || !isSameSecret(found.intent.clientSecret, clientSecret)) {
      throw new AppError('not_found', 'There is no such payment.')
    }
    const step = next(found.intent, found.behaviour)
    if (!step) return toResponse(found.intent)
    await updateIntent(tx, intentId, { ...step, updatedAt: deps.clock.now() })
    if (step.status === 'succeeded') {
      await queueWebhook(tx, deps, { type: 'payment_intent.succeeded', intentId })
    }
    return toResponse(step)
  })
}

function toResponse({
  status,
  lastError,
}: Pick<SandboxIntent, 'status' | 'lastError'>): IntentResponse {
  switch (status) {
    case 'succeeded':
    case 'requires_action':
      return { status }
    case 'cancelled':
      throw new AppError('conflict', 'This payment was cancelled. Please start again.')
    case 'requires_confirmation':
      throw new AppError('conflict', 'This payment waits to be confirmed first.')
    case 'requires_method':
      return { status, error: declineError(lastError) }
  }
}

/** Stripe's statuses, as far as cards need them. */
type IntentStatus =
  | 'requires_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'succeeded'
  | 'cancelled'

/** Why a payment failed, with the sentence the customer reads. */
const declines = {
  method_missing: 'Please enter a card first.',
  card_declined: 'Your card was declined. Please use another card.',
  insufficient_funds: 'Your card has insufficient funds. Please use another card.',
  authentication_failed:
    'Your bank did not approve this payment. Please try again or use another card.',
} as const

type DeclineCode = keyof typeof declines
const declineCodes = Object.keys(declines) as DeclineCode[]

/** A payment that needs a card but stores no error had no card yet. */
function declineError(stored: string | null): { code: DeclineCode; message: string } {
  const code = declineCodes.find((known) => known === stored) ?? 'method_missing'
  return { code, message: declines[code] }
}

interface IntentStep {
  status: IntentStatus
  lastError: DeclineCode | null
}

const declined = (lastError: DeclineCode): IntentStep => ({ status: 'requires_method', lastError })

const confirmSteps: Record<SandboxBehaviour, IntentStep> = {
  succeeds: { status: 'succeeded', lastError: null },
  declined: declined('card_declined'),
  insufficient_funds: declined('insufficient_funds'),
  second_factor: { status: 'requires_action', lastError: null },
}

function challengeStep(isApproved: boolean): IntentStep {
  return isApproved ? { status: 'succeeded', lastError: null } : declined('authentication_failed')
}

/** Whether it can still be paid. */
export function isOpen(status: IntentStatus): boolean {
  return status !== 'succeeded' && status !== 'cancelled'
}
