import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { declareExceptionalEndpoint } from './late.endpoints.ts'
import { deleteExceptionalDay, findExceptionalDay, putExceptionalDay } from './late.store.server.ts'

export function serveLate(api: Api, { db, clock }: { db: Database; clock: Clock }) {
  api.serve(declareExceptionalEndpoint, async ({ body: { day, reason } }, { caller }) => {
    await db.transaction(async (tx) => {
      const before = await findExceptionalDay(tx, day)
      const now = clock.now()
      if (reason === null) await deleteExceptionalDay(tx, day)
      else await putExceptionalDay(tx, { day, reason, declaredAt: now })
      await recordAudit(tx, {
        at: now,
        by: caller,
        action: 'save-day',
        subject: 'delivery',
        subjectId: day,
        before: { exceptional: before?.reason ?? null },
        after: { exceptional: reason },
      })
    })
    return {
      message:
        reason === null
          ? 'Late refunds are on again for this day.'
          : 'Late refunds are off for this day.',
    }
  })
}
