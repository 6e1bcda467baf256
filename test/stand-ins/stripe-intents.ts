import { z } from 'zod'
import { type Books, type Intent, type Method, newId, unixNow } from './stripe-books.ts'
import { cardError, usableMethod } from './stripe-cards.ts'
import { list, metadata, wholeNumber } from './stripe-form.ts'
import { invalidRequest, missing, type StripeErrorBody, StripeRefusal } from './stripe-refusal.ts'

const chargedAmount = wholeNumber.pipe(
  z
    .int()
    .min(50, 'amount_too_small: Amount must be at least ₹0.50 inr')
    .max(99_999_999, 'amount_too_large: Amount must be no more than ₹999,999.99'),
)
const email = z.email('email_invalid: Invalid email address')

/** POST /v1/payment_intents */
export const newIntentParams = z.strictObject({
  amount: chargedAmount,
  currency: z.literal('inr', 'Invalid currency: this account takes inr'),
  allowed_payment_method_types: list(z.literal('card')).optional(),
  description: z.string().max(1000).optional(),
  metadata: metadata.optional(),
  receipt_email: email.optional(),
})

/** POST /v1/payment_intents/:id */
export const changedIntentParams = z.strictObject({
  payment_method: z.string().min(1, 'parameter_invalid_empty: You passed an empty string'),
})

/** POST /v1/payment_intents/:id/confirm */
export const confirmParams = z.strictObject({
  client_secret: z.string().optional(),
  payment_method: z.string().optional(),
  return_url: z.url().optional(),
  use_stripe_sdk: z.enum(['true', 'false']).optional(),
})

/** POST /v1/payment_intents/:id/cancel */
export const cancelParams = z.strictObject({
  cancellation_reason: z
    .enum(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'])
    .optional(),
})

export function createIntent(books: Books, params: z.output<typeof newIntentParams>): Intent {
  const id = newId('pi')
  const intent: Intent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount: params.amount,
    amount_received: 0,
    canceled_at: null,
    client_secret: newId(`${id}_secret`),
    created: unixNow(),
    currency: params.currency,
    description: params.description ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: params.metadata ?? {},
    next_action: null,
    payment_method: null,
    payment_method_types: ['card'],
    receipt_email: params.receipt_email ?? null,
    status: 'requires_payment_method',
  }
  books.intents.set(id, intent)
  books.tell('payment_intent.created', intent)
  return intent
}

export function findIntent(books: Books, id: string): Intent {
  const intent = books.intents.get(id)
  if (!intent) throw missing('payment_intent', id, 'intent')
  return intent
}

/** The intent a browser may see and confirm: it must know the secret. */
export function intentOfSecret(books: Books, id: string, secret: string | undefined): Intent {
  const intent = findIntent(books, id)
  const param = 'client_secret'
  if (!secret) {
    throw invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  if (secret === intent.client_secret) return intent
  throw invalidRequest(
    'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
    { code: 'payment_intent_invalid_parameter', param },
  )
}

export function attachMethod(books: Books, intent: Intent, methodId: string): Intent {
  refuseUnless(intent, isOpen(intent), 'You cannot update this PaymentIntent')
  return Object.assign(intent, {
    payment_method: usableMethod(books, methodId).id,
    status: 'requires_confirmation',
    next_action: null,
  } satisfies Partial<Intent>)
}

export function cancelIntent(books: Books, intent: Intent): Intent {
  refuseUnless(intent, isOpen(intent), 'You cannot cancel this PaymentIntent')
  Object.assign(intent, {
    status: 'canceled',
    canceled_at: unixNow(),
    next_action: null,
  } satisfies Partial<Intent>)
  books.tell('payment_intent.canceled', intent)
  return intent
}

/** Charges the card, or asks the bank first; a bank that is being asked is not asked a second time. */
export function confirmIntent(books: Books, intent: Intent, methodId?: string): Intent {
  if (intent.status === 'requires_action' && !methodId) return intent
  refuseUnless(intent, isOpen(intent), 'You cannot confirm this PaymentIntent')
  if (methodId) attachMethod(books, intent, methodId)
  const method = books.methods.get(intent.payment_method ?? '')
  refuseUnless(intent, method !== undefined, 'You cannot confirm a PaymentIntent without a card')
  return method ? tryCard(books, intent, method) : intent
}

/** What the customer answers the bank. */
export function answerBank(books: Books, intent: Intent, approves: boolean): Intent {
  refuseUnless(
    intent,
    intent.status === 'requires_action',
    'Nothing is asked of this PaymentIntent',
  )
  if (approves) return succeed(books, intent)
  fail(books, intent, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  })
  return intent
}

function isOpen({ status }: Intent): boolean {
  return status !== 'succeeded' && status !== 'canceled'
}

function refuseUnless(intent: Intent, isRight: boolean, message: string) {
  if (isRight) return
  throw invalidRequest(`${message} because it has a status of ${intent.status}.`, {
    code: 'payment_intent_unexpected_state',
    payment_intent: intent,
  })
}

function tryCard(books: Books, intent: Intent, method: Method): Intent {
  method.isUsed = true
  switch (method.behaviour) {
    case 'succeeds':
      return succeed(books, intent)
    case 'asks the bank':
      return askBank(books, intent)
    case 'is declined':
      throw declined(books, intent, 'generic_decline', 'Your card was declined.')
    case 'lacks funds':
      throw declined(books, intent, 'insufficient_funds', 'Your card has insufficient funds.')
  }
}

function succeed(books: Books, intent: Intent): Intent {
  Object.assign(intent, {
    status: 'succeeded',
    amount_received: books.charged(intent.amount),
    last_payment_error: null,
    latest_charge: newId('ch'),
    next_action: null,
  } satisfies Partial<Intent>)
  books.tell('charge.succeeded', { id: intent.latest_charge, payment_intent: intent.id })
  books.tell('payment_intent.succeeded', intent)
  return intent
}

function askBank(books: Books, intent: Intent): Intent {
  const use_stripe_sdk = { type: 'three_d_secure_redirect', source: newId('src') }
  intent.status = 'requires_action'
  intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk }
  books.tell('payment_intent.requires_action', intent)
  return intent
}

function declined(books: Books, intent: Intent, reason: string, message: string): StripeRefusal {
  const { status, body } = cardError('card_declined', message, reason)
  fail(books, intent, body)
  return new StripeRefusal(status, { ...body, payment_intent: structuredClone(intent) })
}

function fail(books: Books, intent: Intent, last_payment_error: StripeErrorBody) {
  Object.assign(intent, {
    status: 'requires_payment_method',
    last_payment_error,
    next_action: null,
    payment_method: null,
  } satisfies Partial<Intent>)
  books.tell('payment_intent.payment_failed', intent)
}
