import { hashPassword, verifyPassword } from 'better-auth/crypto'
import pLimit from 'p-limit'

/**
 * So many passwords are hashed at once, each in a thread of Node's pool, with 32 MB and some 50 ms of a processor. The pool
 * has four: half of it stays with files, compression and look-ups of names, however many sign in.
 */
const atOnce = 2

const limit = pLimit(atOnce)

export interface PasswordHashing {
  hash(password: string): Promise<string>
  verify(given: { hash: string; password: string }): Promise<boolean>
}

/** How better-auth hashes and checks passwords: its own way, never more than the shop can bear. */
export const passwordHashing: PasswordHashing = {
  hash: (password) => limit(() => hashPassword(password)),
  verify: (given) => limit(() => verifyPassword(given)),
}
