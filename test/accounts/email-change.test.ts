import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '#platform/clock.ts'
import { contactOf, personByEmail } from '#shop/accounts/accounts.store.server.ts'
import { securityEntries } from '../support/security-events.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const callerOf = (token: string) =>
  shop.context.accounts.callerOf(new Headers({ authorization: `Bearer ${token}` }))
const ask = (token: string, email: string) => shop.post('/account/email', { email }, token)
const confirm = (link: string, token?: string) =>
  shop.post<{ message: string; isChanged: boolean }>(
    '/account/email/confirm',
    { token: link },
    token,
  )
const login = (email: string) =>
  shop.post<{ token: string; isAdmin: boolean }>('/users/login', {
    email,
    password: 'asha-password',
  })

/** The mails since the last look, by recipient. */
async function news() {
  await shop.runJobs()
  const mails = [...shop.mails.values()].map(({ to, subject, text }) => ({ to, subject, text }))
  shop.mails.clear()
  return mails
}

/** The tokens of the two links, after somebody has requested a change. */
async function linksOf(token: string, [from, to]: [string, string]) {
  expect((await ask(token, to)).status).toBe(200)
  const mails = await news()
  const tokenTo = (email: string) =>
    /\/confirm-email#([\w.-]+)/.exec(mails.find((mail) => mail.to === email)?.text ?? '')?.[1] ?? ''
  return { old: tokenTo(from), new: tokenTo(to) }
}

/** A customer with a second browser, and the links of a change that was requested. */
async function changing(name: string) {
  const from = `${name}@example.in`
  const to = `${name}@new.example.in`
  const { token } = await shop.customer(from)
  const phone = (await login(from)).body.token
  return { from, to, token, phone, links: await linksOf(token, [from, to]) }
}

describe.each([
  ['old', 'new'],
  ['new', 'old'],
] as const)('confirmed in the %s mailbox first', (first, second) => {
  it('changes after both, and ends the other sessions', async () => {
    const { from, to, token, phone, links } = await changing(`asha-${first}`)
    expect((await confirm(links[first])).body).toEqual({
      message: 'Thank you. Now open the link in the email to your other address.',
      isChanged: false,
    })
    expect((await confirm(links[first])).body.isChanged).toBe(false)
    expect((await callerOf(token))?.email).toBe(from)
    expect(await news()).toEqual([])

    const last = await confirm(links[second], token)
    expect(last.body).toEqual({ message: 'Your email is changed.', isChanged: true })
    expect(last.headers.get('set-cookie')).toContain(`user=${encodeURIComponent(to)};`)
    expect((await callerOf(token))?.email).toBe(to)
    expect(await callerOf(phone)).toBeNull()
    expect((await login(from)).status).toBe(401)
    expect((await login(to)).status).toBe(200)
    const subject = 'The email of your account was changed'
    expect((await news()).map((mail) => [mail.to, mail.subject]).sort()).toEqual(
      [from, to].map((email) => [email, subject]).sort(),
    )
    for (const link of [links.old, links.new]) expect((await confirm(link)).status).toBe(409)
  })
})

it('is recorded, and keeps what the account may do', async () => {
  const { email, token, id } = await shop.staff('manager', 'boss@example.in')
  const links = await linksOf(token, [email, 'boss@new.example.in'])
  await confirm(links.new)
  expect((await confirm(links.old)).body.message).toBe(
    'Your email is changed. Please log in with it.',
  )
  expect(await callerOf(token)).toBeNull()
  const { token: again } = (await login('boss@new.example.in')).body
  expect(await callerOf(again)).toMatchObject({ id, role: 'manager' })
  const kinds = (await securityEntries(shop.context.db))
    .filter(({ userId }) => userId === id)
    .map(({ kind }) => kind)
  expect(kinds).toEqual(expect.arrayContaining(['email-change-requested', 'email-changed']))
})

it('asks for a recent password, and for an address other than the own', async () => {
  const strict = await openTestShop({
    sessionRules: { maxStaffMs: dayMs, staffIdleMs: dayMs, recentPasswordMs: 60_000 },
  })
  const { token, email } = await strict.customer('old@example.in')
  await strict.verify(email)
  const ask = (to: string) => strict.post('/account/email', { email: to }, token)
  expect((await ask(email.toUpperCase())).body.errors).toEqual({
    email: 'This is your email already.',
  })
  strict.wait(61_000)
  expect((await ask('new@example.in')).body.type).toBe('password-needed')
  await strict.close()
})

it('tells only its reader that an address has an account', async () => {
  const { token, email } = await shop.customer('curious@example.in')
  const taken = await shop.customer('taken@example.in')
  const free = await ask(token, 'free@example.in')
  expect(await ask(token, taken.email)).toEqual({ ...free, headers: expect.anything() })
  const mails = await news()
  const toTaken = mails.find(({ to }) => to === taken.email)
  expect(toTaken?.subject).toBe('You have an account already')
  expect(toTaken?.text).not.toContain('confirm-email')
  expect(toTaken?.text).not.toContain(email)
})

it('ends when the address has got an account meanwhile', async () => {
  const { from, to, token, links } = await changing('late')
  await confirm(links.new)
  await shop.customer(to)
  const { status, body } = await confirm(links.old)
  expect([status, body.detail]).toEqual([
    409,
    'Another account has this email. Your email stays as it is.',
  ])
  expect((await callerOf(token))?.email).toBe(from)
  expect((await confirm(links.old)).body.detail).toContain('expired or was already used')
})

it.each<[string, (own: { token: string; from: string }) => Promise<unknown>]>([
  ['another request', ({ token }) => ask(token, 'third@example.in')],
  ['the owner', ({ token }) => shop.post('/account/email/cancel', {}, token)],
  ['a day', async () => shop.wait(dayMs)],
  [
    'a new password',
    ({ token }) => {
      const change = { currentPassword: 'asha-password', password: 'mango-cake' }
      return shop.post('/account/password', change, token)
    },
  ],
])('%s ends an open change', async (how, end) => {
  const { from, token, links } = await changing(how.replaceAll(' ', '-'))
  await confirm(links.old)
  await end({ token, from })
  for (const link of [links.new, links.old]) expect((await confirm(link)).status).toBe(409)
  const person = await personByEmail(shop.context.db, from)
  expect((await contactOf(shop.context.db, person?.id ?? '')).email).toBe(from)
})

it('both mailboxes at the same moment change the email once', async () => {
  const { to, links } = await changing('both')
  const answers = await Promise.all([confirm(links.old), confirm(links.new)])
  expect(answers.map(({ body }) => body.isChanged).sort()).toEqual([false, true])
  expect((await login(to)).status).toBe(200)
})

it('a token of another purpose confirms nothing', async () => {
  const { context } = shop
  const { links } = await changing('purpose')
  const id = context.accounts.emailTokens.read(links.new) ?? ''
  for (const token of [id, context.quoteTokens.sign(id), context.invitationTokens.sign(id)]) {
    expect((await confirm(token)).status).toBe(409)
  }
})
