import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openCutOffProxy } from '../../../test/support/cut-off-proxy.ts'
import { openTestDatabase } from '../../../test/support/test-database.ts'
import type { Database, OpenDatabase } from '../database/database.server.ts'
import { createLog } from '../log.server.ts'
import { type Invalidate, openCacheInvalidation } from './cache-invalidation.server.ts'

const soon = { timeout: 10_000, interval: 20 }
const log = createLog('silent')

let database: OpenDatabase
const toClose: (() => Promise<void>)[] = []
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(async () => {
  for (const close of toClose.splice(0)) await close()
  await database.close()
})

/** What one process is told of changes, its own and those of others. */
async function openProcess(on: OpenDatabase = database) {
  const invalidate = vi.fn<Invalidate>().mockResolvedValue()
  const { cacheInvalidation, close } = await openCacheInvalidation(on, invalidate, log)
  toClose.push(close)
  return {
    /** What it was told to read again. */
    told: () =>
      invalidate.mock.calls.map(([changed]) => (changed === 'everything' ? changed : [...changed])),
    transaction: cacheInvalidation.transaction,
    change: (names: string[], work: (tx: Database) => Promise<unknown> = async () => {}) =>
      cacheInvalidation.transaction(database.db, async (tx, changed) => {
        changed(names)
        await work(tx)
      }),
  }
}

describe('a change', () => {
  it('is told at once in the process that made it', async () => {
    const { told, change } = await openProcess()
    await change(['cake:rose'])
    expect(told()).toEqual([['cake:rose']])
  })

  it('that fails tells nothing', async () => {
    const { told, change } = await openProcess()
    const failed = change(['cake:rose'], () => Promise.reject(new Error('no')))
    await expect(failed).rejects.toThrow('no')
    expect(told()).toEqual([])
  })

  it('that succeeds at the second try names what it changed then', async () => {
    const { told, transaction } = await openProcess()
    let tried = 0
    await transaction(database.db, async (tx, changed) => {
      tried += 1
      changed([tried === 1 ? 'cake:lime' : 'cake:rose'])
      if (tried === 1) await tx.execute(sql`do $$ begin raise sqlstate '40001'; end $$`)
    })
    expect([tried, told()]).toEqual([2, [['cake:rose']]])
  })
})

// An embedded database has one process.
describe.runIf(process.env.TEST_DATABASE_URL)('two processes', () => {
  it('tell each other what they have changed, once it is committed', async () => {
    const [one, other] = [await openProcess(), await openProcess()]
    await one.change(['cake:rose', 'words'])
    await vi.waitFor(() => expect(other.told()).toEqual([['cake:rose', 'words']]), soon)
    expect(one.told()).toEqual([['cake:rose', 'words']])
  })

  it('read everything after a change too large for a notification', async () => {
    const [one, other] = [await openProcess(), await openProcess()]
    await one.change(Array.from({ length: 2_000 }, (_, n) => `cake:${n}`))
    await vi.waitFor(() => expect(other.told()).toEqual(['everything']), soon)
  })

  it('read everything when they may have missed a notification', async () => {
    const proxy = await openCutOffProxy(database.url ?? '')
    toClose.push(proxy.close)
    const one = await openProcess()
    const other = await openProcess({ ...database, url: proxy.url })
    await proxy.cut()
    await one.change(['cake:rose'])
    expect(other.told()).toEqual([])
    await proxy.mend()
    await vi.waitFor(() => expect(other.told()).toEqual(['everything']), soon)
    await one.change(['cake:lime'])
    await vi.waitFor(() => expect(other.told()).toEqual(['everything', ['cake:lime']]), soon)
  })

  it('receive messages of other processes, but not their checks of themselves', async () => {
    const invalidate = vi.fn<Invalidate>()
    const intervals = { check: 20, assumeMissed: 60_000 }
    const [one, other] = [
      await openCacheInvalidation(database, async () => {}, log, intervals),
      await openCacheInvalidation(database, invalidate, log, intervals),
    ]
    toClose.push(one.close, other.close)
    const checks = new Set<string>()
    await vi.waitFor(async () => {
      const { rows } = await database.db.execute(sql`select pid || ' ' || query_start as at
        from pg_stat_activity where datname = current_database() and query ~ '^select pg_notify'`)
      for (const { at } of rows) checks.add(String(at))
      expect(checks.size).toBeGreaterThan(10)
    }, soon)
    const names = ['cake:rose', 'the oven is hot']
    await one.cacheInvalidation.transaction(database.db, async (_tx, changed) => changed(names))
    await vi.waitFor(() => expect(invalidate.mock.calls).toEqual([[new Set(names)]]), soon)
  })

  it('assume missed notifications again and again while they cannot listen', async () => {
    const proxy = await openCutOffProxy(database.url ?? '')
    toClose.push(proxy.close)
    await proxy.cut()
    const invalidate = vi.fn<Invalidate>()
    const unheard = await openCacheInvalidation({ ...database, url: proxy.url }, invalidate, log, {
      check: 10_000,
      assumeMissed: 20,
    })
    toClose.push(unheard.close)
    await vi.waitFor(() => expect(invalidate.mock.calls.length).toBeGreaterThan(1), soon)
    expect(invalidate).toHaveBeenCalledWith('everything')
  })

  it('report missed notifications when none arrive', async () => {
    // As behind a pooler: no notification arrives.
    const { db } = database
    await db.execute(
      sql`create function public.pg_notify(text, text) returns void language sql as ''`,
    )
    const { rows } = await db.execute(sql`select current_database() as name`)
    const settings = sql.raw(`alter database ${rows[0]?.name}`)
    await db.execute(sql`${settings} set search_path = public, pg_catalog`)
    toClose.push(async () => {
      await db.execute(sql`${settings} reset search_path`)
      await db.execute(sql`drop function public.pg_notify(text, text)`)
    })
    const invalidate = vi.fn<Invalidate>()
    const intervals = { check: 20, assumeMissed: 60_000 }
    const deaf = await openCacheInvalidation(database, invalidate, log, intervals)
    await vi.waitFor(() => expect(invalidate).toHaveBeenCalledWith('everything'), soon)
    await deaf.close()
  })
})
