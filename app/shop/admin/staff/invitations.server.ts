import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError, fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { dayMs } from '#platform/durations.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { insertAccount } from '#shop/accounts/accounts.store.server.ts'
import { isStaff } from '#shop/accounts/roles.ts'
import { verifyEmail } from '#shop/accounts/second-factor/second-factor.store.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { declareMail, queueMail } from '#shop/mails/mail-kind.server.ts'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import {
  endInvitation,
  findAccount,
  findInvitation,
  insertInvitation,
  setRole,
} from './staff.store.server.ts'
import { roleName, type StaffRole, staffRoleTexts } from './staff-roles.ts'

/**
 * Mails somebody a link to join the staff. An earlier invitation of the same email stops working.
 *
 * @throws AppError conflict if the person is staff already
 */
export async function inviteStaff(
  deps: AppContext,
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

/** @throws AppError conflict if it is not open any more */
export async function withdrawInvitation(
  { db, clock }: AppContext,
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

/**
 * The open invitation of a link, and what its reader must do.
 *
 * @throws AppError not_found if there is none
 */
export async function readInvitation(
  { db, clock, invitationTokens }: AppContext,
  { token, caller }: { token: string; caller: Caller | null },
) {
  const id = invitationTokens.read(token)
  const invitation = id === null ? null : await findInvitation(db, id)
  if (!invitation || invitation.expiresAt <= clock.now()) {
    throw new AppError('not_found', 'This invitation has ended.')
  }
  const { email, role } = invitation
  const hasAccount = (await findAccount(db, email)) !== null
  return { email, role, hasAccount, isSignedIn: caller?.email === email }
}

interface Acceptance {
  token: string
  caller: Caller | null
  /** Of a person without an account. */
  name?: string
  password?: string
}

/**
 * Gives the role to the invited person's account: a new one, or the one that is logged in. A link works once.
 *
 * @returns the account's email
 * @throws AppError conflict if the link was used, withdrawn or has expired; not_signed_in or forbidden if the account is
 *   not the caller's; invalid without name or password, or for a password that is easily guessed
 */
export async function acceptInvitation(deps: AppContext, acceptance: Acceptance): Promise<string> {
  const { db, clock, securityLog, invitationTokens } = deps
  const { token, caller, name, password } = acceptance
  const id = invitationTokens.read(token)
  if (id === null) throw ended()
  // Hashing is slow, so not inside the transaction.
  const passwordHash = password && (await deps.accounts.passwords.hash(password))
  return db.transaction(async (tx) => {
    const now = clock.now()
    const invitation = await endInvitation(tx, { id })
    if (!invitation || invitation.expiresAt <= now) throw ended()
    const { email, role } = invitation
    const account = await findAccount(tx, email)
    const userId = account
      ? await promote(tx, { account, caller, role, now })
      : await addMember(deps, tx, { email, role, name, password, passwordHash })
    await recordAudit(tx, {
      at: now,
      by: { id: userId, email, role },
      action: 'join-staff',
      subject: 'users',
      subjectId: userId,
      before: { role: account?.role ?? null },
      after: { role },
    })
    await securityLog.record({ kind: 'role-changed', userId, details: { to: role } }, tx)
    return email
  })
}

interface Promotion {
  account: { id: string; email: string }
  caller: Caller | null
  role: StaffRole
  now: Date
}

/** The link shows that the mailbox is theirs. The account also has a password, so its owner must be logged in. */
async function promote(tx: Database, { account, caller, role, now }: Promotion): Promise<string> {
  if (!caller) {
    throw new AppError('not_signed_in', `Please log in as ${account.email}, then accept.`)
  }
  if (caller.id !== account.id) {
    throw new AppError(
      'forbidden',
      `This invitation is for ${account.email}. Please log in as that.`,
    )
  }
  await setRole(tx, account.id, role, now)
  await verifyEmail(tx, account.id)
  return account.id
}

interface NewMember extends Pick<Acceptance, 'name' | 'password'> {
  email: string
  role: StaffRole
  passwordHash: string | undefined
}

async function addMember({ accounts }: AppContext, tx: Database, member: NewMember) {
  const { email, role, name, password, passwordHash } = member
  if (!name || !password || !passwordHash) {
    const errors = {
      ...(!name && { name: 'Name is required' }),
      ...(!password && { password: 'Password is required' }),
    }
    throw new AppError('invalid', 'Please enter your name and a password.', { errors })
  }
  await accounts.passwords.check(password, { name, email })
  const id = crypto.randomUUID()
  const person = { mobileno: null, birthdate: null, emailVerified: true, passwordHash }
  if (!(await insertAccount(tx, { id, name, email, role, ...person }))) throw ended()
  return id
}

function ended() {
  return new AppError(
    'conflict',
    'This invitation has expired or was already used. Please ask the owner of the shop for a new one.',
  )
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
