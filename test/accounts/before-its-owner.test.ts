import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { passkeys, twoFactors, users } from '#shop/accounts/accounts.tables.server.ts'
import type { Role } from '#shop/accounts/roles.ts'
import { mails } from '#shop/mails/mails.tables.server.ts'
import { messages, subscribers } from '#shop/storefront/storefront.tables.server.ts'
import { appCode } from '../support/authenticator.ts'
import { createPasskeyDevice } from '../support/passkey-device.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

/** Somebody registers the address of another, and waits for its owner. */
const email = 'victim@example.in'
const password = 'asha-password'

let shop: TestShop
/** The stranger's session. */
let token: string
beforeEach(async () => {
  // Codes and sessions of better-auth go by the machine's time.
  shop = await openTestShop({ openingTime: new Date() })
  token = (await shop.customer(email, { isConfirmed: false })).token
})
afterEach(() => shop.close())

const isSignedIn = async (session: string) =>
  (await shop.context.accounts.callerOf(new Headers({ authorization: `Bearer ${session}` }))) !==
  null

/** Runs something as it was when every account could have a second factor. */
async function asBefore(work: () => Promise<unknown>) {
  const set = (role: Role) =>
    shop.context.db.update(users).set({ role }).where(eq(users.email, email))
  await set('counter')
  await work()
  await set('customer')
}

async function addPasskey() {
  const { body, headers } = await shop.post<{ options: { challenge: string } }>(
    '/account/passkeys/begin',
    {},
    token,
  )
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const added = await shop.api.request('/account/passkeys/add', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, cookie },
    body: JSON.stringify(createPasskeyDevice().create(body.options)),
  })
  expect(added.status).toBe(200)
}

async function turnOnApp() {
  const begun = await shop.post<{ secret: string }>(
    '/account/authenticator/begin',
    { password },
    token,
  )
  const code = appCode(begun.body.secret)
  const on = await shop.post<{ token: string }>('/account/authenticator/turn-on', { code }, token)
  expect(on.status).toBe(200)
  token = on.body.token
}

/** The end of the newest link of a kind that was mailed to an address. */
async function linkTo(address: string, link: RegExp): Promise<string> {
  await shop.runJobs()
  const mails = [...shop.mails.values()].filter(({ to }) => to === address)
  const ends = mails.map(({ text }) => link.exec(text)?.[1])
  return ends.findLast((end) => end !== undefined) ?? ''
}

async function setNewPassword() {
  await shop.post('/users/forgot-password', { email })
  const reset = await linkTo(email, /\/reset-password#([\w.-]+)/)
  const body = { token: reset, password: 'the-owners-own' }
  expect((await shop.post('/users/reset-password', body)).status).toBe(200)
}

const factors = async () => {
  const { db } = shop.context
  return (await db.$count(passkeys)) + (await db.$count(twoFactors))
}

it.each([
  ['a passkey', () => addPasskey()],
  ['an app', () => turnOnApp()],
])('%s that a stranger added is gone once the owner has set a new password', async (_, add) => {
  await asBefore(add)
  await setNewPassword()
  expect([await factors(), await isSignedIn(token)]).toEqual([0, false])
  const login = await shop.post<{ token?: string }>('/users/login', {
    email,
    password: 'the-owners-own',
  })
  expect(login.body.token).toBeTruthy()
})

it('a verified account keeps its second step through a new password', async () => {
  await shop.verify(email)
  await asBefore(addPasskey)
  await setNewPassword()
  expect([await factors(), await isSignedIn(token)]).toEqual([1, false])
})

it('a stranger’s passkey is not staff once the owner has joined', async () => {
  await asBefore(addPasskey)
  const owner = await shop.admin()
  await shop.post('/staff/invite', { email, role: 'manager' }, owner.token)
  const invitation = await linkTo(email, /\/join#([\w.-]+)/)
  expect((await shop.post('/staff/accept', { token: invitation }, token)).status).toBe(200)
  expect([await factors(), await isSignedIn(token)]).toEqual([0, false])
})

it('an owner confirms the email where they are logged in', async () => {
  expect((await shop.post('/account/email', { email }, token)).status).toBe(200)
  const link = await linkTo(email, /\/confirm-email#([\w.-]+)/)
  const confirm = (session?: string) =>
    shop.post<{ message: string }>('/account/email/confirm', { token: link }, session)

  // The owner of the mailbox, whose address a stranger has registered, confirms nothing for the stranger.
  const somebody = await shop.customer('somebody@example.in', { isConfirmed: false })
  expect((await confirm()).status).toBe(401)
  expect((await confirm(somebody.token)).status).toBe(401)

  const phone = (await shop.context.accounts.signIn(email, password)).token
  expect((await confirm(token)).body.message).toBe('Thank you. Your email is confirmed.')
  expect([await isSignedIn(token), await isSignedIn(phone)]).toEqual([true, false])
  expect((await confirm(token)).status).toBe(409)
  expect((await shop.post('/account/email', { email }, token)).status).toBe(422)
})

it('a stranger who deletes the account deletes nothing that its owner has sent', async () => {
  const sent = { username: 'Vic Tim', Email: email, Message: 'The cake had nuts in it.' }
  expect((await shop.post('/contact', sent)).status).toBe(200)
  expect((await shop.post('/subscribe', { email, consent: true })).status).toBe(200)
  await shop.runJobs()
  const mailed = () => shop.context.db.$count(mails, eq(mails.recipient, email))
  const before = await mailed()
  expect(before).toBeGreaterThan(0)

  const { status, body } = await shop.post<{ message: string }>('/account/delete', {}, token)
  expect([status, body.message]).toEqual([200, expect.stringContaining('stay')])
  await shop.runJobs()
  const { db } = shop.context
  expect([await db.$count(messages), await db.$count(subscribers)]).toEqual([1, 1])
  expect(await mailed()).toBe(before)
  const last = [...shop.mails.values()].at(-1)
  expect(last?.text).toContain('stay')
})

it('a stranger’s deeds with an account fill no mailbox, and a verified owner hears of all of them', async () => {
  const real = await openTestShop({ isStrict: true })
  const { token: stranger } = await real.customer(email, { isConfirmed: false })
  const asha = await real.customer('asha@example.in', { isConfirmed: false })
  await real.verify(asha.email)
  for (const session of [stranger, asha.token]) {
    for (let n = 0; n < 8; n += 1) {
      const [currentPassword, next] =
        n % 2 === 0 ? [password, 'another-one'] : ['another-one', password]
      const changed = await real.post(
        '/account/password',
        { currentPassword, password: next },
        session,
      )
      expect(changed.status).toBe(200)
    }
  }
  await real.runJobs()
  const told = [...real.mails.values()].map(({ to }) => to)
  const count = (address: string) => told.filter((to) => to === address).length
  expect([count(email), count(asha.email)]).toEqual([5, 8])
  await real.close()
})

it('who registers is mailed the link, and confirms once they have logged in', async () => {
  const person = { name: 'Ravi Menon', mobileno: '9876543210', date: '1990-05-17' }
  const ravi = { email: 'ravi.menon@example.in', password: 'truffle-moon' }
  expect((await shop.post('/users/new', { ...person, ...ravi })).status).toBe(200)
  const link = await linkTo(ravi.email, /\/confirm-email#([\w.-]+)/)
  const { token } = await shop.context.accounts.signIn(ravi.email, ravi.password)
  const { body } = await shop.post('/account/email/confirm', { token: link }, token)
  expect(body).toMatchObject({ message: 'Thank you. Your email is confirmed.' })
})
