import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { readContents, type ShopDatabase } from '#platform/backup/contents.server.ts'
import { fillDatabase, type OpenTarget } from '#platform/backup/fill-database.server.ts'
import { type Restored, restoreBackup } from '#platform/backup/restore-backup.server.ts'
import { type BackupCall, writeBackup } from '#platform/backup/write-backup.server.ts'
import { askRunningShop } from '#platform/control/ask-running-shop.server.ts'
import { answers } from '#platform/control/control-socket.server.ts'
import type { OpenDatabase } from '#platform/database/database.server.ts'
import { openDatabase } from '#platform/database/open-database.server.ts'
import { createDiskStore } from '#platform/files/file-store.server.ts'
import { openFiles, prepareDataFolder } from '#platform/files/open-files.server.ts'
import { createLog } from '#platform/log.server.ts'
import { StartupError } from '#platform/startup-error.ts'
import { shopTotals } from '#shop/consistency/consistency.store.server.ts'
import type { Config } from '../config/config.server.ts'
import { assertDatabaseExists, migrationsFolder } from './shop-database.server.ts'

type Say = (line: string) => void

const shop: ShopDatabase = { migrationsFolder, countTotals: shopTotals }

const packageSchema = z.object({ version: z.string() })

/** What a shop keeps beside its database. */
async function placesOf(config: Config) {
  return {
    files: await openFiles(config.storage, config),
    outbox: createDiskStore(join(config.dataDir, 'outbox')),
    secretFile: config.sessionSecret ? null : join(config.dataDir, 'session-secret'),
  }
}

const opens =
  ({ dataDir }: Config, url: string | undefined): OpenTarget =>
  (migrationsFolder) =>
    openDatabase({ url, dataDir, migrationsFolder })

/** Answers the path of the new backup. */
async function backUp(database: OpenDatabase, config: Config, to: string, call: BackupCall) {
  const { version } = packageSchema.parse(JSON.parse(await readFile('package.json', 'utf8')))
  const { path } = await writeBackup(
    { database, shop, version, ...(await placesOf(config)) },
    to,
    call,
  )
  return path
}

const backupArgs = z.object({ to: z.string() })

/** Has the running shop back itself up: an embedded database belongs to its process. */
export const backupCommand = (database: OpenDatabase, config: Config) =>
  answers('backup', backupArgs, ({ to }, call) =>
    backUp(database, config, to, { ...call, now: new Date() }),
  )

/**
 * Backs a shop up, whether it runs or not, and answers where to. An older shop's database stays as old as it is.
 *
 * @throws Error saying why there is no backup
 */
export async function backUpShop(config: Config, to: string | undefined, say: Say) {
  const args: z.infer<typeof backupArgs> = { to: resolve(to ?? join(config.dataDir, 'backups')) }
  if (!config.databaseUrl) {
    const asked = await askRunningShop(config.dataDir, { command: 'backup', args }, say)
    if (asked) return z.string().parse(asked.done)
    assertDatabaseExists(config)
  }
  const database = await opens(config, config.databaseUrl)(null)
  try {
    const call = { say, now: new Date(), signal: new AbortController().signal }
    return await backUp(database, config, args.to, call)
  } finally {
    await database.close()
  }
}

/**
 * Restores a backup to where the settings say.
 *
 * @throws Error saying why not, and what was written
 */
export async function restoreShop(config: Config, backup: string, say: Say): Promise<Restored> {
  prepareDataFolder(config.dataDir)
  return restoreBackup(resolve(backup), {
    ...{ shop, say, log: createLog('error') },
    open: opens(config, config.databaseUrl),
    ...(await placesOf(config)),
  })
}

/**
 * Copies the embedded database into an empty one on the server of DATABASE_URL; the embedded one stays as it is.
 *
 * @throws Error saying why not
 */
export async function moveDatabase(config: Config, say: Say) {
  const { databaseUrl } = config
  if (!databaseUrl) {
    throw new StartupError('Say where the database should go: set DATABASE_URL to an empty one.')
  }
  assertDatabaseExists(config)
  const source = await opens(config, undefined)(null)
  try {
    await source.copying('read', async (copy) => {
      const contents = await readContents(copy, shop)
      await fillDatabase(
        { shop, say, log: createLog('error'), open: opens(config, databaseUrl) },
        contents,
      )
    })
  } finally {
    await source.close()
  }
}
