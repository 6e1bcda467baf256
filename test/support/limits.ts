import type { Limit, Limits } from '#platform/http/limits/limiter.server.ts'
import { shopLimits } from '#shop/values/limits.server.ts'

/** Other numbers for limits that have the same number and time. */
export interface LimitChanges {
  reads?: Limits['reads']
  /** A minute. */
  writesPerMinute?: number
  /** In a quarter of an hour, of one person; in proportion of what has fewer. */
  attempts?: number
  attemptsByMany?: number
  attemptsPerHour?: number
  guessesADay?: number
}

/** The shop's limits with other numbers. */
export function changedLimits(changes: LimitChanges): Limits {
  const counts = Object.entries(shopLimits.counts).map(([name, limit]) => {
    return [name, { ...limit, max: maxOf(name, limit, changes) ?? limit.max }]
  })
  return { counts: Object.fromEntries(counts), reads: changes.reads ?? shopLimits.reads }
}

function maxOf(name: string, { max, seconds }: Limit, changes: LimitChanges) {
  const own = { write: changes.writesPerMinute, 'login-guesses': changes.guessesADay }
  if (name in own) return own[name as keyof typeof own]
  const share = (of: number, changed?: number) => changed && Math.ceil((changed * max) / of)
  if (seconds === 60 * 60) return share(20, changes.attemptsPerHour)
  if (seconds !== 15 * 60) return max
  return max <= 10 ? share(10, changes.attempts) : share(100, changes.attemptsByMany)
}

/** Limits that no test meets by accident. */
export const wideLimits: Required<LimitChanges> = {
  reads: { atOnce: 1_000_000, perSecond: 1_000_000 },
  writesPerMinute: 100_000,
  attempts: 100_000,
  attemptsByMany: 100_000,
  guessesADay: 100_000,
  attemptsPerHour: 100_000,
}
