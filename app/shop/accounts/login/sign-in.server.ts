import type { AppContext } from '#app/context.server.ts'
import { currentClient } from '#platform/http/client.server.ts'
import { isStaff } from '../roles.ts'
import { queueAccountNoticeMail } from '../security/account-notice-mail.server.ts'
import { deviceName, networkWords } from '../security/device-name.ts'
import type { SecurityDetails } from '../security/security-kinds.ts'
import { accountSeenFrom, earlierSignIns } from '../security/security-log.store.server.ts'
import { clearGuestMark, type SignedIn, setSessionCookies } from '../session-cookies.server.ts'

interface Attempt {
  email: string
  address: string
  /** The browser's id, if it has signed in to this account before. */
  device: string | null
}

interface CountedAttempt {
  /** The account on which strangers have just used up their guesses; null otherwise, or if there is no account. */
  endedGuessing: string | null
  /** Whether the password may be right; if not, the response is that to a wrong one. */
  mayBeRight: boolean
  /** To be called once the password was right. */
  forgive(): Promise<void>
}

/**
 * Counts an attempt to sign in, by account with address and by address alone, so that nobody can lock another out. A browser
 * that has signed in to the account before is counted by itself: strangers never lock it out. Strangers, at addresses from
 * which nobody has signed in to the account, share a few guesses a day.
 *
 * @throws AppError too_many
 */
export async function countSignIn(
  { limiter, db }: Pick<AppContext, 'limiter' | 'db'>,
  { email, address, device }: Attempt,
): Promise<CountedAttempt> {
  const who = device === null ? `${email} from ${address}` : `${email} on ${device}`
  await limiter.attempt('login', who)
  const forgive = () => limiter.forgive('login', who)
  if (device !== null) return { endedGuessing: null, mayBeRight: true, forgive }
  await limiter.attemptByMany('login-address', address)
  const account = await accountSeenFrom(db, email, address)
  if (account?.isOwnAddress) return { endedGuessing: null, mayBeRight: true, forgive }
  // All emails without an account are counted as one: the work is the same.
  const guessed = account?.id ?? 'nobody'
  const tooMany = await limiter.guess('login', guessed)
  return {
    endedGuessing: tooMany === 1 && account ? account.id : null,
    mayBeRight: tooMany === 0,
    async forgive() {
      await forgive()
      await limiter.takeBackGuess('login', guessed)
    },
  }
}

/**
 * Counts a request for a link to a new password. Requests from a known browser or address are counted apart from those of
 * strangers. Beyond the limit no mail goes out; the response is the same.
 *
 * @returns whether the mail may go out
 * @throws AppError too_many for an address with very many requests
 */
export async function countReset(
  { limiter, db }: Pick<AppContext, 'limiter' | 'db'>,
  { email, address, device }: Attempt,
): Promise<boolean> {
  if (device !== null) return limiter.tryAttempt('reset', `${email} on ${device}`)
  await limiter.attemptByMany('forgot-password-address', address)
  const account = await accountSeenFrom(db, email, address)
  return limiter.tryAttempt('reset', account?.isOwnAddress ? `${email} from ${address}` : email)
}

interface SignInRequest {
  headers: Headers
  responseHeaders: Headers
}

/**
 * Signs the browser of a request in, however its owner proved who they are. The browser's earlier session ends. The owner
 * gets a mail if the device is new.
 */
export async function completeSignIn(
  deps: Pick<AppContext, 'db' | 'clock' | 'jobs' | 'accounts' | 'securityLog' | 'shop'>,
  { headers, responseHeaders }: SignInRequest,
  { signedIn, details }: { signedIn: SignedIn; details?: SecurityDetails },
) {
  const { accounts, shop } = deps
  await accounts.signOut(headers)
  const isKnown = accounts.devices.knownBy(headers, signedIn.email) !== null
  await recordSignIn(deps, signedIn.userId, { isKnown, details })
  if (!isStaff(signedIn.role)) clearGuestMark(headers, responseHeaders, shop.publicUrl)
  setSessionCookies(responseHeaders, signedIn, shop.publicUrl)
  accounts.devices.remember(headers, responseHeaders, signedIn.email)
  return {
    token: signedIn.token,
    isAdmin: isStaff(signedIn.role),
    message: 'Logged in successfully',
  }
}

/** A program without cookies counts as new only if device and network are new. */
async function recordSignIn(
  deps: Pick<AppContext, 'db' | 'clock' | 'jobs' | 'accounts' | 'securityLog' | 'shop'>,
  userId: string,
  { isKnown, details }: { isKnown: boolean; details?: SecurityDetails },
) {
  const client = currentClient()
  const device = client && deviceName(client.userAgent)
  const network = client?.address ?? null
  const earlier = isKnown ? null : await earlierSignIns(deps.db, userId, { network, device })
  await deps.securityLog.record({ kind: 'signed-in', userId, details })
  if (!earlier?.any || earlier.same) return
  const words = [device, networkWords(network)].filter(Boolean).join(', ')
  await deps.db.transaction((tx) =>
    queueAccountNoticeMail(deps, tx, { userId, change: 'signed-in', device: words || undefined }),
  )
}
