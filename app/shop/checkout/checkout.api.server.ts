import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { recordDispute } from '#shop/orders/disputes/record-dispute.server.ts'
import { confirmPaymentEndpoint, processPaymentEndpoint } from './checkout.endpoints.ts'
import { settleEvent } from './settle/settle-event.job.server.ts'
import { confirmPayment } from './settle/settle-payment.server.ts'
import { startCheckout } from './start/start-checkout.server.ts'

export function serveCheckout(api: Api, deps: AppContext) {
  api.serve(processPaymentEndpoint, ({ body }, { caller, address }) =>
    startCheckout(deps, { caller, address, input: body }),
  )

  api.serve(confirmPaymentEndpoint, ({ body }, { caller, address }) =>
    confirmPayment(deps, { caller, address, ...body }),
  )

  for (const provider of deps.payments.all) {
    const { name } = provider
    api.receive(`/payments/webhook/${name}`, async (body, headers) => {
      const { id, type, paymentId, refundId, dispute } = await provider.readWebhook(body, headers)
      if (type === 'payment-succeeded' || type === 'payment-cancelled') {
        await settleEvent(deps, { provider: name, eventId: id, paymentId, refundId: null })
      }
      if (type === 'refund-failed' && refundId) {
        await settleEvent(deps, { provider: name, eventId: id, paymentId, refundId })
      }
      if (dispute) await recordDispute(deps, { provider: name, paymentId, report: dispute })
    })
  }
}
