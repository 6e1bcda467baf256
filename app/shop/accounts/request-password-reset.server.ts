import type { Database } from '#platform/database/database.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import { personByEmail } from './accounts.store.server.ts'
import { mailPasswordReset } from './mail-password-reset.job.server.ts'

/** Has a link to a new password mailed, if the e-mail has an account; does the same work if it has none. */
export async function requestPasswordReset(deps: { db: Database; jobs: Jobs }, email: string) {
  const person = await personByEmail(deps.db, email)
  await deps.jobs.enqueue(deps.db, mailPasswordReset, {
    requestId: crypto.randomUUID(),
    userId: person?.id ?? null,
  })
}
