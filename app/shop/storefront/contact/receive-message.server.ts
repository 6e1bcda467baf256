import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { declareMail } from '#shop/mails/mail-kind.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { cleanUserText } from '#ui/user-text.tsx'
import type { ContactMessage } from '../storefront.endpoints.ts'
import { findMessage, insertMessage } from '../storefront.store.server.ts'

/** Stores a message from the contact page and queues its mail to the shop, in one transaction. */
export async function receiveMessage(
  deps: Pick<AppContext, 'db' | 'clock' | 'jobs'>,
  { username, Email: email, Message: message }: ContactMessage,
) {
  const id = crypto.randomUUID()
  await deps.db.transaction(async (tx) => {
    await insertMessage(tx, { id, username, email, message, createdAt: deps.clock.now() })
    await queueMail<typeof messageMail>(deps, tx, 'message', id, { messageId: id })
  })
}

export const messageMail = declareMail({
  name: 'message',
  cause: 'shop',
  data: z.object({ messageId: z.uuid() }),
  async write({ db, shop }, { messageId }) {
    const message = await findMessage(db, messageId)
    if (!message) return null
    return {
      to: shop.email,
      replyTo: message.email,
      subject: 'Message from the contact page',
      preview: 'From the contact page.',
      heading: 'New message',
      parts: [
        { userText: `${cleanUserText(message.username)}:\n${message.message}` },
        `Reply to: ${message.email}`,
      ],
    }
  },
})
