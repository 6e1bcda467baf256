import { DrizzleQueryError, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { defaultServerSettings } from '#platform/database/connections.server.ts'
import type { OpenDatabase } from '#platform/database/database.server.ts'
import {
  classifyDatabaseError,
  classifyQueryError,
} from '#platform/database/database-errors.server.ts'
import { createStoreCheck } from '#platform/database/migrations.server.ts'
import { openServer } from '#platform/database/open-database.server.ts'
import { problemResponse } from '#platform/http/problems.server.ts'
import { handles } from '#platform/jobs/job.server.ts'
import { openJobs } from '#platform/jobs/jobs.server.ts'
import { createLiveOrders } from '#shop/order-pages/live-orders.server.ts'
import { type CutOffProxy, openCutOffProxy } from '../support/cut-off-proxy.ts'
import { openTestDatabase } from '../support/test-database.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

const log = () => ({ debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() })
const soon = { timeout: 10_000, interval: 50 }

// The embedded database is in the same process: it is there whenever the shop is.
describe.runIf(process.env.TEST_DATABASE_URL)('a database on a server', () => {
  let direct: OpenDatabase
  let proxy: CutOffProxy
  let database: OpenDatabase

  beforeAll(async () => {
    direct = await openTestDatabase()
    proxy = await openCutOffProxy(direct.url ?? '')
  })
  afterAll(async () => {
    await proxy.close()
    await direct.close()
  })
  beforeEach(async () => {
    await proxy.mend()
    // Two connections: one that is lost for ever is soon missed.
    const settings = { ...defaultServerSettings, poolSize: 2, statementTimeoutSeconds: 1 }
    database = await openServer(proxy.url, 'db/migrations', settings)
  })
  afterEach(async () => {
    await proxy.mend()
    await database.close()
  })

  const ask = () => database.db.execute(sql`select 1`)
  const askInTransaction = () => database.db.transaction((tx) => tx.execute(sql`select 1`))
  const faultOf = (work: PromiseLike<unknown>) =>
    Promise.resolve(work).then(() => 'none', classifyQueryError)

  it('that is cut off is away, whatever the query, and available again afterwards', async () => {
    await proxy.cut()
    for (let times = 0; times < 5; times += 1) {
      expect(await faultOf(ask())).toBe('away')
      expect(await faultOf(askInTransaction())).toBe('away')
    }
    await proxy.mend()
    expect(await faultOf(ask())).toBe('none')
    expect(await faultOf(askInTransaction())).toBe('none')
  })

  it('that ends connections in the midst of work loses none of the pool', async () => {
    for (let times = 0; times < 5; times += 1) {
      const inTheMidst = database.db.transaction(async (tx) => {
        await tx.execute(sql`select 1`)
        proxy.breakAll()
        await tx.execute(sql`select 1`)
      })
      expect(await faultOf(inTheMidst)).toBe('away')
      const asleep = faultOf(database.db.execute(sql`select pg_sleep(0.9)`))
      await vi.waitFor(async () => expect(await sleepers()).toBe(1), soon)
      await direct.db.execute(sql`select pg_terminate_backend(pid) ${ofSleepers}`)
      expect(await asleep).toBe('away')
    }
    expect(await Promise.all([faultOf(ask()), faultOf(askInTransaction())])).toEqual([
      'none',
      'none',
    ])
  })

  const ofSleepers = sql`from pg_stat_activity
    where datname = current_database() and query like '%pg_sleep%' and pid <> pg_backend_pid()`
  const sleepers = async () =>
    Number((await direct.db.execute(sql`select count(*) ${ofSleepers}`)).rows[0]?.count)

  it('ends what takes too long, and names that as the reason', async () => {
    expect(await faultOf(database.db.execute(sql`select pg_sleep(5)`))).toBe('busy')
    expect(await faultOf(ask())).toBe('none')
  })

  it('ends a transaction that nobody goes on with', async () => {
    const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
    const forgotten = faultOf(database.db.transaction(() => until))
    const waiting = async () => {
      const { rows } = await direct.db.execute(sql`select from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`)
      return rows.length
    }
    await vi.waitFor(async () => expect(await waiting()).toBe(1), soon)
    await vi.waitFor(async () => expect(await waiting()).toBe(0), soon)
    goOn()
    expect(await forgotten).toBe('away')
    expect(await faultOf(ask())).toBe('none')
  })

  describe('with a shop on it', () => {
    let shop: TestShop
    beforeEach(async () => {
      shop = await openTestShop({ database: { ...database, close: async () => {} } })
    })
    afterEach(async () => {
      await proxy.mend()
      await shop.close()
    })

    it('answers calls that need it with 503 while it is away, and as usual afterwards', async () => {
      await shop.addCake()
      const { email, token } = await shop.customer()
      const calls = [
        () => shop.post('/users/getnamebyemail', { email }, token),
        () => shop.post('/orders/viewOrders', { email }, token),
        () => shop.post('/users/login', { email, password: 'asha-password' }),
        () => shop.post('/subscribe', { email, consent: true }),
      ]
      const answers = () => Promise.all(calls.map((call) => call()))
      const before = (await answers()).map(({ status }) => status)
      expect(before).toEqual([200, 200, 200, 200])
      await proxy.cut()
      // The published cakes are in memory.
      expect((await shop.get('/cakes/allcakes')).status).toBe(200)
      for (const { status, body, headers } of await answers()) {
        expect([status, body.title, headers.get('retry-after')]).toEqual([
          503,
          'Temporarily unavailable',
          '5',
        ])
        expect(body.detail).toBe(
          'The shop cannot reach its database at the moment. Please try again shortly.',
        )
      }
      await proxy.mend()
      expect((await answers()).map(({ status }) => status)).toEqual(before)
    })
  })

  it('lets jobs go on when it is back, and its absence is told once', async () => {
    const recorded = log()
    const queue = await openJobs(database, recorded)
    const done = vi.fn()
    const job = { name: 'wave', data: z.object({}), retryLimit: 0 }
    await queue.work([handles(job, async () => done())])
    await proxy.cut()
    await vi.waitFor(() => expect(recorded.error).toHaveBeenCalled(), soon)
    await expect(ask()).rejects.toThrow()
    await proxy.mend()
    await database.db.transaction((tx) => queue.jobs.enqueue(tx, job, {}))
    await vi.waitFor(() => expect(done).toHaveBeenCalled(), soon)
    expect(recorded.error.mock.calls).toEqual([
      [expect.objectContaining({ database: 'away' }), 'job queue error'],
    ])
    await queue.close()
  })

  it('tells who listens to orders when it is back that some may have been missed', async () => {
    const orders = createLiveOrders(database, log())
    const onMissed = vi.fn()
    const { started } = orders.listen({ onEvent: () => {}, onMissed, onClose: () => {} })
    await started
    await proxy.cut()
    await expect(ask()).rejects.toThrow()
    await proxy.mend()
    await vi.waitFor(() => expect(onMissed).toHaveBeenCalled(), soon)
    await orders.close()
  })
})

describe('an order can be stored', () => {
  it.each([
    ['off', true],
    ['on', false],
  ])('where reading alone is %s: %s', async (readOnly, isReady) => {
    const { db, close } = await openTestDatabase()
    const ready = await db.transaction(async (tx) => {
      await tx.execute(sql.raw(`set local transaction_read_only = ${readOnly}`))
      return createStoreCheck(tx, 'db/migrations')().then(
        () => true,
        () => false,
      )
    })
    expect(ready).toBe(isReady)
    await close()
  })
})

describe('a fault', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

  it('of another server is none of the database’s', () => {
    expect(classifyQueryError(new Error('the mail did not go out', { cause: refused }))).toBe(null)
    expect(classifyDatabaseError(refused)).toBe('away')
  })

  it('is a pool without a free connection', () => {
    expect(classifyDatabaseError(new Error('timeout exceeded when trying to connect'))).toBe('away')
  })

  it('is seen in copies, and where several addresses were tried', () => {
    expect(classifyDatabaseError({ ...refused, message: refused.message })).toBe('away')
    expect(classifyDatabaseError(new AggregateError([new Error('one'), refused]))).toBe('away')
  })

  it('is a disk without room', () => {
    const full = Object.assign(new Error('could not extend file'), { code: '53100' })
    const problem = problemResponse(new DrizzleQueryError('insert', [], full), log(), '/orders')
    expect([problem.status, problem.headers.get('retry-after')]).toEqual([503, '5'])
  })

  it.each([undefined, null, 'away', new Error('no'), { code: '23505', message: 'duplicate' }])(
    'is not made of %s',
    (error) => expect(classifyDatabaseError(error)).toBe(null),
  )
})
