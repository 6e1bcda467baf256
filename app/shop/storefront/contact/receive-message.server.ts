import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { queueMail } from '#shop/mails/mail-kind.server.ts'
import type { Order } from '#shop/orders/order.ts'
import { customerActor } from '#shop/orders/orders.store.server.ts'
import type { Wish } from '../inbox/conversation.ts'
import { insertMessage } from '../storefront.store.server.ts'
import { type ContactMessage, contactSchema } from './contact.schema.ts'

const contactEndpoint = endpoint({
  method: 'POST',
  path: '/contact',
  tag: 'Storefront',
  summary: 'Send a message to the shop',
  description: 'Stores the message, emails it to the shop, and its number to who wrote it.',
  access: 'anyone',
  body: contactSchema,
  response: messageSchema,
  problems: [422],
})

export type SendMessage = typeof contactEndpoint

export function serveContact(api: Api, shop: AppContext) {
  api.serve(contactEndpoint, async ({ body }, { address }) => {
    await shop.limiter.attempt('contact', address)
    await receiveMessage(shop, body)
    return { message: 'Message sent' }
  })
}

/**
 * Stores a message and queues its mail to the shop, and to the customer that it has arrived, in one transaction. One about
 * an order is an event of the order, whose text is only in the message: it can be deleted, entries of the audit log cannot.
 */
export async function receiveMessage(
  shop: AppContext,
  { username, Email: email, Message: message }: ContactMessage,
  order?: Pick<Order, 'id' | 'userId' | 'customerEmail'>,
  wish?: Wish,
) {
  const id = crypto.randomUUID()
  await shop.db.transaction(async (tx) => {
    const at = shop.clock.now()
    const orderId = order?.id ?? null
    await insertMessage(tx, { id, username, email, message, createdAt: at, orderId, wish })
    if (orderId && order) {
      const entry = { at, by: customerActor(order), action: 'report-problem' } as const
      await recordAudit(tx, { ...entry, orderId, after: { message: id } })
    }
    await queueMail(shop, tx, 'message', id, { messageId: id })
    const receipt = { messageId: id, isReceipt: true }
    await queueMail(shop, tx, 'message-answer', `${id}-received`, receipt)
  })
}
