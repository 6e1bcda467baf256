import { randomUUID } from 'node:crypto'
import { Client } from 'pg'

/** An empty database on a PostgreSQL server, until it is dropped. */
export async function temporaryDatabase(server: string) {
  const name = `cakewala_bench_${randomUUID().replaceAll('-', '')}`
  await run(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(server, `drop database ${name} with (force)`) }
}

async function run(server: string, statement: string) {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
