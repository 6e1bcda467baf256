import { Client } from 'pg'
import { startTemporaryPostgres } from '../../scripts/postgres.ts'
import { temporaryFolder } from '../../test/process/server-process.ts'
import type { DatabaseKind } from '../options.ts'
import { temporaryDatabase } from './temporary-database.ts'

/** Where a shop has its data, as settings. */
export interface ShopPlace {
  DATA_DIR: string
  /** Empty for the embedded database. */
  DATABASE_URL: string
}

/** A kind of database that shops are measured on. */
export interface Place {
  name: string
  version: string
  /** Lends an empty database and a data folder, which are gone afterwards. */
  lend<T>(use: (shop: ShopPlace) => Promise<T>): Promise<T>
}

/** The databases that are there; `say` tells of one that is not. */
export async function openPlaces(kinds: readonly DatabaseKind[], say: (line: string) => void) {
  const places = await Promise.all(
    kinds.map((kind) => (kind === 'embedded' ? embedded : onServer())),
  )
  if (places.includes(null)) {
    say('Not on PostgreSQL: BENCH_DATABASE_URL names no server, and none is installed.')
  }
  return places.filter((place) => place !== null)
}

export const embedded: Place = {
  name: 'embedded',
  version: 'PGlite',
  async lend(use) {
    const { folder, remove } = temporaryFolder()
    try {
      return await use({ DATA_DIR: folder, DATABASE_URL: '' })
    } finally {
      remove()
    }
  },
}

/** The server that is named, or one of our own with its usual durability. */
async function onServer(): Promise<Place | null> {
  const server =
    process.env.BENCH_DATABASE_URL || (await startTemporaryPostgres({ isDurable: true }))
  if (!server) return null
  return {
    name: 'PostgreSQL',
    version: await versionOf(server),
    lend: (use) =>
      embedded.lend(async ({ DATA_DIR }) => {
        const database = await temporaryDatabase(server)
        try {
          return await use({ DATA_DIR, DATABASE_URL: database.url })
        } finally {
          await database.drop()
        }
      }),
  }
}

async function versionOf(server: string): Promise<string> {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    const { rows } = await client.query<{ version: string }>('select version()')
    return rows[0]?.version.split(' on ')[0] ?? ''
  } finally {
    await client.end()
  }
}
