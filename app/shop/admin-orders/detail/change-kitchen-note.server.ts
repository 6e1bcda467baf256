import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Api } from '#platform/http/api.server.ts'
import { type Caller, endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { orderIdSchema } from '#shop/orders/api/order.schema.ts'
import { lockPlacedOrder, saveOrderChange } from '#shop/orders/orders.store.server.ts'
import { textSchema } from '#shop/values/typed/typed.schema.ts'
import { maxNote } from './order-detail.ts'

const kitchenNoteEndpoint = endpoint({
  method: 'POST',
  path: '/orders/note',
  tag: 'Admin orders',
  summary: 'Save a note for the kitchen',
  description:
    'Saves a note with the order; an empty one removes it. 409 when someone else has changed the note.',
  access: 'edit-orders',
  body: z.object({
    orderId: orderIdSchema,
    note: textSchema(maxNote, `A note can have at most ${maxNote} characters.`),
    was: z.string().describe('The note as it was known'),
  }),
  response: messageSchema,
  problems: [404, 409],
})

export type KitchenNote = typeof kitchenNoteEndpoint

export function serveKitchenNote(api: Api, shop: AppContext) {
  api.serve(kitchenNoteEndpoint, async ({ body }, { caller }) => ({
    message: await changeKitchenNote(shop, { caller, ...body }),
  }))
}

/** @throws AppError not_found; conflict if someone else has changed the note meanwhile */
async function changeKitchenNote(
  { db, clock }: AppContext,
  { caller, orderId, note, was }: { caller: Caller; orderId: string; note: string; was: string },
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
