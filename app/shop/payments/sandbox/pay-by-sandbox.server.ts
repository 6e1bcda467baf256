import { z } from 'zod'
import { AppError } from '#platform/app-error.ts'
import type { Api } from '#platform/http/api.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { isSameSecret } from '#platform/secrets.server.ts'
import { lockIntent, type SandboxIntent, updateIntent } from './sandbox.store.server.ts'
import {
  asOf,
  behaviourOf,
  newSandboxId,
  pendingSeconds,
  report,
  type SandboxContext,
} from './sandbox-provider.server.ts'
import { type SandboxBehaviour, sandboxBehaviours } from './test-methods.ts'

const tag = 'Sandbox payment provider'
const note =
  'Part of the offline sandbox, which stands in for a payment provider: only test cards and test UPI IDs, and no money moves.'

const intentId = z.object({ id: z.string().regex(/^pi_[0-9a-f]{24}$/, 'This is no payment.') })
const clientSecret = z.string().min(1).max(200)

/** The payment after a step; `error` says why it was declined. */
const intentResponse = z.object({
  status: z.enum(['succeeded', 'processing', 'requires_action', 'requires_method']),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
})

const createSandboxMethodEndpoint = endpoint({
  method: 'POST',
  path: '/sandbox/payment_methods',
  tag,
  summary: 'Tell of a test card or a test UPI ID',
  description: `${note} Takes what it does; a card number is refused, as every other field is.`,
  access: 'anyone',
  body: z.strictObject({
    behaviour: z.enum(sandboxBehaviours),
    /** Not needed; pages that were open before an upgrade send it. */
    last4: z
      .string()
      .regex(/^[0-9]{4}$/, 'The last four digits of the card.')
      .optional(),
  }),
  response: z.object({ id: z.string() }),
})

const confirmSandboxIntentEndpoint = endpoint({
  method: 'POST',
  path: '/sandbox/payment_intents/{id}/confirm',
  tag,
  summary: 'Pay with the card or UPI ID that was given',
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
export function serveSandbox(api: Api, shop: SandboxContext) {
  // Its id says what it does, so there is nothing to store.
  api.serve(createSandboxMethodEndpoint, async ({ body }) => ({
    id: newSandboxId(`pm_${body.behaviour}`),
  }))

  api.serve(confirmSandboxIntentEndpoint, ({ params, body }) =>
    advance(shop, { ...params, ...body }, ({ status, methodId }) => {
      const behaviour = behaviourOf(methodId)
      return status === 'requires_confirmation' && behaviour ? confirmSteps[behaviour] : null
    }),
  )

  api.serve(authenticateSandboxIntentEndpoint, ({ params, body }) =>
    advance(shop, { ...params, ...body }, ({ status }) => {
      if (status !== 'requires_action') return null
      return body.approve ? { status: 'succeeded' } : declined('authentication_failed')
    }),
  )
}

/** Why a payment failed, with the sentence the customer reads. */
const declines = {
  method_missing: 'Please enter a card or UPI ID first.',
  card_declined: 'Your card was declined. Please use another card.',
  authentication_failed:
    'Your bank did not approve this payment. Please try again or use another card.',
  upi_declined: 'The payment was declined in your UPI app. Please try again or pay by card.',
} as const

interface IntentStep {
  status: SandboxIntent['status']
  lastError?: keyof typeof declines
}

const declined = (lastError: keyof typeof declines): IntentStep => ({
  status: 'requires_method',
  lastError,
})

const confirmSteps: Record<SandboxBehaviour, IntentStep> = {
  succeeds: { status: 'succeeded' },
  declined: declined('card_declined'),
  second_factor: { status: 'requires_action' },
  upi_succeeds: { status: 'succeeded' },
  upi_pending: { status: 'processing' },
  upi_declined: declined('upi_declined'),
}

/**
 * Takes a payment to its next step. A repeated call changes nothing. The client secret lets a browser, and nobody else,
 * continue with a payment.
 *
 * @param next the payment's next step; null when it stays as it is
 * @throws AppError not_found for a wrong secret or id, conflict when the payment was cancelled
 */
async function advance(
  shop: SandboxContext,
  { id, client_secret }: { id: string; client_secret: string },
  next: (intent: SandboxIntent) => IntentStep | null,
) {
  return shop.db.transaction(async (tx) => {
    const intent = await lockIntent(tx, id)
    if (!intent || !isSameSecret(intent.clientSecret, client_secret)) {
      throw new AppError('not_found', 'There is no such payment.')
    }
    const step = next(intent)
    if (!step) return toResponse(asOf(intent, shop.clock))
    await updateIntent(tx, id, { ...step, updatedAt: shop.clock.now() })
    if (step.status === 'succeeded') await report(tx, shop, { paymentId: id })
    if (step.status === 'processing') await report(tx, shop, { paymentId: id }, pendingSeconds)
    return toResponse({ lastError: null, ...step })
  })
}

function toResponse({ status, lastError }: Pick<SandboxIntent, 'status' | 'lastError'>) {
  switch (status) {
    case 'cancelled':
      throw new AppError('conflict', 'This payment was cancelled. Please start again.')
    case 'requires_confirmation':
      throw new AppError('conflict', 'This payment waits to be confirmed first.')
    case 'requires_method': {
      const known = Object.entries(declines).find(([name]) => name === lastError)
      const [code, message] = known ?? ['method_missing', declines.method_missing]
      return { status, error: { code, message } }
    }
    default:
      return { status }
  }
}
