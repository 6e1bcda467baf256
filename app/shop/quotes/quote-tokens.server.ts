import { readSignedToken, signToken } from '#platform/signed-token.server.ts'

/** Makes and reads the word in a quote's link, by which it is answered without signing in. */
export interface QuoteTokens {
  sign(quoteId: string): string
  /** The quote's id; null for a token that we did not sign. */
  read(token: string): string | null
}

export function createQuoteTokens(secret: string): QuoteTokens {
  // Not 'quote': links in mails already sent are signed for this purpose.
  const seal = { purpose: 'offer', secret }
  return {
    sign: (quoteId) => signToken(quoteId, seal),
    read: (token) => readSignedToken(token, seal),
  }
}
