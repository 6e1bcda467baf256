import { z } from 'zod'
import { address, metadata, wholeNumber } from './stripe-form.ts'
import { type CardBehaviour, type Ledger, type Method, newId, unixNow } from './stripe-ledger.ts'
import { invalidRequest, missing, StripeRefusal } from './stripe-refusal.ts'

/** https://docs.stripe.com/testing: no other number is taken, as in Stripe's own test mode. */
const testNumbers = new Map<string, CardBehaviour>([
  ['4242424242424242', 'succeeds'],
  ['4000000000000002', 'is declined'],
  ['4000000000009995', 'lacks funds'],
  ['4000002500003155', 'asks the bank'],
])

const testTokens = new Map<string, CardBehaviour>([
  ['tok_visa', 'succeeds'],
  ['tok_chargeDeclined', 'is declined'],
  ['tok_chargeDeclinedInsufficientFunds', 'lacks funds'],
  ['tok_threeDSecureRequired', 'asks the bank'],
])

/** Names that stand for a new payment method each time they are used. */
const testMethods = new Map<string, CardBehaviour>([
  ['pm_card_visa', 'succeeds'],
  ['pm_card_chargeDeclined', 'is declined'],
  ['pm_card_chargeDeclinedInsufficientFunds', 'lacks funds'],
  ['pm_card_threeDSecureRequired', 'asks the bank'],
])

const numberedCard = z.strictObject({
  number: z.string(),
  exp_month: wholeNumber.pipe(z.int().min(1).max(12)),
  exp_year: wholeNumber,
  cvc: z.string().regex(/^\d{3,4}$/, 'invalid_cvc: Your card’s security code is invalid.'),
})

/** POST /v1/payment_methods */
export const methodParams = z.strictObject({
  type: z.literal('card'),
  card: z.union([numberedCard, z.strictObject({ token: z.string() })]),
  billing_details: z
    .strictObject({
      name: z.string().optional(),
      email: z.email().optional(),
      address: address.optional(),
    })
    .optional(),
  metadata: metadata.optional(),
})

type Card = z.output<typeof methodParams>['card']

export function createMethod(ledger: Ledger, { card }: { card: Card }): object {
  const behaviour =
    'token' in card ? testTokens.get(card.token) : testNumbers.get(card.number.replaceAll(' ', ''))
  if (!behaviour) throw noTestCard(card)
  if ('exp_year' in card && isOver(card)) {
    throw cardError('expired_card', 'Your card has expired.')
  }
  const last4 = 'number' in card ? card.number.slice(-4) : '4242'
  return shown(addMethod(ledger, behaviour, last4))
}

function noTestCard(card: Card): StripeRefusal {
  if ('token' in card) return missing('token', card.token, 'card[token]', 400)
  return cardError(
    'card_declined',
    'Your card was declined. Your request was in test mode, but used a non test card.',
    'test_mode_live_card',
  )
}

function isOver({ exp_month, exp_year }: z.output<typeof numberedCard>): boolean {
  const year = exp_year < 100 ? 2000 + exp_year : exp_year
  return new Date(year, exp_month) <= new Date()
}

function addMethod(ledger: Ledger, behaviour: CardBehaviour, last4: string): Method {
  const method = { id: newId('pm'), behaviour, last4, isUsed: false }
  ledger.methods.set(method.id, method)
  return method
}

function shown({ id, last4 }: Method): object {
  const card = { brand: 'visa', last4 }
  return { id, object: 'payment_method', card, created: unixNow(), livemode: false, type: 'card' }
}

/** The card of this id, if it can still be used. */
export function usableMethod(ledger: Ledger, id: string): Method {
  const stands = testMethods.get(id)
  if (stands) return addMethod(ledger, stands, '4242')
  const method = ledger.methods.get(id)
  if (!method) throw missing('PaymentMethod', id, 'payment_method', 400)
  if (!method.isUsed) return method
  throw invalidRequest(
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment. It may not be used again.',
  )
}

export function cardError(code: string, message: string, decline_code?: string): StripeRefusal {
  return new StripeRefusal(402, { type: 'card_error', code, decline_code, message })
}
