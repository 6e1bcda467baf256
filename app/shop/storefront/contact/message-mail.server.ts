import { z } from 'zod'
import { declareMail } from '#shop/mails/mail-kind.server.ts'
import { cleanUserText } from '#ui/user-text.tsx'
import { findMessage } from '../storefront.store.server.ts'

/** To the shop: a message from the contact page. */
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
