import { createHmac, timingSafeEqual } from 'node:crypto'

/** A token signed for one purpose is not valid for another. */
export interface SigningKey {
  purpose: string
  secret: string
}

/** A value with our signature, `value.signature`, safe in a URL or a cookie. */
export function signToken(value: string, key: SigningKey): string {
  return `${value}.${signature(value, key)}`
}

/** The value of a token that we signed for this purpose; otherwise null. */
export function readSignedToken(token: string, key: SigningKey): string | null {
  const [value = '', sent = '', ...more] = token.split('.')
  if (!value || more.length > 0) return null
  const theirs = Buffer.from(sent)
  const ours = Buffer.from(signature(value, key))
  return theirs.length === ours.length && timingSafeEqual(theirs, ours) ? value : null
}

function signature(value: string, { purpose, secret }: SigningKey): string {
  return createHmac('sha256', secret).update(`${purpose}:${value}`).digest('base64url')
}
