import { AppError } from '#platform/app-error.ts'
import type { Api } from '#platform/http/api.server.ts'
import { isSameSecret } from '#platform/secrets.server.ts'
import {
  authenticateSandboxIntentEndpoint,
  confirmSandboxIntentEndpoint,
  createSandboxMethodEndpoint,
} from './sandbox.endpoints.ts'
import {
  insertMethod,
  lockIntentWithBehaviour,
  newSandboxId,
  type SandboxIntent,
  updateIntent,
} from './sandbox.store.server.ts'
import type { SandboxBehaviour } from './sandbox-cards.ts'
import { queueWebhook, type SandboxContext } from './sandbox-webhook.job.server.ts'

/** The sandbox's calls for browsers. Served only while the shop is paid through the sandbox. */
export function serveSandbox(api: Pick<Api, 'serve'>, deps: SandboxContext) {
  api.serve(createSandboxMethodEndpoint, async ({ body }) => {
    const id = newSandboxId('pm')
    await insertMethod(deps.db, { id, ...body, createdAt: deps.clock.now() })
    return { id }
  })

  api.serve(confirmSandboxIntentEndpoint, ({ params, body }) =>
    advance(deps, { id: params.id, clientSecret: body.client_secret }, (status, behaviour) =>
      status === 'requires_confirmation' && behaviour ? confirmSteps[behaviour] : null,
    ),
  )

  api.serve(authenticateSandboxIntentEndpoint, ({ params, body }) =>
    advance(deps, { id: params.id, clientSecret: body.client_secret }, (status) => {
      if (status !== 'requires_action') return null
      return body.approve ? succeeded : declined('authentication_failed')
    }),
  )
}

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

interface IntentStep {
  status: SandboxIntent['status']
  lastError: DeclineCode | null
}

const succeeded: IntentStep = { status: 'succeeded', lastError: null }
const declined = (lastError: DeclineCode): IntentStep => ({ status: 'requires_method', lastError })

const confirmSteps: Record<SandboxBehaviour, IntentStep> = {
  succeeds: succeeded,
  declined: declined('card_declined'),
  insufficient_funds: declined('insufficient_funds'),
  second_factor: { status: 'requires_action', lastError: null },
}

/**
 * Takes a payment to its next step. A repeated call changes nothing. The client secret lets a browser, and nobody else,
 * continue with a payment.
 *
 * @param next the payment's next step; null when it stays as it is
 * @throws AppError not_found for a wrong secret or id, conflict when the payment was cancelled
 */
async function advance(
  deps: SandboxContext,
  { id, clientSecret }: { id: string; clientSecret: string },
  next: (status: SandboxIntent['status'], behaviour: SandboxBehaviour | null) => IntentStep | null,
) {
  return deps.db.transaction(async (tx) => {
    const found = await lockIntentWithBehaviour(tx, id)
    if (!found || !isSameSecret(found.intent.clientSecret, clientSecret)) {
      throw new AppError('not_found', 'There is no such payment.')
    }
    const step = next(found.intent.status, found.behaviour)
    if (!step) return toResponse(found.intent)
    await updateIntent(tx, id, { ...step, updatedAt: deps.clock.now() })
    if (step.status === 'succeeded') {
      await queueWebhook(tx, deps, { type: 'payment_intent.succeeded', intentId: id })
    }
    return toResponse(step)
  })
}

function toResponse({ status, lastError }: Pick<SandboxIntent, 'status' | 'lastError'>) {
  switch (status) {
    case 'succeeded':
    case 'requires_action':
      return { status }
    case 'cancelled':
      throw new AppError('conflict', 'This payment was cancelled. Please start again.')
    case 'requires_confirmation':
      throw new AppError('conflict', 'This payment waits to be confirmed first.')
    case 'requires_method': {
      // Without an error it had no card yet.
      const code = declineCodes.find((known) => known === lastError) ?? 'method_missing'
      return { status, error: { code, message: declines[code] } }
    }
  }
}
