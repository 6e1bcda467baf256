import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError, StartupError } from '#platform/app-error.ts'
import type { LeftOut } from '#platform/backup/contents.server.ts'
import { systemClock } from '#platform/clock.ts'
import { callRunningShop, controlCommand } from '#platform/control/control-socket.server.ts'
import { longRunningServerSettings } from '#platform/database/connection-settings.server.ts'
import type { Database, OpenDatabase } from '#platform/database/database.server.ts'
import { appliedMigrations, migrationsIn } from '#platform/database/migrations.server.ts'
import { openDatabase } from '#platform/database/open-database.server.ts'
import { openFiles } from '#platform/files/open-files.server.ts'
import { createLog } from '#platform/log.server.ts'
import { personByEmail } from '#shop/accounts/accounts.store.server.ts'
import { resetSecondFactor } from '#shop/accounts/sessions.store.server.ts'
import { createSecurityLog } from '#shop/audit-log/security-log.store.server.ts'
import {
  type ConsistencyOptions,
  consistencyOptionsSchema,
  consistencyResultSchema,
  reportConsistency,
} from '#shop/consistency/check-consistency.server.ts'
import { createSandboxProvider } from '#shop/payments/sandbox/sandbox-provider.server.ts'
import { openPaymentProviders } from '../adapters.server.ts'
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

/** The command of the running shop. Only its own process can read an embedded database. */
export const consistencyCommand = (context: AppContext, config: Config) =>
  controlCommand('check-consistency', consistencyOptionsSchema, async (options) =>
    reportConsistency({ ...context, files: await openFiles(config.storage, config) }, options),
  )

/**
 * Checks the shop with these settings, whether it runs or not.
 *
 * @throws Error or StartupError when it does not exist, or its database cannot be opened
 */
export async function checkShopConsistency(
  config: Config,
  asked: Omit<ConsistencyOptions, 'isPaid'>,
) {
  const options = { ...asked, isPaid: !config.shop.takesTestPayments }
  const reply = await sendToShop(config, { command: 'check-consistency', args: options })
  if (reply) return consistencyResultSchema.parse(reply.done)
  return withShopDatabase(config, async ({ db }) => {
    await assertUpToDate(db)
    const sandbox = createSandboxProvider({
      db,
      clock: systemClock,
      jobs: { enqueue: () => Promise.reject(new Error('the consistency check changes nothing')) },
    })
    const payments = await openPaymentProviders(config, { sandbox, log: createLog('silent') })
    const files = await openFiles(config.storage, config)
    return reportConsistency({ db, clock: systemClock, payments, files }, options)
  })
}

/** The check does not migrate the database, because an older shop may be using it. */
async function assertUpToDate(db: Database) {
  const applied = await appliedMigrations(db, migrationsFolder)
  if (applied.length === migrationsIn(migrationsFolder).length) return
  throw new StartupError(
    'The database is of an older version of Cakewala, or of none. Check it with that version, or start this one first.',
  )
}

/** The command of the running shop. Only its own process can open an embedded database. */
export const resetSecondFactorCommand = ({ db, securityLog }: AppContext) =>
  controlCommand('reset-second-factor', z.object({ email: z.string() }), ({ email }) =>
    resetByEmail(db, securityLog, email),
  )

async function resetByEmail(db: Database, securityLog: AppContext['securityLog'], email: string) {
  await db.transaction(async (tx) => {
    const person = await personByEmail(tx, email)
    if (!person) throw new AppError('not_found', 'No account has this email.')
    await resetSecondFactor(tx, securityLog, { userId: person.id, by: 'operator' })
  })
}

/**
 * Takes the second factor from an account of the shop with these settings, whether it runs or not.
 *
 * @throws Error when the shop or the account does not exist
 */
export async function resetShopSecondFactor(config: Config, email: string) {
  if (await sendToShop(config, { command: 'reset-second-factor', args: { email } })) return
  await withShopDatabase(config, ({ db }) => {
    // No secret: it keys the hashes of addresses without an account.
    const log = { db, clock: systemClock, log: createLog('silent'), secret: '' }
    return resetByEmail(db, createSecurityLog(log), email)
  })
}
