import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../app-error.ts'

export interface Limiter {
  /** Counts a change asked for from a network address. @throws AppError too_many */
  write(address: string): Promise<void>
  /** Counts an attempt at something worth guessing, such as a password. @throws AppError too_many */
  attempt(kind: string, who: string): Promise<void>
  /** Forgets the attempts of someone who succeeded. */
  forgive(kind: string, who: string): Promise<void>
}

export interface Limits {
  /** Changes per network address and minute. */
  writesPerMinute: number
  /** Attempts per kind and person (or address) in a quarter of an hour. */
  attempts: number
}

export const usualLimits: Limits = { writesPerMinute: 120, attempts: 10 }

export function createLimiter(limits: Limits): Limiter {
  const writes = new RateLimiterMemory({ points: limits.writesPerMinute, duration: 60 })
  const attempts = new RateLimiterMemory({ points: limits.attempts, duration: 15 * 60 })
  return {
    write: (address) => consume(writes, address),
    attempt: (kind, who) => consume(attempts, `${kind}:${who}`),
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
