import type { Api } from '#platform/http/api.server.ts'
import { settleRefund } from '#shop/refunds/refund-payment.server.ts'
import { confirmPaymentEndpoint, processPaymentEndpoint } from './checkout.endpoints.ts'
import type { CheckoutDeps } from './checkout-deps.server.ts'
import { confirmPayment, settlePayment } from './settle/settle-payment.server.ts'
import { startCheckout } from './start/start-checkout.server.ts'

/** The calls of the last checkout step, and the webhooks of each payment provider. */
export function serveCheckout(api: Api, deps: CheckoutDeps) {
  api.serve(processPaymentEndpoint, ({ body }, { caller }) =>
    startCheckout(deps, { caller, input: body }),
  )

  api.serve(confirmPaymentEndpoint, ({ body }, { caller }) =>
    confirmPayment(deps, { caller, ...body }),
  )

  for (const provider of deps.payments.all) {
    const { name } = provider
    api.receive(`/payments/webhook/${name}`, async (body, headers) => {
      const { id, type, paymentId, refundId } = await provider.readWebhook(body, headers)
      if (type === 'payment-succeeded' || type === 'payment-cancelled') {
        await settlePayment(deps, { provider: name, paymentId, eventId: id })
      }
      if (type === 'refund-failed' && refundId) {
        await settleRefund(deps, { provider: name, paymentId, refundId })
      }
    })
  }
}
