import { pipeline } from 'node:stream/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import { from, to } from 'pg-copy-streams'
import { connectionSettings } from './connection-settings.server.ts'
import type { Copying, CopyTransaction, Database } from './database.server.ts'
import { columnList, fullName, transactionSettings } from './tables.server.ts'

/** Copies row by row on a connection of its own. */
export function copyOnServer(url: string): Copying {
  return async (mode, work) => {
    const client = new Client(connectionSettings(url))
    // Without a listener, the error of a lost connection ends the process.
    client.on('error', () => {})
    await client.connect()
    try {
      await client.query('begin')
      await client.query(transactionSettings(mode))
      const result = await work(copyTransaction(client))
      await client.query('commit')
      return result
    } finally {
      // The server rolls back what is not committed.
      await client.end()
    }
  }
}

function copyTransaction(client: Client): CopyTransaction {
  return {
    tx: drizzle({ client }) as unknown as Database,
    read: (table) =>
      client.query(to(`copy (select ${columnList(table)} from ${fullName(table)}) to stdout`)),
    write: (table, text) =>
      pipeline(
        text,
        client.query(from(`copy ${fullName(table)} (${columnList(table)}) from stdin`)),
      ),
  }
}
