import { join } from 'node:path'
import type { ServerSettings } from './connection-settings.server.ts'
import type { OpenDatabase } from './database.server.ts'
import { openEmbedded } from './embedded.server.ts'
import { openServer } from './postgres.server.ts'

/**
 * Opens and migrates the database: a PostgreSQL server when `url` is given, else the embedded one in `dataDir`.
 *
 * @throws StartupError when the server cannot be reached or the data folder is in use
 */
export async function openDatabase(settings: {
  url: string | undefined
  dataDir: string
  /** Null leaves it as it is. */
  migrationsFolder: string | null
  /** How a server is asked. */
  server?: ServerSettings
}): Promise<OpenDatabase> {
  return settings.url
    ? openServer(settings.url, settings.migrationsFolder, settings.server)
    : openEmbedded(join(settings.dataDir, 'database'), settings.migrationsFolder)
}
