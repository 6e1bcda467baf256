import { AppError } from '#platform/app-error.ts'
import { isSameSecret } from '#platform/constant-time.server.ts'
import { findIntentAndCard, intentMove, type SandboxIntent } from './sandbox.store.server.ts'
import type { SandboxBehaviour } from './sandbox-cards.ts'
import type { SandboxDeps } from './sandbox-provider.server.ts'
import { announce } from './sandbox-webhook.job.server.ts'

/** What lets a browser, and nobody else, go on with a payment. */
interface Claim {
  intentId: string
  clientSecret: string
}

/** Where a payment stands, as the browser is told. */
export interface IntentAnswer {
  status: 'succeeded' | 'requires_action' | 'requires_method'
  error?: { code: string; message: string }
}

/**
 * Pays with the card that is attached. Asking again answers the same and changes nothing.
 *
 * @throws AppError not_found for a wrong secret or id, conflict when the payment was cancelled
 */
export function confirmSandboxIntent(deps: SandboxDeps, claim: Claim): Promise<IntentAnswer> {
  return stepOn(deps, claim, ({ status }, behaviour) =>
    status === 'requires_confirmation' && behaviour ? afterConfirm(behaviour) : null,
  )
}

/**
 * Answers the bank's question. Asking again answers the same and changes nothing.
 *
 * @throws AppError not_found for a wrong secret or id, conflict when the payment was cancelled
 */
export function authenticateSandboxIntent(
  deps: SandboxDeps,
  { approve, ...claim }: Claim & { approve: boolean },
): Promise<IntentAnswer> {
  return stepOn(deps, claim, ({ status }) =>
    status === 'requires_action' ? afterAuthenticate(approve) : null,
  )
}

/**
 * Takes the claimed payment one step further, or leaves it where it stands when there is none. When another was faster, it
 * looks again.
 */
async function stepOn(
  deps: SandboxDeps,
  claim: Claim,
  step: (intent: SandboxIntent, behaviour: SandboxBehaviour | null) => IntentStep | null,
): Promise<IntentAnswer> {
  const found = await findIntentAndCard(deps.db, claim.intentId)
  if (!found || !isSameSecret(found.intent.clientSecret, claim.clientSecret)) {
    throw new AppError('not_found', 'There is no such payment.')
  }
  const next = step(found.intent, found.behaviour)
  if (!next) return answerFor(found.intent)
  return (await move(deps, found.intent, next)) ? answerFor(next) : stepOn(deps, claim, step)
}

async function move(deps: SandboxDeps, intent: SandboxIntent, next: IntentStep): Promise<boolean> {
  const { db, clock } = deps
  const change = intentMove(intent, { ...next, updatedAt: clock.now() })
  if (next.status !== 'succeeded') return (await db.execute(change)).rows.length > 0
  const about = { type: 'payment_intent.succeeded', intentId: intent.id } as const
  return announce(db, deps, about, { onlyIf: change })
}

function answerFor({
  status,
  lastError,
}: Pick<SandboxIntent, 'status' | 'lastError'>): IntentAnswer {
  switch (status) {
    case 'succeeded':
    case 'requires_action':
      return { status }
    case 'cancelled':
      throw new AppError('conflict', 'This payment was cancelled. Please start again.')
    case 'requires_confirmation':
      throw new AppError('conflict', 'This payment waits to be confirmed first.')
    case 'requires_method':
      return { status, error: refusalOf(lastError) }
  }
}

/** Stripe's words for where a payment stands, as far as cards need them. */
export type IntentStatus =
  | 'requires_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'succeeded'
  | 'cancelled'

/** Why a card was refused, with the sentence the customer reads. */
const refusals = {
  method_missing: 'Please give a card first.',
  card_declined: 'Your card was declined.',
  insufficient_funds: 'Your card has insufficient funds.',
  authentication_failed:
    'Your bank did not approve this payment. Please try again or use another card.',
} as const

type RefusalCode = keyof typeof refusals
const codes = Object.keys(refusals) as RefusalCode[]

/** A stored refusal as the browser is told; none at all means that no card was given yet. */
export function refusalOf(stored: string | null): { code: RefusalCode; message: string } {
  const code = codes.find((known) => known === stored) ?? 'method_missing'
  return { code, message: refusals[code] }
}

/** Where a payment stands after a step, and what it was refused with if it was. */
export interface IntentStep {
  status: IntentStatus
  lastError: RefusalCode | null
}

const refused = (lastError: RefusalCode): IntentStep => ({ status: 'requires_method', lastError })

const whenConfirmed: Record<SandboxBehaviour, IntentStep> = {
  succeeds: { status: 'succeeded', lastError: null },
  declined: refused('card_declined'),
  insufficient_funds: refused('insufficient_funds'),
  second_factor: { status: 'requires_action', lastError: null },
}

/** Where a payment that waits for confirmation goes with this card. */
export function afterConfirm(behaviour: SandboxBehaviour): IntentStep {
  return whenConfirmed[behaviour]
}

/** Where a payment that waits for the bank's question goes. */
export function afterAuthenticate(approved: boolean): IntentStep {
  return approved ? { status: 'succeeded', lastError: null } : refused('authentication_failed')
}

/** Whether it can still be paid. */
export function isOpen(status: IntentStatus): boolean {
  return status !== 'succeeded' && status !== 'cancelled'
}
