import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { lockPlacedOrder, saveOrderChange } from '#shop/orders/orders.store.server.ts'

interface NoteChange {
  caller: Caller
  orderId: string
  /** '' removes it. */
  note: string
  /** The note as the caller last saw it. */
  was: string
}

/** @throws AppError not_found; conflict if someone else has changed the note meanwhile */
export async function changeKitchenNote(
  { db, clock }: AppContext,
  { caller, orderId, note, was }: NoteChange,
): Promise<string> {
  await db.transaction(async (tx) => {
    const { kitchenNote } = await lockPlacedOrder(tx, orderId)
    if (kitchenNote === note) return
    if (kitchenNote !== was) {
      throw new AppError(
        'conflict',
        'Someone else has changed this note. Please check it and try again.',
      )
    }
    await saveOrderChange(tx, orderId, { kitchenNote: note })
    await recordAudit(tx, {
      at: clock.now(),
      by: caller,
      action: 'note-order',
      orderId,
      before: { note: kitchenNote },
      after: { note },
    })
  })
  return note === '' ? 'Note removed.' : 'Note saved.'
}
