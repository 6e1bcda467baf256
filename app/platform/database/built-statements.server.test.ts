import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, test, vi } from 'vitest'
import { builtSql, builtStatements } from './built-statements.server.ts'
import type { Database } from './database.server.ts'

const aDatabase = () => ({}) as Database

test('a statement is built once for each database and shape', () => {
  const build = vi.fn((_: Database, shape: { isLater: boolean }) => ({ text: `${shape.isLater}` }))
  const statements = builtStatements(build)
  const [one, other] = [aDatabase(), aDatabase()]
  const first = statements(one, { isLater: true })
  expect(statements(one, { isLater: true })).toBe(first)
  expect(statements(one, { isLater: false })).not.toBe(first)
  expect(statements(other, { isLater: true })).not.toBe(first)
  expect(build).toHaveBeenCalledTimes(3)
})

test('shapes are kept as far as there is room for them', () => {
  const build = vi.fn((_: Database, shape: { n: number }) => shape)
  const statements = builtStatements(build)
  const db = aDatabase()
  for (let n = 0; n < 600; n++) statements(db, { n })
  statements(db, { n: 599 })
  expect(build).toHaveBeenCalledTimes(600)
  statements(db, { n: 0 })
  expect(build).toHaveBeenCalledTimes(601)
})

const textOf = (asked: SQL) => new PgDialect().sqlToQuery(asked)

test('SQL is written once, and given other values each time', () => {
  const write = vi.fn(
    (value: (name: 'id' | 'name') => Placeholder) =>
      sql`update cakes set name = ${value('name')}, spelt = ${value('name')} where id = ${value('id')}`,
  )
  const rename = builtSql(write)
  const text = 'update cakes set name = $1, spelt = $2 where id = $3'
  expect(textOf(rename({ id: 'a', name: 'Opera' }))).toMatchObject({
    ...{ sql: text, params: ['Opera', 'Opera', 'a'] },
  })
  expect(textOf(rename({ id: 'b', name: '$1' }))).toMatchObject({
    ...{ sql: text, params: ['$1', '$1', 'b'] },
  })
  expect(write).toHaveBeenCalledOnce()
})

test('SQL that is written once can be part of other', () => {
  const gone = builtSql<'id'>((value) => sql`delete from cakes where id = ${value('id')}`)
  const whole = sql`with gone as (${gone({ id: 'a' })}) select ${7} from gone`
  expect(textOf(whole)).toMatchObject({
    sql: 'with gone as (delete from cakes where id = $1) select $2 from gone',
    params: ['a', 7],
  })
})

test('SQL without one of its values is refused', () => {
  const gone = builtSql<string>((value) => sql`delete from cakes where id = ${value('id')}`)
  expect(() => gone({})).toThrow('id')
})
