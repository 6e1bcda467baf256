import { z } from 'zod'
import { handles, type Job } from '#platform/jobs/jobs.server.ts'
import type { Mailer } from '#platform/mail/mailer.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { renderMail } from '#ui/mail-layout.tsx'
import type { Accounts } from './accounts.server.ts'
import { ResetPasswordMail } from './reset-password.mail.tsx'

/**
 * Mails the link to a new password. The one-time token is made when the job runs, so that it rests in no queue.
 * `userId` null is a request for an unknown e-mail: queued all the same, so that both take alike long, and dropped here.
 */
export const mailPasswordReset = {
  name: 'mail-password-reset',
  data: z.object({ requestId: z.uuid(), userId: z.string().nullable() }),
  retryLimit: 5,
} satisfies Job

export interface MailPasswordResetDeps {
  accounts: Accounts
  mailer: Mailer
  shop: ShopDetails
}

export function mailPasswordResetHandler({ accounts, mailer, shop }: MailPasswordResetDeps) {
  return handles(mailPasswordReset, async ({ requestId, userId }) => {
    const reset = userId === null ? null : await accounts.issueReset(userId)
    if (!reset) return
    // After the #: a fragment is sent to no server, so the token is in no access log.
    const link = `${shop.publicUrl}/reset-password#${reset.token}`
    await mailer.send({
      id: `password-reset-${requestId}`,
      to: reset.person.email,
      subject: `A new password for ${shop.name}`,
      ...(await renderMail(ResetPasswordMail({ name: reset.person.name, link, shop }))),
    })
  })
}
