import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { OpenDatabase } from '#platform/database/database.server.ts'
import { openTestDatabase } from '../../../../test/support/test-database.ts'
import { openAuditLogTail } from './live-orders.server.ts'

let database: OpenDatabase
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.close())

/** Writes entries as they come to light: with the numbers they were given, in any order. */
async function write(ids: number[], subject = 'order') {
  for (const id of ids) {
    await database.db.execute(sql`
      insert into audit_log (id, at, actor, action, subject, subject_id) overriding system value
      values (${id}, now(), 'shop', 'place-order', ${subject}, ${`thing ${id}`})`)
  }
}

const idsOf = (entries: { id: number }[]) => entries.map(({ id }) => id)

it('answers what comes after it was opened, each entry once', async () => {
  await write([1, 2])
  const read = await openAuditLogTail(database.db)
  expect(await read()).toEqual([])
  await write([3, 4])
  expect(await read()).toEqual([
    { id: 3, action: 'place-order', orderId: 'thing 3' },
    { id: 4, action: 'place-order', orderId: 'thing 4' },
  ])
  expect(await read()).toEqual([])
})

it('starts with an empty audit log', async () => {
  const read = await openAuditLogTail(database.db)
  await write([1])
  expect(idsOf(await read())).toEqual([1])
})

it('leaves out what is not about orders', async () => {
  const read = await openAuditLogTail(database.db)
  await write([1, 3], 'cake')
  await write([2])
  expect(idsOf(await read())).toEqual([2])
})

it('sees entries that were numbered before others and committed after them', async () => {
  await write([10, 12])
  const read = await openAuditLogTail(database.db)
  await write([11])
  expect(idsOf(await read())).toEqual([11])
  await write([20])
  expect(idsOf(await read())).toEqual([20])
  await write([15, 21, 19])
  expect(idsOf(await read())).toEqual([15, 19, 21])
  expect(await read()).toEqual([])
})

it('leaves a number that never comes behind, and what it has told', async () => {
  const read = await openAuditLogTail(database.db)
  await write([1, 3])
  const told: number[] = []
  for (let reading = 0; reading < 40; reading++) told.push(...idsOf(await read()))
  expect(told).toEqual([1, 3])
  await write([4])
  expect(idsOf(await read())).toEqual([4])
})

it('reads more than one page at a time', async () => {
  const read = await openAuditLogTail(database.db)
  await database.db.execute(sql`
    insert into audit_log (at, actor, action, subject, subject_id)
    select now(), 'shop', 'place-order', 'order', n::text from generate_series(1, 1200) n`)
  expect(idsOf(await read())).toEqual(Array.from({ length: 1200 }, (_, n) => n + 1))
  expect(await read()).toEqual([])
})
