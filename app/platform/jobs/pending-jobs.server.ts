import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '../database/database.server.ts'
import type { Job } from './job.server.ts'
import type { JobsQueue } from './jobs.server.ts'

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
    const startAfterSeconds = Math.ceil((Date.parse(startAfter) - now.getTime()) / 1000)
    await queue.jobs.enqueue(
      tx,
      job,
      data,
      startAfterSeconds > 0 ? { startAfterSeconds } : undefined,
    )
  }
}

function toJob({ deadLetter, ...settings }: PendingJobs['queues'][number]): Job {
  return { ...settings, data: z.unknown(), deadLetter: deadLetter ?? undefined }
}
