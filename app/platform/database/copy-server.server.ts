import { pipeline } from 'node:stream/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import { from, to } from 'pg-copy-streams'
import { connectionSettings } from './connection-settings.server.ts'
import type { Copying, CopyTransaction, Database } from './database.server.ts'
import { beginOf, columnsOf, fullName } from './tables.server.ts'

/** Copies by a connection of its own, row by row as they come. */
export function copyOnServer(url: string): Copying {
  return async (mode, work) => {
    const client = new Client(connectionSettings(url))
    // A lost connection fails what runs on it; without a listener it would end the process.
    client.on('error', () => {})
    await client.connect()
    try {
      await client.query('begin')
      await client.query(beginOf(mode))
      const result = await work(transactionOn(client))
      await client.query('commit')
      return result
    } finally {
      // What is not committed goes with the connection.
      await client.end()
    }
  }
}

function transactionOn(client: Client): CopyTransaction {
  return {
    tx: drizzle({ client }) as unknown as Database,
    read: (table) =>
      client.query(to(`copy (select ${columnsOf(table)} from ${fullName(table)}) to stdout`)),
    write: (table, text) =>
      pipeline(
        text,
        client.query(from(`copy ${fullName(table)} (${columnsOf(table)}) from stdin`)),
      ),
  }
}
