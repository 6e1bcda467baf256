import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { handles, type Job } from '#platform/jobs/jobs.server.ts'
import { deleteExpired } from './accounts.store.server.ts'

/** Deletes expired sessions and reset links every night. The name is that of the queue in existing databases. */
const purgeSessions = {
  name: 'sweep-sessions',
  data: z.object({}),
  retryLimit: 1,
  schedule: '20 3 * * *',
} satisfies Job

export function purgeSessionsHandler({ db, clock }: { db: Database; clock: Clock }) {
  return handles(purgeSessions, () => deleteExpired(db, clock.now()))
}
