import { AppError } from '#platform/app-error.ts'
import {
  type PaymentEvent,
  type PaymentProvider,
  type PaymentStart,
  type ProviderPayment,
  RefundDelayed,
  type RefundStatus,
} from '#shop/payments/payment-provider.ts'

/**
 * A provider as different from the sandbox as the interface allows: its own pages ask for the card, it has no keys (each
 * call begins another payment), and the browser brings back a word of it. Its webhooks are their own truth: no signature.
 */
export function createFakeProvider() {
  const payments = new Map<string, ProviderPayment>()
  const refunds = new Map<string, RefundStatus>()
  let count = 0
  let emptyFor = 0

  function known(id: string): ProviderPayment {
    const found = payments.get(id)
    if (!found) throw new Error(`the fake provider has no payment ${id}`)
    return found
  }

  function begin({ amountPaise, currency, reference }: PaymentStart): ProviderPayment {
    count += 1
    const id = `fake_${count}`
    const payment = {
      id,
      status: 'open',
      amountPaise,
      currency,
      reference,
      clientSecret: id,
    } as const
    payments.set(id, payment)
    return payment
  }

  const provider: PaymentProvider = {
    name: 'razorpay',
    forBrowser: { name: 'razorpay', keyId: 'rzp_test_fake' },
    accepts: ['card'],
    needsPaymentMethod: false,
    startPayment: async (start) => (start.paymentId ? known(start.paymentId) : begin(start)),
    getPayment: async (id) => known(id),
    async cancelPayment(id) {
      if (known(id).status === 'open') payments.set(id, { ...known(id), status: 'cancelled' })
      return known(id)
    },
    async refund({ key, attempts }) {
      if (attempts < emptyFor) throw new RefundDelayed('no money')
      const id = `back_${key}`
      refunds.set(id, refunds.get(id) ?? 'made')
      return { id }
    },
    async refundsOf(paymentId) {
      return [...refunds].map(([id, status]) => ({
        ...{ id, paymentId, status },
        amountPaise: 90_000,
        key: id.slice('back_'.length),
      }))
    },
    getDispute: async (id) => {
      throw new Error(`the fake provider has no dispute ${id}`)
    },
    readWebhook: async (body) => JSON.parse(body) as PaymentEvent,
    verifyReturn(paymentId, { word }) {
      if (word !== `paid ${paymentId}`) throw new AppError('malformed', 'Not our word.')
    },
  }

  return {
    provider,
    /** Every payment that was begun, in order. */
    begun: () => [...payments.values()],
    /** The customer pays; also what was cancelled before. */
    pay(id: string, more: Partial<ProviderPayment> = {}) {
      payments.set(id, { ...known(id), status: 'succeeded', ...more })
    },
    /** A payment that another shop on the same account took. */
    payElsewhere(reference: string) {
      payments.set('elsewhere', {
        id: 'elsewhere',
        status: 'succeeded',
        currency: 'INR',
        clientSecret: '',
        amountPaise: 90_000,
        reference,
      })
    },
    /** A refund turns out to be impossible. */
    failRefund: (id: string) => void refunds.set(id, 'failed'),
    /** The balance is too low for so many attempts of each refund. */
    emptyBalance: (attempts: number) => {
      emptyFor = attempts
    },
    refunds,
  }
}
