import { z } from 'zod'
import { declareMail } from '#shop/mails/mail-kind.server.ts'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { findInvitation } from './staff.store.server.ts'
import { roleName, staffRoleTexts } from './staff-roles.ts'

/** How long an invitation is valid, ms. */
export const invitationMs = 48 * 60 * 60 * 1000

/** Signs the link when it composes, so that no link is in the queue. Nothing is sent for an invitation that has ended. */
export const staffInvitationMail = declareMail({
  name: 'staff-invitation',
  cause: 'anyone',
  data: z.object({ invitationId: z.string() }),
  expiresAfterMs: invitationMs,
  async write({ db, clock, shop, invitationTokens }, { invitationId }) {
    const invitation = await findInvitation(db, invitationId)
    if (!invitation || invitation.expiresAt <= clock.now()) return null
    const { id, email, role, expiresAt } = invitation
    return {
      to: email,
      subject: `Join the team of ${shop.name}`,
      preview: `Your invitation to work with ${shop.name}.`,
      parts: [
        `You are invited to work with us. Your role: ${roleName(role)}. ${staffRoleTexts[role].does}`,
        {
          button: 'Accept the invitation',
          href: `${shop.publicUrl}/join?token=${invitationTokens.sign(id)}`,
        },
        `The link works once, until ${formatDateTime(expiresAt)}. If you did not expect this email, ignore it.`,
      ],
    }
  },
})
