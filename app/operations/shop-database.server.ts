import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '#platform/startup-error.ts'

/** Where the migrations lie, from the project's folder. */
export const migrationsFolder = 'db/migrations'

/**
 * Makes sure that a command is not about to make the embedded database that it was to read.
 *
 * @throws StartupError when there is none in the data folder
 */
export function assertDatabaseExists({ dataDir }: { dataDir: string }) {
  if (existsSync(join(dataDir, 'database'))) return
  throw new StartupError(`There is no shop in the data folder ${dataDir}: is DATA_DIR right?`)
}
