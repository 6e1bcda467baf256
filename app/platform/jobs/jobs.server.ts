import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { fromDrizzle, type JobResult, PgBoss } from 'pg-boss'
import { z } from 'zod'
import { StartupError } from '../app-error.ts'
import { daySeconds } from '../clock.ts'
import type { Database, OpenDatabase } from '../database/database.server.ts'
import { createErrorLogger } from '../database/database-errors.server.ts'
import { notMigratedSentence } from '../database/migrations.server.ts'
import { type Log, withCallContext } from '../log.server.ts'
import type { Job, JobHandler, Jobs } from './job.server.ts'

/** A job is retried by another process if its own sends no heartbeat for this long, in seconds. */
const heartbeatSeconds = 10

/**
 * How often the queue is asked for what nothing announces, in seconds: jobs to try again, jobs that start later, and jobs whose
 * process is gone. Each question is a statement of an idle shop.
 */
const lookSeconds = 15

/** How long a job stays in the queue without a worker, in seconds: longer than any shop is closed. */
const retentionSeconds = 5 * 365 * daySeconds

/** How long a job waits for an idle process after its start time, in ms. */
const requestsFirstMs = 30_000

/** How long running jobs may take to end when the shop closes, in ms. */
const closeMs = 10_000

/** How long a job may run before another process gets it, in seconds: longer than a mail server may take. */
const expireInSeconds = 15 * 60

/** Ten jobs in a batch, the next one at once while there are more. Each succeeds or fails by itself. */
const workOptions = {
  pollingIntervalSeconds: 1,
  batchSize: 10,
  burstWhenBatchFull: true,
  perJobResults: true,
  includeMetadata: true,
} as const

/**
 * The job queue in the shop's own database: jobs survive a crash, and one worker runs each of them.
 * Without upkeep, lost jobs are not tried again and scheduled jobs do not start. A new job is notified; polling finds
 * those that are tried again or start later.
 */
export async function openJobs(
  database: OpenDatabase,
  log: Log,
  { upkeep = true, pollSeconds = lookSeconds } = {},
) {
  const boss = new PgBoss({
    db: database.queue,
    migrate: database.ownsSchema,
    reindex: database.ownsSchema,
    supervise: upkeep,
    schedule: upkeep,
    useListenNotify: true,
    superviseIntervalSeconds: lookSeconds,
    monitorIntervalSeconds: lookSeconds,
    // Schedules are by the minute, and no job waits for another one.
    cronWorkerIntervalSeconds: 2 * pollSeconds,
    flowIntervalSeconds: 3600,
  })
  boss.on('error', createErrorLogger(log, 'job queue error'))
  await boss.start().catch((error: Error) => {
    const isOld = /^pg-boss .*(not installed|requires migrations)$/.test(error.message)
    throw isOld ? new StartupError(notMigratedSentence) : error
  })
  let isClosing = false
  const worked: JobHandler[] = []

  const jobs: Jobs = {
    async enqueue(tx, job, data, { startAfterSeconds: startAfter = 0, id, key, isMoved } = {}) {
      const options = { db: fromDrizzle(tx, sql), startAfter, singletonKey: key }
      const moved = isMoved ? (await boss.update(job.name, undefined, options)).updated : 0
      if (moved === 0) await boss.send(job.name, data as object, { ...options, ...(id && { id }) })
    },
  }

  /** Creates the queues and schedules. A job can only be enqueued when its queue exists. */
  async function declare(handlers: readonly Pick<JobHandler, 'job'>[]) {
    for (const { job } of handlers) {
      await boss.createQueue(job.name)
      // `createQueue` leaves an existing queue as it is.
      await boss.updateQueue(job.name, {
        notify: true,
        retryLimit: job.retryLimit,
        retryDelay: 5,
        retryBackoff: true,
        retryDelayMax: job.maxPauseSeconds ?? 600,
        deadLetter: job.deadLetter ?? null,
        heartbeatSeconds,
        expireInSeconds,
        retentionSeconds,
      })
      // Makes pg-boss cache the queue. Otherwise it reads it at the first `send`, outside the caller's transaction.
      // The embedded database has a single connection, so the two would wait for each other.
      await boss.getJobById(job.name, crypto.randomUUID())
      if (job.schedule) {
        const missed = job.catchesUp ? 'once' : 'skip'
        await boss.schedule(job.name, job.schedule, {}, { tz: 'Asia/Kolkata', missed })
      }
    }
  }

  return {
    jobs,
    declare,
    async work(handlers: readonly JobHandler[]) {
      await declare(handlers)
      worked.push(...handlers)
      for (const { job, run } of handlers) {
        const localConcurrency = job.batches ?? 1
        const options = {
          ...workOptions,
          localConcurrency,
          notifyPollingIntervalSeconds: pollSeconds,
        }
        await boss.work(job.name, options, async (batch) => {
          const until = job.isPrompt ? 0 : idleDeadline(batch)
          await waitUntilIdle(() => isClosing || Date.now() >= until)
          return Promise.all(
            batch.map(({ id, data }) =>
              withCallContext({ job: job.name, jobId: id }, () => runOne(id, run, data, log)),
            ),
          )
        })
      }
    },
    /** Jobs of each queue that could start now, as counted in the last 15 seconds. */
    async countDue(): Promise<Record<string, number>> {
      const queues = await boss.getQueues()
      const shopQueues = queues.filter(({ name }) => !name.startsWith('__'))
      return Object.fromEntries(shopQueues.map(({ name, readyCount }) => [name, readyCount]))
    },
    /** Takes no more jobs, and waits for the running ones, at most ten seconds. Jobs can still be enqueued. */
    async stopWork() {
      isClosing = true
      const stopped = Promise.all(worked.map(({ job }) => boss.offWork(job.name)))
      await Promise.race([stopped, pause(closeMs, undefined, { ref: false })])
    },
    /** Waits for the running jobs, then stops. */
    close() {
      isClosing = true
      return boss.stop({ graceful: true, timeout: closeMs })
    },
  }
}

/** When the first of these jobs has waited long enough, by this machine's clock. */
function idleDeadline(batch: readonly { startAfter: Date }[]): number {
  const runnableSince = Math.min(Date.now(), ...batch.map(({ startAfter }) => startAfter.getTime()))
  return runnableSince + requestsFirstMs
}

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

/** A process that is busy less than this share of its time is idle. Its database may run beside it. */
const idleBelow = 0.5

/** How long the load is sampled, in ms. */
const sampleMs = 50

/** Waits until the process is idle, or `isOver`. Work that nobody waits for, such as a mail, lets requests go first. */
export async function waitUntilIdle(
  isOver: () => boolean,
  utilization = performance.eventLoopUtilization,
) {
  while (!isOver()) {
    const before = utilization()
    await pause(sampleMs)
    if (utilization(before).utilization < idleBelow) return
  }
}

export const pendingJobsSchema = z.object({
  /** The queues as they were declared, each after its dead-letter queue. */
  queues: z.array(
    z.object({
      name: z.string(),
      retryLimit: z.number(),
      maxPauseSeconds: z.number(),
      deadLetter: z.string().nullable(),
    }),
  ),
  jobs: z.array(z.object({ name: z.string(), data: z.unknown(), startAfter: z.iso.datetime() })),
})

/** Jobs that are not done yet, in a form that does not depend on the queue's own tables. */
export type PendingJobs = z.infer<typeof pendingJobsSchema>

/** The jobs that wait or run, without scheduled jobs. */
export async function readPendingJobs(tx: Database): Promise<PendingJobs> {
  const { rows: tables } = await tx.execute(
    sql`select to_regclass('pgboss.job') is not null as "exists"`,
  )
  if (!tables[0]?.exists) return { queues: [], jobs: [] }
  const isPending = sql`name not like '\\_\\_%' and name not in (select name from pgboss.schedule)`
  const { rows: queues } = await tx.execute(sql`
    select name, retry_limit as "retryLimit", coalesce(retry_delay_max, 600) as "maxPauseSeconds", dead_letter as "deadLetter"
    from pgboss.queue where ${isPending} order by dead_letter is not null, name`)
  const { rows: jobs } = await tx.execute(sql`
    select name, data, to_char(start_after at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "startAfter"
    from pgboss.job where ${isPending} and state < 'completed' order by created_on, id`)
  return pendingJobsSchema.parse({ queues, jobs })
}

/** Creates the queues. This happens outside any transaction, before jobs are put into them. */
export async function declareQueues(queue: JobsQueue, { queues }: PendingJobs) {
  await queue.declare(queues.map((settings) => ({ job: toJob(settings) })))
}

/** Puts the jobs into their queues again, with all their tries. */
export async function requeuePendingJobs(
  queue: JobsQueue,
  tx: Database,
  { queues, jobs }: PendingJobs,
  now: Date,
) {
  const jobsByName = new Map(queues.map((settings) => [settings.name, toJob(settings)]))
  for (const { name, data, startAfter } of jobs) {
    const job = jobsByName.get(name)
    if (!job) throw new Error(`a job waits in a queue that does not exist: ${name}`)
    const pauseSeconds = Math.ceil((Date.parse(startAfter) - now.getTime()) / 1000)
    await queue.jobs.enqueue(tx, job, data, { startAfterSeconds: Math.max(0, pauseSeconds) })
  }
}

function toJob({ deadLetter, ...settings }: PendingJobs['queues'][number]): Job {
  return { ...settings, data: z.unknown(), deadLetter: deadLetter ?? undefined }
}
