import { z } from 'zod'
import type { Database } from '../database/database.server.ts'

export interface Job<Data extends z.ZodType = z.ZodType> {
  name: string
  data: Data
  /** Retries after the first try, with a growing pause between them. */
  retryLimit: number
  /** Of these pauses. The default is ten minutes. */
  maxPauseSeconds?: number
  /** The name of another job, declared before this one. It gets the same data when the last try has failed. */
  deadLetter?: string
  /** Cron expression (Asia/Kolkata) of a scheduled job. Its data is `{}`. */
  schedule?: string
  /** How many batches run at once in each process: none waits for the slowest job of another. One, if left out. */
  batches?: number
  /** Runs once after the start if a time of its schedule passed while no process ran. */
  catchesUp?: boolean
  /** Runs at once, however busy the shop is. All other jobs let requests go first, for at most half a minute. */
  isPrompt?: boolean
}

/** A job and what it does. `run` is called again after a failure, so it must be safe to repeat. */
export interface JobHandler {
  job: Job
  run(data: unknown): Promise<void>
}

export interface Jobs {
  /**
   * Puts a job in the queue inside the caller's transaction: it exists if and only if the change does.
   *
   * @param options `isMoved`: one with this `key` that waits is moved to the new time instead. `id`, a UUID: no second one
   *   with it is queued, until a week after it is done
   */
  enqueue<Data extends z.ZodType>(
    tx: Database,
    job: Job<Data>,
    data: z.input<Data>,
    options?: { startAfterSeconds?: number; id?: string; key?: string; isMoved?: boolean },
  ): Promise<void>
}

/** A job that runs by the clock and needs no data. */
export function scheduledJob(
  name: string,
  schedule: string,
  more: Pick<Partial<Job>, 'retryLimit' | 'catchesUp'> = {},
) {
  return { name, schedule, data: z.object({}), retryLimit: 0, ...more } satisfies Job
}

/** Binds a handler to its job. The job's schema checks the stored data before it runs. */
export function handles<Data extends z.ZodType>(
  job: Job<Data>,
  run: (data: z.output<Data>) => Promise<void>,
): JobHandler {
  return { job, run: (data) => run(job.data.parse(data)) }
}
