import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { type Api, messageSchema } from '#platform/http/api.server.ts'
import { type Caller, endpoint } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { findPhoto } from '#shop/handling/handling.store.server.ts'
import { type MailKind, queueMail } from '#shop/mails/mail-kind.server.ts'
import { deliveryDay } from '#shop/orders/delivery/delivery-text.ts'
import { isLinkOver } from '#shop/orders/links/tracking-link.server.ts'
import { findOrderForMail, toOwner, trackLinkOf } from '#shop/orders/mails/order-mail.server.tsx'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import { customerActor } from '#shop/orders/orders.store.server.ts'
import { greetedName, textSchema } from '#shop/values/typed/typed.schema.ts'
import { cleanUserText } from '#ui/user-text.tsx'
import { type ContactMessage, contactSchema } from '../contact/contact.schema.ts'
import { findMessage, insertMessage, saveReply } from '../storefront.store.server.ts'
import { kindOf, type Wish, wishes } from './conversation.ts'

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

interface AboutMessage {
  messageId: string
  /** The index of a reply; left out for what the conversation begins with. */
  reply?: number
}

/** Null once it is deleted. */
async function readMessage({ db }: AppContext, { messageId, reply }: AboutMessage) {
  const message = await findMessage(db, messageId)
  if (!message) return null
  const words = reply === undefined ? message.message : (message.replies[reply]?.words ?? '')
  return { message, words, order: message.orderId && (await findOrderForMail(db, message.orderId)) }
}

/** To the shop: what a customer has written. */
export const messageMail: MailKind<AboutMessage> = async (context, about) => {
  const read = await readMessage(context, about)
  if (!read) return null
  const { message, words, order } = read
  const { number, email, username, wish } = message
  const isComplaint = kindOf(message) === 'Complaint'
  const photo = order && (await findPhoto(context.db, order.id, 'problem'))
  const question = order ? 'Question about an order' : 'Message from the contact page'
  const subject = isComplaint ? 'Problem with an order' : question
  return {
    to: context.shop.email,
    notice: {
      event: isComplaint ? 'complaint' : 'message',
      ...(order && { day: deliveryDay(order) }),
    },
    replyTo: email,
    subject: about.reply === undefined ? subject : `Message ${number}: the customer writes back`,
    preview: order ? `About order ${order.number}.` : 'From the contact page.',
    parts: [
      { userText: `${cleanUserText(username)}:\n${words}` },
      wish && `Wishes for: ${wishes[wish].toLowerCase()}.`,
      photo && 'The photo that was sent is on the order’s page.',
      `Reply to: ${email}`,
      {
        button: `Answer message ${number}`,
        href: `${context.shop.publicUrl}/admin/inbox#message-${number}`,
      },
    ],
  }
}

/** To the customer: that their message has arrived, what the shop answers, or what it asks about a custom cake. */
export const messageAnswerMail: MailKind<AboutMessage & { isReceipt?: boolean }> = async (
  context,
  { isReceipt = false, ...about },
) => {
  const { db, clock, shop } = context
  const read = await readMessage(context, about)
  if (!read || read.message.email === '') return null
  const { message, words, order } = read
  const { number, username, email } = message
  const answer = about.reply === undefined ? 'About your cake' : `Our answer to message ${number}`
  return {
    to: email,
    // Nothing in it is what they wrote, because they may have typed anybody's e-mail.
    isUnsolicited: isReceipt && !(order && !(await toOwner(db, order)).isUnsolicited),
    subject: isReceipt ? `We have your message: number ${number}` : answer,
    preview: order ? `About order ${order.number}.` : 'You wrote to us.',
    parts: [
      `Hello${greetedName(username)},`,
      isReceipt
        ? `A person reads it and answers. It is settled within ${shop.grievance.days} days at the latest.`
        : { userText: words },
      order && !isLinkOver(order, clock.now())
        ? { button: 'Read it and write back', href: await trackLinkOf(context, order) }
        : 'To write back, reply to this email.',
    ],
  }
}
