import { AsyncLocalStorage } from 'node:async_hooks'
import { LRUCache } from 'lru-cache'
import {
  type RateLimiterAbstract,
  RateLimiterDrizzle,
  RateLimiterMemory,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { AppError } from '../../app-error.ts'
import type { OpenDatabase } from '../../database/database.server.ts'
import { limits as limitsTable } from '../../database/platform.tables.server.ts'
import { textHash } from '../../secrets.server.ts'

/** How often something may be done. */
export interface Limit {
  max: number
  /** From the first one on. */
  seconds: number
  /** Whose or what's: 'account and address'. */
  per: string
  counts: string
  why: string
  /** Counted in the memory of each process, because it protects that and should cost no statement. */
  inMemory?: true
  /** A count may be deleted, for all processes at once. */
  isForgiven?: true
}

export interface Limits {
  counts: Record<string, Limit>
  reads: { atOnce: number; perSecond: number }
}

/** `name` is that of a limit, and `who` whom or what it counts. */
export interface Limiter {
  /** Counts a read of a network address by what it costs, see {@link readCosts}. @throws AppError too_many */
  read(address: string, cost: number): void
  /** Counts a change from a network address. @throws AppError too_many */
  write(address: string): Promise<void>
  /** Counts an attempt, as so many. @throws AppError too_many */
  attempt(name: string, who: string, cost?: number): Promise<void>
  /** As `attempt`, but returns false instead of throwing. */
  tryAttempt(name: string, who: string): Promise<boolean>
  forgive(name: string, who: string): Promise<void>
  /**
   * Counts what is never refused, such as a wrong guess of anybody at one account.
   *
   * @returns whether it is the one that reaches the limit
   */
  count(name: string, what: string): Promise<boolean>
  isReached(name: string, what: string): Promise<boolean>
  /**
   * Runs a call and gives its attempts back if it fails by the shop's fault. Changes stay counted: they are what the process
   * can bear.
   */
  withRefund(run: () => Promise<{ status: number }>): Promise<void>
}

/** What a read costs that is not sent from the response cache. Those from the cache cost nothing. */
export const readCosts = { call: 1, page: 3 }

/** Counts in a database on a server, for all processes together, or in memory if the database is embedded. */
export function createLimiter({ counts, reads }: Limits, database?: OpenDatabase): Limiter {
  const counters = new Map(
    Object.entries(counts).map(([name, limit]) => [name, createCounter(name, limit, database)]),
  )
  function counterOf(name: string): RateLimiterAbstract {
    const counter = counters.get(name)
    if (!counter) throw new Error(`there is no limit '${name}'`)
    return counter
  }
  const refunds = new AsyncLocalStorage<(() => Promise<unknown>)[]>()
  // Hashed, so that the table has no addresses in it.
  function attempt(name: string, who: string, cost = 1) {
    const [counter, key] = [counterOf(name), textHash(who)]
    return consume(counter, key, cost).then(() => {
      refunds.getStore()?.push(() => counter.reward(key, cost))
    })
  }
  const tryAttempt = (name: string, who: string) =>
    attempt(name, who).then(
      () => true,
      (error) => {
        if (error instanceof AppError) return false
        throw error
      },
    )
  return {
    read: createTokenBuckets(reads),
    write: (address) => consume(counterOf('write'), textHash(address)),
    attempt,
    tryAttempt,
    async forgive(name, who) {
      await counterOf(name).delete(textHash(who))
    },
    async count(name, what) {
      const counter = counterOf(name)
      const { consumedPoints } = await counter.penalty(textHash(what))
      return consumedPoints === counter.points
    },
    async isReached(name, what) {
      const counter = counterOf(name)
      const counted = await counter.get(textHash(what))
      return (counted?.consumedPoints ?? 0) >= counter.points
    },
    async withRefund(run) {
      const counted: (() => Promise<unknown>)[] = []
      const { status } = await refunds.run(counted, run)
      // Nobody waits for it: what makes the call fail may be the database.
      if (status >= 500) for (const refund of counted) void refund().catch(() => {})
    },
  }
}

function createCounter(
  keyPrefix: string,
  { max: points, seconds: duration, inMemory, isForgiven }: Limit,
  database?: OpenDatabase,
): RateLimiterAbstract {
  const settings = { keyPrefix, points, duration }
  const ofProcess = new RateLimiterMemory(settings)
  if (inMemory || database?.kind !== 'server') return ofProcess
  return new RateLimiterDrizzle({
    ...settings,
    storeClient: database.db,
    schema: limitsTable,
    // Someone over the limit costs no more statements. What is forgiven must not stay blocked in another process.
    ...(!isForgiven && { inMemoryBlockOnConsumed: points + 1 }),
    // While the database is away, each process counts by itself.
    insuranceLimiter: ofProcess,
    // A job deletes them.
    clearExpiredByTimeout: false,
  })
}

async function consume(limiter: RateLimiterAbstract, key: string, cost?: number) {
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
