import { z } from 'zod'
import { dayMs } from '#platform/durations.ts'
import { declareMail } from '#shop/mails/mail-kind.server.ts'
import { personByEmail, personById } from '../accounts.store.server.ts'
import { findEmailLink } from './email-change.store.server.ts'

/** How long the links of a change are valid, ms. */
export const emailLinkMs = dayMs

/** Signs the link when it composes, so that no link is in the queue. Nothing is sent for a change that has ended. */
export const emailChangeMail = declareMail({
  name: 'email-change',
  cause: 'anyone',
  data: z.object({ linkId: z.string(), userId: z.string() }),
  expiresAfterMs: emailLinkMs,
  async write({ accounts, db, clock, shop }, { linkId, userId }) {
    const found = await findEmailLink(db, linkId, clock.now())
    const person = await personById(db, userId)
    if (!found || !person) return null
    const { mailbox, newEmail } = found
    // After the #: browsers do not send fragments, so the token is in no access log.
    const href = `${shop.publicUrl}/confirm-email#${accounts.emailTokens.sign(linkId)}`
    if (mailbox === 'old') {
      return {
        to: person.email,
        subject: 'Confirm your new email',
        preview: 'Your account is to get another email.',
        parts: [
          `You asked to change the email of your account at ${shop.name} to:`,
          { userText: newEmail },
          'Please confirm it here, and with the link that we sent to the new address. Both links work for 24 hours.',
          { button: 'Confirm the change', href },
          `If this was not you, do not confirm it. Somebody knows your password: set a new one at ${shop.publicUrl}/forgot-password, which ends the change too.`,
        ],
      }
    }
    // Only who reads this mailbox learns that it has an account.
    if (await personByEmail(db, newEmail)) {
      return {
        to: newEmail,
        subject: 'You have an account already',
        preview: 'This address belongs to an account.',
        parts: [
          `Somebody asked to use this address for an account at ${shop.name}, but you have an account with it. An address can have one account only, so nothing changes.`,
          { button: 'Log in', href: `${shop.publicUrl}/login` },
          'If this was not you, ignore this email.',
        ],
      }
    }
    return {
      to: newEmail,
      subject: 'Confirm your email',
      preview: 'An account is to get your email.',
      parts: [
        `Somebody asked to use this address for an account at ${shop.name}. If it was you, please confirm it here, and with the link that we sent to the old address. Both links work for 24 hours.`,
        { button: 'Confirm this email', href },
        'If this was not you, ignore this email. Nothing changes.',
      ],
    }
  },
})
