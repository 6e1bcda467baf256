import { expect, test, vi } from 'vitest'
import { builtStatements } from './built-statements.server.ts'
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
