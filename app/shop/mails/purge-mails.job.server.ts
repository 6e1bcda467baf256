import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import { handles, type Job, type JobHandler } from '#platform/jobs/jobs.server.ts'
import { outboxKey } from '#platform/mail/mailer.server.ts'
import { deleteMails, findMailsToPurge } from './mails.store.server.ts'

const dayMs = 24 * 60 * 60_000
/** How long a mail is remembered after it was sent, in ms. */
export const sentMailLifetimeMs = 90 * dayMs
/** How long a mail that could not be sent is remembered after its event, in ms. */
export const deadLetterLifetimeMs = 365 * dayMs
const batchSize = 100

/** Forgets old mails every night, so that addresses and links do not pile up. */
const purgeMails = {
  name: 'sweep-mails',
  data: z.object({}),
  retryLimit: 1,
  schedule: '50 3 * * *',
} satisfies Job

export interface PurgeMailsDeps {
  db: Database
  clock: Clock
  /** Where mails are files; null with a mail server. */
  outbox: FileStore | null
}

export function purgeMailsHandler({ db, clock, outbox }: PurgeMailsDeps): JobHandler {
  return handles(purgeMails, async () => {
    const now = clock.now().getTime()
    const old = {
      sentBefore: new Date(now - sentMailLifetimeMs),
      deadBefore: new Date(now - deadLetterLifetimeMs),
    }
    for (;;) {
      const ids = await findMailsToPurge(db, { ...old, limit: batchSize })
      if (ids.length === 0) return
      // The file first: a row that stays is found again tomorrow, a file without one never.
      for (const id of ids) await outbox?.remove(outboxKey(id))
      await deleteMails(db, ids)
    }
  })
}
