import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { usualServerSettings } from '#platform/database/connection-settings.server.ts'
import type { OpenDatabase } from '#platform/database/database.server.ts'
import { openServer } from '#platform/database/postgres.server.ts'
import { createServerDatabase } from '../support/test-database.ts'

const server = process.env.TEST_DATABASE_URL

describe.runIf(server)('a server', () => {
  let database: OpenDatabase
  afterEach(() => database.close())

  /** On one connection, so that what it has prepared can be asked. */
  async function open(settings: { prepare: boolean }) {
    const url = await createServerDatabase(server ?? '')
    database = await openServer(url, null, { ...usualServerSettings, poolSize: 1, ...settings })
    return database
  }
  const double = (n: number) => sql`select ${n}::int * 2 as twice`
  const prepared = async ({ db }: OpenDatabase) => {
    const { rows } = await db.execute(sql`select statement from pg_prepared_statements`)
    return rows.map(({ statement }) => statement)
  }

  it('prepares what comes again, in transactions and for the job queue too', async () => {
    const { db, queue } = await open({ prepare: true })
    for (const n of [1, 2, 3]) {
      const { rows } = await db.execute(double(n))
      expect(rows).toEqual([{ twice: n * 2 }])
    }
    expect(await prepared(database)).toEqual(['select $1::int * 2 as twice'])
    for (const n of [1, 2]) {
      await db.transaction((tx) => tx.execute(sql`select ${n}::int + 1`))
      await queue.executeSql('select $1::int - 1', [n])
      // Several in one text cannot be prepared.
      await queue.executeSql('select 1; select 2')
    }
    expect((await prepared(database)).toSorted()).toEqual([
      'select $1::int * 2 as twice',
      'select $1::int + 1',
      'select $1::int - 1',
    ])
  })

  it('prepares again on the connection that takes the place of a lost one', async () => {
    const { db } = await open({ prepare: true })
    for (const n of [1, 2]) await db.execute(double(n))
    await expect(db.execute(sql`select pg_terminate_backend(pg_backend_pid())`)).rejects.toThrow()
    expect((await db.execute(double(4))).rows).toEqual([{ twice: 8 }])
    expect(await prepared(database)).toHaveLength(1)
  })

  it('goes on with a statement whose values were refused', async () => {
    const { db } = await open({ prepare: true })
    const divide = (by: number) => db.execute(sql`select 12 / ${by}::int as part`)
    for (const _ of [1, 2]) await expect(divide(0)).rejects.toThrow()
    expect((await divide(4)).rows).toEqual([{ part: 3 }])
  })

  it('prepares nothing where that is off', async () => {
    const { db } = await open({ prepare: false })
    for (const n of [1, 2, 3]) await db.execute(double(n))
    expect(await prepared(database)).toEqual([])
  })
})
