import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '#platform/app-error.ts'
import type { LeftOut } from '#platform/backup/contents.server.ts'
import { callRunningShop } from '#platform/control/control-socket.server.ts'
import { longRunningServerSettings } from '#platform/database/connection-settings.server.ts'
import type { OpenDatabase } from '#platform/database/database.server.ts'
import { openDatabase } from '#platform/database/open-database.server.ts'
import type { Config } from '../config/config.server.ts'

/** Where the migrations lie, from the project's folder. */
export const migrationsFolder = 'db/migrations'

/**
 * What no backup has, so that it opens nothing and a restore revives nothing that has ended since: sessions, links to new
 * passwords, used codes, open invitations of staff and counters of limits; and the mails with such links.
 */
export const leftOut: LeftOut = {
  tables: new Set(['sessions', 'verifications', 'used_codes', 'staff_invitations', 'limits']),
  mails: ['password-reset', 'email-change', 'staff-invitation'],
}

/**
 * Makes sure that a command does not create the embedded database that it is to read.
 *
 * @throws StartupError when the data folder has none
 */
export function assertDatabaseExists({ dataDir }: Pick<Config, 'dataDir'>) {
  if (existsSync(join(dataDir, 'database'))) return
  throw new StartupError(`There is no shop in the data folder ${dataDir}: is DATA_DIR right?`)
}

/**
 * Sends a command to the running shop, whose process alone can open an embedded database.
 *
 * @returns null if the database is on a server, or no shop runs
 * @throws Error when the command failed
 */
export async function sendToShop(
  { databaseUrl, dataDir }: Config,
  request: { command: string; args: unknown },
  say: (line: string) => void = () => {},
) {
  return databaseUrl ? null : callRunningShop(dataDir, request, say)
}

/**
 * Opens the shop's database for a command, without migrating it.
 *
 * @throws StartupError when there is no database
 */
export async function withShopDatabase<Result>(
  config: Config,
  use: (database: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const { databaseUrl: url, dataDir } = config
  if (!url) assertDatabaseExists(config)
  const database = await openDatabase({
    url,
    dataDir,
    migrationsFolder: null,
    server: longRunningServerSettings,
  })
  try {
    return await use(database)
  } finally {
    await database.close()
  }
}
