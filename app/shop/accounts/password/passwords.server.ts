import { randomBytes } from 'node:crypto'
import { AppError, fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { PasswordChange } from '../accounts.schema.ts'
import { hasOldHashes, type Person, passwordHashOf, personById } from '../accounts.store.server.ts'
import { type BetterAuth, replaceApiError, resetSeconds } from '../better-auth.server.ts'
import { checkPassword } from './check-password.server.ts'
import { isOldHash, type PasswordHashing, unmatchedOldHash } from './password-hashing.server.ts'

/** The passwords of accounts: checked, hashed and replaced. */
export interface Passwords {
  /** @throws AppError invalid for a password that is easily guessed, such as the person's or the shop's name */
  check(password: string, person: { name: string; email: string }): Promise<void>
  hash(password: string): Promise<string>
  /** Checks and hashes the new password of somebody who knows the old one. @throws AppError invalid when they do not */
  hashChange(person: Person, change: PasswordChange): Promise<string>
  /**
   * The hash to store once the password has proved right, where an old one is stored. Old hashes take longer. While there
   * are any, each sign-in does the work of both, so that its time does not tell which addresses have an account.
   */
  upgradeHash(email: string, password: string): Promise<string | null>
  /** A one-time token for a new password, valid for an hour; null when the account does not exist any more. */
  issueReset(userId: string): Promise<{ token: string; person: Person } | null>
  /**
   * Sets a new password and ends every session. Answers the account and its e-mail.
   *
   * @throws AppError conflict when the token is used or expired
   */
  reset(token: string, password: string): Promise<{ userId: string; email: string }>
}

interface PasswordsDeps {
  db: Database
  auth: BetterAuth
  shopName: string
  hashing: PasswordHashing
}

export function createPasswords({ db, auth, shopName, hashing }: PasswordsDeps): Passwords {
  const check: Passwords['check'] = (password, person) =>
    checkPassword(password, { ...person, shopName })

  let oldHashesRemain = true

  return {
    check,

    hash: (password) => hashing.hash(password),

    async hashChange(person, { currentPassword, password }) {
      const hash = (await passwordHashOf(db, person.email)) ?? ''
      if (!(await hashing.verify({ hash, password: currentPassword }))) {
        const sentence = 'This is not your password now. Please try again.'
        throw fieldError('invalid', 'currentPassword', sentence)
      }
      if (password === currentPassword) {
        const sentence = 'This is your password already. Please choose another one.'
        throw fieldError('invalid', 'password', sentence)
      }
      await check(password, person)
      return hashing.hash(password)
    },

    async upgradeHash(email, password) {
      const stored = await passwordHashOf(db, email)
      oldHashesRemain &&= await hasOldHashes(db)
      if (stored !== null && isOldHash(stored)) return hashing.hash(password)
      if (oldHashesRemain) await hashing.verify({ hash: unmatchedOldHash, password })
      return null
    },

    async issueReset(userId) {
      const person = await personById(db, userId)
      if (!person) return null
      const token = randomBytes(24).toString('base64url')
      await (await auth.$context).internalAdapter.createVerificationValue({
        identifier: `reset-password:${token}`,
        value: userId,
        // The machine's time, not the shop's clock: better-auth compares it with that.
        expiresAt: new Date(Date.now() + resetSeconds * 1000),
      })
      return { token, person }
    },

    async reset(token, password) {
      const { internalAdapter } = await auth.$context
      const link = await internalAdapter.findVerificationValue(`reset-password:${token}`)
      const person = await personById(db, link?.value ?? '')
      if (person) await check(password, person)
      await auth.api
        .resetPassword({ body: { token, newPassword: password } })
        .catch(replaceApiError(400, linkIsUsed))
      return { userId: person?.id ?? '', email: person?.email ?? '' }
    },
  }
}

function linkIsUsed(): AppError {
  const sentence = 'This link has expired or was already used. Please request a new one.'
  return new AppError('conflict', sentence)
}
