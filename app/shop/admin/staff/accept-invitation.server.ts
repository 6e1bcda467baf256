import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import type { TokenSigner } from '#platform/secrets.server.ts'
import type { Accounts } from '#shop/accounts/accounts.server.ts'
import { insertAccount } from '#shop/accounts/accounts.store.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import type { StaffRole } from './staff.schema.ts'
import { endInvitation, findAccount, findInvitation, setRole } from './staff.store.server.ts'

type AcceptDeps = Pick<AppContext, 'db' | 'clock' | 'jobs' | 'securityLog'> & {
  accounts: Pick<Accounts, 'passwords'>
  invitationTokens: TokenSigner
}

export interface Acceptance {
  token: string
  caller: Caller | null
  /** Of a person without an account. */
  name?: string
  password?: string
}

/** The open invitation of a link, and what its reader must do; null when there is none. */
export async function readInvitation(
  { db, clock, invitationTokens }: Pick<AcceptDeps, 'db' | 'clock' | 'invitationTokens'>,
  { token, caller }: { token: string; caller: Caller | null },
) {
  const id = invitationTokens.read(token)
  const invitation = id === null ? null : await findInvitation(db, id)
  if (!invitation || invitation.expiresAt <= clock.now()) return null
  const { email, role } = invitation
  const hasAccount = (await findAccount(db, email)) !== null
  return { email, role, hasAccount, isSignedIn: caller?.email === email }
}

/**
 * Gives the invited person the role: a new account, or the existing one of whoever is signed in. It works once.
 *
 * @throws AppError conflict when the link was used, withdrawn or has expired; not_signed_in or forbidden when the account
 *   is not the caller's; invalid without name or password, or for a password that is easily guessed
 */
export async function acceptInvitation(deps: AcceptDeps, acceptance: Acceptance): Promise<string> {
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

/** The invitation was read in the mailbox, but the account has a password of its own: both are asked for. */
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
  return account.id
}

interface NewMember {
  email: string
  role: StaffRole
  name: string | undefined
  password: string | undefined
  passwordHash: string | undefined
}

async function addMember({ accounts }: AcceptDeps, tx: Database, member: NewMember) {
  const { email, role, name, password, passwordHash } = member
  if (!name || !password || !passwordHash) {
    const errors = {
      ...(!name && { name: 'Name is required' }),
      ...(!password && { password: 'Password is required' }),
    }
    throw new AppError('invalid', 'Please give your name and a password.', { errors })
  }
  await accounts.passwords.check(password, { name, email })
  const id = crypto.randomUUID()
  const person = { mobileno: null, birthdate: null, passwordHash }
  if (!(await insertAccount(tx, { id, name, email, role, ...person }))) throw ended()
  return id
}

function ended() {
  return new AppError(
    'conflict',
    'This invitation has expired or was already used. Please ask the owner of the shop for a new one.',
  )
}
