import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createConcurrencyLimit } from '#platform/http/limits/concurrency-limit.server.ts'

export interface PasswordHashing {
  hash(password: string): Promise<string>
  verify(attempt: { hash: string; password: string }): Promise<boolean>
}

/** OWASP's first recommendation: Argon2id with 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const prefix = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$`

/**
 * Two passwords are hashed at a time: each takes a thread of Node's pool, and files, compression and DNS need some of its
 * four. Others wait for about two seconds at most; beyond the limit the response is 503.
 */
const limits = { running: 2, waiting: 60 }

const runArgon2 = promisify(argon2)
const key = (password: string, nonce: Uint8Array) =>
  runArgon2('argon2id', { message: password.normalize('NFKC'), nonce, ...cost })

export function createPasswordHashing(): PasswordHashing {
  const limited = createConcurrencyLimit(limits)
  return {
    hash: (password) =>
      limited(async () => {
        const salt = randomBytes(16)
        return prefix + [salt, await key(password, salt)].map(unpadded).join('$')
      }),
    verify: ({ hash, password }) =>
      limited(async () => {
        if (!hash.startsWith(prefix)) return false
        const [salt = '', expected = ''] = hash.slice(prefix.length).split('$')
        const actual = await key(password, Buffer.from(salt, 'base64'))
        const stored = Buffer.from(expected, 'base64')
        return stored.length === actual.length && timingSafeEqual(stored, actual)
      }),
  }
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
