import type { Api } from '#platform/http/api.server.ts'
import type { Limiter } from '#platform/http/limiter.server.ts'
import { type AnswerQuoteDeps, answerQuote, noSuchLink } from './answer-quote.server.ts'
import type { QuoteTokens } from './quote-tokens.server.ts'
import { answerQuoteByLinkEndpoint, answerQuoteEndpoint } from './quotes.endpoints.ts'

const messages = {
  accepted: 'Thank you! The price is accepted, and we will bake your cake.',
  declined: 'The price is declined. We will not bake this cake, and nothing is to be paid for it.',
}

/** The calls by which customers answer the prices of their customised cakes. */
export function serveQuotes(
  api: Api,
  deps: AnswerQuoteDeps & { limiter: Limiter; quoteTokens: QuoteTokens },
) {
  api.serve(answerQuoteByLinkEndpoint, async ({ body: { token, answer } }, { address }) => {
    await deps.limiter.attemptByMany('answer-quote', address)
    const quoteId = deps.quoteTokens.read(token)
    if (!quoteId) throw noSuchLink()
    const status = await answerQuote(deps, { quoteId, answer, by: 'link' })
    return { message: messages[status], status }
  })

  api.serve(answerQuoteEndpoint, async ({ body: { quote, answer } }, { caller }) => {
    const status = await answerQuote(deps, { quoteId: quote, answer, by: caller })
    return { message: messages[status], status }
  })
}
