import { AppError } from '#platform/app-error.ts'
import { isSameSecret } from '#platform/constant-time.server.ts'
import { findIntentAndCard, intentMove, type SandboxIntent } from './sandbox.store.server.ts'
import type { SandboxBehaviour } from './sandbox-cards.ts'
import { afterAuthenticate, afterConfirm, type IntentStep, refusalOf } from './sandbox-intent.ts'
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
