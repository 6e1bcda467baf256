import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Api } from '#platform/http/api.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { isSameSecret } from '#platform/secrets.server.ts'
import {
  insertMethod,
  lockIntentWithBehaviour,
  newSandboxId,
  type SandboxIntent,
  updateIntent,
} from './sandbox.store.server.ts'
import { type SandboxBehaviour, sandboxBehaviours } from './sandbox-cards.ts'
import { queueWebhook } from './sandbox-webhook.job.server.ts'

const tag = 'Sandbox payment provider'
const note =
  'Part of the offline sandbox, which stands in for a payment provider: only test cards, and no money moves.'

const intentId = z.object({ id: z.string().regex(/^pi_[0-9a-f]{24}$/, 'This is no payment.') })
const clientSecret = z.string().min(1).max(200)

/** The payment after a step; `error` says why the card was declined. */
const intentResponse = z.object({
  status: z.enum(['succeeded', 'requires_action', 'requires_method']),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
})

const createSandboxMethodEndpoint = endpoint({
  method: 'POST',
  path: '/sandbox/payment_methods',
  tag,
  summary: 'Tell of a test card',
  description: `${note} Takes what the card does and its last four digits; a card number is refused, as every other field is.`,
  access: 'anyone',
  body: z.strictObject({
    behaviour: z.enum(sandboxBehaviours),
    last4: z.string().regex(/^[0-9]{4}$/, 'The last four digits of the card.'),
  }),
  response: z.object({ id: z.string() }),
})

const confirmSandboxIntentEndpoint = endpoint({
  method: 'POST',
  path: '/sandbox/payment_intents/{id}/confirm',
  tag,
  summary: 'Pay with the card that was given',
  description: `${note} 404 without the right client secret, 409 when the payment was cancelled. Asking again changes nothing.`,
  access: 'anyone',
  params: intentId,
  body: z.strictObject({ client_secret: clientSecret }),
  response: intentResponse,
  problems: [404, 409],
})

const authenticateSandboxIntentEndpoint = endpoint({
  method: 'POST',
  path: '/sandbox/payment_intents/{id}/authenticate',
  tag,
  summary: "Answer the bank's question",
  description: `${note} 404 without the right client secret, 409 when the payment was cancelled. Asking again changes nothing.`,
  access: 'anyone',
  params: intentId,
  body: z.strictObject({ client_secret: clientSecret, approve: z.boolean() }),
  response: intentResponse,
  problems: [404, 409],
})

export type CreateSandboxMethod = typeof createSandboxMethodEndpoint
export type ConfirmSandboxIntent = typeof confirmSandboxIntentEndpoint
export type AuthenticateSandboxIntent = typeof authenticateSandboxIntentEndpoint

/** The sandbox's calls for browsers. Served only while the shop is paid through the sandbox. */
export function serveSandbox(api: Api, shop: AppContext) {
  api.serve(createSandboxMethodEndpoint, async ({ body }) => {
    const id = newSandboxId('pm')
    await insertMethod(shop.db, { id, ...body, createdAt: shop.clock.now() })
    return { id }
  })

  api.serve(confirmSandboxIntentEndpoint, ({ params, body }) =>
    advance(shop, { id: params.id, clientSecret: body.client_secret }, (status, behaviour) =>
      status === 'requires_confirmation' && behaviour ? confirmSteps[behaviour] : null,
    ),
  )

  api.serve(authenticateSandboxIntentEndpoint, ({ params, body }) =>
    advance(shop, { id: params.id, clientSecret: body.client_secret }, (status) => {
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
  shop: AppContext,
  { id, clientSecret }: { id: string; clientSecret: string },
  next: (status: SandboxIntent['status'], behaviour: SandboxBehaviour | null) => IntentStep | null,
) {
  return shop.db.transaction(async (tx) => {
    const found = await lockIntentWithBehaviour(tx, id)
    if (!found || !isSameSecret(found.intent.clientSecret, clientSecret)) {
      throw new AppError('not_found', 'There is no such payment.')
    }
    const step = next(found.intent.status, found.behaviour)
    if (!step) return toResponse(found.intent)
    await updateIntent(tx, id, { ...step, updatedAt: shop.clock.now() })
    if (step.status === 'succeeded') {
      await queueWebhook(tx, shop, { type: 'payment_intent.succeeded', intentId: id })
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
