import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { type Caller, endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { queueAccountNoticeMail } from '#shop/accounts/account-notice-mail.server.ts'
import { isStaff, type Role, roles } from '#shop/accounts/roles.ts'
import { resetSecondFactor } from '#shop/accounts/sessions.store.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { lockMember, lockOwners, setRole } from './staff.store.server.ts'
import { roleName } from './staff-roles.ts'

const id = z.string().min(1).max(100)

const changeRoleEndpoint = endpoint({
  method: 'POST',
  path: '/staff/role',
  tag: 'Staff',
  summary: 'Change the role of somebody, or revoke it',
  description:
    'The role `customer` revokes. All sessions of the person end. 404 when the person is not staff, 409 for the last owner.',
  access: 'manage-staff',
  recentPassword: true,
  body: z.object({ id, role: z.enum(roles) }),
  response: messageSchema,
  problems: [404, 409],
})

const resetMemberFactorEndpoint = endpoint({
  method: 'POST',
  path: '/staff/reset-second-factor',
  tag: 'Staff',
  summary: 'Reset the two-step login of a colleague',
  description:
    'For who has lost phone and recovery codes: app, codes, passkeys and sessions are gone, and an email says so. 404 when the person is not staff, 409 for your own.',
  access: 'manage-staff',
  recentPassword: true,
  body: z.object({ id }),
  response: messageSchema,
  problems: [404, 409],
})

export type ChangeRole = typeof changeRoleEndpoint
export type ResetMemberFactor = typeof resetMemberFactorEndpoint

export function serveMembers(api: Api, shop: AppContext) {
  api.serve(changeRoleEndpoint, async ({ body }, { caller }) => ({
    message: await changeRole(shop, { caller, ...body }),
  }))

  api.serve(resetMemberFactorEndpoint, async ({ body: { id } }, { caller }) => ({
    message: await resetMemberFactor(shop, { caller, id }),
  }))
}

/**
 * Gives a member of the staff another role, or none ('customer'). The person's sessions end everywhere.
 *
 * @returns a sentence for the owner
 * @throws AppError not_found; conflict for the last owner; forbidden if the caller has just stopped being an owner
 */
async function changeRole(
  { db, clock, securityLog }: AppContext,
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

/**
 * Removes app, recovery codes and passkeys of a colleague who has lost them. The colleague's sessions end, and the
 * colleague gets a mail.
 *
 * @returns a sentence for the owner
 * @throws AppError not_found; conflict for the caller's own; forbidden if the caller has just stopped being an owner
 */
async function resetMemberFactor(
  shop: AppContext,
  { caller, id }: { caller: Caller; id: string },
): Promise<string> {
  if (id === caller.id) {
    throw new AppError('conflict', 'Turn your own two-step login off on the page of your account.')
  }
  return shop.db.transaction(async (tx) => {
    const { member } = await requireMember(tx, { caller, id })
    await resetSecondFactor(tx, shop.securityLog, { userId: id, by: 'owner' })
    await recordAudit(tx, {
      at: shop.clock.now(),
      by: caller,
      action: 'reset-second-factor',
      subject: 'users',
      subjectId: id,
      before: { email: member.email },
    })
    await queueAccountNoticeMail(shop, tx, { userId: id, change: 'second-factor-reset' })
    return `${member.name} logs in with the password alone until two-step login is set up again.`
  })
}

/**
 * Locks a member of the staff whom an owner is about to change.
 *
 * @throws AppError not_found; forbidden if the caller has just stopped being an owner
 */
async function requireMember(tx: Database, { caller, id }: { caller: Caller; id: string }) {
  // Owners first, so that two who demote each other do so one after the other.
  const owners = await lockOwners(tx)
  if (!owners.includes(caller.id)) {
    throw new AppError('forbidden', 'Your role does not allow this any more.')
  }
  const member = await lockMember(tx, id)
  if (!member || !isStaff(member.role)) {
    throw new AppError('not_found', 'This person does not work here any more.')
  }
  return { member, isOnlyOwner: member.role === 'owner' && owners.length === 1 }
}
