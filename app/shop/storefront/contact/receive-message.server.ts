import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { findPhoto } from '#shop/handling/photos/order-photos.store.server.ts'
import { type MailKind, queueMail } from '#shop/mails/mail-kind.server.ts'
import { deliveryDay } from '#shop/orders/delivery/delivery-text.ts'
import { findOrderForMail } from '#shop/orders/mails/order-mail.server.ts'
import type { Order } from '#shop/orders/order.ts'
import { customerActor } from '#shop/orders/orders.store.server.ts'
import { cleanUserText } from '#ui/user-text.tsx'
import { findMessage, insertMessage } from '../storefront.store.server.ts'
import { type ContactMessage, contactSchema } from './contact.schema.ts'

const contactEndpoint = endpoint({
  method: 'POST',
  path: '/contact',
  tag: 'Storefront',
  summary: 'Send a message to the shop',
  description: 'Stores the message and emails it to the shop.',
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
 * Stores a message and queues its mail to the shop, in one transaction. One about an order is an event of the order,
 * whose text is only in the message: it can be deleted, entries of the audit log cannot.
 */
export async function receiveMessage(
  shop: AppContext,
  { username, Email: email, Message: message }: ContactMessage,
  order?: Pick<Order, 'id' | 'userId' | 'customerEmail'>,
) {
  const id = crypto.randomUUID()
  await shop.db.transaction(async (tx) => {
    const at = shop.clock.now()
    const orderId = order?.id ?? null
    await insertMessage(tx, { id, username, email, message, createdAt: at, orderId })
    if (order) {
      await recordAudit(tx, {
        at,
        by: customerActor(order),
        action: 'report-problem',
        orderId: order.id,
        after: { message: id },
      })
    }
    await queueMail(shop, tx, 'message', id, { messageId: id })
  })
}

export const messageMail: MailKind<{ messageId: string }> = async ({ db, shop }, { messageId }) => {
  const message = await findMessage(db, messageId)
  if (!message) return null
  const order = message.orderId && (await findOrderForMail(db, message.orderId))
  const photo = message.orderId && (await findPhoto(db, message.orderId, 'problem'))
  return {
    to: shop.email,
    notice: order ? { event: 'complaint', day: deliveryDay(order) } : { event: 'message' },
    replyTo: message.email,
    subject: message.orderId ? 'Problem with an order' : 'Message from the contact page',
    preview: message.orderId ? 'From a tracking page.' : 'From the contact page.',
    heading: message.orderId ? 'A customer reports a problem' : 'New message',
    parts: [
      { userText: `${cleanUserText(message.username)}:\n${message.message}` },
      ...(photo ? ['The photo that was sent is on the order’s page.'] : []),
      `Reply to: ${message.email}`,
      order && {
        button: `Open order ${order.number}`,
        href: `${shop.publicUrl}/admin/orders/${order.number}`,
      },
    ],
  }
}
