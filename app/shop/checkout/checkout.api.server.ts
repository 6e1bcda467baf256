import type { Api } from '#platform/http/api.server.ts'
import { confirmPaymentEndpoint, processPaymentEndpoint } from './checkout.endpoints.ts'
import { confirmPayment } from './confirm-payment.server.ts'
import { placeOrder } from './place-order.server.ts'
import { type SettleDeps, settlePayment } from './settle-payment.server.ts'

/** The calls of the last checkout step, and the card company's webhook. */
export function serveCheckout(api: Api, deps: SettleDeps) {
  api.serve(processPaymentEndpoint, ({ body }, { caller }) =>
    placeOrder(deps, { caller, input: body }),
  )

  api.serve(confirmPaymentEndpoint, ({ body }, { caller }) =>
    confirmPayment(deps, { caller, orderId: body.orderId }),
  )

  api.receive('/payments/webhook', async (body, headers) => {
    const event = await deps.payments.readWebhook(body, headers)
    if (event.type !== 'payment-succeeded' && event.type !== 'payment-cancelled') return
    await settlePayment(deps, { paymentId: event.paymentId, eventId: event.id })
  })
}
