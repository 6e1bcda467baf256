import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { cleanUpDatabase } from './cleanup.job.server.ts'
import { openInMemory } from './embedded.server.ts'

it('cleanUpDatabase updates the planner’s statistics of the embedded database', async () => {
  const { db, close } = await openInMemory('db/migrations')
  await db.execute(sql`insert into invoice_serials values ('25-26', 7), ('26-27', 9)`)
  const known = async () => {
    const query = sql`select reltuples::int from pg_class where relname = 'invoice_serials'`
    return (await db.execute(query)).rows[0]?.reltuples
  }
  expect(await known()).toBe(-1)
  await cleanUpDatabase(db)
  expect(await known()).toBe(2)
  await close()
})
