import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError, fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Api, CallContext } from '#platform/http/api.server.ts'
import { type Caller, endpoint } from '#platform/http/endpoint.ts'
import { mailEmailLink, queueAccountNoticeMail } from '../account-mails.server.ts'
import { mailedTokenSchema, onlyEmailSchema } from '../accounts.schema.ts'
import {
  deleteEmailLinks,
  deleteResets,
  emailLinksOf,
  findEmailLink,
  lockOwnAccount,
  mailboxes,
  markConfirmed,
  personById,
  updateEmail,
} from '../accounts.store.server.ts'
import { ofOwnAccount } from '../login/log-in.server.ts'
import { setReadableCookies } from '../sessions.server.ts'
import { endSessions, verifyEmail } from '../sessions.store.server.ts'

export const changeEmailEndpoint = endpoint({
  ...ofOwnAccount,
  path: '/account/email',
  summary: 'Ask for another email, or confirm yours',
  description:
    'Mails a link to the old address and one to the new. The email changes once both were confirmed, within 24 hours. The answer does not tell whether the new address has an account. With the account’s own address, which nobody has confirmed, it mails one link to it.',
  recentPassword: true,
  body: onlyEmailSchema,
})

export const cancelEmailChangeEndpoint = endpoint({
  ...ofOwnAccount,
  path: '/account/email/cancel',
  summary: 'Keep the email',
  description: 'Ends an open change of your email. Its links stop working.',
})

export const confirmEmailEndpoint = endpoint({
  ...ofOwnAccount,
  path: '/account/email/confirm',
  summary: 'Confirm an email',
  description:
    'With the token of a mailed link, once. Of the two links of a change, the second one changes the email and ends every other session. The link to the account’s own address asks its owner to be logged in. 409 when the link was used or has expired, or when the address has got an account meanwhile.',
  access: 'anyone',
  body: z.object({ token: mailedTokenSchema }),
  response: z.object({
    message: z.string(),
    isChanged: z.boolean().describe('Whether the account has another email now'),
  }),
  problems: [401, 409],
})

export function serveEmailChange(api: Api, deps: AppContext) {
  const { limiter, shop } = deps

  api.serve(changeEmailEndpoint, async ({ body: { email } }, { caller }) => {
    await limiter.attempt('email-change', caller.id)
    await requestEmailChange(deps, caller, email)
    const links =
      email === caller.email
        ? 'the link that we have mailed to you'
        : 'the links that we have mailed to both addresses'
    return { message: `Almost done: open ${links}.` }
  })

  api.serve(cancelEmailChangeEndpoint, async (_, { caller }) => {
    await deleteEmailLinks(deps.db, caller.id)
    return { message: 'Your email stays as it is.' }
  })

  api.serve(confirmEmailEndpoint, async ({ body: { token } }, context) => {
    const { address, caller, headers, responseHeaders } = context
    await limiter.attempt('confirm-email', address)
    const { userId, from, to, isDone } = await confirmEmail(deps, { token, caller, headers })
    if (!isDone) {
      const message = 'Thank you. Now open the link in the email to your other address.'
      return { message, isChanged: false }
    }
    if (from === to) return { message: 'Thank you. Your email is confirmed.', isChanged: false }
    if (caller?.id === userId) {
      setReadableCookies(responseHeaders, { ...caller, email: to }, shop.publicUrl)
      return { message: 'Your email is changed.', isChanged: true }
    }
    return { message: 'Your email is changed. Please log in with it.', isChanged: true }
  })
}

/**
 * Mails a link to both addresses, or to the account's own one, to confirm it. An earlier change of the account ends. Only
 * the mail to the new address tells whether it has an account.
 *
 * @throws AppError invalid if it is the account's own, and confirmed
 */
async function requestEmailChange(deps: AppContext, caller: Caller, newEmail: string) {
  const isOwn = newEmail === caller.email
  if (isOwn && (await personById(deps.db, caller.id))?.emailVerified) {
    throw fieldError('invalid', 'email', 'This is your email already.')
  }
  await deps.db.transaction(async (tx) => {
    await lockOwnAccount(tx, caller.id)
    await deleteEmailLinks(tx, caller.id)
    await deps.securityLog.record({ kind: 'email-change-requested', userId: caller.id }, tx)
    for (const mailbox of isOwn ? (['new'] as const) : mailboxes) {
      await mailEmailLink(deps, tx, { userId: caller.id, mailbox, newEmail })
    }
  })
}

type Confirming = Pick<CallContext, 'caller' | 'headers'>

/**
 * Confirms an account's own email, or a change of it in one mailbox. Once the other has confirmed too, the account gets its
 * new email: mailed links to a new password and all sessions but the caller's own end. Role, orders and password stay.
 *
 * @returns `from` and `to` are the same if it is the account's own; `isDone` is false while the other mailbox has not confirmed
 *
 * @throws AppError conflict if the link has ended, or another account has got the address; not_signed_in if it confirms an
 *   account's own, and the caller is somebody else
 */
async function confirmEmail(
  deps: AppContext,
  { token, ...confirming }: Confirming & { token: string },
) {
  const id = deps.accounts.emailTokens.read(token)
  const confirmed = id && (await deps.db.transaction((tx) => confirm(deps, tx, id, confirming)))
  if (confirmed === 'taken') {
    throw new AppError('conflict', 'Another account has this email. Your email stays as it is.')
  }
  if (confirmed) return confirmed
  throw new AppError(
    'conflict',
    'This link has expired or was already used. You can ask for the change again in your account.',
  )
}

async function confirm(
  deps: AppContext,
  tx: Database,
  id: string,
  { caller, headers }: Confirming,
) {
  const exceptToken = deps.accounts.sessionKeyOf(headers)
  const now = deps.clock.now()
  const found = await findEmailLink(tx, id, now)
  if (!found) return null
  const { userId, newEmail } = found
  await lockOwnAccount(tx, userId)
  const links = await emailLinksOf(tx, userId, now)
  const link = links.find((one) => one.id === id)
  const person = await personById(tx, userId)
  if (!link || !person) return null
  const confirmation = { userId, from: person.email, to: newEmail, isDone: true }
  if (newEmail === person.email) {
    // Whoever registered the reader's address must not have it confirmed by its reader.
    if (caller?.id !== userId) {
      throw new AppError(
        'not_signed_in',
        'Please log in to your account first, then open the link again. If this is not your account, set a new password: that ends what others did with it.',
      )
    }
    await deleteEmailLinks(tx, userId)
    await verifyEmail(tx, userId, { exceptToken })
    await deps.securityLog.record({ kind: 'email-confirmed', userId }, tx)
    return confirmation
  }
  await markConfirmed(tx, link)
  const others = links.filter((one) => one !== link)
  if (others.length === 0 || others.some(({ isConfirmed }) => !isConfirmed)) {
    return { ...confirmation, isDone: false }
  }
  await deleteEmailLinks(tx, userId)
  if (!(await updateEmail(tx, { userId, email: newEmail, now }))) return 'taken' as const
  await verifyEmail(tx, userId, { exceptToken })
  await endSessions(tx, userId, { exceptToken })
  await deleteResets(tx, userId)
  await deps.securityLog.record({ kind: 'email-changed', userId }, tx)
  await queueAccountNoticeMail(deps, tx, { userId, change: 'email-changed' })
  await queueAccountNoticeMail(deps, tx, {
    userId,
    change: 'email-changed',
    formerEmail: person.email,
  })
  return confirmation
}
