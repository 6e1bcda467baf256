import type { PaymentIntentResult, PaymentMethodResult, StripeCardElement } from '@stripe/stripe-js'
import { describe, expect, test, vi } from 'vitest'
import { stripeCardPayment } from './pay-by-stripe.tsx'

const card = { name: 'the field' } as unknown as StripeCardElement

function stripeThat(responses: { method?: unknown; intent?: unknown }) {
  return {
    createPaymentMethod: vi.fn(async () => responses.method as PaymentMethodResult),
    confirmCardPayment: vi.fn(async () => responses.intent as PaymentIntentResult),
  }
}

describe('telling Stripe of a card', () => {
  test('hands over its field and the name, and gets an id', async () => {
    const stripe = stripeThat({ method: { paymentMethod: { id: 'pm_1' } } })
    const made = stripeCardPayment(stripe).createPaymentMethod(card, {
      cardholder: 'Asha Rao',
      address: '12 Church Street,560001,Bengaluru',
    })
    expect(await made).toEqual({ id: 'pm_1' })
    expect(stripe.createPaymentMethod).toHaveBeenCalledWith({
      type: 'card',
      card,
      billing_details: {
        name: 'Asha Rao',
        address: {
          line1: '12 Church Street',
          postal_code: '560001',
          city: 'Bengaluru',
          country: 'IN',
        },
      },
    })
  })

  test.each([
    ['Your card number is incomplete.', 'Your card number is incomplete.'],
    [undefined, 'The payment did not go through. Please try again.'],
  ])('that rejects it fails with a sentence: %s', async (message, sentence) => {
    const stripe = stripeThat({ method: { error: { message } } })
    const made = stripeCardPayment(stripe).createPaymentMethod(card, {
      cardholder: 'Asha',
      address: 'Hill Road,400050,Mumbai',
    })
    await expect(made).rejects.toThrow(sentence)
  })
})

describe('confirming', () => {
  const confirm = (intent: unknown) =>
    stripeCardPayment(stripeThat({ intent })).confirm('pi_1_secret_2')

  test.each(['succeeded', 'processing'])('has done what it can: %s', async (status) => {
    expect(await confirm({ paymentIntent: { status } })).toEqual({ status })
    const error = { message: 'Unexpected state.', payment_intent: { status } }
    expect(await confirm({ error })).toEqual({ status })
  })

  test('a decline is a failure with its sentence', async () => {
    const message = 'Your card was declined.'
    expect(await confirm({ error: { message } })).toEqual({ status: 'failed', message })
  })

  test('anything else is a failure, not an exception', async () => {
    const failed = { status: 'failed', message: expect.stringContaining('try again') }
    expect(await confirm({ paymentIntent: { status: 'requires_action' } })).toEqual(failed)
    const throwing = stripeThat({})
    throwing.confirmCardPayment.mockRejectedValue(new Error('IntegrationError'))
    expect(await stripeCardPayment(throwing).confirm('pi_1_secret_2')).toEqual(failed)
  })
})
