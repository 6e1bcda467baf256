import { asc, eq, sql } from 'drizzle-orm'
import { bigint, integer, pgTable, QueryBuilder, real, text } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/support/test-database.ts'
import { type OpenDatabase, rowsOf, statementParts } from './database.server.ts'
import { instant } from './platform.tables.server.ts'

const things = pgTable('things', {
  id: integer().primaryKey(),
  serial: bigint({ mode: 'number' }).notNull(),
  madeAt: instant('made_at'),
  words: text().array().notNull(),
  share: real('a_share').notNull(),
})

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await database.db.execute(
    sql`create table things (id integer primary key, serial bigint not null, made_at timestamptz, words text[] not null, a_share real not null)`,
  )
})
afterAll(() => database.close())

const rows = [
  {
    id: 1,
    serial: 2 ** 40,
    madeAt: new Date('2026-11-20T04:30:00.123Z'),
    words: ['a', 'b "c"', ''],
    share: 0.5,
  },
  { id: 2, serial: 1, madeAt: null, words: [], share: 18 },
]

test('rows in a column are those of the query itself, in its order', async () => {
  const { db } = database
  await db.insert(things).values(rows)
  const columns = { ...getColumns(), first: sql<string>`words[1]`.as('first') }
  const alone = await db.select(columns).from(things).orderBy(asc(things.serial))
  const builder = new QueryBuilder()
  const bySerial = builder.select(columns).from(things).orderBy(asc(things.serial))
  const none = builder.select().from(things).where(sql`false`)
  const [found] = await db
    .select({ things: rowsOf(bySerial), none: rowsOf(none) })
    .from(sql`(select) nothing`)
  expect(alone.map(({ id }) => id)).toEqual([2, 1])
  expect(found).toEqual({ things: alone, none: [] })
  expect(alone[1]).toEqual({ ...rows[0], first: 'a' })
})

test('rows of a query with a parameter are refused, because their text would lose it', () => {
  const one = new QueryBuilder().select().from(things).where(eq(things.id, 1))
  expect(() => rowsOf(one)).toThrow('has no parameters')
})

const getColumns = () => ({
  id: things.id,
  serial: things.serial,
  madeAt: things.madeAt,
  words: things.words,
  share: things.share,
})

test('the parts of a statement are all made, or none', async () => {
  const { db } = database
  const add = (...ids: number[]) =>
    statementParts(
      db,
      Object.fromEntries(
        ids.map((id) => [`thing${id}`, db.insert(things).values({ ...rows[1], id } as never)]),
      ),
    )
  const make = (...ids: number[]) =>
    db
      .with(...add(...ids))
      .select({ done: sql`true` })
      .from(sql`(select) nothing`)
  await make(11, 12)
  await expect(make(13, 11)).rejects.toThrow()
  const ids = await db.select({ id: things.id }).from(things).orderBy(asc(things.id))
  expect(ids.map(({ id }) => id).filter((id) => id > 10)).toEqual([11, 12])
})
