import { createHash } from 'node:crypto'
import {
  type RateLimiterAbstract,
  RateLimiterDrizzle,
  RateLimiterMemory,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { AppError } from '../app-error.ts'
import type { OpenDatabase } from '../database/database.server.ts'
import { limits as limitsTable } from './limits.tables.server.ts'

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
  /** Changes per network address and minute, in each process. */
  writesPerMinute: number
  /** Attempts per kind and person in a quarter of an hour. */
  attempts: number
  /** Attempts per kind and network address in a quarter of an hour; a mobile carrier's has many customers behind it. */
  attemptsByMany: number
}

export const usualLimits: Limits = { writesPerMinute: 240, attempts: 10, attemptsByMany: 100 }

/** How long attempts are remembered, in seconds. */
const attemptsCountFor = 15 * 60

/**
 * Counts changes in this process, which they are to protect, and without a statement for each of them; attempts in a
 * database on a server, so that all processes count together, or in memory where the database is this process's own.
 */
export function createLimiter(limits: Limits, database?: OpenDatabase): Limiter {
  const writes = new RateLimiterMemory({ points: limits.writesPerMinute, duration: 60 })
  const attempts = counter('one', limits.attempts, database)
  const byMany = counter('many', limits.attemptsByMany, database)
  return {
    write: (address) => consume(writes, address),
    attempt: (kind, who) => consume(attempts, keyOf(kind, who)),
    attemptByMany: (kind, what) => consume(byMany, keyOf(kind, what)),
    async forgive(kind, who) {
      await attempts.delete(keyOf(kind, who))
    },
  }
}

function counter(keyPrefix: string, points: number, database?: OpenDatabase): RateLimiterAbstract {
  const settings = { keyPrefix, points, duration: attemptsCountFor }
  const inMemory = new RateLimiterMemory(settings)
  if (database?.kind !== 'server') return inMemory
  return new RateLimiterDrizzle({
    ...settings,
    storeClient: database.db,
    schema: limitsTable,
    // Whoever is over the limit costs no more statements.
    inMemoryBlockOnConsumed: points + 1,
    // While the database is away each process counts for itself.
    insuranceLimiter: inMemory,
    // A job does that.
    clearExpiredByTimeout: false,
  })
}

/** Of one length, and without the address or e-mail in it: the table keeps nothing personal. */
function keyOf(kind: string, who: string): string {
  return `${kind}:${createHash('sha256').update(who).digest('base64url')}`
}

async function consume(limiter: RateLimiterAbstract, key: string) {
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
