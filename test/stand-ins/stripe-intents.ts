import type Stripe from 'stripe'
import { z } from 'zod'
import { cardError, usableMethod } from './stripe-cards.ts'
import { address, list, metadata, wholeNumber } from './stripe-form.ts'
import { type Intent, type Ledger, type Method, newId, unixNow } from './stripe-ledger.ts'
import { invalidRequest, missing, type StripeErrorBody, StripeRefusal } from './stripe-refusal.ts'

const chargedAmount = wholeNumber.pipe(
  z
    .int()
    .min(50, 'amount_too_small: Amount must be at least ₹0.50 inr')
    .max(99_999_999, 'amount_too_large: Amount must be no more than ₹999,999.99'),
)
const shipping = z.strictObject({ name: z.string(), address })
const email = z.email('email_invalid: Invalid email address')

/** POST /v1/payment_intents */
export const newIntentParams = z.strictObject({
  amount: chargedAmount,
  currency: z.literal('inr', 'Invalid currency: this account takes inr'),
  allowed_payment_method_types: list(z.literal('card')).optional(),
  description: z.string().max(1000).optional(),
  metadata: metadata.optional(),
  receipt_email: email.optional(),
  shipping: shipping.optional(),
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

export function createIntent(ledger: Ledger, params: z.output<typeof newIntentParams>): Intent {
  const id = newId('pi')
  const intent: Intent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount: params.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: newId(`${id}_secret`),
    confirmation_method: 'automatic',
    created: unixNow(),
    currency: params.currency,
    customer: null,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: params.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: params.receipt_email ?? null,
    review: null,
    setup_future_usage: null,
    shipping: params.shipping ? shippingOf(params.shipping) : null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_group: null,
  }
  ledger.intents.set(id, intent)
  ledger.emit('payment_intent.created', intent)
  return intent
}

/** What was not sent is null. */
function shippingOf({ name, address }: z.output<typeof shipping>): Stripe.PaymentIntent.Shipping {
  const unknown = { city: null, country: null, line1: null, postal_code: null }
  return {
    address: { ...unknown, ...address, line2: null, state: null },
    carrier: null,
    name,
    phone: null,
    tracking_number: null,
  }
}

export function findIntent(ledger: Ledger, id: string): Intent {
  const intent = ledger.intents.get(id)
  if (!intent) throw missing('payment_intent', id, 'intent')
  return intent
}

/** The intent a browser may see and confirm: it must know the secret. */
export function intentOfSecret(ledger: Ledger, id: string, secret: string | undefined): Intent {
  const intent = findIntent(ledger, id)
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

export function attachMethod(ledger: Ledger, intent: Intent, methodId: string): Intent {
  assertState(intent, isOpen(intent), 'You cannot update this PaymentIntent')
  return Object.assign(intent, {
    payment_method: usableMethod(ledger, methodId).id,
    status: 'requires_confirmation',
    next_action: null,
  } satisfies Partial<Intent>)
}

export function cancelIntent(ledger: Ledger, intent: Intent): Intent {
  assertState(intent, isOpen(intent), 'You cannot cancel this PaymentIntent')
  Object.assign(intent, {
    status: 'canceled',
    canceled_at: unixNow(),
    next_action: null,
  } satisfies Partial<Intent>)
  ledger.emit('payment_intent.canceled', intent)
  return intent
}

/** Charges the card, or starts a challenge of the bank first, but only once. */
export function confirmIntent(ledger: Ledger, intent: Intent, methodId?: string): Intent {
  if (intent.status === 'requires_action' && !methodId) return intent
  assertState(intent, isOpen(intent), 'You cannot confirm this PaymentIntent')
  if (methodId) attachMethod(ledger, intent, methodId)
  requireExportFacts(intent)
  const method = ledger.methods.get(intent.payment_method ?? '')
  assertState(intent, method !== undefined, 'You cannot confirm a PaymentIntent without a card')
  return method ? tryCard(ledger, intent, method) : intent
}

/** The test cards are foreign, and an Indian account takes these for exports. */
function requireExportFacts({ description, shipping }: Intent) {
  if (description && shipping?.address?.line1) return
  throw invalidRequest(
    'As per Indian regulations, export transactions require a description, and a customer name and address.',
    {},
  )
}

/** The customer's response to the challenge. */
export function answerBank(ledger: Ledger, intent: Intent, approves: boolean): Intent {
  assertState(intent, intent.status === 'requires_action', 'This PaymentIntent requires no action')
  if (approves) return succeed(ledger, intent)
  fail(ledger, intent, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  })
  return intent
}

function isOpen({ status }: Intent): boolean {
  return status !== 'succeeded' && status !== 'canceled' && status !== 'processing'
}

function assertState(intent: Intent, isRight: boolean, message: string) {
  if (isRight) return
  throw invalidRequest(`${message} because it has a status of ${intent.status}.`, {
    code: 'payment_intent_unexpected_state',
    payment_intent: intent,
  })
}

function tryCard(ledger: Ledger, intent: Intent, method: Method): Intent {
  method.isUsed = true
  switch (method.behaviour) {
    case 'succeeds':
      return ledger.areBanksSlow ? process(ledger, intent) : succeed(ledger, intent)
    case 'asks the bank':
      return askBank(ledger, intent)
    case 'is declined':
      throw declined(ledger, intent, 'generic_decline', 'Your card was declined.')
    case 'lacks funds':
      throw declined(ledger, intent, 'insufficient_funds', 'Your card has insufficient funds.')
  }
}

function succeed(ledger: Ledger, intent: Intent): Intent {
  Object.assign(intent, {
    status: 'succeeded',
    amount_received: ledger.charged(intent.amount),
    last_payment_error: null,
    latest_charge: newId('ch'),
    next_action: null,
  } satisfies Partial<Intent>)
  ledger.emit('charge.succeeded', { id: intent.latest_charge, payment_intent: intent.id })
  ledger.emit('payment_intent.succeeded', intent)
  return intent
}

function process(ledger: Ledger, intent: Intent): Intent {
  Object.assign(intent, {
    status: 'processing',
    processing: { type: 'card', card: {} },
    next_action: null,
  } satisfies Partial<Intent>)
  ledger.emit('payment_intent.processing', intent)
  return intent
}

/** The bank answers at last. */
export function endProcessing(ledger: Ledger, id: string, isPaid: boolean) {
  const intent = findIntent(ledger, id)
  assertState(intent, intent.status === 'processing', 'This PaymentIntent waits for no bank')
  intent.processing = null
  if (isPaid) succeed(ledger, intent)
  else fail(ledger, intent, cardError('card_declined', 'Your card was declined.').body)
}

function askBank(ledger: Ledger, intent: Intent): Intent {
  const use_stripe_sdk = { type: 'three_d_secure_redirect', source: newId('src') }
  intent.status = 'requires_action'
  intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk }
  ledger.emit('payment_intent.requires_action', intent)
  return intent
}

function declined(ledger: Ledger, intent: Intent, reason: string, message: string): StripeRefusal {
  const { status, body } = cardError('card_declined', message, reason)
  fail(ledger, intent, body)
  return new StripeRefusal(status, { ...body, payment_intent: structuredClone(intent) })
}

function fail(ledger: Ledger, intent: Intent, last_payment_error: StripeErrorBody) {
  Object.assign(intent, {
    status: 'requires_payment_method',
    last_payment_error,
    next_action: null,
    payment_method: null,
  } satisfies Partial<Intent>)
  ledger.emit('payment_intent.payment_failed', intent)
}
