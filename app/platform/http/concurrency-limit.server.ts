import pLimit from 'p-limit'
import { AppError } from '../app-error.ts'

/** How many of one kind of task may run at once, and how many more may wait. */
export interface ConcurrencyLimits {
  running: number
  waiting: number
}

const retryAfterSeconds = 5

/**
 * Limits one kind of task, so that a flood of it neither slows down the rest of the shop nor makes an endless queue.
 * Beyond the limits a task is refused with 503.
 */
export function createConcurrencyLimit({ running, waiting }: ConcurrencyLimits) {
  const limit = pLimit(running)
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (limit.activeCount >= running && limit.pendingCount >= waiting) throw overloaded()
    return limit(task)
  }
}

function overloaded() {
  const sentence = 'The shop has very much to do just now. Please try again in a moment.'
  return new AppError('unavailable', sentence, { retryAfterSeconds })
}
