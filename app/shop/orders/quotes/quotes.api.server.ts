import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { answerQuote, noSuchLink } from './answer-quote.server.ts'
import { answerQuoteByLinkEndpoint, answerQuoteEndpoint } from './quotes.endpoints.ts'

const messages = {
  accepted: 'Thank you! You’ve accepted the quote. We’ll bake your cake.',
  declined: 'You’ve declined the quote. We won’t bake this cake, and you pay nothing for it.',
}

export function serveQuotes(api: Api, deps: AppContext) {
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
