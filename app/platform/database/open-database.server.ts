import { join } from 'node:path'
import type { ServerSettings } from './connection-settings.server.ts'
import type { OpenDatabase } from './database.server.ts'
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
  if (settings.url) return openServer(settings.url, settings.migrationsFolder, settings.server)
  // A database in itself: only where it is used.
  const { openEmbedded } = await import('./embedded.server.ts')
  return openEmbedded(join(settings.dataDir, 'database'), settings.migrationsFolder)
}
