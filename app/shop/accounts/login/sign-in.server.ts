import type { AppContext } from '#app/context.server.ts'
import type { CallContext } from '#platform/http/api.server.ts'
import { currentClient } from '#platform/http/client.server.ts'
import { mailboxOf } from '#shop/mails/mails.tables.server.ts'
import { announceChange, queueAccountNoticeMail } from '../account-notice-mail.server.ts'
import { personByEmail } from '../accounts.store.server.ts'
import { deviceName, networkWords } from '../device-name.ts'
import { isStaff } from '../roles.ts'
import { clearGuestMark, type SignedIn, setSessionCookies } from '../session-cookies.server.ts'

/** Somebody at a network address who says whose account it is. */
interface Attempt {
  email: string
  address: string
}

/** What the limiter counts; it forgives who has proved that the account is theirs. */
export const signInBy = ({ email, address }: Attempt) =>
  ['login', `${email} from ${address}`] as const

/** As how many attempts one counts at an account whose password is being guessed from everywhere. */
const guessedAtCost = 5

/**
 * Counts an attempt to log in, by account with address and by address alone: no count of all addresses refuses anybody, or
 * strangers would lock the owner out.
 *
 * @throws AppError too_many
 */
export async function countSignIn({ limiter }: AppContext, attempt: Attempt) {
  await limiter.attempt('login-address', attempt.address)
  const isGuessedAt = await limiter.isReached('login-guesses', attempt.email)
  await limiter.attempt(...signInBy(attempt), isGuessedAt ? guessedAtCost : 1)
}

/** Records a wrong password. The owner is mailed, once a day, when there were very many. */
export async function recordWrongPassword(deps: AppContext, email: string) {
  await deps.securityLog.record({ kind: 'sign-in-failed', email })
  if (!(await deps.limiter.count('login-guesses', email))) return
  const owner = await personByEmail(deps.db, email)
  if (owner) await announceChange(deps, owner.id, 'password-guessed')
}

/**
 * Counts a request for a link to a new password. Beyond the limit no mail goes out; the response is the same.
 *
 * @param isOwn the owner's requests are counted by themselves, so that strangers do not use them up
 * @returns whether the mail may go out
 * @throws AppError too_many for an address with very many requests
 */
export async function countReset(
  { limiter }: AppContext,
  { email, address, isOwn }: Attempt & { isOwn: boolean },
): Promise<boolean> {
  await limiter.attempt('forgot-password-address', address)
  return limiter.tryAttempt(isOwn ? 'own-reset' : 'reset', mailboxOf(email))
}

/**
 * Signs the browser of a request in, however its owner proved who they are. The browser's earlier session ends. The owner
 * gets a mail if device or network is new.
 */
export async function completeSignIn(
  deps: AppContext,
  { headers, responseHeaders }: Pick<CallContext, 'headers' | 'responseHeaders'>,
  { signedIn, details }: { signedIn: SignedIn; details?: { by: 'passkey' } },
) {
  const { accounts, shop } = deps
  await accounts.signOut(headers)
  await recordSignIn(deps, signedIn.userId, details)
  if (!isStaff(signedIn.role)) clearGuestMark(headers, responseHeaders, shop.publicUrl)
  setSessionCookies(responseHeaders, signedIn, shop.publicUrl)
  return {
    token: signedIn.token,
    isAdmin: isStaff(signedIn.role),
    message: 'Logged in successfully',
  }
}

async function recordSignIn(deps: AppContext, userId: string, details?: { by: 'passkey' }) {
  const client = currentClient()
  const device = client && deviceName(client.userAgent)
  const network = client?.address ?? null
  const isNew = await deps.securityLog.isNewPlace(userId, { network, device })
  await deps.securityLog.record({ kind: 'signed-in', userId, details })
  if (!isNew) return
  const words = [device, networkWords(network)].filter(Boolean).join(', ')
  await deps.db.transaction((tx) =>
    queueAccountNoticeMail(deps, tx, { userId, change: 'signed-in', device: words || undefined }),
  )
}
