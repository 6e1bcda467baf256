import type { AppContext } from '#app/context.server.ts'
import { AppError, fieldError } from '#platform/app-error.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { isStaff } from '#shop/accounts/roles.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import type { StaffRole } from './staff.schema.ts'
import { endInvitation, findAccount, insertInvitation } from './staff.store.server.ts'
import { invitationMs, type staffInvitationMail } from './staff-invitation-mail.server.ts'

/**
 * Mails somebody a link to join the staff. An earlier invitation of the same email stops working.
 *
 * @throws AppError conflict when the person is staff already
 */
export async function inviteStaff(
  deps: Pick<AppContext, 'db' | 'clock' | 'jobs' | 'securityLog'>,
  { caller, email, role }: { caller: Caller; email: string; role: StaffRole },
) {
  await deps.db.transaction(async (tx) => {
    const account = await findAccount(tx, email)
    if (account && isStaff(account.role)) {
      const sentence = 'This person works here already. Change the role instead.'
      throw fieldError('conflict', 'email', sentence)
    }
    const now = deps.clock.now()
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
    await deps.securityLog.record({ kind: 'invited', userId: caller.id, details: { role } }, tx)
    await queueMail<typeof staffInvitationMail>(deps, tx, 'staff-invitation', id, {
      invitationId: id,
    })
  })
}

/** @throws AppError conflict when it is not open any more */
export async function withdrawInvitation(
  { db, clock }: Pick<AppContext, 'db' | 'clock' | 'jobs' | 'securityLog'>,
  { caller, id }: { caller: Caller; id: string },
) {
  await db.transaction(async (tx) => {
    const now = clock.now()
    const ended = await endInvitation(tx, { id })
    if (!ended) throw new AppError('conflict', 'This invitation is not open any more.')
    await recordAudit(tx, {
      at: now,
      by: caller,
      action: 'withdraw-invitation',
      subject: 'users',
      before: { email: ended.email, role: ended.role },
    })
  })
}
