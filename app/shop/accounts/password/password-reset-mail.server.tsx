import { z } from 'zod'
import { type MailComposer, type MailKind, mailComposer } from '#shop/mails/mail-kind.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import type { Accounts } from '../accounts.server.ts'
import { resetSeconds } from '../better-auth.server.ts'
import { ResetPasswordMail } from '../reset-password.mail.tsx'

const aboutARequest = z.object({ requestId: z.uuid(), userId: z.string().nullable() })

/**
 * The link to a new password. `userId` null is a request for an unknown e-mail: queued all the same, so that both take
 * alike long, and dropped when it is composed.
 */
export const mailPasswordReset = {
  name: 'password-reset',
  data: aboutARequest,
  eventId: ({ requestId }) => requestId,
  // Each sending makes a token: nobody but who has just asked for one shall cause that.
  expiresAfterMs: resetSeconds * 1000,
} satisfies MailKind<typeof aboutARequest>

/** Makes the one-time token as it composes, so that it rests in no queue; each try has a token of its own. */
export function passwordResetComposer(deps: {
  accounts: Accounts
  shop: ShopDetails
}): MailComposer {
  const { accounts, shop } = deps
  return mailComposer(mailPasswordReset, async ({ userId }) => {
    const reset = userId === null ? null : await accounts.issueReset(userId)
    if (!reset) return null
    // After the #: a fragment is sent to no server, so the token is in no access log.
    const link = `${shop.publicUrl}/reset-password#${reset.token}`
    return {
      to: reset.person.email,
      subject: `A new password for ${shop.name}`,
      mail: <ResetPasswordMail name={reset.person.name} link={link} shop={shop} />,
    }
  })
}
