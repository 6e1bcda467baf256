import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { StartupError } from '#platform/app-error.ts'
import { encryptionTo } from '#platform/backup/backup-folder.server.ts'
import { type Restored, restoreBackup } from '#platform/backup/restore-backup.server.ts'
import { type LeftOut, type ShopData, writeBackup } from '#platform/backup/write-backup.server.ts'
import type { OpenDatabase } from '#platform/database/database.server.ts'
import { openDatabase } from '#platform/database/open-database.server.ts'
import { createDiskStore } from '#platform/files/file-store.server.ts'
import { openFiles, prepareDataFolder } from '#platform/files/open-files.server.ts'
import { createLog } from '#platform/log.server.ts'
import type { OperatorCall } from '#platform/process/operator-calls.server.ts'
import type { Config } from '../config/config.server.ts'
import { assetsFolder } from '../serving/kept-assets.server.ts'

type Say = (line: string) => void

/** Where the migrations lie, from the project's folder. */
export const migrationsFolder = 'db/migrations'

/**
 * What no backup has, so that it opens nothing and a restore revives nothing that has ended since: sessions, links to new
 * passwords, used codes, open invitations of staff and counters of limits; and the mails with such links. A start stores
 * what pages load.
 */
export const leftOut: LeftOut = {
  tables: new Set(['sessions', 'verifications', 'used_codes', 'staff_invitations', 'limits']),
  files: ['password-reset-', 'email-change-', 'staff-invitation-', `${assetsFolder}/`],
}

const dataOf = async (config: Config): Promise<ShopData> => ({
  migrationsFolder,
  stores: {
    files: await openFiles(config.storage, config),
    outbox: createDiskStore(join(config.dataDir, 'outbox')),
  },
  secretFile: config.sessionSecret ? null : join(config.dataDir, 'session-secret'),
  leftOut,
})

/** The rows alone, and all of them. */
const onlyRows: ShopData = {
  migrationsFolder,
  stores: {},
  secretFile: null,
  leftOut: { tables: new Set(), files: [] },
}

const opener =
  ({ dataDir, ownerDatabaseUrl }: Config, url: string | undefined) =>
  (folder: string | null) =>
    openDatabase({ url, dataDir, migrationsFolder: folder, server: { ownerUrl: ownerDatabaseUrl } })

/**
 * Makes sure that a command does not create the embedded database that it is to read.
 *
 * @throws StartupError when the data folder has none
 */
export function assertDatabaseExists({ dataDir }: Config) {
  if (existsSync(join(dataDir, 'database'))) return
  throw new StartupError(`There is no shop in the data folder ${dataDir}: is DATA_DIR right?`)
}

/** @returns the path of the new backup */
export async function backUp(
  database: OpenDatabase,
  config: Config,
  { publicKey, ...call }: OperatorCall & { to: string; publicKey: string | undefined; now: Date },
): Promise<string> {
  const encrypt = publicKey ? await encryptionTo(publicKey) : null
  return writeBackup(database, await dataOf(config), { ...call, ...(await ownVersion()), encrypt })
}

const ownVersion = async () =>
  z.object({ version: z.string() }).parse(JSON.parse(await readFile('package.json', 'utf8')))

/**
 * Restores a backup into the database and files of the settings.
 *
 * @throws Error when it failed, saying what was written
 */
export async function restoreShop(
  config: Config,
  { backup, keyFile }: { backup: string; keyFile: string | undefined },
  say: Say,
): Promise<Restored> {
  prepareDataFolder(config.dataDir)
  const open = opener(config, config.databaseUrl)
  const target = { ...(await dataOf(config)), open, keyFile, log: createLog('error'), say }
  return restoreBackup(resolve(backup), target)
}

/**
 * Copies the embedded database into an empty one on the server of DATABASE_URL: by a backup of all its rows, which is
 * restored there. The embedded one does not change.
 *
 * @throws Error when it failed
 */
export async function moveDatabase(config: Config, say: Say) {
  const { databaseUrl, dataDir } = config
  if (!databaseUrl) throw new StartupError('Set DATABASE_URL to the empty database on the server.')
  assertDatabaseExists(config)
  const source = await opener(config, undefined)(null)
  const to = await mkdtemp(join(dataDir, 'moving-'))
  try {
    const signal = new AbortController().signal
    const call = { to, encrypt: null, now: new Date(), signal, say, ...(await ownVersion()) }
    const path = await writeBackup(source, onlyRows, call)
    const open = opener(config, databaseUrl)
    await restoreBackup(path, { ...onlyRows, open, log: createLog('error'), say })
  } finally {
    await rm(to, { recursive: true })
    await source.close()
  }
}
