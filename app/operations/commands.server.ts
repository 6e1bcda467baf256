import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { AppError, StartupError } from '#platform/app-error.ts'
import {
  type LeftOut,
  type Restored,
  restoreBackup,
  type ShopData,
  writeBackup,
} from '#platform/backup/backup.server.ts'
import { encryptionTo } from '#platform/backup/backup-folder.server.ts'
import { systemClock } from '#platform/clock.ts'
import { longRunningServerSettings } from '#platform/database/connections.server.ts'
import type { Database, OpenDatabase } from '#platform/database/database.server.ts'
import { appliedMigrations, migrationsIn } from '#platform/database/migrations.server.ts'
import { openDatabase } from '#platform/database/open-database.server.ts'
import { createDiskStore } from '#platform/files/file-store.server.ts'
import { openFiles, prepareDataFolder } from '#platform/files/open-files.server.ts'
import { createLog, type Log } from '#platform/log.server.ts'
import { callRunningShop, type OperatorCall } from '#platform/process/operator-calls.server.ts'
import { personByEmail } from '#shop/accounts/accounts.store.server.ts'
import { resetSecondFactor } from '#shop/accounts/sessions.store.server.ts'
import { createSecurityLog } from '#shop/audit-log/security-log.server.ts'
import {
  type ConsistencyOptions,
  consistencyOptionsSchema,
  reportConsistency,
} from '#shop/consistency/check-consistency.server.ts'
import { createSandboxProvider } from '#shop/payments/sandbox/sandbox-provider.server.ts'
import { openPaymentProviders } from '../adapters.server.ts'
import type { Config } from '../config/config.server.ts'
import { assetsFolder } from '../serving/client-files.server.ts'
import { storeRun } from './runs.store.server.ts'

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
function assertDatabaseExists({ dataDir }: Config) {
  if (existsSync(join(dataDir, 'database'))) return
  throw new StartupError(`There is no shop in the data folder ${dataDir}: is DATA_DIR right?`)
}

/** @returns the path of the new backup */
async function backUp(
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

/** The shop that runs, or the database of one that does not, opened by the command. */
interface OpenShop {
  database: OpenDatabase
  config: Config
  log: Log
}

/**
 * A command of the operator, which is carried out by the running shop if its database is the embedded one.
 *
 * @param run false when it found something wrong
 */
function command<Args extends z.ZodType>(
  name: string,
  args: Args,
  run: (shop: OpenShop, args: z.output<Args>, call: OperatorCall) => Promise<boolean>,
) {
  return {
    name,
    answer: (shop: OpenShop, sent: unknown, call: OperatorCall) =>
      run(shop, args.parse(sent), call),
    /** @throws Error when it failed, or there is no shop */
    async send(config: Config, sent: z.output<Args>, say: Say) {
      const { databaseUrl, dataDir } = config
      const request = { command: name, args: sent }
      const answered = databaseUrl ? null : await callRunningShop(dataDir, request, say)
      if (answered !== null) return answered
      const call = { say, signal: new AbortController().signal }
      return withShopDatabase(config, (database) =>
        run({ database, config, log: createLog('silent') }, sent, call),
      )
    },
  }
}

/** Opens the shop's database for a command, without migrating it. */
async function withShopDatabase<Result>(
  config: Config,
  use: (database: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const { databaseUrl: url, dataDir } = config
  if (!url) assertDatabaseExists(config)
  const server = longRunningServerSettings
  const database = await openDatabase({ url, dataDir, migrationsFolder: null, server })
  try {
    return await use(database)
  } finally {
    await database.close()
  }
}

/**
 * Brings the tables on a server to this version, and lets the role of DATABASE_URL use them.
 *
 * @throws StartupError
 */
export async function migrateDatabase({ databaseUrl: url, dataDir, ownerDatabaseUrl }: Config) {
  if (!url) throw new StartupError('Without DATABASE_URL a start migrates its own database.')
  const server = { ownerUrl: ownerDatabaseUrl }
  await (await openDatabase({ url, dataDir, migrationsFolder, server })).close()
}

const backup = command(
  'backup',
  // The command's own key: the running shop may have been started without one.
  z.object({ to: z.string(), publicKey: z.string().optional() }),
  async ({ database, config }, { to, publicKey = config.backupPublicKey }, call) => {
    const path = await backUp(database, config, { ...call, to, publicKey, now: new Date() })
    await storeRun(database.db, { command: 'backup', endedAt: new Date(), errors: 0 }).catch(() =>
      call.say('The database is older than this version: /metrics does not know of this backup.'),
    )
    call.say(`\nThe backup is in ${path}`)
    call.say('Store a copy on another machine.')
    call.say(
      publicKey
        ? 'It is encrypted: without the secret key it is lost.'
        : 'It contains names, addresses and secrets, for anybody to read.',
    )
    return true
  },
)

/** Backs up a shop, whether it runs or not. An older database is not upgraded. */
export function backUpShop(config: Config, to: string | undefined, say: Say) {
  const { dataDir, backupPublicKey: publicKey } = config
  return backup.send(config, { to: resolve(to ?? join(dataDir, 'backups')), publicKey }, say)
}

const checkConsistency = command(
  'check-consistency',
  consistencyOptionsSchema,
  async ({ database: { db }, config }, options, { say }) => {
    await assertUpToDate(db)
    const sandbox = createSandboxProvider({
      db,
      clock: systemClock,
      jobs: { enqueue: () => Promise.reject(new Error('the consistency check changes nothing')) },
    })
    const payments = await openPaymentProviders(config, { db, sandbox, log: createLog('silent') })
    const files = await openFiles(config.storage, config)
    const checked = { db, clock: systemClock, payments, files }
    const { errors, lines } = await reportConsistency(checked, options)
    await storeRun(db, { command: 'check-consistency', endedAt: new Date(), errors })
    for (const line of lines) say(line)
    return errors === 0
  },
)

/** Checks a shop, whether it runs or not. */
export async function checkShopConsistency(
  config: Config,
  asked: Omit<ConsistencyOptions, 'isPaid'>,
): Promise<{ isConsistent: boolean; lines: string[] }> {
  const lines: string[] = []
  const options = { ...asked, isPaid: !config.shop.takesTestPayments }
  const isConsistent = await checkConsistency.send(config, options, (line) => lines.push(line))
  return { isConsistent, lines }
}

/** The check does not migrate the database, because an older shop may be using it. */
async function assertUpToDate(db: Database) {
  const applied = await appliedMigrations(db, migrationsFolder)
  if (applied.length === migrationsIn(migrationsFolder).length) return
  throw new StartupError(
    'The database is of an older version of Cakewala, or of none. Check it with that version, or start this one first.',
  )
}

/** Takes the second factor from an account, whether the shop runs or not. */
export const resetShopSecondFactor = command(
  'reset-second-factor',
  z.object({ email: z.string() }),
  async ({ database: { db }, log }, { email }) => {
    // No secret: it keys the hashes of addresses without an account.
    const securityLog = createSecurityLog({ db, clock: systemClock, log, secret: '' })
    await db.transaction(async (tx) => {
      const person = await personByEmail(tx, email)
      if (!person) throw new AppError('not_found', 'No account has this email.')
      await resetSecondFactor(tx, securityLog, { userId: person.id, by: 'operator' })
    })
    return true
  },
)

const commands = [backup, checkConsistency, resetShopSecondFactor]

/** What the running shop does when a command is sent to it. */
export const answerCommand =
  (shop: OpenShop) => async (name: string, args: unknown, call: OperatorCall) => {
    const found = commands.find((one) => one.name === name)
    if (found) return found.answer(shop, args, call)
    throw new Error(
      `The running shop does not know the command '${name}'. It may be another version: restart it.`,
    )
  }
