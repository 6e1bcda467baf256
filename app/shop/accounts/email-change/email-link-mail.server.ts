import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { dayMs } from '#platform/durations.ts'
import { type MailKind, queueMail } from '#shop/mails/mail-kind.server.ts'
import {
  type EmailLink,
  findEmailLink,
  insertLink,
  personByEmail,
  personById,
} from '../accounts.store.server.ts'

/** How long the links of a change are valid, ms. */
const emailLinkMs = dayMs

/** Mails a link of an email change; of an account's own email, the one that confirms it. */
export async function mailEmailLink(
  deps: AppContext,
  tx: Database,
  {
    userId,
    newEmail,
    mailbox = 'new',
  }: { userId: string; newEmail: string; mailbox?: EmailLink['mailbox'] },
) {
  const id = crypto.randomUUID()
  const expiresAt = new Date(deps.clock.now().getTime() + emailLinkMs)
  await insertLink(tx, { id, userId, mailbox, newEmail, expiresAt, isConfirmed: false })
  await queueMail(deps, tx, 'email-change', id, { linkId: id, userId })
}

/** The link is signed when the mail is written, so that none is in the queue. Nothing is sent once the change has ended. */
export const emailChangeMail: MailKind<{ linkId: string; userId: string }> = async (
  { accounts, db, clock, shop },
  { linkId, userId },
) => {
  const found = await findEmailLink(db, linkId, clock.now())
  const person = await personById(db, userId)
  if (!found || !person) return null
  const { mailbox, newEmail } = found
  // After the #: browsers do not send fragments, so the token is in no access log.
  const href = `${shop.publicUrl}/confirm-email#${accounts.emailTokens.sign(linkId)}`
  if (mailbox === 'old') {
    return {
      isUnsolicited: true,
      to: person.email,
      subject: 'Confirm your new email',
      preview: 'Your account is to get another email.',
      parts: [
        `You asked to change the email of your account at ${shop.name} to:`,
        { userText: newEmail },
        'Please confirm it here, and with the link that we sent to the new address. Both links work for 24 hours.',
        { button: 'Confirm the change', href },
        `If this wasn’t you, do not confirm it. Somebody knows your password: set a new one at ${shop.publicUrl}/forgot-password, which ends the change too.`,
      ],
    }
  }
  if (newEmail === person.email) {
    return {
      isUnsolicited: true,
      to: newEmail,
      subject: 'Confirm your email',
      preview: 'Please confirm that this is your address.',
      parts: [
        `Please confirm that this is your address. Open the link where you are logged in to ${shop.name}. It works for 24 hours.`,
        { button: 'Confirm this email', href },
        'If this wasn’t you, ignore this email. Nothing changes.',
      ],
    }
  }
  // Only its mailbox learns that the address has an account.
  if (await personByEmail(db, newEmail)) {
    return {
      isUnsolicited: true,
      to: newEmail,
      subject: 'You have an account already',
      preview: 'This address belongs to an account.',
      parts: [
        `Somebody asked to use this address for an account at ${shop.name}, but you have an account with it. An address can have one account only, so nothing changes.`,
        { button: 'Log in', href: `${shop.publicUrl}/login` },
        'If this wasn’t you, ignore this email.',
      ],
    }
  }
  return {
    isUnsolicited: true,
    to: newEmail,
    subject: 'Confirm your email',
    preview: 'An account is to get your email.',
    parts: [
      `Somebody asked to use this address for an account at ${shop.name}. If it was you, please confirm it here, and with the link that we sent to the old address. Both links work for 24 hours.`,
      { button: 'Confirm this email', href },
      'If this wasn’t you, ignore this email. Nothing changes.',
    ],
  }
}
emailChangeMail.expiresAfterMs = emailLinkMs
