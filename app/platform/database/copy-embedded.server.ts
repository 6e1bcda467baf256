import type { PGlite, Transaction } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import type { Copying, Database, TableName } from './database.server.ts'
import { columnList, fullName, transactionSettings } from './tables.server.ts'

/** Blocks of 8 kB per read. The process does nothing else meanwhile. */
const blocksPerRead = 256
const bytesPerWrite = 2 * 1024 * 1024
const newline = 10

/** Copies on the only connection: everybody else waits until the transaction has ended. */
export function copyEmbedded(client: PGlite): Copying {
  return (mode, work) =>
    client.transaction(async (transaction) => {
      await transaction.exec(transactionSettings(mode))
      return work({
        tx: drizzle({ client: transaction as unknown as PGlite }) as unknown as Database,
        read: (table) => readTable(transaction, table),
        write: (table, text) => writeTable(transaction, table, text),
      })
    })
}

async function* readTable(transaction: Transaction, table: TableName) {
  const { rows } = await transaction.query<{ blocks: number }>(
    `select pg_relation_size($1) / current_setting('block_size')::int as blocks`,
    [fullName(table)],
  )
  const blocks = rows[0]?.blocks ?? 0
  for (let first = 0; first < blocks; first += blocksPerRead) {
    const part = `ctid >= '(${first},0)' and ctid < '(${first + blocksPerRead},0)'`
    const { blob } = await transaction.query(
      `copy (select ${columnList(table)} from ${fullName(table)} where ${part}) to '/dev/blob'`,
    )
    if (blob) yield new Uint8Array(await blob.arrayBuffer())
  }
}

async function writeTable(
  transaction: Transaction,
  table: TableName,
  text: AsyncIterable<Uint8Array>,
) {
  const command = `copy ${fullName(table)} (${columnList(table)}) from '/dev/blob'`
  for await (const lines of wholeLines(text)) {
    await transaction.query(command, [], { blob: new Blob(lines) })
  }
}

/** The same text in larger parts of whole lines. COPY writes a line break within a value as \n. */
async function* wholeLines(text: AsyncIterable<Uint8Array>) {
  let chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of text) {
    const bytes = new Uint8Array(chunk)
    const end = size + bytes.length < bytesPerWrite ? 0 : bytes.lastIndexOf(newline) + 1
    if (end > 0) {
      yield [...chunks, bytes.subarray(0, end)]
      chunks = []
      size = 0
    }
    chunks.push(bytes.subarray(end))
    size += bytes.length - end
  }
  if (size > 0) yield chunks
}
