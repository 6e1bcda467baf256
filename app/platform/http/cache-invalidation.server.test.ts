import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openCutOffProxy } from '../../../test/support/cut-off-proxy.ts'
import { openTestDatabase } from '../../../test/support/test-database.ts'
import type { Database, OpenDatabase } from '../database/database.server.ts'
import { createLog } from '../log.server.ts'
import { type Invalidate, openCacheInvalidation } from './cache-invalidation.server.ts'
import { createResponseCache } from './response-cache.server.ts'

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

/** The response cache of one process; a page says how often it was rendered. */
async function openProcess(on: OpenDatabase = database) {
  const store = { maxBytes: 1_000_000, creating: { running: 1, waiting: 1 } }
  const cache = createResponseCache({ bounded: store, unbounded: store, maxAgeMs: 60_000 })
  const invalidate: Invalidate = async (tags) => cache.invalidate(tags)
  const { cacheInvalidation, close } = await openCacheInvalidation(on, invalidate, log)
  toClose.push(close)
  const renders = new Map<string, number>()
  async function rendersOf(cake: string) {
    const key = { url: cake, isBounded: true }
    if (cache.has(key)) return renders.get(cake)
    await cache.load(key, 'identity', async () => {
      renders.set(cake, (renders.get(cake) ?? 0) + 1)
      const response = { status: 200, headers: [], body: Buffer.from(cake) }
      return { response, tags: new Set([`cake:${cake}`]) }
    })
    return renders.get(cake)
  }
  return {
    rendersOf,
    transaction: cacheInvalidation.transaction,
    change: (tags: string[], work: (tx: Database) => Promise<unknown> = async () => {}) =>
      cacheInvalidation.transaction(database.db, async (tx, changed) => {
        changed(tags)
        await work(tx)
      }),
  }
}

describe('a change', () => {
  it('invalidates at once what shows it in the process that made it', async () => {
    const { rendersOf, change } = await openProcess()
    await rendersOf('rose')
    await rendersOf('lime')
    await change(['cake:rose'])
    expect([await rendersOf('rose'), await rendersOf('lime')]).toEqual([2, 1])
  })

  it('that fails invalidates nothing', async () => {
    const { rendersOf, change } = await openProcess()
    await rendersOf('rose')
    const failed = change(['cake:rose'], () => Promise.reject(new Error('no')))
    await expect(failed).rejects.toThrow('no')
    expect(await rendersOf('rose')).toBe(1)
  })

  it('that succeeds at the second try names what it changed then', async () => {
    const { rendersOf, transaction } = await openProcess()
    await rendersOf('rose')
    await rendersOf('lime')
    let tried = 0
    await transaction(database.db, async (tx, changed) => {
      tried += 1
      changed([tried === 1 ? 'cake:lime' : 'cake:rose'])
      if (tried === 1) await tx.execute(sql`do $$ begin raise sqlstate '40001'; end $$`)
    })
    expect([tried, await rendersOf('rose'), await rendersOf('lime')]).toEqual([2, 2, 1])
  })
})

// An embedded database has one process.
describe.runIf(process.env.TEST_DATABASE_URL)('two processes', () => {
  it('invalidate what the other has changed, once it is committed, and nothing else', async () => {
    const [one, other] = [await openProcess(), await openProcess()]
    await other.rendersOf('rose')
    await other.rendersOf('lime')
    await one.change(['cake:rose', 'catalogue'])
    await vi.waitFor(async () => expect(await other.rendersOf('rose')).toBe(2), soon)
    expect(await other.rendersOf('lime')).toBe(1)
  })

  it('invalidate everything after a change too large for a notification', async () => {
    const [one, other] = [await openProcess(), await openProcess()]
    await other.rendersOf('lime')
    await one.change(Array.from({ length: 2_000 }, (_, n) => `cake:${n}`))
    await vi.waitFor(async () => expect(await other.rendersOf('lime')).toBe(2), soon)
  })

  it('invalidate everything when they may have missed a notification', async () => {
    const proxy = await openCutOffProxy(database.url ?? '')
    toClose.push(proxy.close)
    const one = await openProcess()
    const other = await openProcess({ ...database, url: proxy.url })
    await other.rendersOf('rose')
    await proxy.cut()
    await one.change(['cake:rose'])
    expect(await other.rendersOf('rose')).toBe(1)
    await proxy.mend()
    await vi.waitFor(async () => expect(await other.rendersOf('rose')).toBe(2), soon)
    await one.change(['cake:rose'])
    await vi.waitFor(async () => expect(await other.rendersOf('rose')).toBe(3), soon)
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
    const tags = ['cake:rose', 'the oven is hot']
    await one.cacheInvalidation.transaction(database.db, async (_tx, changed) => changed(tags))
    await vi.waitFor(() => expect(invalidate.mock.calls).toEqual([[new Set(tags)]]), soon)
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
