import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { answerQuote, noSuchLink } from './answer-quote.server.ts'
import { quotePath } from './find-quote.server.ts'
import { answerQuoteByLinkEndpoint, answerQuoteEndpoint } from './quotes.endpoints.ts'

const messages = {
  payment: 'Please pay to accept the quote.',
  accepted: 'Thank you! You’ve accepted the quote. We’ll bake your cake.',
  declined: 'You’ve declined the quote. We won’t bake this cake, and you pay nothing for it.',
}

export function serveQuotes(api: Api, deps: AppContext) {
  api.serve(answerQuoteByLinkEndpoint, async ({ body: { token, answer } }, { address }) => {
    await deps.limiter.attemptByMany('answer-quote', address)
    const quoteId = deps.quoteTokens.read(token)
    if (!quoteId) throw noSuchLink()
    const status = await answerQuote(deps, { quoteId, answer, by: 'link' })
    return answered(quoteId, status)
  })

  api.serve(answerQuoteEndpoint, async ({ body: { quote, answer } }, { caller }) => {
    const status = await answerQuote(deps, { quoteId: quote, answer, by: caller })
    return answered(quote, status)
  })

  function answered(quoteId: string, status: keyof typeof messages) {
    const message = messages[status]
    return status === 'payment'
      ? { message, status, link: quotePath(deps, quoteId) }
      : { message, status }
  }
}
