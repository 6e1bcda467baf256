import { setImmediate as nextTurn } from 'node:timers/promises'
import pLimit from 'p-limit'
import { AppError } from '../../app-error.ts'

/** How many of one kind of task may run at once, and how many more may wait. */
export interface ConcurrencyLimits {
  running: number
  waiting: number
}

const retryAfterSeconds = 5

/**
 * Limits one kind of task, so that a flood of it neither slows down the rest of the shop nor makes a long queue. Beyond
 * the limits the response is 503.
 */
export function createConcurrencyLimit({ running, waiting }: ConcurrencyLimits) {
  const limit = pLimit(running)
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (limit.activeCount >= running && limit.pendingCount >= waiting) throw overloaded()
    return limit(async () => {
      await ownTurn()
      return task()
    })
  }
}

let latestTurn = Promise.resolve()

/**
 * A turn of the event loop in which no other task of any limit starts. Tasks that wait for a turn each by itself get the same
 * one, and short requests then wait for all of them.
 */
function ownTurn(): Promise<void> {
  latestTurn = latestTurn.then(() => nextTurn())
  return latestTurn
}

function overloaded() {
  const sentence = 'The shop is very busy at the moment. Please try again shortly.'
  return new AppError('unavailable', sentence, { retryAfterSeconds })
}

/** Counts what is open at once for each key, such as a network address. */
export function createPlaces(max: number) {
  const taken = new Map<string, number>()
  return {
    /**
     * Takes a place and returns how to leave it.
     *
     * @throws AppError too_many when all of this key's are taken
     */
    take(key: string): () => void {
      const count = taken.get(key) ?? 0
      if (count >= max) {
        const sentence = 'Too many of these are open at once. Please close one, or wait a little.'
        throw new AppError('too_many', sentence, { retryAfterSeconds })
      }
      taken.set(key, count + 1)
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        const rest = (taken.get(key) ?? 1) - 1
        if (rest > 0) taken.set(key, rest)
        else taken.delete(key)
      }
    },
  }
}
