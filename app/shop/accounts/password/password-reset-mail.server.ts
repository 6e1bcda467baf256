import { z } from 'zod'
import { declareMail } from '#shop/mails/mail-kind.server.ts'
import { greetedName } from '#shop/values/person-name.ts'
import { resetSeconds } from '../better-auth.server.ts'

/**
 * The link to a new password. `userId` is null for an unknown e-mail: that is queued too, so that both take the same
 * time, and dropped when it is composed. Each try to send it has its own token, so that none is in the queue.
 */
export const passwordResetMail = declareMail({
  name: 'password-reset',
  cause: 'anyone',
  data: z.object({
    userId: z.string().nullable(),
    /** Whether a browser that has signed in to the account asks. */
    isKnownBrowser: z.boolean().default(false),
  }),
  // Composing creates a token, so an admin must not send an old mail again.
  expiresAfterMs: resetSeconds * 1000,
  async write({ accounts, shop }, { userId, isKnownBrowser }) {
    const reset = userId === null ? null : await accounts.passwords.issueReset(userId)
    if (!reset) return null
    const { person, token } = reset
    return {
      to: person.email,
      subject: `A new password for ${shop.name}`,
      isExpected: isKnownBrowser,
      preview: 'Set a new password with the link inside.',
      heading: 'Set a new password',
      parts: [
        `Hello${greetedName(person.name)}, you asked to reset the password of your account at ${shop.name}. This link works once, within an hour.`,
        // After the #: browsers do not send fragments, so the token is in no access log.
        { button: 'Set a new password', href: `${shop.publicUrl}/reset-password#${token}` },
        'If this was not you, ignore this email. Your password stays the same.',
      ],
    }
  },
})
