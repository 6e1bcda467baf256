import type { AppContext } from '#app/context.server.ts'
import { outboxKey } from '#platform/mail/mailer.server.ts'
import { deleteMails, findMailsToPurge } from './mails.store.server.ts'

const batchSize = 100

/** Deletes mails that were sent before a time, and those of events before it that will not be sent: they hold addresses and links. */
export async function purgeMails(deps: Pick<AppContext, 'db' | 'outbox'>, before: Date) {
  for (;;) {
    const ids = await findMailsToPurge(deps.db, { before, limit: batchSize })
    if (ids.length === 0) return
    // The file first: a remaining row is found again tomorrow, a remaining file never.
    for (const id of ids) await deps.outbox?.remove(outboxKey(id))
    await deleteMails(deps.db, ids)
  }
}
