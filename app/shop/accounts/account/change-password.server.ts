import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import type { PasswordChange } from '../accounts.schema.ts'
import type { Accounts } from '../accounts.server.ts'
import {
  deleteResets,
  endSessions,
  personById,
  updatePasswordHash,
} from '../accounts.store.server.ts'
import { queueAccountNoticeMail } from '../security/account-notice-mail.server.tsx'
import type { SecurityLog } from '../security/security-log.server.ts'

interface ChangePasswordDeps {
  accounts: Accounts
  db: Database
  clock: Clock
  jobs: Jobs
  securityLog: SecurityLog
}

/**
 * Replaces a password by somebody who knows it. Every other session and every mailed link to a new password ends, and the
 * owner is mailed.
 *
 * @throws AppError invalid when the old one is wrong, or the new one is not allowed
 */
export async function changePassword(
  deps: ChangePasswordDeps,
  { userId, headers, change }: { userId: string; headers: Headers; change: PasswordChange },
) {
  const { accounts, db, securityLog } = deps
  const person = await personById(db, userId)
  if (!person) throw new Error('a session without an account')
  const hash = await accounts.passwords.hashChange(person, change)
  const exceptToken = accounts.sessionKeyOf(headers)
  await db.transaction(async (tx) => {
    await updatePasswordHash(tx, person.email, hash)
    await endSessions(tx, userId, { exceptToken })
    await deleteResets(tx, userId)
    await securityLog.record(
      { kind: 'password-changed', userId, details: { by: 'old password' } },
      tx,
    )
    await queueAccountNoticeMail(deps, tx, { userId, change: 'password-changed' })
  })
}
