import { z } from 'zod'
import { declareMail } from '#shop/mails/mail-kind.server.ts'

/** The last mail to a person: their address is forgotten once it is sent. */
export const accountDeletedMail = declareMail({
  name: 'account-deleted',
  cause: 'recipient',
  data: z.object({ email: z.email() }),
  isForgotten: true,
  write: ({ shop }, { email }) => ({
    to: email,
    subject: 'Your account was deleted',
    preview: `Your account at ${shop.name} was deleted.`,
    parts: [
      'We deleted your account, and your name, contact details, addresses, designs, photos and messages. We keep only what tax law requires of invoices.',
      `If this wasn’t you, write to ${shop.grievance.name} at ${shop.grievance.email}.`,
    ],
  }),
})
