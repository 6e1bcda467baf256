import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError, fieldError } from '#platform/app-error.ts'
import { dayMs } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { type Api, messageSchema } from '#platform/http/api.server.ts'
import { type Caller, endpoint } from '#platform/http/endpoint.ts'
import { mailedTokenSchema } from '#shop/accounts/accounts.schema.ts'
import { insertAccount } from '#shop/accounts/accounts.store.server.ts'
import { isStaff, type Role } from '#shop/accounts/roles.ts'
import { verifyEmail } from '#shop/accounts/sessions.store.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { type MailKind, queueMail } from '#shop/mails/mail-kind.server.ts'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import {
  endInvitation,
  findAccount,
  findInvitation,
  type Invitation,
  putInvitation,
  setRole,
} from '../users.store.server.ts'
import { invitationSchema, newStaffSchema } from './staff.schema.ts'
import { roleName, type StaffRole, staffRoleTexts } from './staff-roles.ts'

const inviteStaffEndpoint = endpoint({
  method: 'POST',
  path: '/staff/invite',
  tag: 'Staff',
  summary: 'Invite somebody to the staff',
  description:
    'Emails a link that works once, within 48 hours. A second invitation of the same email takes the place of the first. Without an email, the answer has the link, once, to hand over. 409 when the person is staff already.',
  access: 'manage-staff',
  recentPassword: true,
  body: invitationSchema,
  response: messageSchema.extend({ link: z.string().optional() }),
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

const readInvitationEndpoint = endpoint({
  method: 'POST',
  path: '/staff/invitation',
  tag: 'Staff',
  summary: 'Read an invitation',
  description:
    'With the token of the emailed link, which is no part of an address, so that no log has it. 404 when the link was used, withdrawn or has expired.',
  access: 'anyone',
  body: z.object({ token: mailedTokenSchema }),
  response: z.object({
    email: z.string().describe('Empty if the link was handed over'),
    role: invitationSchema.shape.role,
    hasAccount: z.boolean(),
    isSignedIn: z.boolean().describe('Whether the caller is, or may be, the person who is invited'),
  }),
  problems: [404],
})

const acceptInvitationEndpoint = endpoint({
  method: 'POST',
  path: '/staff/accept',
  tag: 'Staff',
  summary: 'Accept an invitation',
  description:
    'With the token of the link, once. Without an account, `name` and `password` make one, with `email` if the link was handed over; with an account its owner must be logged in. 409 when the link was used, withdrawn or has expired, and for who works here already.',
  access: 'anyone',
  body: newStaffSchema.partial().extend({ token: mailedTokenSchema }),
  response: messageSchema.extend({ email: z.string() }),
  problems: [401, 403, 409],
})

export type InviteStaff = typeof inviteStaffEndpoint
export type WithdrawInvitation = typeof withdrawInvitationEndpoint
export type ReadInvitation = typeof readInvitationEndpoint
export type AcceptInvitation = typeof acceptInvitationEndpoint

export function serveInvitations(api: Api, shop: AppContext) {
  api.serve(inviteStaffEndpoint, async ({ body: { email, role } }, { caller }) => {
    const id = crypto.randomUUID()
    await shop.db.transaction(async (tx) => {
      const account = await findAccount(tx, email)
      if (account && isStaff(account.role)) {
        const sentence = 'This person works here already. Change the role instead.'
        throw fieldError('conflict', 'email', sentence)
      }
      const now = shop.clock.now()
      const expiresAt = new Date(now.getTime() + invitationMs)
      await putInvitation(tx, {
        id,
        email: email || inNoMail(id),
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
      if (email) await queueMail(shop, tx, 'staff-invitation', id, { invitationId: id })
    })
    if (!email) {
      return { message: 'The link works once, within 48 hours.', link: linkOf(shop, id) }
    }
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

  api.serve(readInvitationEndpoint, async ({ body: { token } }, { caller, address }) => {
    await shop.limiter.attempt('accept-invitation', address)
    const id = shop.invitationTokens.read(token)
    const invitation = id === null ? null : await findInvitation(shop.db, id)
    if (!invitation || invitation.expiresAt <= shop.clock.now()) {
      throw new AppError('not_found', 'This invitation has ended.')
    }
    const { role } = invitation
    const email = invitedEmail(invitation)
    const account = await findAccount(shop.db, email || (caller?.email ?? ''))
    const isSignedIn = account !== null && caller?.id === account.id
    // A guest may have typed the email of somebody’s account.
    const hasAccount = email ? account !== null : isSignedIn
    return { email, role, hasAccount, isSignedIn }
  })

  api.serve(acceptInvitationEndpoint, async ({ body }, { caller, address }) => {
    await shop.limiter.attempt('accept-invitation', address)
    const email = await acceptInvitation(shop, { ...body, caller })
    return { email, message: 'Welcome to the team. Please log in.' }
  })
}

/** In the place of the email of an invitation that is handed over as a link. */
const inNoMail = (id: string) => `${id}@handed-over.invalid`

/** '' if it is handed over: whoever has the link gives an email. */
export function invitedEmail({ id, email }: Pick<Invitation, 'id' | 'email'>): string {
  return email === inNoMail(id) ? '' : email
}

/** After the #: browsers do not send fragments, so the token is in no access log. */
function linkOf({ shop, invitationTokens }: AppContext, id: string): string {
  return `${shop.publicUrl}/join#${invitationTokens.sign(id)}`
}

/** How long an invitation is valid, ms. */
export const invitationMs = 2 * dayMs

/** The link is signed when the mail is written, so that none is in the queue. Nothing is sent once the invitation has ended. */
export const staffInvitationMail: MailKind<{ invitationId: string }> = async (
  context,
  { invitationId },
) => {
  const { db, clock, shop } = context
  const invitation = await findInvitation(db, invitationId)
  if (!invitation || invitation.expiresAt <= clock.now()) return null
  const { id, email, role, expiresAt } = invitation
  return {
    to: email,
    subject: `Join the team of ${shop.name}`,
    preview: `Your invitation to work with ${shop.name}.`,
    parts: [
      `You are invited to work with us. Your role: ${roleName(role)}. ${staffRoleTexts[role].does}`,
      { button: 'Accept the invitation', href: linkOf(context, id) },
      `The link works once, until ${formatDateTime(expiresAt)}. If you did not expect this email, ignore it.`,
    ],
  }
}
staffInvitationMail.expiresAfterMs = invitationMs

type Acceptance = z.output<NonNullable<AcceptInvitation['body']>> & { caller: Caller | null }

/**
 * Gives the role to the invited person's account: a new one, or the one that is logged in. A link works once.
 *
 * @returns the account's email
 * @throws AppError conflict if the link was used, withdrawn or has expired; not_signed_in or forbidden if the account is
 *   not the caller's; invalid without name or password, or for a password that is easily guessed
 */
async function acceptInvitation(shop: AppContext, acceptance: Acceptance): Promise<string> {
  const { db, clock, securityLog, invitationTokens } = shop
  const { token, caller, name, password } = acceptance
  const id = invitationTokens.read(token)
  if (id === null) throw ended()
  // Hashing is slow, so not inside the transaction.
  const passwordHash = password && (await shop.accounts.passwords.hash(password))
  return db.transaction(async (tx) => {
    const now = clock.now()
    const invitation = await endInvitation(tx, { id })
    if (!invitation || invitation.expiresAt <= now) throw ended()
    const { role } = invitation
    const mailed = invitedEmail(invitation)
    const email = mailed || acceptance.email || (caller?.email ?? '')
    const account = await findAccount(tx, email)
    const isProved = mailed !== ''
    const userId = account
      ? await promote(tx, { account, caller, role, now, isProved })
      : await addMember(shop, tx, { email, role, name, password, passwordHash, isProved })
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

/** A mailed link proves that the mailbox is theirs. The account also has a password, so its owner must be logged in. */
async function promote(
  tx: Database,
  {
    account,
    caller,
    role,
    now,
    isProved,
  }: {
    account: { id: string; email: string; role: Role }
    caller: Caller | null
    role: StaffRole
    now: Date
    isProved: boolean
  },
) {
  if (!caller) {
    throw new AppError('not_signed_in', `Please log in as ${account.email}, then accept.`)
  }
  if (caller.id !== account.id) {
    throw new AppError(
      'forbidden',
      `This invitation is for ${account.email}. Please log in as that.`,
    )
  }
  if (!isProved && isStaff(account.role)) {
    throw new AppError('conflict', 'You work here already. Log out before you open this link.')
  }
  await setRole(tx, account.id, role, now)
  if (isProved) await verifyEmail(tx, account.id)
  return account.id
}

async function addMember(
  { accounts }: AppContext,
  tx: Database,
  {
    email,
    role,
    name,
    password,
    passwordHash,
    isProved: emailVerified,
  }: Pick<Acceptance, 'name' | 'password'> & {
    email: string
    role: StaffRole
    passwordHash?: string
    isProved: boolean
  },
) {
  if (!email || !name || !password || !passwordHash) {
    const errors = {
      ...(!email && { email: 'Email is required' }),
      ...(!name && { name: 'Name is required' }),
      ...(!password && { password: 'Password is required' }),
    }
    throw new AppError('invalid', 'Please enter who you are and a password.', { errors })
  }
  await accounts.passwords.check(password, { name, email })
  const id = crypto.randomUUID()
  const person = { mobileno: null, birthdate: null, emailVerified, passwordHash }
  if (!(await insertAccount(tx, { id, name, email, role, ...person }))) throw ended()
  return id
}

function ended() {
  return new AppError(
    'conflict',
    'This invitation has expired or was already used. Please ask the owner of the shop for a new one.',
  )
}
