import { z } from 'zod'
import type { MailKind } from '#shop/mails/mail-kind.server.ts'

const aboutAMessage = z.object({ messageId: z.uuid() })

/** To the shop: what a visitor wrote. */
export const mailMessage = {
  name: 'message',
  data: aboutAMessage,
  eventId: ({ messageId }) => messageId,
} satisfies MailKind<typeof aboutAMessage>

const aboutASubscriber = z.object({ mailId: z.uuid(), email: z.email() })

/** Welcomes a new subscriber; who comes back is a new one. */
export const mailSubscribed = {
  name: 'subscribed',
  data: aboutASubscriber,
  eventId: ({ mailId }) => mailId,
} satisfies MailKind<typeof aboutASubscriber>
