import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { personByEmail } from '../accounts.store.server.ts'
import { passwordResetMail } from './password-reset-mail.server.tsx'

/**
 * Mails a link to a new password, if the e-mail has an account and the limits allow it. Otherwise it does the same work, so
 * that the response and its time tell neither.
 */
export async function requestPasswordReset(
  deps: { db: Database; jobs: Jobs; clock: Clock },
  email: string,
  { isWithinLimits, isKnownBrowser }: { isWithinLimits: boolean; isKnownBrowser: boolean },
) {
  const person = await personByEmail(deps.db, email)
  const userId = (isWithinLimits && person?.id) || null
  const request = { requestId: crypto.randomUUID(), userId, isKnownBrowser }
  await deps.db.transaction((tx) => queueMail(deps, tx, passwordResetMail, request))
}
