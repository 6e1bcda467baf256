import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { personByEmail } from './accounts.store.server.ts'
import { mailPasswordReset } from './password/password-reset-mail.server.tsx'

/** Has a link to a new password mailed, if the e-mail has an account; does the same work if it has none. */
export async function requestPasswordReset(
  deps: { db: Database; jobs: Jobs; clock: Clock },
  email: string,
) {
  const person = await personByEmail(deps.db, email)
  const request = { requestId: crypto.randomUUID(), userId: person?.id ?? null }
  await deps.db.transaction((tx) => queueMail(deps, tx, mailPasswordReset, request))
}
