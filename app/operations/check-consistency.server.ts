import type { AppContext } from '#app/context.server.ts'
import { StartupError } from '#platform/app-error.ts'
import { systemClock } from '#platform/clock.ts'
import { controlCommand } from '#platform/control/control-socket.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { appliedMigrations, migrationsIn } from '#platform/database/migrations.server.ts'
import { openFiles } from '#platform/files/open-files.server.ts'
import { createLog } from '#platform/log.server.ts'
import {
  type ConsistencyOptions,
  consistencyOptionsSchema,
  consistencyResultSchema,
  reportConsistency,
} from '#shop/consistency/check-consistency.server.ts'
import { createSandboxProvider } from '#shop/payments/sandbox/sandbox-provider.server.ts'
import { openPaymentProviders } from '../adapters.server.ts'
import type { Config } from '../config/config.server.ts'
import { migrationsFolder, sendToShop, withShopDatabase } from './shop-database.server.ts'

const command = 'check-consistency'

/** The command of the running shop. Only its own process can read an embedded database. */
export const consistencyCommand = (
  context: Pick<AppContext, 'db' | 'clock' | 'payments'>,
  config: Config,
) =>
  controlCommand(command, consistencyOptionsSchema, async (options) =>
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
  const reply = await sendToShop(config, { command, args: options })
  if (reply) return consistencyResultSchema.parse(reply.done)
  return withShopDatabase(config, async ({ db }) => {
    await assertUpToDate(db)
    const sandbox = createSandboxProvider({
      db,
      clock: systemClock,
      webhookSecret: '',
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
