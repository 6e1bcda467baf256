import type { Api } from '#platform/http/api.server.ts'
import type { Limiter } from '#platform/http/limiter.server.ts'
import { type AnswerOfferDeps, answerOffer, noSuchLink } from './answer-offer.server.ts'
import type { OfferTokens } from './offer-tokens.server.ts'
import { answerByLinkEndpoint, answerOfferEndpoint } from './offers.endpoints.ts'

const messages = {
  accepted: 'Thank you! The price is accepted, and we will bake your cake.',
  declined: 'The price is declined. We will not bake this cake, and nothing is to be paid for it.',
}

/** The calls by which customers answer the prices of their customised cakes. */
export function serveOffers(
  api: Api,
  deps: AnswerOfferDeps & { limiter: Limiter; offerTokens: OfferTokens },
) {
  api.serve(answerByLinkEndpoint, async ({ body: { token, answer } }, { address }) => {
    await deps.limiter.attemptByMany('answer-offer', address)
    const offerId = deps.offerTokens.read(token)
    if (!offerId) throw noSuchLink()
    const status = await answerOffer(deps, { offerId, answer, by: 'link' })
    return { message: messages[status], status }
  })

  api.serve(answerOfferEndpoint, async ({ body: { offer, answer } }, { caller }) => {
    const status = await answerOffer(deps, { offerId: offer, answer, by: caller })
    return { message: messages[status], status }
  })
}
