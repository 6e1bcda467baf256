import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Api } from '#platform/http/api.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { orderIdSchema } from '#shop/orders/api/order.schema.ts'
import { maxNoteLength } from '#shop/orders/order-rules.ts'
import { lockPlacedOrder, saveOrderChange } from '#shop/orders/orders.store.server.ts'
import { textSchema } from '#shop/values/typed/typed.schema.ts'

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
    note: textSchema(maxNoteLength, `A note can have at most ${maxNoteLength} characters.`),
    was: z.string().describe('The note as it was known'),
  }),
  response: messageSchema,
  problems: [404, 409],
})

export type KitchenNote = typeof kitchenNoteEndpoint

export function serveOrderNotes(api: Api, { db, clock }: AppContext) {
  api.serve(kitchenNoteEndpoint, async ({ body: { orderId, note, was } }, { caller: by }) => {
    await db.transaction(async (tx) => {
      const { kitchenNote } = await lockPlacedOrder(tx, orderId)
      if (kitchenNote === note) return
      if (kitchenNote !== was) {
        const sentence = 'Someone else has changed this note. Please check it and try again.'
        throw new AppError('conflict', sentence)
      }
      await saveOrderChange(tx, orderId, { kitchenNote: note })
      const [before, after] = [{ note: kitchenNote }, { note }]
      const entry = { at: clock.now(), by, action: 'note-order', orderId } as const
      await recordAudit(tx, { ...entry, before, after })
    })
    return { message: note === '' ? 'Note removed.' : 'Note saved.' }
  })
}
