import { z } from 'zod'
import { endpoint } from '#platform/http/endpoint.ts'
import { sandboxBehaviours } from './sandbox-cards.ts'

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

export const createSandboxMethodEndpoint = endpoint({
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

export const confirmSandboxIntentEndpoint = endpoint({
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

export const authenticateSandboxIntentEndpoint = endpoint({
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
