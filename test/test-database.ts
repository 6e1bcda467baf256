import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import type { OpenDatabase } from '#platform/database/database.server.ts'
import { openInMemory } from '#platform/database/embedded.server.ts'
import { openServer } from '#platform/database/postgres.server.ts'

const migrationsFolder = 'db/migrations'

/** An empty, migrated database of its own: on the server of TEST_DATABASE_URL when there is one, else embedded. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return openInMemory(migrationsFolder)
  const name = `cakewala_test_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const database = await openServer(url.href, migrationsFolder)
  return {
    ...database,
    async close() {
      await database.close()
      await onServer(server, `drop database ${name} with (force)`)
    },
  }
}

async function onServer(url: string, statement: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
