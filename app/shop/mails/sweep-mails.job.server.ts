import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import { handles, type Job, type JobHandler } from '#platform/jobs/jobs.server.ts'
import { outboxKey } from '#platform/mail/mailer.server.ts'
import { forgetMails, mailsToForget } from './mails.store.server.ts'

const dayMs = 24 * 60 * 60_000
/** How long a mail is remembered after it was sent, in ms. */
export const sentMailsLiveMs = 90 * dayMs
/** How long a mail that could not be sent is remembered after its event, in ms. */
export const deadMailsLiveMs = 365 * dayMs
const batchSize = 100

/** Forgets old mails every night, so that addresses and links do not pile up. */
const sweepMails = {
  name: 'sweep-mails',
  data: z.object({}),
  retryLimit: 1,
  schedule: '50 3 * * *',
} satisfies Job

export interface SweepMailsDeps {
  db: Database
  clock: Clock
  /** Where mails are files; null with a mail server. */
  outbox: FileStore | null
}

export function sweepMailsHandler({ db, clock, outbox }: SweepMailsDeps): JobHandler {
  return handles(sweepMails, async () => {
    const now = clock.now().getTime()
    const old = {
      sentBefore: new Date(now - sentMailsLiveMs),
      deadBefore: new Date(now - deadMailsLiveMs),
    }
    for (;;) {
      const ids = await mailsToForget(db, { ...old, limit: batchSize })
      if (ids.length === 0) return
      // The file first: a row that stays is found again tomorrow, a file without one never.
      for (const id of ids) await outbox?.remove(outboxKey(id))
      await forgetMails(db, ids)
    }
  })
}
