import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { StartupError } from '#platform/app-error.ts'
import { isEncrypted } from '#platform/backup/backup-folder.server.ts'
import { readContents, type ShopDatabase } from '#platform/backup/contents.server.ts'
import { encryptionTo } from '#platform/backup/encryption.server.ts'
import { fillDatabase, type OpenTarget } from '#platform/backup/fill-database.server.ts'
import { type Restored, restoreBackup } from '#platform/backup/restore-backup.server.ts'
import { type BackupCall, writeBackup } from '#platform/backup/write-backup.server.ts'
import { controlCommand } from '#platform/control/control-socket.server.ts'
import type { OpenDatabase } from '#platform/database/database.server.ts'
import { openDatabase } from '#platform/database/open-database.server.ts'
import { createDiskStore } from '#platform/files/file-store.server.ts'
import { openFiles, prepareDataFolder } from '#platform/files/open-files.server.ts'
import { createLog } from '#platform/log.server.ts'
import { shopTotals } from '#shop/consistency/consistency.store.server.ts'
import type { Config } from '../config/config.server.ts'
import {
  assertDatabaseExists,
  leftOut,
  migrationsFolder,
  sendToShop,
  withShopDatabase,
} from './shop-database.server.ts'

type Say = (line: string) => void

const shop: ShopDatabase = { migrationsFolder, countTotals: shopTotals, leftOut }

const packageSchema = z.object({ version: z.string() })

/** The shop's data outside its database. */
async function storesOf(config: Config) {
  return {
    files: await openFiles(config.storage, config),
    outbox: createDiskStore(join(config.dataDir, 'outbox')),
    secretFile: config.sessionSecret ? null : join(config.dataDir, 'session-secret'),
  }
}

const opener =
  ({ dataDir, ownerDatabaseUrl }: Config, url: string | undefined): OpenTarget =>
  (migrationsFolder) =>
    openDatabase({ url, dataDir, migrationsFolder, server: { ownerUrl: ownerDatabaseUrl } })

/** @returns the path of the new backup */
async function backUp(
  database: OpenDatabase,
  config: Config,
  { to, publicKey = config.backupPublicKey }: BackupArgs,
  call: BackupCall,
) {
  const { version } = packageSchema.parse(JSON.parse(await readFile('package.json', 'utf8')))
  const encrypt = publicKey ? await encryptionTo(publicKey) : null
  const source = { database, shop, version, encrypt, ...(await storesOf(config)) }
  const { path } = await writeBackup(source, to, call)
  return path
}

/** The key of the command's own settings: the running shop may have been started without one. */
const backupArgs = z.object({ to: z.string(), publicKey: z.string().optional() })

type BackupArgs = z.infer<typeof backupArgs>

/** The command of the running shop. Only its own process can read an embedded database. */
export const backupCommand = (database: OpenDatabase, config: Config) =>
  controlCommand('backup', backupArgs, (args, call) =>
    backUp(database, config, args, { ...call, now: new Date() }),
  )

/**
 * Backs up a shop, whether it runs or not. An older database is not upgraded.
 *
 * @throws Error when there is no backup
 */
export async function backUpShop(
  config: Config,
  to: string | undefined,
  say: Say,
): Promise<{ path: string; isEncrypted: boolean }> {
  const args: BackupArgs = {
    to: resolve(to ?? join(config.dataDir, 'backups')),
    publicKey: config.backupPublicKey,
  }
  const reply = await sendToShop(config, { command: 'backup', args }, say)
  const path = reply
    ? z.string().parse(reply.done)
    : await withShopDatabase(config, (database) => {
        const call = { say, now: new Date(), signal: new AbortController().signal }
        return backUp(database, config, args, call)
      })
  return { path, isEncrypted: isEncrypted(path) }
}

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
  return restoreBackup(resolve(backup), {
    shop,
    say,
    keyFile,
    log: createLog('error'),
    open: opener(config, config.databaseUrl),
    ...(await storesOf(config)),
  })
}

/**
 * Copies the embedded database into an empty one on the server of DATABASE_URL. The embedded one does not change.
 *
 * @throws Error when it failed
 */
export async function moveDatabase(config: Config, say: Say) {
  const { databaseUrl } = config
  if (!databaseUrl) {
    throw new StartupError('Set DATABASE_URL to the empty database on the server.')
  }
  assertDatabaseExists(config)
  const source = await opener(config, undefined)(null)
  try {
    await source.copying('read', async (copy) => {
      const contents = await readContents(copy, shop)
      await fillDatabase(
        { shop, say, log: createLog('error'), open: opener(config, databaseUrl) },
        contents,
      )
    })
  } finally {
    await source.close()
  }
}
