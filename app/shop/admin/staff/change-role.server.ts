import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import type { Role } from '#shop/accounts/roles.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { requireMember } from './require-member.server.ts'
import { setRole } from './staff.store.server.ts'
import { roleName } from './staff-roles.ts'

/**
 * Gives a member of the staff another role, or none ('customer'). The person's sessions end everywhere. Returns a
 * sentence for the owner.
 *
 * @throws AppError not_found; conflict for the last owner; forbidden when the caller has just stopped being an owner
 */
export async function changeRole(
  { db, clock, securityLog }: Pick<AppContext, 'db' | 'clock' | 'jobs' | 'securityLog'>,
  { caller, id, role }: { caller: Caller; id: string; role: Role },
): Promise<string> {
  return db.transaction(async (tx) => {
    const { member, isOnlyOwner } = await requireMember(tx, { caller, id })
    if (member.role === role) return `${member.name} has this role already.`
    if (isOnlyOwner) {
      throw new AppError('conflict', 'The shop needs an owner. Make somebody else the owner first.')
    }
    const now = clock.now()
    await setRole(tx, id, role, now)
    await recordAudit(tx, {
      at: now,
      by: caller,
      action: 'change-role',
      subject: 'users',
      subjectId: id,
      before: { email: member.email, role: member.role },
      after: { email: member.email, role },
    })
    const details = { person: id, from: member.role, to: role }
    await securityLog.record({ kind: 'role-changed', userId: caller.id, details }, tx)
    return role === 'customer'
      ? `${member.name} does not work here any more and is logged out everywhere.`
      : `${member.name} has the role ${roleName(role)} now and has to log in again.`
  })
}
