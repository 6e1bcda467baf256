import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import type { Limiter } from '#platform/http/limits/limiter.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import type { Accounts } from '../accounts.server.ts'
import { countReset } from '../login/count-attempts.server.ts'
import { queueAccountNoticeMail } from '../security/account-notice-mail.server.tsx'
import type { SecurityLog } from '../security/security-log.server.ts'
import { forgotPasswordEndpoint, resetPasswordEndpoint } from './password-reset.endpoints.ts'
import { requestPasswordReset } from './request-password-reset.server.ts'

export interface PasswordResetApiDeps {
  accounts: Accounts
  securityLog: SecurityLog
  db: Database
  clock: Clock
  jobs: Jobs
  limiter: Limiter
  shop: ShopDetails
}

/** A link to a new password for those who forgot theirs, and the new password. */
export function servePasswordReset(api: Api, deps: PasswordResetApiDeps) {
  const { accounts, limiter, securityLog } = deps
  api.serve(forgotPasswordEndpoint, async ({ body: { email } }, { address, headers }) => {
    const device = accounts.devices.knownBy(headers, email)
    const isWithinLimits = await countReset(deps, { email, address, device })
    await requestPasswordReset(deps, email, { isWithinLimits, isKnownBrowser: device !== null })
    const details = { mail: isWithinLimits ? 'queued' : 'surplus' }
    await securityLog.record({ kind: 'password-reset-requested', email, details })
    return {
      message: 'If this email has an account, a link to set a new password is on its way.',
    }
  })

  api.serve(resetPasswordEndpoint, async ({ body: { token, password } }, context) => {
    const { address, headers, responseHeaders } = context
    await limiter.attemptByMany('reset-password', address)
    const { userId, email } = await accounts.passwords.reset(token, password)
    // It has read the owner's mail, so it is no stranger.
    accounts.devices.remember(headers, responseHeaders, email)
    await deps.db.transaction((tx) =>
      queueAccountNoticeMail(deps, tx, { userId, change: 'password-changed' }),
    )
    return { message: 'Your password has been changed. Please log in.' }
  })
}
