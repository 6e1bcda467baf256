import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openCutOffProxy } from '../../../../test/support/cut-off-proxy.ts'
import { openTestDatabase } from '../../../../test/support/test-database.ts'
import { cleanUpDatabase } from '../../database/cleanup.job.server.ts'
import type { OpenDatabase } from '../../database/database.server.ts'
import { openServer } from '../../database/open-database.server.ts'
import { createLimiter, type Limiter, type Limits } from './limiter.server.ts'

const seconds = 15 * 60
const about = { per: 'address', counts: 'attempts', why: 'tests', seconds }
const limits = {
  reads: { atOnce: 10, perSecond: 2 },
  counts: {
    write: { ...about, max: 2, inMemory: true },
    login: { ...about, max: 3, isForgiven: true },
    'login-address': { ...about, max: 5 },
    guesses: { ...about, max: 3 },
    paid: { ...about, max: 1 },
  },
} satisfies Limits

/** How many of so many attempts were let through, first one limiter's, then the next one's, and so on in turn. */
async function passed(
  count: number,
  limiters: Limiter[],
  ask: (limiter: Limiter) => Promise<void>,
) {
  let through = 0
  for (let n = 0; n < count; n += 1) {
    const limiter = limiters[n % limiters.length] as Limiter
    through += await ask(limiter).then(
      () => 1,
      () => 0,
    )
  }
  return through
}

// With the embedded database there is one process, and it counts in memory.
describe.runIf(process.env.TEST_DATABASE_URL)('two processes on one database', () => {
  let database: OpenDatabase
  let both: [Limiter, Limiter]
  beforeEach(async () => {
    database = await openTestDatabase()
    both = [createLimiter(limits, database), createLimiter(limits, database)]
  })
  afterEach(() => database.close())

  const guess = (limiter: Limiter) => limiter.attempt('login', 'asha@example.in 10.0.0.1')
  const rows = async () =>
    (await database.db.execute(sql`select key, points from limits order by key`)).rows

  it('count attempts together, one’s and those of many each for itself', async () => {
    expect(await passed(10, both, guess)).toBe(3)
    expect(await passed(10, both, (one) => one.attempt('login-address', '10.0.0.1'))).toBe(5)
  })

  it('count wrong guesses made at the same moment, and one of them is the last of few', async () => {
    const guesses = Array.from({ length: 5 }, (_, n) => both[n % 2]?.count('guesses', 'asha'))
    expect((await Promise.all(guesses)).filter(Boolean)).toHaveLength(1)
    expect(await both[0].isReached('guesses', 'asha')).toBe(true)
  })

  it('count attempts made at the same moment', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => guess(both[n % 2] as Limiter)),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })

  it('forgive what the other has counted', async () => {
    await passed(3, both, guess)
    await both[1].forgive('login', 'asha@example.in 10.0.0.1')
    expect(await passed(4, both, guess)).toBe(3)
  })

  it('forgive somebody who was over the limit in both', async () => {
    await passed(10, both, guess)
    await both[1].forgive('login', 'asha@example.in 10.0.0.1')
    expect(await passed(4, both, guess)).toBe(3)
  })

  it('ask the database no more once a network is over the limit', async () => {
    const share = (limiter: Limiter) => limiter.attempt('login-address', '10.0.0.1')
    await passed(6, [both[0]], share)
    const before = await rows()
    expect(before).toMatchObject([{ points: 6 }])
    await passed(50, [both[0]], share)
    expect(await rows()).toEqual(before)
  })

  it('count changes for themselves, without the database', async () => {
    expect(await passed(10, both, (one) => one.write('10.0.0.1'))).toBe(4)
    expect(await rows()).toEqual([])
  })

  it('keep neither addresses nor e-mails, and nothing longer than needed', async () => {
    await guess(both[0])
    expect(JSON.stringify(await rows())).not.toMatch(/asha|10\.0\.0/)
    await cleanUpDatabase(database.db)
    expect(await rows()).toHaveLength(1)
    await database.db.execute(sql`update limits set expire = now() - interval '1 second'`)
    await cleanUpDatabase(database.db)
    expect(await rows()).toEqual([])
  })

  it('give back what calls counted that failed', async () => {
    const failed = (limiter: Limiter) =>
      limiter.withRefund(async () => {
        await guess(limiter)
        await limiter.attempt('login-address', '10.0.0.1')
        return { status: 503 }
      })
    expect(await passed(12, both, failed)).toBe(12)
    const points = async () => (await rows()).map((row) => row.points)
    await vi.waitFor(async () => expect(await points()).toEqual([0, 0]))
    expect(await passed(4, both, guess)).toBe(3)
  })

  it('still limit while the database is away, each by itself', async () => {
    const proxy = await openCutOffProxy(database.url ?? '')
    const through = await openServer(proxy.url, 'db/migrations')
    const limiter = createLimiter(limits, through)
    await guess(limiter)
    await proxy.cut()
    const failed = (one: Limiter) =>
      one.withRefund(async () => {
        await guess(one)
        return { status: 503 }
      })
    expect(await passed(10, [limiter], failed)).toBe(10)
    expect(await passed(10, [limiter], guess)).toBe(3)
    await limiter.forgive('login', 'asha@example.in 10.0.0.1')
    expect(await passed(10, [limiter], guess)).toBe(3)
    await proxy.mend()
    expect(await passed(10, [limiter], guess)).toBe(2)
    await through.close()
    await proxy.close()
  })
})
