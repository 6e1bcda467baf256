import type Stripe from 'stripe'

/** The body of an answer that is no success, as Stripe documents it under "Errors". */
export interface StripeErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  code?: string
  decline_code?: string
  param?: string
  message: string
  payment_intent?: Stripe.PaymentIntent
}

/** Thrown anywhere in the stand-in, and answered as Stripe would. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly body: StripeErrorBody

  constructor(status: number, body: StripeErrorBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

export function invalidRequest(message: string, more: Partial<StripeErrorBody> = {}) {
  return new StripeRefusal(400, { type: 'invalid_request_error', message, ...more })
}

/** Nothing of this id: 404 where the path names it, 400 where a parameter does. */
export function missing(kind: string, id: string, param: string, status: 400 | 404 = 404) {
  const message = `No such ${kind}: '${id}'`
  const body = { type: 'invalid_request_error', code: 'resource_missing', param, message } as const
  return new StripeRefusal(status, body)
}

/** A failure of Stripe's own. */
export function apiError(status: number, code?: string): Response {
  const error = { type: 'api_error', code, message: 'An error occurred with our servers.' }
  return Response.json({ error }, { status })
}
