import type { AppContext } from '#app/context.server.ts'
import { findPhoto } from '#shop/handling/photos/order-photos.store.server.ts'
import type { MailKind } from '#shop/mails/mail-kind.server.ts'
import { deliveryDay } from '#shop/orders/delivery/delivery-text.ts'
import { isLinkOver } from '#shop/orders/links/tracking-link.server.ts'
import { findOrderForMail, toOwner, trackLinkOf } from '#shop/orders/mails/order-mail.server.ts'
import { greetedName } from '#shop/values/typed/person-name.ts'
import { cleanUserText } from '#ui/user-text.tsx'
import { findMessage } from '../storefront.store.server.ts'
import { kindOf, wishes } from './conversation.ts'

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
