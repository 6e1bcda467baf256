import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { type Caller, endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { queueMail } from '#shop/mails/mail-kind.server.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import { textSchema } from '#shop/values/typed/typed.schema.ts'
import { findMessage, insertMessage, saveReply } from '../storefront.store.server.ts'

export const writtenSchema = textSchema(2000, 'A message can have at most 2000 characters')

/** A conversation, and how many replies of it are known. */
export const knownConversation = {
  id: z.uuid('There is no such message.'),
  was: z.int().min(0).max(99, 'This has become long. Please call.').describe('Replies known'),
}

const answerSchema = z.object({
  ...knownConversation,
  message: writtenSchema.optional(),
  isAnswered: z.boolean().default(true),
})

const answerMessageEndpoint = endpoint({
  method: 'POST',
  path: '/messages/answer',
  tag: 'Admin orders',
  summary: 'Answer a message, or say that it is answered',
  description:
    '`message` is mailed to the customer, and stands on the page of their order. Without it the conversation is marked as answered or open; repeating that changes nothing. 409 when somebody has written meanwhile.',
  access: 'edit-orders',
  body: answerSchema,
  response: messageSchema,
  problems: [404, 409],
})

export type AnswerMessage = typeof answerMessageEndpoint

export function serveInbox(api: Api, shop: AppContext) {
  api.serve(answerMessageEndpoint, async ({ body }, { caller: by }) => {
    await replyTo(shop, { ...body, by, fromShop: true })
    if (body.message) return { message: 'Your answer is sent.' }
    return { message: body.isAnswered ? 'Marked as answered.' : 'It is open again.' }
  })
}

interface NewReply extends z.input<typeof answerSchema> {
  by: Caller
  fromShop: boolean
  /** Whose conversation it must be. */
  orderId?: string
}

/**
 * Adds to a conversation, and mails it to the other side.
 *
 * @throws AppError not_found; conflict if somebody else has written meanwhile
 */
export async function replyTo(shop: AppContext, { by, fromShop, orderId, ...body }: NewReply) {
  const { id, was, message: words, isAnswered = fromShop } = body
  await shop.db.transaction(async (tx) => {
    const found = await findMessage(tx, id)
    if (!found || (orderId && found.orderId !== orderId)) {
      throw new AppError('not_found', 'There is no such message.')
    }
    if (!words && isAnswered === (found.answeredAt !== null)) return
    const at = shop.clock.now()
    const reply = words ? [{ fromShop, words, at: at.toISOString() }] : []
    if (!(await saveReply(tx, { id, was, reply, answeredAt: isAnswered ? at : null }))) {
      throw new AppError('conflict', 'Something was written meanwhile. Please read it first.')
    }
    const asStaff = isAnswered ? 'answer-problem' : 'reopen-problem'
    const action = fromShop ? asStaff : 'write-back'
    const about = found.orderId
      ? { orderId: found.orderId }
      : { subject: 'mail' as const, subjectId: `message-${id}` }
    await recordAudit(tx, { at, by, action, ...about, after: { message: id } })
    if (!words) return
    const kind = fromShop ? 'message-answer' : 'message'
    await queueMail(shop, tx, kind, `${id}-${was}`, { messageId: id, reply: was })
  })
}

/** Asks the customer about a custom cake, in the transaction that has locked its order. Its price waits. */
export async function askBack(
  shop: AppContext,
  tx: Database,
  { order, item, by, words }: { order: Order; item: OrderItem; by: Caller; words: string },
) {
  const { id: orderId, customerName: username, customerEmail: email } = order
  const [id, at, itemId] = [crypto.randomUUID(), shop.clock.now(), item.id]
  const dated = { createdAt: at, answeredAt: at }
  await insertMessage(tx, { id, username, email, message: words, orderId, itemId, ...dated })
  await recordAudit(tx, { at, by, action: 'ask-back', orderId, after: { message: id } })
  await queueMail(shop, tx, 'message-answer', id, { messageId: id })
}
