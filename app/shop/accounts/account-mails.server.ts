import type { AppContext } from '#app/context.server.ts'
import { dayMs } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { type MailKind, queueMail } from '#shop/mails/mail-kind.server.ts'
import {
  type EmailLink,
  findEmailLink,
  insertLink,
  personByEmail,
  personById,
} from './accounts.store.server.ts'

/** Changes that are mailed to the owner of the account; each is also a kind in the security log. */
const changes = {
  'second-factor-on': {
    subject: 'Two-step login was turned on',
    text: 'Logging in to your account now also asks for a code of your authenticator app.',
  },
  'second-factor-off': {
    subject: 'Two-step login was turned off',
    text: 'Logging in to your account no longer asks for a code. Your password is enough.',
  },
  'second-factor-reset': {
    subject: 'Two-step login was reset',
    text: 'The owner of the shop took app, recovery codes and passkeys from your account and logged you out everywhere. Your password is enough until you set two-step login up again.',
  },
  'recovery-code-used': {
    subject: 'A recovery code was used',
    text: 'Somebody logged in to your account with the password and one of your recovery codes.',
  },
  'recovery-codes-replaced': {
    subject: 'Your recovery codes were replaced',
    text: 'New recovery codes were made for your account. The earlier ones no longer work.',
  },
  'passkey-added': {
    subject: 'A passkey was added to your account',
    text: 'Whoever holds that phone or computer can now log in to your account.',
  },
  'passkey-removed': {
    subject: 'A passkey was removed from your account',
    text: 'It can no longer log in to your account.',
  },
  'password-changed': {
    subject: 'Your password was changed',
    text: 'All other devices were logged out. Logging in now needs the new password.',
  },
  'email-changed': {
    subject: 'The email of your account was changed',
    text: 'Both addresses confirmed it. Logging in now needs the new one. All other devices were logged out.',
  },
  'signed-in': {
    subject: 'A new login to your account',
    text: 'Somebody logged in with your password, or in another way that you set up, on a device or in a place that is new.',
  },
  'password-guessed': {
    subject: 'Somebody is guessing your password',
    text: 'Very many wrong passwords were tried on your account today. You can log in as always. A long password that you use nowhere else is not guessed.',
  },
}

type Change = keyof typeof changes

interface AccountNotice {
  userId: string
  change: Change
  /** 'Chrome on Android, from 49.207.…' */
  device?: string
  /** The mail goes here instead, if the account has got another e-mail. It can no longer reset the password. */
  formerEmail?: string
}

export const accountNoticeMail: MailKind<AccountNotice> = async (
  { db, shop },
  { userId, change, device, formerEmail },
) => {
  const person = await personById(db, userId)
  if (!person) return null
  const { subject, text } = changes[change]
  const isFormer = formerEmail !== undefined
  return {
    to: formerEmail ?? person.email,
    // Anybody can register anybody's address, and then do things with that account.
    isUnsolicited: !person.emailVerified,
    subject,
    preview: text,
    parts: [
      text,
      device ? `${device}.` : null,
      isFormer
        ? 'If this was you, there is nothing to do. If it was not, please write to us or call us at once.'
        : 'If this was you, there is nothing to do. If it was not, set a new password at once and then look at your account.',
      !isFormer && { button: 'Set a new password', href: `${shop.publicUrl}/forgot-password` },
    ],
  }
}

/** Records a change that matters for an account's safety, and mails it to its owner. */
export async function announceChange(deps: AppContext, userId: string, change: Change) {
  await deps.db.transaction(async (tx) => {
    await deps.securityLog.record({ kind: change, userId }, tx)
    await queueAccountNoticeMail(deps, tx, { userId, change })
  })
}

/** Mails a notice to an account's owner, in the transaction that it is about. */
export async function queueAccountNoticeMail(
  deps: AppContext,
  tx: Database,
  notice: AccountNotice,
) {
  await queueMail(deps, tx, 'account-notice', crypto.randomUUID(), notice)
}

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
