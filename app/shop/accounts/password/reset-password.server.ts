import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { currentClient } from '#platform/http/client.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { type MailKind, queueMail } from '#shop/mails/mail-kind.server.ts'
import { greetedName } from '#shop/values/typed/typed.schema.ts'
import { queueAccountNoticeMail } from '../account-mails.server.ts'
import { onlyEmailSchema, resetPasswordSchema } from '../accounts.schema.ts'
import { personByEmail } from '../accounts.store.server.ts'
import { countReset, ofUsers, signInBy } from '../login/log-in.server.ts'
import { resetSeconds } from '../sessions.server.ts'

export const forgotPasswordEndpoint = endpoint({
  ...ofUsers,
  path: '/users/forgot-password',
  summary: 'Ask for a new password',
  description:
    'Mails a link that is good for an hour, if the e-mail has an account. The answer is the same either way.',
  body: onlyEmailSchema,
  problems: [403],
})

export const resetPasswordEndpoint = endpoint({
  ...ofUsers,
  path: '/users/reset-password',
  summary: 'Set a new password',
  description:
    'With the token of the mailed link, once; it ends every session of the account. 409 when the link was used or has expired.',
  body: resetPasswordSchema,
  problems: [403, 409],
})

export function servePasswordReset(api: Api, deps: AppContext) {
  const { accounts, limiter, securityLog } = deps
  api.serve(forgotPasswordEndpoint, async ({ body: { email } }, { caller, address }) => {
    const person = await personByEmail(deps.db, email)
    const userId = person?.id ?? ''
    // As far as can be seen, its owner asks: logged in, or where the account has logged in before.
    const isKnown = await securityLog.hasSignedInFrom(userId, currentClient()?.address ?? null)
    const isOwn = isKnown || caller?.id === userId
    const isWithinLimits = await countReset(deps, { email, address, isOwn })
    await requestPasswordReset(deps, { userId: (isWithinLimits && userId) || null, isOwn })
    const details = { mail: isWithinLimits ? 'queued' : 'surplus' }
    await securityLog.record({ kind: 'password-reset-requested', email, details })
    return {
      message: 'If this email has an account, a link to set a new password is on its way.',
    }
  })

  api.serve(resetPasswordEndpoint, async ({ body: { token, password } }, { address }) => {
    await limiter.attempt('reset-password', address)
    const { userId, email } = await accounts.passwords.reset(token, password)
    await limiter.forgive(...signInBy({ email, address }))
    await deps.db.transaction((tx) =>
      queueAccountNoticeMail(deps, tx, { userId, change: 'password-changed' }),
    )
    return { message: 'Your password has been changed. Please log in.' }
  })
}

/**
 * Mails a link to a new password, if the e-mail has an account and the limits allow it. Otherwise `userId` is null, and it
 * does the same work, so that neither the response nor its time reveals it.
 */
async function requestPasswordReset(deps: AppContext, request: ResetRequest) {
  await deps.db.transaction((tx) =>
    queueMail(deps, tx, 'password-reset', crypto.randomUUID(), request),
  )
}

interface ResetRequest {
  userId: string | null
  /** From a browser of the account's owner. */
  isOwn?: boolean
}

/**
 * The link to a new password. `userId` is null for an unknown e-mail: that mail is queued too, so that both take the same
 * time, but not sent. Each attempt to send creates a token, so that none is in the queue.
 */
export const passwordResetMail: MailKind<ResetRequest> = async (
  { accounts, shop },
  { userId, isOwn },
) => {
  const reset = userId === null ? null : await accounts.passwords.issueReset(userId)
  if (!reset) return null
  const { person, token } = reset
  return {
    to: person.email,
    subject: `A new password for ${shop.name}`,
    // Strangers who use up their mails of a day do not keep the owner out. Anybody can register anybody's address.
    isUnsolicited: !isOwn || !person.emailVerified,
    preview: 'Set a new password with the link inside.',
    heading: 'Set a new password',
    parts: [
      `Hello${greetedName(person.name)}, you asked to reset the password of your account at ${shop.name}. This link works once, within an hour.`,
      // After the #: browsers do not send fragments, so the token is in no access log.
      { button: 'Set a new password', href: `${shop.publicUrl}/reset-password#${token}` },
      'If this wasn’t you, ignore this email. Your password stays the same.',
    ],
  }
}
// An admin must not send an old mail again, because its token would be new.
passwordResetMail.expiresAfterMs = resetSeconds * 1000
