import { createHash } from 'node:crypto'
import type { PasswordHashing } from '#shop/accounts/better-auth.server.ts'

const digest = (password: string) => createHash('sha256').update(password).digest('hex')

/** Passwords of tests: the shop's own hashing takes some 70 ms of a processor each time. */
export const cheapHashing: PasswordHashing = {
  hash: async (password) => digest(password),
  verify: async ({ hash, password }) => hash === digest(password),
}
