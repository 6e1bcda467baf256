import { sql } from 'drizzle-orm'
import { PgBoss } from 'pg-boss'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { z } from 'zod'
import { openTestDatabase } from '../../../test/support/test-database.ts'
import type { OpenDatabase } from '../database/database.server.ts'
import { createLog } from '../log.server.ts'
import { handles, type Job } from './job.server.ts'
import { openJobs, waitUntilIdle } from './jobs.server.ts'

const greet = {
  name: 'greet',
  data: z.object({ who: z.string().min(1) }),
  retryLimit: 2,
} satisfies Job

let database: OpenDatabase
let queue: Awaited<ReturnType<typeof openJobs>>

beforeEach(async () => {
  database = await openTestDatabase()
  queue = await openJobs(database, createLog('silent'), { pollSeconds: 1 })
})
afterEach(async () => {
  await queue.close()
  await database.close()
})

const work = (run: (data: { who: string }) => Promise<void>) => queue.work([handles(greet, run)])

const soon = { timeout: 10_000, interval: 50 }

const stored = async () => {
  const { rows } = await database.db.execute(
    sql`select data, state, retry_count from pgboss.job where name = ${greet.name}`,
  )
  return rows
}

const inState = (state: string) =>
  vi.waitFor(async () => expect(await stored()).toMatchObject([{ state }]), {
    timeout: 10_000,
    interval: 50,
  })

/** Ends the pause before the next try. */
const startNow = () =>
  database.db.execute(sql`update pgboss.job set start_after = now() where state = 'retry'`)

describe('a job', () => {
  it('exists if and only if the change is committed', async () => {
    await queue.declare([handles(greet, async () => {})])
    const undone = database.db.transaction(async (tx) => {
      await queue.jobs.enqueue(tx, greet, { who: 'nobody' })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await stored()).toEqual([])
    await database.db.transaction((tx) => queue.jobs.enqueue(tx, greet, { who: 'Asha' }))
    expect(await stored()).toMatchObject([{ data: { who: 'Asha' }, state: 'created' }])
  })

  it('runs once, with what it was given', async () => {
    const greeted: string[] = []
    await work(async ({ who }) => void greeted.push(who))
    await queue.jobs.enqueue(database.db, greet, { who: 'Asha' })
    await inState('completed')
    expect(greeted).toEqual(['Asha'])
  })

  it('is retried after a failure, without affecting other jobs', async () => {
    const tries: string[] = []
    await queue.declare([handles(greet, async () => {})])
    await queue.jobs.enqueue(database.db, greet, { who: 'fails' })
    await queue.jobs.enqueue(database.db, greet, { who: 'works' })
    await work(async ({ who }) => {
      tries.push(who)
      if (who === 'fails' && tries.filter((one) => one === who).length < 2) throw new Error('once')
    })
    await vi.waitFor(
      async () =>
        expect((await stored()).map(({ state }) => state).sort()).toEqual(['completed', 'retry']),
      soon,
    )
    await startNow()
    await vi.waitFor(
      async () =>
        expect((await stored()).map(({ state }) => state)).toEqual(['completed', 'completed']),
      soon,
    )
    expect(tries.sort()).toEqual(['fails', 'fails', 'works'])
  })

  it('has failed after its last retry, and stays', async () => {
    await work(async () => {
      throw new Error('always')
    })
    await queue.jobs.enqueue(database.db, greet, { who: 'Asha' })
    for (let tries = 0; tries < greet.retryLimit; tries++) {
      await vi.waitFor(
        async () => expect(await stored()).toMatchObject([{ state: 'retry', retry_count: tries }]),
        soon,
      )
      await startNow()
    }
    await inState('failed')
  })

  it('is not run with data of another shape', async () => {
    const run = vi.fn(async () => {})
    await work(run)
    await queue.jobs.enqueue(database.db, greet, { who: '' })
    await inState('retry')
    expect(run).not.toHaveBeenCalled()
  })

  it('waits for a worker through a stop and a start', async () => {
    await queue.declare([handles(greet, async () => {})])
    await queue.jobs.enqueue(database.db, greet, { who: 'Asha' })
    await queue.close()
    queue = await openJobs(database, createLog('silent'), { pollSeconds: 1 })
    const run = vi.fn(async () => {})
    await work(run)
    await inState('completed')
    expect(run).toHaveBeenCalledExactlyOnceWith({ who: 'Asha' })
  })

  it('waits for a shop that was closed for months', async () => {
    await queue.declare([handles(greet, async () => {})])
    await queue.jobs.enqueue(database.db, greet, { who: 'Asha' })
    await database.db.execute(sql`update pgboss.job set created_on = created_on - interval '180 days',
      start_after = start_after - interval '180 days', keep_until = keep_until - interval '180 days'`)
    const tidying = new PgBoss({ db: database.queue, supervise: false, schedule: false })
    await tidying.start()
    await tidying.supervise(greet.name)
    await tidying.stop({ graceful: false })
    expect(await stored()).toMatchObject([{ state: 'created' }])
  })

  it('is finished before the queue stops', async () => {
    const jobStarts = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    await work(async () => {
      jobStarts.resolve()
      await release.promise
    })
    await queue.jobs.enqueue(database.db, greet, { who: 'Asha' })
    await jobStarts.promise
    const closing = queue.close()
    release.resolve()
    await closing
    expect(await stored()).toMatchObject([{ state: 'completed' }])
  })
})

it.each([1, 2])(
  '%i processes run a nightly job once that was missed while all were stopped',
  async (processes) => {
    const twoHoursAgo = new Date(Date.now() + (5.5 - 2) * 60 * 60_000)
    const [hour, minute] = [twoHoursAgo.getUTCHours(), twoHoursAgo.getUTCMinutes()]
    const job = { ...greet, data: z.object({}), schedule: `${minute} ${hour} * * *` } satisfies Job
    const run = vi.fn(async () => {})
    const skipped = handles({ ...job, name: 'skipped' }, run)
    const handlers = [skipped, handles({ ...job, name: 'nightly', catchesUp: true }, run)]
    await queue.declare(handlers)
    await queue.close()
    await database.db.execute(sql`update pgboss.version set cron_on = now() - interval '3 hours'`)
    await database.db.execute(
      sql`update pgboss.schedule set created_on = created_on - interval '1 month'`,
    )
    const opened = Array.from({ length: processes }, () =>
      openJobs(database, createLog('silent'), { pollSeconds: 1 }),
    )
    const started = await Promise.all(opened)
    await Promise.all(started.map((one) => one.work(handlers)))
    await vi.waitFor(() => expect(run).toHaveBeenCalled(), { timeout: 30_000 })
    await Promise.all(started.map((one) => one.close()))
    const { rows } = await database.db.execute(
      sql`select name, state from pgboss.job where name in ('skipped', 'nightly')`,
    )
    expect(rows).toEqual([{ name: 'nightly', state: 'completed' }])
    expect(run).toHaveBeenCalledOnce()
    queue = await openJobs(database, createLog('silent'))
  },
)

it('a queue of an earlier version is brought up to date', async () => {
  const bury = { ...greet, name: 'bury' }
  const does = async () => {}
  await queue.declare([handles(greet, does)])
  await queue.declare([
    handles(bury, does),
    handles({ ...greet, retryLimit: 7, maxPauseSeconds: 60, deadLetter: bury.name }, does),
  ])
  const { rows } = await database.db.execute(
    sql`select retry_limit, retry_delay_max, dead_letter from pgboss.queue where name = ${greet.name}`,
  )
  expect(rows).toEqual([{ retry_limit: 7, retry_delay_max: 60, dead_letter: bury.name }])
})

it('a dead letter without a queue is an error at the start', async () => {
  const orphan = { ...greet, name: 'orphan', deadLetter: 'nobody-takes-it' }
  await expect(queue.declare([handles(orphan, async () => {})])).rejects.toThrow()
})

it('thirty jobs do not take thirty polls', async () => {
  let done = 0
  await queue.declare([handles(greet, async () => {})])
  await Promise.all(
    Array.from({ length: 30 }, (_, n) => queue.jobs.enqueue(database.db, greet, { who: `${n}` })),
  )
  await work(async () => void done++)
  await vi.waitFor(() => expect(done).toBe(30), { timeout: 4_000 })
})

/** A process that is so busy each time it is looked at; how often it was is counted. */
function processAt(...busy: number[]) {
  const seen = { looks: 0 }
  const utilization = (before?: object) => {
    if (before) seen.looks += 1
    return { idle: 0, active: 0, utilization: busy[seen.looks - 1] ?? busy.at(-1) ?? 0 }
  }
  return { seen, utilization }
}

test.each([
  ['after one look where the process has time', [0.1], Infinity, 1],
  ['as soon as it has', [1, 0.95, 0.6, 0.3], Infinity, 4],
  ['after a while where it never has', [1], 6, 6],
  ['without a look where it has waited long enough', [1], 0, 0],
])('a job that is not prompt starts %s', async (_, busy, atMost, looks) => {
  const { seen, utilization } = processAt(...busy)
  const isOver = () => seen.looks >= atMost
  await waitUntilIdle(isOver, utilization as Parameters<typeof waitUntilIdle>[1])
  expect(seen.looks).toBe(looks)
})
