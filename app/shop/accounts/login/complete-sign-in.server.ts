import type { AppContext } from '#app/context.server.ts'
import { currentClient } from '#platform/http/client.server.ts'
import { isStaff } from '../roles.ts'
import { queueAccountNoticeMail } from '../security/account-notice-mail.server.ts'
import { deviceName, networkWords } from '../security/device-name.ts'
import type { SecurityDetails } from '../security/security-kinds.ts'
import { earlierSignIns } from '../security/security-log.store.server.ts'
import { clearGuestMark, type SignedIn, setSessionCookies } from '../session-cookies.server.ts'

interface SignInRequest {
  headers: Headers
  responseHeaders: Headers
}

/**
 * Signs the browser of a request in, however its owner proved who they are. The session that the browser had before ends; the
 * owner is mailed when the device is new.
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

/** A program without cookies is new only where it signs in for the first time. */
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
