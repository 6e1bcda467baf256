import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { AppError, fieldError } from '#platform/app-error.ts'
import { createConcurrencyLimit } from '#platform/http/limits/concurrency-limit.server.ts'
import type { PasswordChange } from '../accounts.schema.ts'
import { credentialOf, type Person, personById } from '../accounts.store.server.ts'
import {
  type AuthSettings,
  type BetterAuth,
  type PasswordHashing,
  replaceApiError,
} from '../better-auth.server.ts'
import { resetSeconds } from '../sessions.server.ts'

/** OWASP's first recommendation: Argon2id with 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const prefix = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$`

/**
 * Two passwords are hashed at a time: each takes a thread of Node's pool, and files, compression and DNS need some of its
 * four. Others wait for about two seconds at most; beyond the limit the response is 503.
 */
const limits = { running: 2, waiting: 60 }

const runArgon2 = promisify(argon2)
const key = (password: string, nonce: Uint8Array) =>
  runArgon2('argon2id', { message: password.normalize('NFKC'), nonce, ...cost })

export function createPasswordHashing(): PasswordHashing {
  const limited = createConcurrencyLimit(limits)
  return {
    hash: (password) =>
      limited(async () => {
        const salt = randomBytes(16)
        return prefix + [salt, await key(password, salt)].map(unpadded).join('$')
      }),
    verify: ({ hash, password }) =>
      limited(async () => {
        if (!hash.startsWith(prefix)) return false
        const [salt = '', expected = ''] = hash.slice(prefix.length).split('$')
        const actual = await key(password, Buffer.from(salt, 'base64'))
        const stored = Buffer.from(expected, 'base64')
        return stored.length === actual.length && timingSafeEqual(stored, actual)
      }),
  }
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

export function createPasswords(auth: BetterAuth, settings: AuthSettings) {
  const { db, shopName, passwordHashing: hashing } = settings

  /** @throws AppError invalid for a password that is easily guessed */
  const check = (password: string, person: { name: string; email: string }) =>
    checkPassword(password, { ...person, shopName })

  return {
    check,

    hash: (password: string) => hashing.hash(password),

    /** Checks and hashes a new password. @throws AppError invalid if the old one is wrong, or the new one not allowed */
    async hashChange(person: Person, { currentPassword, password }: PasswordChange) {
      const old = (await credentialOf(db, person.email))?.password ?? ''
      if (!(await hashing.verify({ hash: old, password: currentPassword }))) throw wrongPassword()
      if (password === currentPassword) {
        const sentence = 'This is your password already. Please choose another one.'
        throw fieldError('invalid', 'password', sentence)
      }
      await check(password, person)
      return { old, password: await hashing.hash(password) }
    },

    /** A one-time token for a new password, valid for an hour; null if the account was deleted. */
    async issueReset(userId: string) {
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

    /** Sets a new password and ends every session. @throws AppError conflict if the token is used or expired */
    async reset(token: string, password: string) {
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

export function wrongPassword(): AppError {
  const sentence = 'This is not your password now. Please try again.'
  return fieldError('invalid', 'currentPassword', sentence)
}

function linkIsUsed(): AppError {
  const sentence = 'This link has expired or was already used. Please request a new one.'
  return new AppError('conflict', sentence)
}

/** Shorter words of a name occur in many good passwords: they must not be all of the letters. */
const minWordLetters = 5
/** A password has so many letters besides short words. */
const minOtherLetters = 4

interface PasswordOwner {
  name: string
  email: string
  shopName: string
}

/**
 * @throws AppError invalid for one of the 10,000 commonest passwords of enough length, and for one with the person's name or
 *   e-mail or the shop's name. The schema checks the length.
 */
export async function checkPassword(password: string, owner: PasswordOwner) {
  const sentence = (await isCommon(password))
    ? 'Many people use this password. Please choose another one.'
    : namesAny(password, ownWords(owner))
      ? 'Please choose a password without your name or email.'
      : namesAny(password, [owner.shopName])
        ? 'Please choose a password without the name of the shop.'
        : null
  if (sentence) throw fieldError('invalid', 'password', sentence)
}

function ownWords({ name, email }: PasswordOwner): string[] {
  return [name, ...name.split(/\s+/), email, email.split('@')[0] ?? '']
}

/** Whether a password has a long word in it, or is little more than short ones: 'Asha-2026'. */
function namesAny(password: string, named: string[]): boolean {
  const text = lettersOf(password)
  const words = named.map(lettersOf).filter((word) => text.includes(word) && word.length > 1)
  if (words.some((word) => word.length >= minWordLetters)) return true
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), text)
  return words.length > 0 && rest.replace(/\P{L}/gu, '').length < minOtherLetters
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

let commonPasswords: Promise<Set<string>> | undefined

async function isCommon(password: string): Promise<boolean> {
  commonPasswords ??= readCommonPasswords()
  return (await commonPasswords).has(password.toLowerCase())
}

/** 90 KB, loaded with the first password that somebody chooses. */
async function readCommonPasswords(): Promise<Set<string>> {
  const { default: text } = await import('./common-passwords.txt?raw')
  return new Set(text.split('\n').filter((line) => line && !line.startsWith('# ')))
}
