import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'drizzle-orm'
import { pgTable, timestamp } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { OpenDatabase } from './database.server.ts'
import { openInMemory } from './embedded.server.ts'

let open: OpenDatabase
beforeAll(async () => {
  open = await openInMemory('db/migrations')
})
afterAll(() => open.close())

const instant = new Date('2026-11-22T05:30:00.123Z')
const values = sql`select ${instant.toISOString()}::timestamptz as at, '2026-11-22'::date as day,
  array['a', 'b,"c'] as texts, array[1.50] as prices, 7 as seven, true as yes, '{"a":[1]}'::jsonb as json`

test('drizzle has instants as they are written, all else as it is, also in a transaction', async () => {
  const answered = {
    at: '2026-11-22 05:30:00.123+00',
    day: '2026-11-22',
    texts: ['a', 'b,"c'],
    prices: '{1.50}',
    seven: 7,
    yes: true,
    json: { a: [1] },
  }
  expect((await open.db.execute(values)).rows).toEqual([answered])
  const within = await open.db.transaction((tx) => tx.execute(values))
  expect(within.rows).toEqual([answered])
})

test('a timestamp column is read as a Date', async () => {
  const notes = pgTable('notes', { at: timestamp({ withTimezone: true }) })
  const at = sql`${instant.toISOString()}::timestamptz`.mapWith(notes.at)
  expect(await open.db.select({ at }).from(sql`(select 1) as one`)).toEqual([{ at: instant }])
})

test('the job queue has instants as Date', async () => {
  const { rows } = await open.queue.executeSql('select $1::timestamptz as at', [instant])
  expect(rows).toEqual([{ at: instant }])
  const several = await open.queue.executeSql(
    `select '${instant.toISOString()}'::timestamptz as at`,
  )
  expect(several.rows).toEqual([{ at: instant }])
})

test('after a failure the next statement has a session of its own, where names are free again', async () => {
  const named = () => {
    const found = open.db.select({ one: sql<number>`1`.as('one') }).from(sql`(select 1) as one`)
    return found.prepare('find_one').execute()
  }
  expect(await named()).toEqual([{ one: 1 }])
  for (const failing of ['select 1 / 0', 'begin; select 1 / 0; commit'])
    await expect(open.queue.executeSql(failing)).rejects.toThrow('division by zero')
  expect(await named()).toEqual([{ one: 1 }])
  expect(await named()).toEqual([{ one: 1 }])
})

test('what is notified arrives, also after a failure, until nobody listens', async () => {
  const heard: string[] = []
  const listening = await open.queue.listen?.(
    'cakes',
    (payload) => heard.push(payload),
    () => {},
  )
  await open.db.execute(sql`select pg_notify('cakes', 'rose')`)
  await expect(open.queue.executeSql('select 1 / 0')).rejects.toThrow()
  await open.db.execute(sql`select pg_notify('cakes', 'plum')`)
  await vi.waitFor(() => expect(heard).toEqual(['rose', 'plum']))
  await listening?.close()
  await open.db.execute(sql`select pg_notify('cakes', 'fig')`)
  expect(heard).toEqual(['rose', 'plum'])
})

test('what was read is not kept', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const heapUsed = () => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const megabyte = sql`select repeat('x', 1000000) as text`
  await open.db.execute(megabyte)
  const before = heapUsed()
  for (let n = 0; n < 50; n += 1) await open.db.execute(megabyte)
  expect(heapUsed() - before).toBeLessThan(10_000_000)
})
