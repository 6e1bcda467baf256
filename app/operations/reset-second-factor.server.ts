import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import { systemClock } from '#platform/clock.ts'
import { controlCommand } from '#platform/control/control-socket.server.ts'
import { createLog } from '#platform/log.server.ts'
import { personByEmail } from '#shop/accounts/accounts.store.server.ts'
import { resetSecondFactor } from '#shop/accounts/second-factor/second-factor.store.server.ts'
import { createSecurityLog } from '#shop/audit-log/security-log.store.server.ts'
import type { Config } from '../config/config.server.ts'
import { sendToShop, withShopDatabase } from './shop-database.server.ts'

const command = 'reset-second-factor'
const argsSchema = z.object({ email: z.string() })

/** The command of the running shop. Only its own process can open an embedded database. */
export const resetSecondFactorCommand = (context: Pick<AppContext, 'db' | 'securityLog'>) =>
  controlCommand(command, argsSchema, ({ email }) => resetByEmail(context, email))

async function resetByEmail(
  { db, securityLog }: Pick<AppContext, 'db' | 'securityLog'>,
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
 * @throws Error when the shop or the account does not exist
 */
export async function resetShopSecondFactor(config: Config, email: string) {
  if (await sendToShop(config, { command, args: { email } })) return
  await withShopDatabase(config, ({ db }) => {
    // No secret: it keys the hashes of addresses without an account.
    const log = { db, clock: systemClock, log: createLog('silent'), secret: '' }
    return resetByEmail({ db, securityLog: createSecurityLog(log) }, email)
  })
}
