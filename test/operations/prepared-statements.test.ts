import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { defaultServerSettings } from '#platform/database/connections.server.ts'
import type { OpenDatabase } from '#platform/database/database.server.ts'
import { openServer } from '#platform/database/open-database.server.ts'
import { callerOfSession } from '#shop/accounts/sessions.store.server.ts'
import { createServerDatabase } from '../support/test-database.ts'

const server = process.env.TEST_DATABASE_URL

describe.runIf(server)('a statement with a name, on a server', () => {
  let database: OpenDatabase
  afterEach(() => database.close())

  /** On one connection, so that its prepared statements can be read. */
  async function open() {
    const url = await createServerDatabase(server ?? '')
    database = await openServer(url, 'db/migrations', { ...defaultServerSettings, poolSize: 1 })
    return database.db
  }
  const names = async () => {
    const { rows } = await database.db.execute(sql`select name from pg_prepared_statements`)
    return rows.map(({ name }) => name)
  }
  const ask = (db: OpenDatabase['db']) => callerOfSession(db, 'nobody', new Date())

  it('is prepared once, in transactions too', async () => {
    const db = await open()
    for (const _ of [1, 2, 3]) expect(await ask(db)).toBeNull()
    expect(await db.transaction((tx) => ask(tx))).toBeNull()
    expect(await names()).toEqual(['caller_of_session'])
  })

  it('is prepared again on the connection that takes the place of a lost one', async () => {
    const db = await open()
    expect(await ask(db)).toBeNull()
    await expect(db.execute(sql`select pg_terminate_backend(pg_backend_pid())`)).rejects.toThrow()
    expect(await names()).toEqual([])
    for (const _ of [1, 2]) expect(await ask(db)).toBeNull()
    expect(await names()).toEqual(['caller_of_session'])
  })

  it('can be executed again after its values were rejected', async () => {
    const db = await open()
    const divide = (divisor: number) =>
      db
        .select({ part: sql<number>`12 / ${sql.placeholder('divisor')}::integer` })
        .from(sql`(select 1) as one`)
        .prepare('divide')
        .execute({ divisor })
    for (const _ of [1, 2]) await expect(divide(0)).rejects.toThrow()
    expect(await divide(4)).toEqual([{ part: 3 }])
  })
})
