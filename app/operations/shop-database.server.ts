import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '#platform/startup-error.ts'

/** Where the migrations lie, from the project's folder. */
export const migrationsFolder = 'db/migrations'

/**
 * What no backup has, so that a restore revives nothing that has ended since: sessions, links to new passwords, codes that
 * were used, open invitations of staff, and counters of limits.
 */
export const leftOut: ReadonlySet<string> = new Set([
  'sessions',
  'verifications',
  'used_codes',
  'staff_invitations',
  'limits',
])

/**
 * Makes sure that a command is not about to make the embedded database that it was to read.
 *
 * @throws StartupError when there is none in the data folder
 */
export function assertDatabaseExists({ dataDir }: { dataDir: string }) {
  if (existsSync(join(dataDir, 'database'))) return
  throw new StartupError(`There is no shop in the data folder ${dataDir}: is DATA_DIR right?`)
}
