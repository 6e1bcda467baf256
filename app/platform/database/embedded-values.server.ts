import { type PGlite, types } from '@electric-sql/pglite'
import { fromPglite } from 'pg-boss'
import type { OpenDatabase } from './database.server.ts'

const { DATE, INTERVAL, TIMESTAMP, TIMESTAMPTZ } = types

/** Arrays of numeric, and of the types above, by their numbers in PostgreSQL. */
const arrays = [1231, 1182, 1187, 1115, 1185]

const asWritten = (value: string) => value

/** What drizzle reads itself, from the text as PostgreSQL writes it. */
const textParsers = Object.fromEntries(
  [DATE, INTERVAL, TIMESTAMP, TIMESTAMPTZ, ...arrays].map((type) => [type, asWritten]),
)

const asDate = (value: string) => new Date(value)

/** What the job queue has as Date. */
const dateParsers = { [DATE]: asDate, [TIMESTAMP]: asDate, [TIMESTAMPTZ]: asDate }

type Query = PGlite['query']

/**
 * The database as drizzle is to have it. By itself drizzle sends its parsers along with each statement, for which PGlite
 * copies its own, one for every type there is: that took as long as a small statement. Here they are given once.
 */
export function forDrizzle(client: PGlite): PGlite {
  Object.assign(client.parsers, textParsers)
  const withoutParsers = (query: Query): Query => {
    return (text, values, options) => query(text, values, { rowMode: options?.rowMode })
  }
  return {
    query: withoutParsers(client.query.bind(client)),
    transaction: (work: Parameters<PGlite['transaction']>[0]) =>
      client.transaction((tx) => work({ ...tx, query: withoutParsers(tx.query) })),
  } as PGlite
}

/** The same database as the job queue is to have it. */
export function forJobs(client: PGlite): OpenDatabase['queue'] {
  return fromPglite({
    query: (text, values) => client.query(text, values, { parsers: dateParsers }),
    exec: (text) => client.exec(text, { parsers: dateParsers }),
  })
}
