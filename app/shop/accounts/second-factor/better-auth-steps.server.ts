import { isAPIError } from 'better-auth/api'
import { AppError, fieldError } from '#platform/app-error.ts'
import type { BetterAuth } from '../better-auth.server.ts'
import {
  readStepCookie,
  type SessionSettings,
  type StepCookie,
  sessionKey,
} from '../session-cookies.server.ts'

/** What better-auth keeps in a cookie between two steps: its name and its signed value, as a request sends it. */
export type Step = string

/** The cookie of better-auth that waits for the next step. */
export async function stepOf(
  auth: BetterAuth,
  name: 'two_factor' | 'better-auth-passkey',
  headers: Headers,
): Promise<Step> {
  const cookie = (await auth.$context).createAuthCookie(name).name
  const set = headers.getSetCookie().find((line) => line.startsWith(`${cookie}=`))
  if (!set) throw new Error(`better-auth set no ${cookie}`)
  return set.split(';', 1)[0] ?? ''
}

/** The headers of a call to better-auth for the session of a request. */
export function sessionHeaders(headers: Headers, settings: SessionSettings, step?: Step): Headers {
  const key = sessionKey(headers, settings)
  return new Headers({
    ...(key && { authorization: `Bearer ${key}` }),
    ...(step && { cookie: step }),
  })
}

/** The key of the session that better-auth has started in its response; null if it has started none. */
export function startedSession(headers: Headers): string | null {
  return headers.get('set-auth-token')?.split('.')[0] ?? null
}

const sentences = {
  INVALID_PASSWORD: ['password', 'The password is not right.'],
  INVALID_CODE: [
    'code',
    'This code is not right, or it was used before. Please enter the next one.',
  ],
  INVALID_BACKUP_CODE: ['code', 'This recovery code is not right, or it was used before.'],
} as const

const startAgain = 'This took too long. Please sign in with your password again.'
const conflicts: Record<string, string> = {
  INVALID_TWO_FACTOR_COOKIE: startAgain,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE:
    'Too many wrong codes. Please sign in with your password again.',
  TOTP_ALREADY_ENABLED: 'The authenticator app is on already. Turn it off first.',
  TOTP_NOT_ENABLED: 'The authenticator app is off.',
  TWO_FACTOR_NOT_ENABLED: 'The authenticator app is off.',
  BACKUP_CODES_NOT_ENABLED: 'The authenticator app is off.',
  CHALLENGE_NOT_FOUND: 'This took too long. Please try again.',
  PASSKEY_NOT_FOUND: 'The shop does not know this passkey. Please sign in with your password.',
  AUTHENTICATION_FAILED: 'The passkey could not be checked. Please try again.',
  FAILED_TO_VERIFY_REGISTRATION: 'The passkey could not be checked. Please try again.',
  PREVIOUSLY_REGISTERED: 'This passkey is in your account already.',
}

/** How long better-auth lets nobody try codes of an account after ten wrong ones, in seconds. */
const lockedSeconds = 15 * 60

/** Says better-auth's refusal in our words. Any other error is a bug and is thrown as it is. */
export function throwInOurWords(error: unknown): never {
  if (!isAPIError(error)) throw error
  const refusal = refusalOf(String(error.body?.code))
  // The session was there when the call began.
  if (!refusal && error.statusCode === 401)
    throw new AppError('not_signed_in', 'Please sign in first.')
  throw refusal ?? error
}

function refusalOf(code: string): AppError | null {
  if (Object.hasOwn(sentences, code)) return wrong(code as keyof typeof sentences)
  if (Object.hasOwn(conflicts, code)) return new AppError('conflict', conflicts[code] ?? '')
  if (code !== 'ACCOUNT_TEMPORARILY_LOCKED') return null
  return new AppError('too_many', 'Too many wrong codes. Please wait 15 minutes and try again.', {
    retryAfterSeconds: lockedSeconds,
  })
}

/** The step of a request. @throws AppError conflict when none waits there */
export function requireStep(headers: Headers, name: StepCookie, publicUrl: string): Step {
  const step = readStepCookie(headers, name, publicUrl)
  if (step === null) throw new AppError('conflict', startAgain)
  return step
}

/** A wrong password or code, beside its field. */
export function wrong(code: keyof typeof sentences): AppError {
  const [field, sentence] = sentences[code]
  return fieldError('invalid', field, sentence)
}
