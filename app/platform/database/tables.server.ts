import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database, TableName } from './database.server.ts'

const tableSchema = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  parents: z.array(z.string()),
})

type Table = z.infer<typeof tableSchema>

/**
 * The shop's tables, each after those it refers to. Unlogged tables are left out: PostgreSQL empties them after a crash, so
 * they hold nothing that counts.
 */
export async function storedTables(db: Database): Promise<TableName[]> {
  const { rows } = await db.execute(sql`
    select relname::text as name,
      array(
        select attname::text from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
      ) as columns,
      array(
        select distinct parent.relname::text from pg_constraint join pg_class parent on parent.oid = confrelid
        where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid
      ) as parents
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'
    order by relname`)
  return parentsFirst(z.array(tableSchema).parse(rows)).map(({ name, columns }) => ({
    name,
    columns,
  }))
}

function parentsFirst(tables: Table[]): Table[] {
  const sorted: Table[] = []
  const isSorted = (name: string) => sorted.some((table) => table.name === name)
  while (sorted.length < tables.length) {
    const next = tables.find(({ name, parents }) => !isSorted(name) && parents.every(isSorted))
    if (!next) throw new Error('some tables refer to each other in a circle')
    sorted.push(next)
  }
  return sorted
}

/** Whether no table has a row. A database without tables is empty, too. */
export async function isEmpty(db: Database): Promise<boolean> {
  for (const { name } of await storedTables(db)) {
    const { rows } = await db.execute(sql`select 1 from public.${sql.identifier(name)} limit 1`)
    if (rows.length > 0) return false
  }
  return true
}

export async function countRows(db: Database, { name }: TableName): Promise<number> {
  const { rows } = await db.execute(
    sql`select count(*)::float8 as count from public.${sql.identifier(name)}`,
  )
  return Number(rows[0]?.count)
}

/** Locks the tables until the transaction ends, for readers too. */
export async function lockTables(tx: Database) {
  for (const { name } of await storedTables(tx)) {
    await tx.execute(sql`lock table public.${sql.identifier(name)} in access exclusive mode`)
  }
}

export async function lastNumbers(db: Database): Promise<Record<string, number>> {
  const { rows } = await db.execute(sql`
    select sequencename as name, last_value::float8 as last from pg_sequences
    where schemaname = 'public' and last_value is not null`)
  return Object.fromEntries(rows.map(({ name, last }) => [String(name), Number(last)]))
}

export async function setLastNumbers(db: Database, numbers: Record<string, number>) {
  for (const [name, last] of Object.entries(numbers)) {
    await db.execute(sql`select setval(format('public.%I', ${name}::text)::regclass, ${last})`)
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** For COPY and SELECT, which take no parameters for names. */
export const columnList = ({ columns }: TableName) => columns.map(quoted).join(', ')
export const fullName = ({ name }: TableName) => `public.${quoted(name)}`

/** Settings of a transaction by its mode. Times are written in UTC, whatever the server's zone is. */
export function transactionSettings(mode: 'read' | 'write'): string {
  const settings = mode === 'read' ? 'isolation level repeatable read, read only' : 'read write'
  return `set transaction ${settings}; set local timezone = 'UTC'; set local datestyle = 'ISO'`
}
