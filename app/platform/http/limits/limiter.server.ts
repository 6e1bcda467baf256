import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import {
  type RateLimiterAbstract,
  RateLimiterDrizzle,
  RateLimiterMemory,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { AppError } from '../../app-error.ts'
import type { OpenDatabase } from '../../database/database.server.ts'
import { daySeconds } from '../../durations.ts'
import { limits as limitsTable } from './limits.tables.server.ts'

export interface Limiter {
  /** Counts a read of a network address by what it costs, see {@link readCosts}. @throws AppError too_many */
  read(address: string, cost: number): void
  /** Counts a change from a network address. @throws AppError too_many */
  write(address: string): Promise<void>
  /**
   * Counts one person's attempt at something that could be guessed, such as a password.
   *
   * @param cost as how many attempts it counts
   * @throws AppError too_many
   */
  attempt(kind: string, who: string, cost?: number): Promise<void>
  /**
   * Counts an attempt by what many honest people may share, such as a network address.
   *
   * @param cost as how many attempts it counts
   * @throws AppError too_many
   */
  attemptByMany(kind: string, what: string, cost?: number): Promise<void>
  /** Counts what may be done only a few times an hour. @throws AppError too_many */
  attemptHourly(kind: string, what: string, cost?: number): Promise<void>
  /** Counts what may be done only a few times an hour; returns false instead of throwing. */
  tryHourly(kind: string, what: string, cost: number): Promise<boolean>
  forgive(kind: string, who: string): Promise<void>
  /**
   * Counts a wrong guess of anybody at one thing, such as an account's password.
   *
   * @returns whether it is the one with which they become very many for a day
   */
  guessWrong(kind: string, what: string): Promise<boolean>
  /** Whether there were very many wrong guesses at a thing, within a day. */
  isGuessedAt(kind: string, what: string): Promise<boolean>
}

export interface Limits {
  /**
   * What reads of a network address may cost in each process: at once, and for each second after that. A school or a mobile
   * carrier's network has many visitors behind it.
   */
  reads: { atOnce: number; perSecond: number }
  writesPerMinute: number
  /** Attempts per kind and person in a quarter of an hour. */
  attempts: number
  /** Attempts per kind and network address in a quarter of an hour; a mobile carrier's has many customers behind it. */
  attemptsByMany: number
  /** So many wrong guesses at one thing in a day, of everybody together, are very many. */
  guessesADay: number
  /** Attempts per kind and network address in an hour, of what few do more than once. */
  attemptsPerHour: number
}

export const defaultLimits: Limits = {
  reads: { atOnce: 3_000, perSecond: 60 },
  writesPerMinute: 240,
  attempts: 10,
  attemptsByMany: 100,
  guessesADay: 100,
  attemptsPerHour: 20,
}

/** What a read costs that is not sent from the response cache. Those from the cache cost nothing. */
export const readCosts = { call: 1, page: 3 }

/** How long attempts are counted, in seconds. */
export const attemptWindowSeconds = 15 * 60
const hourSeconds = 60 * 60

/**
 * Counts changes in the memory of this process, because they protect it and should cost no statement. Counts attempts in a
 * database on a server, for all processes together, or in memory if the database is embedded.
 */
export function createLimiter(limits: Limits, database?: OpenDatabase): Limiter {
  const writes = new RateLimiterMemory({ points: limits.writesPerMinute, duration: 60 })
  const duration = attemptWindowSeconds
  const ofOne = { keyPrefix: 'one', points: limits.attempts, duration, isForgiven: true }
  const attempts = counter(ofOne, database)
  const byMany = counter({ keyPrefix: 'many', points: limits.attemptsByMany, duration }, database)
  const ofDay = { keyPrefix: 'day', points: limits.guessesADay, duration: daySeconds }
  const guesses = counter(ofDay, database)
  const ofHour = { keyPrefix: 'hour', points: limits.attemptsPerHour, duration: hourSeconds }
  const hourly = counter(ofHour, database)
  const reads = createTokenBuckets(limits.reads)
  const tryHourly = (kind: string, what: string, cost: number) =>
    consume(hourly, keyOf(kind, what), cost).then(
      () => true,
      (error) => {
        if (error instanceof AppError) return false
        throw error
      },
    )
  return {
    read: reads,
    write: (address) => consume(writes, address),
    attempt: (kind, who, cost) => consume(attempts, keyOf(kind, who), cost),
    attemptByMany: (kind, what, cost) => consume(byMany, keyOf(kind, what), cost),
    attemptHourly: (kind, what, cost) => consume(hourly, keyOf(kind, what), cost),
    tryHourly,
    async forgive(kind, who) {
      await attempts.delete(keyOf(kind, who))
    },
    async guessWrong(kind, what) {
      const { consumedPoints } = await guesses.penalty(keyOf(kind, what))
      return consumedPoints === limits.guessesADay
    },
    async isGuessedAt(kind, what) {
      const counted = await guesses.get(keyOf(kind, what))
      return (counted?.consumedPoints ?? 0) >= limits.guessesADay
    },
  }
}

interface Counted {
  keyPrefix: string
  points: number
  /** In seconds. */
  duration: number
  /** Whether a count may be deleted, for all processes at once. */
  isForgiven?: boolean
}

function counter(
  { isForgiven = false, ...settings }: Counted,
  database?: OpenDatabase,
): RateLimiterAbstract {
  const inMemory = new RateLimiterMemory(settings)
  if (database?.kind !== 'server') return inMemory
  return new RateLimiterDrizzle({
    ...settings,
    storeClient: database.db,
    schema: limitsTable,
    // Someone over the limit costs no more statements. What is forgiven must not stay blocked in another process.
    ...(!isForgiven && { inMemoryBlockOnConsumed: settings.points + 1 }),
    // While the database is away, each process counts by itself.
    insuranceLimiter: inMemory,
    // A job deletes them.
    clearExpiredByTimeout: false,
  })
}

/** Hashed, so that the table has no addresses in it. */
function keyOf(kind: string, who: string): string {
  return `${kind}:${createHash('sha256').update(who).digest('base64url')}`
}

async function consume(limiter: RateLimiterAbstract, key: string, cost = 1) {
  try {
    await limiter.consume(key, cost)
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection
    const retryAfterSeconds = Math.ceil(rejection.msBeforeNext / 1000)
    throw new AppError('too_many', waitSentence(retryAfterSeconds), { retryAfterSeconds })
  }
}

function waitSentence(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return `Too many attempts. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`
}

/** More addresses than this are an attack that no count of addresses stops; the counts of those seen least recently are dropped. */
const maxBuckets = 50_000

/** A bucket of tokens for each key, in memory: what is taken flows back at a steady rate. */
function createTokenBuckets({ atOnce, perSecond }: Limits['reads']) {
  const buckets = new LRUCache<string, { tokens: number; at: number }>({ max: maxBuckets })
  return (key: string, cost: number) => {
    const now = Date.now()
    const bucket = buckets.get(key) ?? { tokens: atOnce, at: now }
    const tokens = Math.min(atOnce, bucket.tokens + ((now - bucket.at) / 1000) * perSecond)
    buckets.set(key, { tokens: tokens < cost ? tokens : tokens - cost, at: now })
    if (tokens >= cost) return
    const retryAfterSeconds = Math.ceil((cost - tokens) / perSecond)
    throw new AppError('too_many', 'Too many requests. Please wait a moment and try again.', {
      retryAfterSeconds,
    })
  }
}
