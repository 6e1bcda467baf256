import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Api } from '#platform/http/api.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { queueAccountNoticeMail } from '../account-mails.server.ts'
import {
  currentPasswordSchema,
  type PasswordChange,
  passwordChangeSchema,
  profileSchema,
} from '../accounts.schema.ts'
import {
  deleteResets,
  personById,
  replacePasswordHash,
  updateProfile,
} from '../accounts.store.server.ts'
import { ofOwnAccount } from '../login/log-in.server.ts'
import { wrongPassword } from '../password/passwords.server.ts'
import { clearSessionCookies } from '../sessions.server.ts'
import { endSessions } from '../sessions.store.server.ts'

export const changeProfileEndpoint = endpoint({
  ...ofOwnAccount,
  path: '/account/profile',
  summary: 'Change your name and mobile',
  description: 'For orders from now on. Orders that were placed keep what they were placed with.',
  body: profileSchema,
})

export const changePasswordEndpoint = endpoint({
  ...ofOwnAccount,
  path: '/account/password',
  summary: 'Change your password',
  description: 'With the old one. It ends every other session and is mailed to you.',
  body: passwordChangeSchema,
})

export const endSessionEndpoint = endpoint({
  ...ofOwnAccount,
  path: '/account/sessions/end',
  summary: 'Log out one device',
  description: 'Ends one of your sessions, by its id.',
  body: z.object({ id: z.string().min(1).max(100) }),
  problems: [404],
})

export const endSessionsEndpoint = endpoint({
  ...ofOwnAccount,
  path: '/account/sessions/end-all',
  summary: 'Log out everywhere',
  description: 'Ends all your sessions, this one too.',
})

export const passwordAgainEndpoint = endpoint({
  ...ofOwnAccount,
  path: '/account/password-again',
  summary: 'Give the password again',
  description:
    'For the session of the call. Calls that refuse with the problem type `password-needed` then answer for 15 minutes.',
  body: currentPasswordSchema,
})

export function serveAccount(api: Api, deps: AppContext) {
  api.serve(changeProfileEndpoint, async ({ body }, { caller }) => {
    await updateProfile(deps.db, caller.id, body, deps.clock.now())
    return { message: 'Your details are saved.' }
  })

  api.serve(changePasswordEndpoint, async ({ body }, { caller, headers }) => {
    await deps.limiter.attempt('password-again', caller.id)
    await changePassword(deps, { userId: caller.id, headers, change: body })
    return { message: 'Your password is changed. All other devices are logged out.' }
  })

  api.serve(passwordAgainEndpoint, async ({ body: { password } }, { caller, headers }) => {
    await deps.limiter.attempt('password-again', caller.id)
    await deps.accounts.givePasswordAgain(headers, password)
    await deps.limiter.forgive('password-again', caller.id)
    return { message: 'Thank you.' }
  })

  serveSessionList(api, deps)
}

function serveSessionList(api: Api, { db, securityLog, shop }: AppContext) {
  api.serve(endSessionEndpoint, async ({ body: { id } }, { caller }) => {
    if ((await endSessions(db, caller.id, { id })) === 0) {
      throw new AppError('not_found', 'This device is logged out already.')
    }
    await securityLog.record({ kind: 'session-ended', userId: caller.id })
    return { message: 'The device is logged out.' }
  })

  api.serve(endSessionsEndpoint, async (_, { caller, responseHeaders }) => {
    const count = await endSessions(db, caller.id)
    await securityLog.record({ kind: 'session-ended', userId: caller.id, details: { count } })
    clearSessionCookies(responseHeaders, shop.publicUrl)
    return { message: 'You are logged out on all devices.' }
  })
}

/**
 * Replaces a password. Every other session and every mailed link to a new password ends, and the owner gets a mail.
 *
 * @throws AppError invalid if the old one is wrong, or the new one is not allowed
 */
async function changePassword(
  deps: AppContext,
  { userId, headers, change }: { userId: string; headers: Headers; change: PasswordChange },
) {
  const { accounts, db, securityLog } = deps
  const person = await personById(db, userId)
  if (!person) throw new Error('a session without an account')
  const hashes = await accounts.passwords.hashChange(person, change)
  const exceptToken = accounts.sessionKeyOf(headers)
  await db.transaction(async (tx) => {
    if (!(await replacePasswordHash(tx, userId, hashes))) throw wrongPassword()
    // Before sessions: it waits for a step of a sign-in that becomes one now.
    await deleteResets(tx, userId)
    await endSessions(tx, userId, { exceptToken })
    await securityLog.record(
      { kind: 'password-changed', userId, details: { by: 'old password' } },
      tx,
    )
    await queueAccountNoticeMail(deps, tx, { userId, change: 'password-changed' })
  })
}
