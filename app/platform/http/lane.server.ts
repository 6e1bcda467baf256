import pLimit from 'p-limit'
import { AppError } from '../app-error.ts'

/** How much of one kind of work may go on at once, and how much may wait for it. */
export interface LaneLimits {
  atOnce: number
  waiting: number
}

export type Lane = ReturnType<typeof createLane>

const backSeconds = 5

/**
 * A lane for work of one kind: a flood of it makes neither the rest of the shop wait for long, nor a queue without end.
 * Beyond its limits work is refused at once: AppError unavailable.
 */
export function createLane({ atOnce, waiting }: LaneLimits) {
  const limit = pLimit(atOnce)
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (limit.activeCount >= atOnce && limit.pendingCount >= waiting) throw tooMuch()
    return limit(work)
  }
}

function tooMuch() {
  const sentence = 'The shop has very much to do just now. Please try again in a moment.'
  return new AppError('unavailable', sentence, { retryAfterSeconds: backSeconds })
}
