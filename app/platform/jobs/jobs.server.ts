import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { fromDrizzle, type JobResult, PgBoss } from 'pg-boss'
import type { z } from 'zod'
import type { Database, OpenDatabase } from '../database/database.server.ts'
import { createErrorLogger } from '../database/database-errors.server.ts'
import { type Log, withCallContext } from '../log.server.ts'

/** A kind of background work: its name, the shape of what it is given, how often it is tried, when it runs by itself. */
export interface Job<Data extends z.ZodType = z.ZodType> {
  name: string
  data: Data
  /** Tries after the first, with a growing pause between them. */
  retryLimit: number
  /** The longest of these pauses; ten minutes when left out. */
  longestPauseSeconds?: number
  /** The name of another job, declared before this one, that is given the same data when the last try has failed. */
  deadLetter?: string
  /** Cron expression (Asia/Kolkata) of a job that runs by itself, with `{}` as data. */
  schedule?: string
  /** Begun at once, however busy the shop is; all others let requests go first, for half a minute at the most. */
  isPrompt?: boolean
}

/** A job together with what it does; `run` may be called again after a failure and must then do no harm. */
export interface JobHandler {
  job: Job
  run(data: unknown): Promise<void>
}

export interface Jobs {
  /** Puts a job in the queue inside the caller's transaction: it exists if and only if the change does. */
  enqueue<Data extends z.ZodType>(
    tx: Database,
    job: Job<Data>,
    data: z.input<Data>,
    options?: { startAfterSeconds?: number },
  ): Promise<void>
}

/** Binds a handler to its job; what was stored is checked by the job's schema before it runs. */
export function handles<Data extends z.ZodType>(
  job: Job<Data>,
  run: (data: z.output<Data>) => Promise<void>,
): JobHandler {
  return { job, run: (data) => run(job.data.parse(data)) }
}

/** Jobs taken by a process that gives no sign of life for this long are tried again by another, in seconds. */
const lostAfterSeconds = 10

/** How long a job waits for a worker before it is thrown away: longer than any shop is closed. */
const waitsSeconds = 5 * 365 * 24 * 60 * 60

/** How long a job that could be begun lets requests go first, in ms. */
const letsGoFirstMs = 30_000

/** Ten at a time, at once again while there are more, each succeeding or failing by itself. */
const fetching = {
  pollingIntervalSeconds: 1,
  batchSize: 10,
  burstWhenBatchFull: true,
  perJobResults: true,
  includeMetadata: true,
} as const

/** The queue over the shop's own database: what is enqueued survives a crash, and each job is taken by one worker. */
export async function openJobs(database: OpenDatabase, log: Log) {
  const boss = new PgBoss({
    db: database.queue,
    backend: database.kind === 'embedded' ? 'pglite' : 'postgres',
    superviseIntervalSeconds: lostAfterSeconds,
    monitorIntervalSeconds: lostAfterSeconds,
  })
  boss.on('error', createErrorLogger(log, 'job queue error'))
  await boss.start()
  let isClosing = false

  const jobs: Jobs = {
    async enqueue(tx, job, data, { startAfterSeconds } = {}) {
      await boss.send(job.name, data as object, {
        db: fromDrizzle(tx, sql),
        startAfter: startAfterSeconds,
      })
    },
  }

  /** Creates the queues and schedules; what is enqueued needs its queue to be there. */
  async function declare(handlers: readonly Pick<JobHandler, 'job'>[]) {
    for (const { job } of handlers) {
      await boss.createQueue(job.name)
      // Creating leaves a queue of an earlier version as it is; this brings it up to date.
      await boss.updateQueue(job.name, {
        retryLimit: job.retryLimit,
        retryDelay: 5,
        retryBackoff: true,
        retryDelayMax: job.longestPauseSeconds ?? 600,
        deadLetter: job.deadLetter ?? null,
        heartbeatSeconds: lostAfterSeconds,
        retentionSeconds: waitsSeconds,
      })
      // Makes pg-boss remember the queue. It would look it up at the first `send`, outside the caller's transaction,
      // and the embedded database has a single connection: the two would wait for each other.
      await boss.getJobById(job.name, crypto.randomUUID())
      if (job.schedule) await boss.schedule(job.name, job.schedule, {}, { tz: 'Asia/Kolkata' })
    }
  }

  /**
   * Takes the unfinished jobs out of queues that nothing works on any more, all or none; `take` turns each into
   * something else in the same transaction.
   */
  async function retire(
    names: readonly string[],
    take: (tx: Database, job: { name: string; data: unknown }) => Promise<void>,
  ) {
    await database.db.transaction(async (tx) => {
      const { rows } = await tx.execute(
        sql`delete from pgboss.job where name in ${names} and state < 'completed' returning name, data`,
      )
      for (const { name, data } of rows) await take(tx, { name: String(name), data })
    })
  }

  return {
    jobs,
    declare,
    retire,
    /** Begins to work on the handlers' queues. */
    async work(handlers: readonly JobHandler[]) {
      await declare(handlers)
      for (const { job, run } of handlers) {
        await boss.work(job.name, fetching, async (taken) => {
          const until = job.isPrompt ? 0 : letGoFirstUntil(taken)
          await waitUntilIdle(() => isClosing || Date.now() >= until)
          return Promise.all(
            taken.map(({ id, data }) =>
              withCallContext({ job: job.name, jobId: id }, () => runOne(id, run, data, log)),
            ),
          )
        })
      }
    },
    /** Jobs of each queue that could be begun now, as counted within the last ten seconds. */
    async waiting(): Promise<Record<string, number>> {
      const queues = await boss.getQueues()
      const ours = queues.filter(({ name }) => !name.startsWith('__'))
      return Object.fromEntries(ours.map(({ name, readyCount }) => [name, readyCount]))
    },
    /** Lets running jobs end, and those that were taken, then stops. */
    close() {
      isClosing = true
      return boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}

/** The first of these jobs has waited long enough then, by this machine's clock. */
function letGoFirstUntil(taken: readonly { startAfter: Date }[]): number {
  const due = Math.min(Date.now(), ...taken.map(({ startAfter }) => startAfter.getTime()))
  return due + letsGoFirstMs
}

/** The queue as it is opened: what enqueues, declares, works and stops. */
export type JobsQueue = Awaited<ReturnType<typeof openJobs>>

async function runOne(
  id: string,
  run: JobHandler['run'],
  data: unknown,
  log: Log,
): Promise<JobResult> {
  try {
    await run(data)
    log.debug({}, 'job done')
    return { id, status: 'completed' }
  } catch (error) {
    log.error({ err: error }, 'job failed; it is tried again while tries are left')
    const reason = error instanceof Error ? error.message : String(error)
    return { id, status: 'failed', output: { reason } }
  }
}

/** How much of its time the process may be at work, of 1, and still have some to spare: its database may be beside it. */
const spareBelow = 0.5

/** How long it is looked at, in ms. */
const lookMs = 50

/**
 * Waits until the process has time to spare, or the wait is over: what nobody waits for, such as a mail, lets requests go
 * first.
 */
export async function waitUntilIdle(
  isOver: () => boolean,
  utilization = performance.eventLoopUtilization,
) {
  while (!isOver()) {
    const before = utilization()
    await pause(lookMs)
    if (utilization(before).utilization < spareBelow) return
  }
}
