import { z } from 'zod'
import { AppError } from '#platform/app-error.ts'
import { systemClock } from '#platform/clock.ts'
import { askRunningShop, controlCommand } from '#platform/control/control-socket.server.ts'
import { longRunningServerSettings } from '#platform/database/connection-settings.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { openDatabase } from '#platform/database/open-database.server.ts'
import { createLog } from '#platform/log.server.ts'
import { personByEmail } from '#shop/accounts/accounts.store.server.ts'
import { resetSecondFactor } from '#shop/accounts/second-factor/reset-second-factor.server.ts'
import { createSecurityLog, type SecurityLog } from '#shop/accounts/security/security-log.server.ts'
import type { Config } from '../config/config.server.ts'
import { assertDatabaseExists } from './shop-database.server.ts'

const command = 'reset-second-factor'
const argsSchema = z.object({ email: z.string() })

/** The command of the running shop. Only its own process can open an embedded database. */
export const resetSecondFactorCommand = (deps: { db: Database; securityLog: SecurityLog }) =>
  controlCommand(command, argsSchema, ({ email }) => resetByEmail(deps, email))

async function resetByEmail(
  { db, securityLog }: { db: Database; securityLog: SecurityLog },
  email: string,
) {
  await db.transaction(async (tx) => {
    const person = await personByEmail(tx, email)
    if (!person) throw new AppError('not_found', 'No account has this email.')
    await resetSecondFactor(tx, securityLog, { userId: person.id, by: 'operator' })
  })
}

/**
 * Takes the second factor from an account of the shop with these settings, whether it runs or not.
 *
 * @throws Error when there is no such shop or account
 */
export async function resetShopSecondFactor(config: Config, email: string) {
  if (!config.databaseUrl) {
    if (await askRunningShop(config.dataDir, { command, args: { email } }, () => {})) return
    assertDatabaseExists(config)
  }
  const database = await openDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    migrationsFolder: null,
    server: longRunningServerSettings,
  })
  try {
    const { db } = database
    // No secret: it keys the hashes of addresses without an account.
    const log = { db, clock: systemClock, log: createLog('silent'), secret: '' }
    await resetByEmail({ db, securityLog: createSecurityLog(log) }, email)
  } finally {
    await database.close()
  }
}
