import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { type Api, messageSchema } from '#platform/http/api.server.ts'
import { type Caller, endpoint } from '#platform/http/endpoint.ts'
import { queueAccountNoticeMail } from '#shop/accounts/account-mails.server.ts'
import { isStaff, roles } from '#shop/accounts/roles.ts'
import { resetSecondFactor } from '#shop/accounts/sessions.store.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { lockMember, lockOwners, setRole } from '../users.store.server.ts'
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
  const { db, clock, securityLog } = shop

  api.serve(changeRoleEndpoint, ({ body: { id, role } }, { caller }) =>
    db.transaction(async (tx) => {
      const { member, isOnlyOwner } = await requireMember(tx, { caller, id })
      const { name, email } = member
      if (member.role === role) return { message: `${name} has this role already.` }
      if (isOnlyOwner) {
        const sentence = 'The shop needs an owner. Make somebody else the owner first.'
        throw new AppError('conflict', sentence)
      }
      const at = clock.now()
      await setRole(tx, id, role, at)
      const entry = { at, by: caller, action: 'change-role', subject: 'users' } as const
      const [before, after] = [member.role, role].map((one) => ({ email, role: one }))
      await recordAudit(tx, { ...entry, subjectId: id, before, after })
      const details = { person: id, from: member.role, to: role }
      await securityLog.record({ kind: 'role-changed', userId: caller.id, details }, tx)
      const message =
        role === 'customer'
          ? `${name} does not work here any more and is logged out everywhere.`
          : `${name} has the role ${roleName(role)} now and has to log in again.`
      return { message }
    }),
  )

  api.serve(resetMemberFactorEndpoint, async ({ body: { id } }, { caller }) => {
    if (id === caller.id) {
      const sentence = 'Turn your own two-step login off on the page of your account.'
      throw new AppError('conflict', sentence)
    }
    return db.transaction(async (tx) => {
      const { member } = await requireMember(tx, { caller, id })
      await resetSecondFactor(tx, securityLog, { userId: id, by: 'owner' })
      const entry = { at: clock.now(), by: caller, action: 'reset-second-factor' } as const
      const about = { subject: 'users', subjectId: id, before: { email: member.email } } as const
      await recordAudit(tx, { ...entry, ...about })
      await queueAccountNoticeMail(shop, tx, { userId: id, change: 'second-factor-reset' })
      const until = 'logs in with the password alone until two-step login is set up again.'
      return { message: `${member.name} ${until}` }
    })
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
