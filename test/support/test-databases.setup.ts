import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Tells this run's databases from another's on the same server. */
    run: string
  }
}

/** What the names of a run's databases begin with. */
export function databasePrefix(run: string): string {
  return `cakewala_test_${run}_`
}

export async function onServer(url: string, statement: string): Promise<string[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(statement)
    return rows.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/** Workers keep their databases for the next test file; when all have run, those on a server are dropped. */
export function setup(project: TestProject) {
  const run = randomBytes(6).toString('hex')
  project.provide('run', run)
  return async () => {
    const server = process.env.TEST_DATABASE_URL
    if (!server) return
    const ours = `select datname as name from pg_database where starts_with(datname, '${databasePrefix(run)}')`
    for (const name of await onServer(server, ours)) {
      await onServer(server, `drop database ${name} with (force)`)
    }
  }
}
