import Stripe from 'stripe'
import { AppError } from '#platform/app-error.ts'
import type { PaymentProvider, RefundStatus } from '../payment-provider.ts'
import { because, facts, underKey } from './stripe-errors.server.ts'

type WantedRefund = Parameters<PaymentProvider['refund']>[0]

/** As PaymentProvider's. */
export async function refund(stripe: Stripe, wanted: WantedRefund): Promise<{ id: string }> {
  try {
    const { id } = await underKey(`refund-${wanted.key}`, (idempotencyKey) =>
      refundOnce(stripe, wanted, idempotencyKey),
    )
    return { id }
  } catch (error) {
    const isRefusal = error instanceof Stripe.errors.StripeInvalidRequestError
    if (!isRefusal || error.code === 'resource_missing') throw error
    const detail = 'The card company gives back no more than was paid.'
    throw because(new Error(facts(error)), new AppError('conflict', detail))
  }
}

/** Stripe forgets a key after a day, and the shop may ask later than that: so each refund carries its key as well. */
async function refundOnce(stripe: Stripe, wanted: WantedRefund, idempotencyKey: string) {
  const { key, paymentId, amountPaise } = wanted
  for await (const made of stripe.refunds.list({ payment_intent: paymentId, limit: 100 })) {
    if (made.metadata?.key === key) return sameRefund(made, amountPaise)
  }
  return stripe.refunds.create(
    { payment_intent: paymentId, amount: amountPaise, metadata: { key } },
    { idempotencyKey },
  )
}

function sameRefund(made: Stripe.Refund, amountPaise: number): Stripe.Refund {
  if (made.amount === amountPaise) return made
  throw new AppError('conflict', 'This refund was made for another amount.')
}

export async function getRefundStatus(stripe: Stripe, refundId: string): Promise<RefundStatus> {
  const { status } = await stripe.refunds.retrieve(refundId)
  if (status === 'succeeded') return 'made'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}
