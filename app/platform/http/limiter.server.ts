import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../app-error.ts'

export interface Limiter {
  /** Counts a change asked for from a network address. @throws AppError too_many */
  write(address: string): Promise<void>
  /** Counts one person's attempt at something worth guessing, such as a password. @throws AppError too_many */
  attempt(kind: string, who: string): Promise<void>
  /** Counts an attempt by what many honest people may share, such as a network address. @throws AppError too_many */
  attemptByMany(kind: string, what: string): Promise<void>
  /** Forgets the attempts of someone who succeeded. */
  forgive(kind: string, who: string): Promise<void>
}

export interface Limits {
  /** Changes per network address and minute. */
  writesPerMinute: number
  /** Attempts per kind and person in a quarter of an hour. */
  attempts: number
  /** Attempts per kind and network address in a quarter of an hour; a mobile carrier's has many customers behind it. */
  attemptsByMany: number
}

export const usualLimits: Limits = { writesPerMinute: 240, attempts: 10, attemptsByMany: 100 }

export function createLimiter(limits: Limits): Limiter {
  const writes = new RateLimiterMemory({ points: limits.writesPerMinute, duration: 60 })
  const attempts = new RateLimiterMemory({ points: limits.attempts, duration: 15 * 60 })
  const byMany = new RateLimiterMemory({ points: limits.attemptsByMany, duration: 15 * 60 })
  return {
    write: (address) => consume(writes, address),
    attempt: (kind, who) => consume(attempts, `${kind}:${who}`),
    attemptByMany: (kind, what) => consume(byMany, `${kind}:${what}`),
    async forgive(kind, who) {
      await attempts.delete(`${kind}:${who}`)
    },
  }
}

async function consume(limiter: RateLimiterMemory, key: string) {
  try {
    await limiter.consume(key)
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    const retryAfterSeconds = Math.ceil(refused.msBeforeNext / 1000)
    throw new AppError('too_many', waitSentence(retryAfterSeconds), { retryAfterSeconds })
  }
}

function waitSentence(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return `Too many attempts. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`
}
