import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { personByEmail } from '../accounts.store.server.ts'
import { countReset } from '../login/count-attempts.server.ts'
import { forgotPasswordEndpoint, resetPasswordEndpoint } from '../login/login.endpoints.ts'
import { queueAccountNoticeMail } from '../security/account-notice-mail.server.ts'
import type { passwordResetMail } from './password-reset-mail.server.ts'

export function servePasswordReset(api: Api, deps: AppContext) {
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

/**
 * Mails a link to a new password, if the e-mail has an account and the limits allow it. Otherwise it does the same work, so
 * that the response and its time tell neither.
 */
async function requestPasswordReset(
  deps: Pick<AppContext, 'db' | 'jobs' | 'clock'>,
  email: string,
  { isWithinLimits, isKnownBrowser }: { isWithinLimits: boolean; isKnownBrowser: boolean },
) {
  const person = await personByEmail(deps.db, email)
  const userId = (isWithinLimits && person?.id) || null
  await deps.db.transaction((tx) =>
    queueMail<typeof passwordResetMail>(deps, tx, 'password-reset', crypto.randomUUID(), {
      userId,
      isKnownBrowser,
    }),
  )
}
