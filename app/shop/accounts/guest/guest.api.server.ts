import { AppError } from '#platform/app-error.ts'
import type { Api } from '#platform/http/api.server.ts'
import type { Limiter } from '#platform/http/limits/limiter.server.ts'
import type { Accounts } from '../accounts.server.ts'
import type { SecurityLog } from '../security/security-log.server.ts'
import { setSessionCookies } from '../session-cookies.server.ts'
import { startGuestEndpoint } from './guest.endpoints.ts'

interface GuestApiDeps {
  accounts: Accounts
  limiter: Limiter
  securityLog: SecurityLog
  shop: { publicUrl: string }
}

/** Ordering without an account. */
export function serveGuests(api: Api, { accounts, limiter, securityLog, shop }: GuestApiDeps) {
  api.serve(startGuestEndpoint, async ({ body }, { caller, address, headers, responseHeaders }) => {
    if (caller) throw new AppError('conflict', 'You are logged in already.')
    await limiter.attemptHourly('guest', address)
    // Another guest of this browser, whose order is another.
    await accounts.signOut(headers)
    const guest = await accounts.startGuest(body)
    // By no e-mail: the log would look for its account.
    await securityLog.record({ kind: 'guest-started', details: { guest: guest.userId } })
    setSessionCookies(responseHeaders, guest, shop.publicUrl)
    return { token: guest.token, isAdmin: false, message: 'You can order as a guest.' }
  })
}
