import { createHook } from 'node:async_hooks'
import { count, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { dayMs } from '#platform/clock.ts'
import type { OpenDatabase } from '#platform/database/database.server.ts'
import { openInMemory } from '#platform/database/embedded.server.ts'
import { cheapHashing } from '../../../test/support/cheap-hashing.ts'
import { statementsOf } from '../../../test/support/count-statements.ts'
import { collectSecurityEvents } from '../../../test/support/security-events.ts'
import { openTestDatabase } from '../../../test/support/test-database.ts'
import { type Accounts, createAccounts } from './accounts.server.ts'
import { personByEmail } from './accounts.store.server.ts'
import { credentials, sessions, users, verifications } from './accounts.tables.server.ts'
import { createPasswordHashing } from './password/passwords.server.ts'
import { endSessions } from './sessions.store.server.ts'

const asha = {
  name: 'Asha Rao',
  email: 'asha@example.in',
  mobileno: '9876543210',
  date: '1995-04-23',
  password: 'mango-cake',
}
const secret = 'a secret of thirty-two characters'

const { securityLog } = collectSecurityEvents()
let open: OpenDatabase
let accounts: Accounts
let now = new Date()

beforeAll(async () => {
  open = await openTestDatabase()
})
afterAll(() => open.close())
beforeEach(async () => {
  now = new Date()
  accounts = accountsWith(secret)
  await open.db.delete(verifications)
  await open.db.delete(users)
})

function accountsWith(ownSecret: string, passwordHashing = cheapHashing) {
  return createAccounts({
    db: open.db,
    securityLog,
    secret: ownSecret,
    publicUrl: 'http://localhost:3000',
    clock: { now: () => now },
    passwordHashing,
  })
}

const bearer = (token: string) => new Headers({ authorization: `Bearer ${token}` })
const cookie = (token: string) => new Headers({ cookie: `token=${token}` })
const rowsOf = async (table: typeof users | typeof sessions | typeof credentials) =>
  (await open.db.select({ n: count() }).from(table))[0]?.n

async function resetTokenOf(email: string) {
  const person = await personByEmail(open.db, email)
  const reset = await accounts.passwords.issueReset(person?.id ?? '')
  if (!reset) throw new Error('no reset was issued')
  return reset.token
}

test('an account is stored, its password only as a hash', async () => {
  const real = accountsWith(secret, createPasswordHashing())
  await real.register(asha)
  const [user] = await open.db.select().from(users)
  expect(user).toMatchObject({
    name: 'Asha Rao',
    mobileno: '9876543210',
    birthdate: '1995-04-23',
    role: 'customer',
  })
  const [credential] = await open.db.select().from(credentials)
  expect(credential?.password).toMatch(/^\$argon2id\$/)
})

/** Accounts where something happens between the check of a password and what follows from it. */
function accountsWhere(happensMeanwhile: () => Promise<unknown>) {
  return accountsWith(secret, {
    ...cheapHashing,
    async verify(attempt) {
      const isRight = await cheapHashing.verify(attempt)
      await happensMeanwhile()
      return isRight
    },
  })
}

const wrongLogin = { code: 'not_signed_in', message: 'something is wrong' }

test('a sign-in that is under way when the password is reset fails', async () => {
  await accounts.register(asha)
  const reset = await resetTokenOf(asha.email)
  const slow = accountsWhere(() => accounts.passwords.reset(reset, 'a plum and a pear'))
  await expect(slow.signIn(asha.email, asha.password)).rejects.toMatchObject(wrongLogin)
  expect(await rowsOf(sessions)).toBe(0)
})

test('a sign-in that is under way when an app is turned on, or the password of such an account changes, fails', async () => {
  await accounts.register(asha)
  const turnOn = () => open.db.update(users).set({ twoFactorEnabled: true })
  const slow = accountsWhere(turnOn)
  await expect(slow.signIn(asha.email, asha.password)).rejects.toMatchObject(wrongLogin)
  const changed = accountsWhere(() => open.db.update(credentials).set({ password: 'another' }))
  await expect(changed.signIn(asha.email, asha.password)).rejects.toMatchObject(wrongLogin)
  expect(await rowsOf(sessions)).toBe(0)
})

// The embedded database has one connection: nothing comes between the statements of a transaction.
test.runIf(process.env.TEST_DATABASE_URL)(
  'a sign-in waits for a change of the password that is being written, and fails',
  async () => {
    await accounts.register(asha)
    const person = await personByEmail(open.db, asha.email)
    let change: Promise<void> | undefined
    const hashingStarts = Promise.withResolvers<void>()
    const slow = accountsWhere(() => {
      change = open.db.transaction(async (tx) => {
        await tx.update(credentials).set({ password: 'another' })
        await endSessions(tx, person?.id ?? '')
        hashingStarts.resolve()
        await vi.waitFor(async () => expect(await rowsOf(sessions)).toBe(1))
      })
      return hashingStarts.promise
    })
    await expect(slow.signIn(asha.email, asha.password)).rejects.toMatchObject(wrongLogin)
    await change
    expect(await rowsOf(sessions)).toBe(0)
  },
)

/** What a wrong sign-in hashes, in the shop's own way. */
async function workOf(real: Accounts, email: string) {
  const work: string[] = []
  const hook = createHook({
    init: (_, type) => void (/^(SCRYPT|ARGON2)REQUEST$/.test(type) && work.push(type)),
  }).enable()
  await expect(real.signIn(email, 'lemon-cake')).rejects.toThrow('something is wrong')
  hook.disable()
  return work
}

test('known and unknown e-mails cost the same work', async () => {
  const real = accountsWith(secret, createPasswordHashing())
  await real.register(asha)
  for (const email of [asha.email, 'no@example.in']) {
    expect(await workOf(real, email)).toEqual(['ARGON2REQUEST'])
  }
})

test('a failure of the database is not mistaken for a wrong password', async () => {
  const broken = await openInMemory('db/migrations')
  await broken.close()
  const down = createAccounts({
    db: broken.db,
    securityLog,
    secret,
    publicUrl: 'http://localhost:3000',
  })
  const failure = await down.signIn(asha.email, asha.password).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Error)
  expect(failure).not.toHaveProperty('code', 'not_signed_in')
})

test('a session lasts 30 days and no longer', async () => {
  await accounts.register(asha)
  const { token } = await accounts.signIn(asha.email, asha.password)
  now = new Date(now.getTime() + 30 * dayMs - 1)
  expect(await accounts.callerOf(bearer(token))).not.toBeNull()
  now = new Date(now.getTime() + 1)
  expect(await accounts.callerOf(bearer(token))).toBeNull()
})

test('logging out ends this session on the server and no other', async () => {
  await accounts.register(asha)
  const phone = await accounts.signIn(asha.email, asha.password)
  const laptop = await accounts.signIn(asha.email, asha.password)
  await accounts.signOut(cookie(phone.token))
  expect(await accounts.callerOf(cookie(phone.token))).toBeNull()
  expect(await accounts.callerOf(bearer(phone.token))).toBeNull()
  expect(await accounts.callerOf(cookie(laptop.token))).not.toBeNull()
  await accounts.signOut(cookie(phone.token))
  await accounts.signOut(new Headers())
})

test('a session takes one query, an invalid token none', async () => {
  await accounts.register(asha)
  const { token } = await accounts.signIn(asha.email, asha.password)
  const statements = await statementsOf(async () => {
    for (const headers of [new Headers(), bearer('made.up'), cookie(`x${token}`)]) {
      expect(await accounts.callerOf(headers)).toBeNull()
    }
  })
  expect(statements).toEqual([])
  const lookedUp = await statementsOf(async () => {
    expect(await accounts.callerOf(bearer(token))).not.toBeNull()
  })
  expect(lookedUp).toHaveLength(1)
})

test('a stolen sessions table is useless: neither the key alone nor one signed with another secret is a token', async () => {
  await accounts.register(asha)
  const { token } = await accounts.signIn(asha.email, asha.password)
  const [session] = await open.db.select().from(sessions)
  expect(await accounts.callerOf(bearer(session?.token ?? ''))).toBeNull()
  expect(await accountsWith(`${secret}!`).callerOf(bearer(token))).toBeNull()
})

test('after a reset only the new password works, and every session has ended', async () => {
  await accounts.register(asha)
  const { token } = await accounts.signIn(asha.email, asha.password)
  await accounts.passwords.reset(await resetTokenOf(asha.email), 'lemon-cake')
  expect(await accounts.callerOf(bearer(token))).toBeNull()
  await expect(accounts.signIn(asha.email, asha.password)).rejects.toThrow('something is wrong')
  await accounts.signIn(asha.email, 'lemon-cake')
})

const expired = {
  code: 'conflict',
  message: 'This link has expired or was already used. Please request a new one.',
}

test('a reset link works once, even for two requests at the same time', async () => {
  await accounts.register(asha)
  const token = await resetTokenOf(asha.email)
  const tries = await Promise.allSettled([
    accounts.passwords.reset(token, 'lemon-cake'),
    accounts.passwords.reset(token, 'peach-cake'),
  ])
  expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(accounts.passwords.reset(token, 'berry-cake')).rejects.toMatchObject(expired)
})

test('a reset invalidates the other links', async () => {
  await accounts.register(asha)
  const [first, second] = [await resetTokenOf(asha.email), await resetTokenOf(asha.email)]
  await accounts.passwords.reset(second, 'lemon-cake')
  await expect(accounts.passwords.reset(first, 'peach-cake')).rejects.toMatchObject(expired)
})

test('an expired or invalid link is rejected and changes nothing', async () => {
  await accounts.register(asha)
  const token = await resetTokenOf(asha.email)
  await open.db.update(verifications).set({ expiresAt: new Date(Date.now() - 1000) })
  for (const bad of [token, 'made-up', '']) {
    await expect(accounts.passwords.reset(bad, 'lemon-cake')).rejects.toMatchObject(expired)
  }
  await accounts.signIn(asha.email, asha.password)
})

test('a link is valid for an hour, and its token is not in the database', async () => {
  await accounts.register(asha)
  const token = await resetTokenOf(asha.email)
  const [row] = await open.db.select().from(verifications)
  expect(JSON.stringify(row)).not.toContain(token)
  const minutes = ((row?.expiresAt.getTime() ?? 0) - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(58)
  expect(minutes).toBeLessThanOrEqual(60)
})

test('only one of several processes creates the first admin, with a password to print', async () => {
  const admin = { email: 'admin@cakewala.test', password: undefined }
  const results = await Promise.all([1, 2, 3].map(() => accounts.ensureOwner(admin)))
  expect(results.filter(({ created }) => created)).toHaveLength(1)
  const password = results.find(({ created }) => created)?.generatedPassword ?? ''
  expect(password.length).toBeGreaterThanOrEqual(16)
  expect(await accounts.signIn(admin.email, password)).toMatchObject({ role: 'owner' })
  expect(await accounts.ensureOwner(admin)).toEqual({ created: false })
  expect(await rowsOf(users)).toBe(1)
})

test('a configured admin password is used and not printed', async () => {
  const admin = { email: 'admin@cakewala.test', password: 'bakers-secret' }
  expect(await accounts.ensureOwner(admin)).toEqual({ created: true })
  const { token } = await accounts.signIn(admin.email, 'bakers-secret')
  expect(await accounts.callerOf(bearer(token))).toMatchObject({ role: 'owner' })
})

test("a customer with the admin's e-mail loses that account", async () => {
  await accounts.register({ ...asha, email: 'admin@cakewala.test' })
  const { token } = await accounts.signIn('admin@cakewala.test', asha.password)
  await accounts.ensureOwner({ email: 'admin@cakewala.test', password: 'bakers-secret' })
  expect(await accounts.callerOf(bearer(token))).toBeNull()
  await expect(accounts.signIn('admin@cakewala.test', asha.password)).rejects.toThrow()
  await accounts.signIn('admin@cakewala.test', 'bakers-secret')
  const admins = await open.db.select().from(users).where(eq(users.role, 'owner'))
  expect(admins).toHaveLength(1)
})
