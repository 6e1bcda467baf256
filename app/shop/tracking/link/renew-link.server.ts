import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import type { Audience } from '#shop/orders/links/audience.ts'
import { raiseLinkVersion } from '#shop/orders/links/tracking-links.store.server.ts'
import { lockPlacedOrder } from '#shop/orders/orders.store.server.ts'

/** Revokes an order's links to one audience; a new one works from now on. @throws AppError not_found */
export async function renewLink(
  { db, clock }: { db: Database; clock: Clock },
  { caller, orderId, audience }: { caller: Caller; orderId: string; audience: Audience },
) {
  await db.transaction(async (tx) => {
    await lockPlacedOrder(tx, orderId)
    await raiseLinkVersion(tx, orderId, audience)
    await recordAudit(tx, {
      at: clock.now(),
      by: caller,
      action: 'renew-tracking-link',
      subject: 'order',
      subjectId: orderId,
      after: { audience },
    })
  })
}
