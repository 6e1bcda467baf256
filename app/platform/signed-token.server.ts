import { createHmac, timingSafeEqual } from 'node:crypto'

/** What signs, and what for: a word signed for one purpose is worth nothing for another. */
export interface SigningKey {
  purpose: string
  secret: string
}

/** A word with our signature, `word.signature`, as it can stand in an address or a cookie. */
export function signToken(word: string, seal: SigningKey): string {
  return `${word}.${signature(word, seal)}`
}

/** The word of a text that we signed for this purpose; null for any other text. */
export function readSignedToken(text: string, seal: SigningKey): string | null {
  const [word = '', given = '', ...more] = text.split('.')
  if (!word || more.length > 0) return null
  const theirs = Buffer.from(given)
  const ours = Buffer.from(signature(word, seal))
  return theirs.length === ours.length && timingSafeEqual(theirs, ours) ? word : null
}

function signature(word: string, { purpose, secret }: SigningKey): string {
  return createHmac('sha256', secret).update(`${purpose}:${word}`).digest('base64url')
}
