import { z } from 'zod'
import { type MailComposer, type MailKind, mailComposer } from '#shop/mails/mail-kind.server.ts'
import { greetedName } from '#shop/values/person-name.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { MailButton, MailHeading, MailLayout, MailText } from '#ui/mail-layout.tsx'
import type { Accounts } from '../accounts.server.ts'
import { resetSeconds } from '../better-auth.server.ts'

interface PasswordResetMailProps {
  name: string
  /** Works once, for an hour. */
  link: string
  shop: ShopDetails
}

export function PasswordResetMail({ name, link, shop }: PasswordResetMailProps) {
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview="Set a new password with the link inside."
    >
      <MailHeading>Set a new password</MailHeading>
      <MailText>
        Hello{greetedName(name)}, you asked to reset the password of your account at {shop.name}.
        This link works once, within an hour.
      </MailText>
      <MailButton href={link}>Set a new password</MailButton>
      <MailText>If this was not you, ignore this email. Your password stays the same.</MailText>
    </MailLayout>
  )
}

const resetRequest = z.object({
  requestId: z.uuid(),
  userId: z.string().nullable(),
  /** Whether a browser that has signed in to the account asks. */
  isKnownBrowser: z.boolean().default(false),
})

/**
 * The link to a new password. `userId` is null for an unknown e-mail: that is queued too, so that both take the same
 * time, and dropped when it is composed.
 */
export const passwordResetMail = {
  name: 'password-reset',
  cause: 'anyone',
  data: resetRequest,
  eventId: ({ requestId }) => requestId,
  // Composing creates a token, so an admin must not send an old mail again.
  expiresAfterMs: resetSeconds * 1000,
} satisfies MailKind<typeof resetRequest>

/** Creates the token when it composes, so that no token is in the queue. Each try has its own. */
export function passwordResetMailComposer(deps: {
  accounts: Accounts
  shop: ShopDetails
}): MailComposer {
  const { accounts, shop } = deps
  return mailComposer(passwordResetMail, async ({ userId, isKnownBrowser }) => {
    const reset = userId === null ? null : await accounts.passwords.issueReset(userId)
    if (!reset) return null
    // After the #: browsers do not send fragments, so the token is in no access log.
    const link = `${shop.publicUrl}/reset-password#${reset.token}`
    return {
      to: reset.person.email,
      subject: `A new password for ${shop.name}`,
      mail: <PasswordResetMail name={reset.person.name} link={link} shop={shop} />,
      isExpected: isKnownBrowser,
    }
  })
}
