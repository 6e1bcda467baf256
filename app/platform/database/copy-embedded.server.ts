import type { PGlite, Transaction } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import type { Copying, Database, TableName } from './database.server.ts'
import { beginOf, columnsOf, fullName } from './tables.server.ts'

/** Blocks of 8 kB that are read at a time: while they are, the process does nothing else. */
const blocksAtOnce = 256
/** Bytes that are written at a time. */
const bytesAtOnce = 2 * 1024 * 1024
const newline = 10

/** Copies on the one connection there is: whoever else wants the database waits until the transaction has ended. */
export function copyEmbedded(client: PGlite): Copying {
  return (mode, work) =>
    client.transaction(async (transaction) => {
      await transaction.exec(beginOf(mode))
      return work({
        tx: drizzle({ client: transaction as unknown as PGlite }) as unknown as Database,
        read: (table) => readParts(transaction, table),
        write: (table, text) => writeParts(transaction, table, text),
      })
    })
}

async function* readParts(transaction: Transaction, table: TableName) {
  const { rows } = await transaction.query<{ blocks: number }>(
    `select pg_relation_size($1) / current_setting('block_size')::int as blocks`,
    [fullName(table)],
  )
  const blocks = rows[0]?.blocks ?? 0
  for (let first = 0; first < blocks; first += blocksAtOnce) {
    const part = `ctid >= '(${first},0)' and ctid < '(${first + blocksAtOnce},0)'`
    const { blob } = await transaction.query(
      `copy (select ${columnsOf(table)} from ${fullName(table)} where ${part}) to '/dev/blob'`,
    )
    if (blob) yield new Uint8Array(await blob.arrayBuffer())
  }
}

async function writeParts(
  transaction: Transaction,
  table: TableName,
  text: AsyncIterable<Uint8Array>,
) {
  const command = `copy ${fullName(table)} (${columnsOf(table)}) from '/dev/blob'`
  for await (const lines of wholeLines(text)) {
    await transaction.query(command, [], { blob: new Blob(lines) })
  }
}

/** The same text in larger parts, each of whole lines: a line break within a value is written as \n. */
async function* wholeLines(text: AsyncIterable<Uint8Array>) {
  let kept: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of text) {
    const bytes = new Uint8Array(chunk)
    const end = size + bytes.length < bytesAtOnce ? 0 : bytes.lastIndexOf(newline) + 1
    if (end > 0) {
      yield [...kept, bytes.subarray(0, end)]
      kept = []
      size = 0
    }
    kept.push(bytes.subarray(end))
    size += bytes.length - end
  }
  if (size > 0) yield kept
}
