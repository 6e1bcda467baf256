import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { recordDispute } from '#shop/orders/disputes/record-dispute.server.ts'
import { noSuchLink } from '#shop/orders/quotes/answer-quote.server.ts'
import { confirmQuotePaymentEndpoint, payQuoteEndpoint } from './balance/balance.endpoints.ts'
import { confirmQuotePayment, payQuote } from './balance/pay-quote.server.ts'
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

  api.serve(payQuoteEndpoint, async ({ body: { token, ...body } }, { address }) => {
    await deps.limiter.attemptByMany('pay-by-link', address)
    const { paymentMethodId = null, all } = body
    return payQuote(deps, { quoteId: quoteOf(token), paymentMethodId, all })
  })

  api.serve(confirmQuotePaymentEndpoint, ({ body: { token, signedReturn } }) =>
    confirmQuotePayment(deps, { quoteId: quoteOf(token), signedReturn }),
  )

  function quoteOf(token: string): string {
    const quoteId = deps.quoteTokens.read(token)
    if (!quoteId) throw noSuchLink()
    return quoteId
  }

  for (const provider of deps.payments.all) {
    const { name } = provider
    api.receive(`/payments/webhook/${name}`, async (body, headers) => {
      const { id, type, paymentId, refundId, dispute } = await provider.readWebhook(body, headers)
      if (type === 'payment-succeeded' || type === 'payment-cancelled') {
        await settleEvent(deps, { provider: name, eventId: id, paymentId, refundId: null })
      }
      if (refundId && (type === 'refund-succeeded' || type === 'refund-failed')) {
        await settleEvent(deps, { provider: name, eventId: id, paymentId, refundId })
      }
      if (dispute) await recordDispute(deps, { provider: name, paymentId, report: dispute })
    })
  }
}
