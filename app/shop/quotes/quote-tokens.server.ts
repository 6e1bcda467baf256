import { readSignedToken, signToken } from '#platform/signed-token.server.ts'

/** Signs and reads the token in a quote's link. With it, a quote is answered without signing in. */
export interface QuoteTokens {
  sign(quoteId: string): string
  /** The quote's id; null for a token that we did not sign. */
  read(token: string): string | null
}

export function createQuoteTokens(secret: string): QuoteTokens {
  // Not 'quote': links in mails already sent are signed for this purpose.
  const key = { purpose: 'offer', secret }
  return {
    sign: (quoteId) => signToken(quoteId, key),
    read: (token) => readSignedToken(token, key),
  }
}
