import { count, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '#platform/database/database.server.ts'
import { openInMemory } from '#platform/database/embedded.server.ts'
import { cheapHashing } from '../../../test/support/cheap-hashing.ts'
import { statementsOf } from '../../../test/support/count-statements.ts'
import { openTestDatabase } from '../../../test/support/test-database.ts'
import { type Accounts, createAccounts } from './accounts.server.ts'
import { deleteExpired, personByEmail } from './accounts.store.server.ts'
import { credentials, sessions, users, verifications } from './accounts.tables.server.ts'

const asha = {
  name: 'Asha Rao',
  email: 'asha@example.in',
  mobileno: '9876543210',
  date: '1995-04-23',
  password: 'mango-cake',
}
const day = 24 * 60 * 60 * 1000
const secret = 'a secret of thirty-two characters'

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

function accountsWith(ownSecret: string) {
  return createAccounts({
    db: open.db,
    secret: ownSecret,
    publicUrl: 'http://localhost:3000',
    clock: { now: () => now },
    passwordHashing: cheapHashing,
  })
}

const bearer = (token: string) => new Headers({ authorization: `Bearer ${token}` })
const cookie = (token: string) => new Headers({ cookie: `token=${token}` })
const rowsOf = async (table: typeof users | typeof sessions | typeof credentials) =>
  (await open.db.select({ n: count() }).from(table))[0]?.n

async function resetTokenOf(email: string) {
  const person = await personByEmail(open.db, email)
  const reset = await accounts.issueReset(person?.id ?? '')
  if (!reset) throw new Error('no reset was issued')
  return reset.token
}

test('who registers can sign in, and is then known by cookie and by bearer token', async () => {
  await accounts.register(asha)
  const { token, email, isAdmin } = await accounts.signIn(asha.email, asha.password)
  expect({ email, isAdmin }).toEqual({ email: asha.email, isAdmin: false })
  const caller = { id: expect.any(String), email: asha.email, isAdmin: false }
  expect(await accounts.callerOf(bearer(token))).toEqual(caller)
  expect(await accounts.callerOf(cookie(token))).toEqual(caller)
})

test('what was given is kept, the password only as a hash', async () => {
  const real = createAccounts({ db: open.db, secret, publicUrl: 'http://localhost:3000' })
  await real.register(asha)
  const [user] = await open.db.select().from(users)
  expect(user).toMatchObject({
    name: 'Asha Rao',
    mobileno: '9876543210',
    birthdate: '1995-04-23',
    isAdmin: false,
  })
  const [credential] = await open.db.select().from(credentials)
  expect(credential?.password).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/)
})

test('registering does not sign in', async () => {
  await accounts.register(asha)
  expect(await rowsOf(sessions)).toBe(0)
})

test('of many who register one e-mail at once, one gets it', async () => {
  const tries = await Promise.allSettled([1, 2, 3, 4].map(() => accounts.register(asha)))
  const refusals = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refusals).toHaveLength(3)
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({
      code: 'conflict',
      message: 'An account with this email already exists',
    })
  }
  expect(await rowsOf(users)).toBe(1)
  expect(await rowsOf(credentials)).toBe(1)
})

test('a wrong password and an unknown e-mail are refused alike', async () => {
  await accounts.register(asha)
  const refusal = { code: 'not_signed_in', message: 'something is wrong' }
  await expect(accounts.signIn(asha.email, 'lemon-cake')).rejects.toMatchObject(refusal)
  await expect(accounts.signIn('no@example.in', asha.password)).rejects.toMatchObject(refusal)
  expect(await rowsOf(sessions)).toBe(0)
})

test('a failure of the database is not mistaken for a wrong password', async () => {
  const broken = await openInMemory('db/migrations')
  await broken.close()
  const down = createAccounts({ db: broken.db, secret, publicUrl: 'http://localhost:3000' })
  const failure = await down.signIn(asha.email, asha.password).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Error)
  expect(failure).not.toHaveProperty('code', 'not_signed_in')
})

test('a session lasts 30 days and no longer', async () => {
  await accounts.register(asha)
  const { token } = await accounts.signIn(asha.email, asha.password)
  now = new Date(now.getTime() + 30 * day - 1)
  expect(await accounts.callerOf(bearer(token))).not.toBeNull()
  now = new Date(now.getTime() + 1)
  expect(await accounts.callerOf(bearer(token))).toBeNull()
})

test('the nightly sweep takes expired sessions and links, and leaves the others', async () => {
  await accounts.register(asha)
  await accounts.signIn(asha.email, asha.password)
  await resetTokenOf(asha.email)
  now = new Date(now.getTime() + 2 * day)
  const { token } = await accounts.signIn(asha.email, asha.password)
  await deleteExpired(open.db, new Date(now.getTime() + 29 * day))
  expect(await rowsOf(sessions)).toBe(1)
  expect(await accounts.callerOf(bearer(token))).not.toBeNull()
  expect(await open.db.select().from(verifications)).toEqual([])
})

test('signing out ends this session on the server and no other', async () => {
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

test('a session takes one query, a request without a good token none', async () => {
  await accounts.register(asha)
  const { token } = await accounts.signIn(asha.email, asha.password)
  const toldApart = await statementsOf(async () => {
    for (const headers of [new Headers(), bearer('made.up'), cookie(`x${token}`)]) {
      expect(await accounts.callerOf(headers)).toBeNull()
    }
  })
  expect(toldApart).toEqual([])
  const lookedUp = await statementsOf(async () => {
    expect(await accounts.callerOf(bearer(token))).not.toBeNull()
  })
  expect(lookedUp).toHaveLength(1)
})

test("a stolen sessions table opens nothing: the key alone, or signed by another's secret, is no token", async () => {
  await accounts.register(asha)
  const { token } = await accounts.signIn(asha.email, asha.password)
  const [session] = await open.db.select().from(sessions)
  expect(await accounts.callerOf(bearer(session?.token ?? ''))).toBeNull()
  expect(await accountsWith(`${secret}!`).callerOf(bearer(token))).toBeNull()
})

test('a reset password is the only one that works, and every session has ended', async () => {
  await accounts.register(asha)
  const { token } = await accounts.signIn(asha.email, asha.password)
  await accounts.resetPassword(await resetTokenOf(asha.email), 'lemon-cake')
  expect(await accounts.callerOf(bearer(token))).toBeNull()
  await expect(accounts.signIn(asha.email, asha.password)).rejects.toThrow('something is wrong')
  await accounts.signIn(asha.email, 'lemon-cake')
})

const expired = {
  code: 'conflict',
  message: 'This link has expired or was already used. Please ask for a new one.',
}

test('a reset link works once, even when pressed twice at once', async () => {
  await accounts.register(asha)
  const token = await resetTokenOf(asha.email)
  const tries = await Promise.allSettled([
    accounts.resetPassword(token, 'lemon-cake'),
    accounts.resetPassword(token, 'peach-cake'),
  ])
  expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(accounts.resetPassword(token, 'berry-cake')).rejects.toMatchObject(expired)
})

test('a reset closes the other links that were mailed', async () => {
  await accounts.register(asha)
  const [first, second] = [await resetTokenOf(asha.email), await resetTokenOf(asha.email)]
  await accounts.resetPassword(second, 'lemon-cake')
  await expect(accounts.resetPassword(first, 'peach-cake')).rejects.toMatchObject(expired)
})

test('an old or made-up link is refused and changes nothing', async () => {
  await accounts.register(asha)
  const token = await resetTokenOf(asha.email)
  await open.db.update(verifications).set({ expiresAt: new Date(Date.now() - 1000) })
  for (const bad of [token, 'made-up', '']) {
    await expect(accounts.resetPassword(bad, 'lemon-cake')).rejects.toMatchObject(expired)
  }
  await accounts.signIn(asha.email, asha.password)
})

test('a link is good for an hour, and its token is not in the database', async () => {
  await accounts.register(asha)
  const token = await resetTokenOf(asha.email)
  const [kept] = await open.db.select().from(verifications)
  expect(JSON.stringify(kept)).not.toContain(token)
  const minutes = ((kept?.expiresAt.getTime() ?? 0) - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(58)
  expect(minutes).toBeLessThanOrEqual(60)
})

test('no link for an account that is gone', async () => {
  expect(await accounts.issueReset('nobody')).toBeNull()
})

test('the first admin is made once, by whichever process comes first, with a password to print', async () => {
  const admin = { email: 'admin@cakewala.test', password: undefined }
  const made = await Promise.all([1, 2, 3].map(() => accounts.ensureAdmin(admin)))
  expect(made.filter(({ created }) => created)).toHaveLength(1)
  const password = made.find(({ created }) => created)?.generatedPassword ?? ''
  expect(password.length).toBeGreaterThanOrEqual(16)
  expect(await accounts.signIn(admin.email, password)).toMatchObject({ isAdmin: true })
  expect(await accounts.ensureAdmin(admin)).toEqual({ created: false })
  expect(await rowsOf(users)).toBe(1)
})

test('a chosen admin password is used and not told again', async () => {
  const admin = { email: 'admin@cakewala.test', password: 'bakers-secret' }
  expect(await accounts.ensureAdmin(admin)).toEqual({ created: true })
  const { token } = await accounts.signIn(admin.email, 'bakers-secret')
  expect(await accounts.callerOf(bearer(token))).toMatchObject({ isAdmin: true })
})

test("a customer who had taken the admin's e-mail is put out of that account", async () => {
  await accounts.register({ ...asha, email: 'admin@cakewala.test' })
  const { token } = await accounts.signIn('admin@cakewala.test', asha.password)
  await accounts.ensureAdmin({ email: 'admin@cakewala.test', password: 'bakers-secret' })
  expect(await accounts.callerOf(bearer(token))).toBeNull()
  await expect(accounts.signIn('admin@cakewala.test', asha.password)).rejects.toThrow()
  await accounts.signIn('admin@cakewala.test', 'bakers-secret')
  const admins = await open.db.select().from(users).where(eq(users.isAdmin, true))
  expect(admins).toHaveLength(1)
})
