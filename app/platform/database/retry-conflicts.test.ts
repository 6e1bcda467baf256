import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../../test/support/test-database.ts'
import type { Database, OpenDatabase } from './database.server.ts'
import { isConflict, maxTries } from './database-errors.server.ts'

let database: OpenDatabase
let db: Database
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
})
afterAll(() => database.close())

const lastSerial = async (year: string, from: Database = db) => {
  const query = sql`select last::int as serial from invoice_serials where year = ${year}`
  return Number((await from.execute(query)).rows[0]?.serial)
}
const raise = (year: string, tx: Database) =>
  tx.execute(sql`update invoice_serials set last = last + 1 where year = ${year}`)

beforeEach(async () => {
  await db.execute(sql`delete from invoice_serials`)
  await db.execute(sql`insert into invoice_serials values ('25-26', 1), ('26-27', 1)`)
})

/** Fails as PostgreSQL does for a transaction that lost against another. */
const lose = (tx: Database, code: string) =>
  tx.execute(sql`do ${sql.raw(`$$ begin raise sqlstate '${code}'; end $$`)}`)

describe('a transaction', () => {
  it.each(['40P01', '40001'])(
    'that lost once (%s) is done again, and counts once',
    async (code) => {
      let tried = 0
      const result = await db.transaction(async (tx) => {
        await raise('25-26', tx)
        tried += 1
        if (tried === 1) await lose(tx, code)
        return 'done'
      })
      expect([result, tried, await lastSerial('25-26')]).toEqual(['done', 2, 2])
    },
  )

  it('that always loses is given up, and nothing is stored', async () => {
    let tried = 0
    const lost = db.transaction(async (tx) => {
      tried += 1
      await raise('25-26', tx)
      await lose(tx, '40001')
    })
    expect(await lost.catch(isConflict)).toBe(true)
    expect([tried, await lastSerial('25-26')]).toEqual([maxTries, 1])
  })

  it.each([
    ['23505', 'another row has the key'],
    ['57014', 'a statement took too long'],
    ['08006', 'the connection was lost'],
  ])('is not done again after %s: %s', async (code) => {
    let tried = 0
    const failed = db.transaction(async (tx) => {
      tried += 1
      await lose(tx, code)
    })
    await expect(failed).rejects.toThrow()
    expect(tried).toBe(1)
  })

  it('is done again from its start when one within it lost, which is never tried by itself', async () => {
    const tried = { outer: 0, inner: 0 }
    await db.transaction(async (tx) => {
      tried.outer += 1
      await tx.transaction(async (inner) => {
        tried.inner += 1
        await raise('25-26', inner)
        if (tried.outer === 1) await lose(inner, '40P01')
      })
    })
    expect([tried, await lastSerial('25-26')]).toEqual([{ outer: 2, inner: 2 }, 2])
  })
})

// The embedded database does one thing at a time.
describe.runIf(process.env.TEST_DATABASE_URL)('two transactions on a server', () => {
  /** Comes true for everybody once `count` have come. */
  function meeting(count: number) {
    const { promise, resolve } = Promise.withResolvers<void>()
    return () => {
      count -= 1
      if (count === 0) resolve()
      return promise
    }
  }

  async function cross() {
    const both = meeting(2)
    let tried = 0
    const raiseInOrder = (first: string, second: string) =>
      db.transaction(async (tx) => {
        tried += 1
        await raise(first, tx)
        await both()
        await raise(second, tx)
      })
    await Promise.all([raiseInOrder('25-26', '26-27'), raiseInOrder('26-27', '25-26')])
    return tried
  }

  it('that wait for each other both succeed', async () => {
    expect(await cross()).toBeGreaterThan(2)
    expect([await lastSerial('25-26'), await lastSerial('26-27')]).toEqual([3, 3])
  })

  it('that may not see each other’s work come one after the other', async () => {
    const both = meeting(2)
    let tried = 0
    const copyLast = (from: string, to: string) =>
      db.transaction(
        async (tx) => {
          tried += 1
          const seen = await lastSerial(from, tx)
          await both()
          await tx.execute(sql`update invoice_serials set last = ${seen + 1} where year = ${to}`)
        },
        { isolationLevel: 'serializable' },
      )
    await Promise.all([copyLast('25-26', '26-27'), copyLast('26-27', '25-26')])
    expect(tried).toBeGreaterThan(2)
    expect([await lastSerial('25-26'), await lastSerial('26-27')].sort()).toEqual([2, 3])
  })
})
