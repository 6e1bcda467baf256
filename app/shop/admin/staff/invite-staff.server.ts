import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError, fieldError } from '#platform/app-error.ts'
import { dayMs } from '#platform/durations.ts'
import type { Api } from '#platform/http/api.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { isStaff } from '#shop/accounts/roles.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { declareMail, queueMail } from '#shop/mails/mail-kind.server.ts'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { invitationSchema } from './staff.schema.ts'
import {
  endInvitation,
  findAccount,
  findInvitation,
  insertInvitation,
} from './staff.store.server.ts'
import { roleName, staffRoleTexts } from './staff-roles.ts'

const inviteStaffEndpoint = endpoint({
  method: 'POST',
  path: '/staff/invite',
  tag: 'Staff',
  summary: 'Invite somebody to the staff',
  description:
    'Emails a link that works once, within 48 hours. A second invitation of the same email takes the place of the first. 409 when the person is staff already.',
  access: 'manage-staff',
  recentPassword: true,
  body: invitationSchema,
  response: messageSchema,
  problems: [409],
})

const withdrawInvitationEndpoint = endpoint({
  method: 'POST',
  path: '/staff/withdraw',
  tag: 'Staff',
  summary: 'Withdraw an invitation',
  description: 'Its link stops working. 409 when it was accepted or withdrawn before.',
  access: 'manage-staff',
  recentPassword: true,
  body: z.object({ id: z.string().min(1).max(100) }),
  response: messageSchema,
  problems: [409],
})

export type InviteStaff = typeof inviteStaffEndpoint
export type WithdrawInvitation = typeof withdrawInvitationEndpoint

export function serveInvitations(api: Api, shop: AppContext) {
  api.serve(inviteStaffEndpoint, async ({ body: { email, role } }, { caller }) => {
    await shop.db.transaction(async (tx) => {
      const account = await findAccount(tx, email)
      if (account && isStaff(account.role)) {
        const sentence = 'This person works here already. Change the role instead.'
        throw fieldError('conflict', 'email', sentence)
      }
      const now = shop.clock.now()
      await endInvitation(tx, { email })
      const id = crypto.randomUUID()
      const expiresAt = new Date(now.getTime() + invitationMs)
      await insertInvitation(tx, {
        id,
        email,
        role,
        invitedBy: caller.id,
        createdAt: now,
        expiresAt,
      })
      await recordAudit(tx, {
        at: now,
        by: caller,
        action: 'invite-staff',
        subject: 'users',
        after: { email, role },
      })
      await shop.securityLog.record({ kind: 'invited', userId: caller.id, details: { role } }, tx)
      await queueMail<typeof staffInvitationMail>(shop, tx, 'staff-invitation', id, {
        invitationId: id,
      })
    })
    return { message: `The invitation to ${email} is on its way. It works for 48 hours.` }
  })

  api.serve(withdrawInvitationEndpoint, async ({ body: { id } }, { caller }) => {
    await shop.db.transaction(async (tx) => {
      const ended = await endInvitation(tx, { id })
      if (!ended) throw new AppError('conflict', 'This invitation is not open any more.')
      await recordAudit(tx, {
        at: shop.clock.now(),
        by: caller,
        action: 'withdraw-invitation',
        subject: 'users',
        before: { email: ended.email, role: ended.role },
      })
    })
    return { message: 'The invitation is withdrawn.' }
  })
}

/** How long an invitation is valid, ms. */
export const invitationMs = 2 * dayMs

/** The link is signed when the mail is written, so that none is in the queue. Nothing is sent once the invitation has ended. */
export const staffInvitationMail = declareMail({
  name: 'staff-invitation',
  cause: 'shop',
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
          // After the #: browsers do not send fragments, so the token is in no access log.
          href: `${shop.publicUrl}/join#${invitationTokens.sign(id)}`,
        },
        `The link works once, until ${formatDateTime(expiresAt)}. If you did not expect this email, ignore it.`,
      ],
    }
  },
})
