import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { daySchema } from '#shop/delivery/delivery.schema.ts'
import { textSchema } from '#shop/values/typed/typed.schema.ts'
import { deleteExceptionalDay, findExceptionalDay, putExceptionalDay } from './late.store.server.ts'

const declareExceptionalEndpoint = endpoint({
  method: 'POST',
  path: '/delivery/exceptional-day',
  tag: 'Delivery',
  summary: 'Say that nothing is promised on a day',
  description:
    'Nothing is refunded for late deliveries in slots that begin after this call; customers read it at checkout. Without a reason the day is as any other again.',
  access: 'edit-delivery',
  body: z.object({
    day: daySchema,
    reason: textSchema(100).min(1, 'Please say why: customers read it.').nullable(),
  }),
  response: messageSchema,
})

export type DeclareExceptional = typeof declareExceptionalEndpoint

export function serveExceptionalDays(api: Api, { db, clock }: AppContext) {
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
