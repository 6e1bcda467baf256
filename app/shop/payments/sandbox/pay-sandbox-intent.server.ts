import { AppError } from '#platform/app-error.ts'
import { isSameSecret } from '#platform/constant-time.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { lockIntent, lockMethod, type SandboxIntent, updateIntent } from './sandbox.store.server.ts'
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
  return stepOn(deps, claim, async (tx, intent) => {
    if (intent.status !== 'requires_confirmation' || !intent.methodId) return null
    const method = await lockMethod(tx, intent.methodId)
    return method ? afterConfirm(method.behaviour) : null
  })
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
  return stepOn(deps, claim, async (_tx, intent) =>
    intent.status === 'requires_action' ? afterAuthenticate(approve) : null,
  )
}

/** Takes the claimed payment one step further, or leaves it where it stands when there is none. */
function stepOn(
  deps: SandboxDeps,
  claim: Claim,
  step: (tx: Database, intent: SandboxIntent) => Promise<IntentStep | null>,
): Promise<IntentAnswer> {
  return deps.db.transaction(async (tx) => {
    const intent = await lockIntent(tx, { id: claim.intentId })
    if (!intent || !isSameSecret(intent.clientSecret, claim.clientSecret)) {
      throw new AppError('not_found', 'There is no such payment.')
    }
    const next = await step(tx, intent)
    if (!next) return answerFor(intent)
    if (next.status === 'succeeded') await announce(tx, deps, 'payment_intent.succeeded', intent.id)
    return answerFor(await updateIntent(tx, intent.id, { ...next, updatedAt: deps.clock.now() }))
  })
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
