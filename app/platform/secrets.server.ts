import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** A token signed for one purpose is not valid for another. */
interface SigningKey {
  purpose: string
  secret: string
}

/** A value with our signature, `value.signature`, safe in a URL or a cookie. */
export function signToken(value: string, key: SigningKey): string {
  return `${value}.${keyedHash(value, key)}`
}

/** The value of a token that we signed for this purpose; otherwise null. */
export function readSignedToken(token: string, key: SigningKey): string | null {
  const [value = '', sent = '', ...more] = token.split('.', 3)
  if (!value || more.length > 0) return null
  const theirs = Buffer.from(sent)
  const ours = Buffer.from(keyedHash(value, key))
  return theirs.length === ours.length && timingSafeEqual(theirs, ours) ? value : null
}

/** Signs ids for the links of one kind of mail, and reads them again. */
export interface TokenSigner {
  sign(id: string): string
  read(token: string): string | null
}

export function createTokenSigner(key: SigningKey): TokenSigner {
  return { sign: (id) => signToken(id, key), read: (token) => readSignedToken(token, key) }
}

/** A hash by which a value can be recognised, and not guessed without the secret. */
export function keyedHash(value: string, { purpose, secret }: SigningKey): string {
  return createHmac('sha256', secret).update(`${purpose}:${value}`).digest('base64url')
}

/** A hash that names a text without showing it. Who can list all such texts can guess it: see {@link keyedHash}. */
export const textHash = (text: string) => digest(text).toString('base64url')

const digest = (text: string) => createHash('sha256').update(text).digest()

export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b))
}

/**
 * A new UUID of version 7: the time in ms, then random bits. New rows are neighbours in an index, where random ids would be
 * spread over all pages. The id reveals its time.
 */
export function newId(at = Date.now()): string {
  const time = at.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`
}
