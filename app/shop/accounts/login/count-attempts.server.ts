import type { Database } from '#platform/database/database.server.ts'
import type { Limiter } from '#platform/http/limiter.server.ts'
import { hasSignedInFrom } from '../security/security-log.store.server.ts'

interface Attempt {
  email: string
  /** The network address. */
  address: string
  /** The browser's id, if it has signed in to this account before. */
  device: string | null
}

/**
 * Counts an attempt to sign in, by account and address together and by address, so that nobody locks another out. A browser
 * that has signed in to the account before is counted by itself: strangers never lock it out, wherever they are.
 *
 * @returns resets the count, once the password was right
 * @throws AppError too_many
 */
export async function countSignIn(
  limiter: Limiter,
  { email, address, device }: Attempt,
): Promise<() => Promise<void>> {
  const who = device === null ? `${email} from ${address}` : `${email} on ${device}`
  await limiter.attempt('login', who)
  if (device === null) await limiter.attemptByMany('login-address', address)
  return () => limiter.forgive('login', who)
}

/**
 * Counts a request for a link to a new password. The owner's own, from a known browser or from where the account was signed
 * in to, are counted apart; those of strangers by account. Surplus ones are not mailed; the response is the same.
 *
 * @returns whether the mail may go out
 * @throws AppError too_many for an address that asks for very many
 */
export async function countReset(
  { limiter, db }: { limiter: Limiter; db: Database },
  { email, address, device }: Attempt,
): Promise<boolean> {
  if (device !== null) return limiter.allows('reset', `${email} on ${device}`)
  await limiter.attemptByMany('forgot-password-address', address)
  const isOwnAddress = await hasSignedInFrom(db, email, address)
  return limiter.allows('reset', isOwnAddress ? `${email} from ${address}` : email)
}
