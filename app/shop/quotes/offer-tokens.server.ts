import { readSignedWord, signWord } from '#platform/signed-word.server.ts'

/** Makes and reads the word in an offer's link, by which it is answered without signing in. */
export interface OfferTokens {
  sign(offerId: string): string
  /** The offer's id; null for a token that we did not sign. */
  read(token: string): string | null
}

export function createOfferTokens(secret: string): OfferTokens {
  const seal = { purpose: 'offer', secret }
  return {
    sign: (offerId) => signWord(offerId, seal),
    read: (token) => readSignedWord(token, seal),
  }
}
