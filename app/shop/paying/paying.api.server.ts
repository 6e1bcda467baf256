import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { recordDispute } from './disputes/record-dispute.server.ts'
import { confirmByLink, startByLink } from './pay-by-link.server.ts'
import { confirmByLinkEndpoint, startByLinkEndpoint } from './paying.endpoints.ts'
import { settleEvent } from './settle-event.job.server.ts'

/** The calls of whoever pays by a link, and the webhooks of the payment providers. */
export function servePaying(api: Api, shop: AppContext) {
  api.serve(startByLinkEndpoint, async ({ body }, { address }) => {
    await shop.limiter.attempt('pay-by-link', address)
    return startByLink(shop, body)
  })

  api.serve(confirmByLinkEndpoint, ({ body }) => confirmByLink(shop, body))

  for (const provider of shop.payments.all) {
    const { name } = provider
    api.receive(`/payments/webhook/${name}`, async (body, headers) => {
      const { id, type, paymentId, refundId, dispute } = await provider.readWebhook(body, headers)
      if (type === 'payment-succeeded' || type === 'payment-cancelled') {
        await settleEvent(shop, { provider: name, eventId: id, paymentId, refundId: null })
      }
      if (refundId && (type === 'refund-succeeded' || type === 'refund-failed')) {
        await settleEvent(shop, { provider: name, eventId: id, paymentId, refundId })
      }
      if (dispute) await recordDispute(shop, { provider: name, paymentId, report: dispute })
    })
  }
}
