import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { contactOf, personByEmail } from '#shop/accounts/accounts.store.server.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { sessionsOf } from '#shop/accounts/sessions.store.server.ts'
import { cheapHashing } from '../support/cheap-hashing.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

/** What the shop stores of a customer. */
async function stored(token: string) {
  const caller = await shop.context.accounts.callerOf(
    new Headers({ authorization: `Bearer ${token}` }),
  )
  return contactOf(shop.context.db, caller?.id ?? '')
}

it('customers change their own name and mobile, and nothing else', async () => {
  const asha = await shop.customer('asha@example.in', { isConfirmed: false })
  const ravi = await shop.customer('ravi@example.in')
  const before = await stored(ravi.token)
  const { status, body } = await shop.post(
    '/account/profile',
    { name: ' Asha Iyer ', mobileno: '9000000001', email: 'x@example.in', id: 'mine' },
    asha.token,
  )
  expect(status).toBe(200)
  expect(body).toEqual({ message: 'Your details are saved.' })
  expect(await stored(asha.token)).toEqual({
    name: 'Asha Iyer',
    email: asha.email,
    mobileno: '9000000001',
    emailVerified: false,
  })
  expect(await stored(ravi.token)).toEqual(before)
})

it('an account that is deleted meanwhile is not changed', async () => {
  const { token, email } = await shop.customer('meena@example.in')
  const { db, clock } = shop.context
  const { id = '' } = (await personByEmail(db, email)) ?? {}
  const nobody = { email: `${id}@deleted.invalid`, mobileno: null, birthdate: null }
  // Its session is still there, as when a request was let in just before.
  await db
    .update(users)
    .set({ ...nobody, deletedAt: clock.now() })
    .where(eq(users.id, id))
  const profile = { name: 'Meena Iyer', mobileno: '9000000001' }
  expect((await shop.post('/account/profile', profile, token)).status).toBe(401)
  expect(await contactOf(db, id)).toMatchObject({ mobileno: '' })
})

const change = { currentPassword: 'asha-password', password: 'mango-cake' }
const login = (email: string, password: string) =>
  shop.post<{ token: string }>('/users/login', { email, password })
const isSignedIn = async (token: string) =>
  (await shop.context.accounts.callerOf(new Headers({ authorization: `Bearer ${token}` }))) !== null
const subjects = () => [...shop.mails.values()].map(({ to, subject }) => `${to}: ${subject}`)

it('a new password needs the old one, ends all other sessions, and is mailed', async () => {
  const anu = await shop.customer('anu@example.in')
  const phone = await shop.context.accounts.signIn(anu.email, 'asha-password')
  const wrong = await shop.post(
    '/account/password',
    { ...change, currentPassword: 'lemon-cake' },
    anu.token,
  )
  expect(wrong.status).toBe(422)
  expect(wrong.body.errors).toEqual({
    currentPassword: 'This is not your password now. Please try again.',
  })
  expect(await isSignedIn(phone.token)).toBe(true)

  expect((await shop.post('/account/password', change, anu.token)).status).toBe(200)
  expect(await isSignedIn(anu.token)).toBe(true)
  expect(await isSignedIn(phone.token)).toBe(false)
  expect((await login(anu.email, 'asha-password')).status).toBe(401)
  expect((await login(anu.email, 'mango-cake')).status).toBe(200)
  await shop.runJobs()
  expect(subjects()).toContain(`${anu.email}: Your password was changed`)
})

it.each([
  ['password1', 'Many people use this password. Please choose another one.'],
  ['my-example-asharao', 'Please choose a password without your name or email.'],
  ['asha-password', 'This is your password already. Please choose another one.'],
])('nobody changes the password to %j', async (password, sentence) => {
  const { token } = await shop.customer(`p${password.length}@example.in`)
  const { status, body } = await shop.post('/account/password', { ...change, password }, token)
  expect([status, body.errors]).toEqual([422, { password: sentence }])
})

it('nobody registers or resets to a password of many, and the link stays good', async () => {
  const person = { name: 'Ravi Menon', mobileno: '9876543210', date: '1990-05-17' }
  const email = 'menon@example.in'
  const register = (password: string) => shop.post('/users/new', { ...person, email, password })
  expect((await register('sunshine')).body.errors).toHaveProperty('password')
  expect((await register('menon-2026')).body.errors).toHaveProperty('password')
  expect((await register('truffle-moon')).status).toBe(200)
  const found = await personByEmail(shop.context.db, email)
  const reset = await shop.context.accounts.passwords.issueReset(found?.id ?? '')
  const resetTo = (password: string) =>
    shop.post('/users/reset-password', { token: reset?.token, password })
  expect((await resetTo('sunshine')).body.errors).toHaveProperty('password')
  expect((await resetTo('Menon-2026')).body.errors).toHaveProperty('password')
  expect((await resetTo('mango-moon')).status).toBe(200)
  await shop.runJobs()
  expect(subjects()).toContain(`${email}: Your password was changed`)
})

it('people log out one device of their own, or all', async () => {
  const ila = await shop.customer('ila@example.in')
  const ravi = await shop.customer('ravi2@example.in')
  const phone = await shop.context.accounts.signIn(ila.email, 'asha-password')
  const caller = await shop.context.accounts.callerOf(
    new Headers({ authorization: `Bearer ${phone.token}` }),
  )
  const sessions = await sessionsOf(shop.context.db, caller?.id ?? '', shop.context.clock.now())
  const key = shop.context.accounts.sessionKeyOf(
    new Headers({ authorization: `Bearer ${phone.token}` }),
  )
  const id = sessions.find(({ token }) => token === key)?.id
  const end = (token: string) => shop.post('/account/sessions/end', { id }, token)
  expect((await end(ravi.token)).status).toBe(404)
  expect(await isSignedIn(phone.token)).toBe(true)
  expect((await end(ila.token)).status).toBe(200)
  expect(await isSignedIn(phone.token)).toBe(false)
  expect((await end(ila.token)).status).toBe(404)

  const all = await shop.post('/account/sessions/end-all', {}, ila.token)
  expect(all.headers.getSetCookie()[0]).toMatch(/^token=; Max-Age=0/)
  expect(await isSignedIn(ila.token)).toBe(false)
  expect(await isSignedIn(ravi.token)).toBe(true)
})

it('the owner is mailed when a new device or network logs in, but not for the first or a known one', async () => {
  await shop.customer('uma@example.in')
  const news = async (userAgent: string) => {
    shop.wait(61_000)
    const before = subjects().length
    await shop.api.request('/users/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': userAgent },
      body: JSON.stringify({ email: 'uma@example.in', password: 'asha-password' }),
    })
    await shop.runJobs()
    return subjects().slice(before)
  }
  const chrome = 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36'
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'
  const mail = 'uma@example.in: A new login to your account'
  expect(await news(chrome)).toEqual([])
  expect(await news(firefox)).toEqual([mail])
  expect([...shop.mails.values()].at(-1)?.text).toContain('Firefox on Windows.')
  expect(await news(firefox)).toEqual([])
  expect(await news(chrome)).toEqual([])
  expect(await news('curl/8')).toEqual([mail])
})

it('a new login ends the session that the browser had', async () => {
  const { email, token } = await shop.customer('veda@example.in')
  const send = (cookie: string) =>
    shop.api.request('/users/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ email, password: 'asha-password' }),
    })
  expect((await send('')).status).toBe(200)
  expect(await isSignedIn(token)).toBe(true)
  expect((await send(`token=${token}`)).status).toBe(200)
  expect(await isSignedIn(token)).toBe(false)
})

it('a change of a password that was reset meanwhile changes nothing', async () => {
  const { email, token } = await shop.customer('esha@example.in')
  const { passwords } = shop.context.accounts
  const person = await personByEmail(shop.context.db, email)
  const reset = await passwords.issueReset(person?.id ?? '')
  vi.spyOn(cheapHashing, 'verify').mockImplementationOnce(async () => {
    await passwords.reset(reset?.token ?? '', 'a plum and a pear')
    return true
  })
  const change = { currentPassword: 'esha-password', password: 'a thief has this one' }
  expect((await shop.post('/account/password', change, token)).status).toBe(422)
  const signIn = (password: string) => shop.post('/users/login', { email, password })
  expect((await signIn('a thief has this one')).status).toBe(401)
  expect((await signIn('a plum and a pear')).status).toBe(200)
})
