import { call } from '#platform/http/api-client.ts'
import { type CardPayment, type ConfirmOutcome, unclearFailure } from '../card-payment.ts'
import type {
  authenticateSandboxIntentEndpoint,
  confirmSandboxIntentEndpoint,
  createSandboxMethodEndpoint,
} from './sandbox.endpoints.ts'
import type { SandboxCard } from './sandbox-cards.ts'

/** The sandbox company in the browser: it is told what the card does and its last four digits, and nothing else. */
export const sandboxCardPayment: CardPayment<SandboxCard> = {
  createPaymentMethod: ({ behaviour, last4 }) =>
    call<typeof createSandboxMethodEndpoint>('POST /sandbox/payment_methods', {
      body: { behaviour, last4 },
    }),

  async confirm(clientSecret, askBank) {
    try {
      return await pay(clientSecret, askBank)
    } catch (error) {
      const message = error instanceof Error && error.message ? error.message : unclearFailure
      return { status: 'failed', message }
    }
  },
}

async function pay(clientSecret: string, askBank: () => Promise<boolean>): Promise<ConfirmOutcome> {
  const [id = ''] = clientSecret.split('_secret_')
  let intent = await call<typeof confirmSandboxIntentEndpoint>(
    'POST /sandbox/payment_intents/{id}/confirm',
    { params: { id }, body: { client_secret: clientSecret } },
  )
  if (intent.status === 'requires_action') {
    const approve = await askBank()
    intent = await call<typeof authenticateSandboxIntentEndpoint>(
      'POST /sandbox/payment_intents/{id}/authenticate',
      { params: { id }, body: { client_secret: clientSecret, approve } },
    )
  }
  if (intent.status === 'succeeded') return { status: 'succeeded' }
  return { status: 'failed', message: intent.error?.message ?? unclearFailure }
}
