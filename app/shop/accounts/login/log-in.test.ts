import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AppContext } from '#app/context.server.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database, OpenDatabase } from '#platform/database/database.server.ts'
import { type Api, createApi } from '#platform/http/api.server.ts'
import { createLimiter } from '#platform/http/limits/limiter.server.ts'
import type { Jobs } from '#platform/jobs/job.server.ts'
import { createLog } from '#platform/log.server.ts'
import type { Mail } from '#platform/mail/mailer.server.ts'
import { mails } from '#shop/mails/mails.tables.server.ts'
import { mailHandlers } from '#shop/mails/send-mail.job.server.ts'
import { limits, shopLimits } from '#shop/values/limits.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { cheapHashing } from '../../../../test/support/cheap-hashing.ts'
import { statementsOf } from '../../../../test/support/count-statements.ts'
import { collectSecurityEvents } from '../../../../test/support/security-events.ts'
import { openTestDatabase } from '../../../../test/support/test-database.ts'
import { type Accounts, createAccounts } from '../accounts.server.ts'
import { credentials, sessions, users, verifications } from '../accounts.tables.server.ts'
import { passwordResetMail, servePasswordReset } from '../password/reset-password.server.ts'
import { checkPermission, checkRecentPassword } from '../require-customer.server.ts'
import { serveLogin } from './log-in.server.ts'

const asha = {
  name: 'Asha Rao',
  email: 'asha@example.in',
  mobileno: '9876543210',
  date: '1995-04-23',
  password: 'mango-cake',
}
const admin = { email: 'admin@cakewala.test', password: 'bakers-secret' }
const publicUrl = 'https://cakewala.test'
const secret = 'a secret of thirty-two characters'
const shop = { name: 'Cakewala', publicUrl, phone: '+91 80 4123 4567' } as ShopDetails

const { events, securityLog } = collectSecurityEvents()
let open: OpenDatabase
let accounts: Accounts
let api: Api
let queued: { name: string; data: unknown }[]
const jobs: Jobs = {
  async enqueue(_tx, { name }, data) {
    queued.push({ name, data })
  },
}

beforeAll(async () => {
  open = await openTestDatabase()
})
afterAll(() => open.close())
beforeEach(async () => {
  await open.db.delete(verifications)
  await open.db.delete(users)
  await open.db.delete(mails)
  queued = []
  events.length = 0
  serve(open.db, publicUrl)
})

/** The calls over a database, as `accounts` and `api`. */
function serve(db: Database, ownUrl: string) {
  accounts = createAccounts({
    db,
    securityLog,
    secret,
    publicUrl: ownUrl,
    passwordHashing: cheapHashing,
  })
  const limiter = createLimiter(shopLimits)
  api = createApi({
    settings: { publicUrl: ownUrl, trustProxy: 1 },
    log: createLog('silent'),
    limiter,
    authenticate: accounts.callerOf,
    checkPermission,
    checkRecentPassword,
  })
  const deps = {
    accounts,
    securityLog,
    db,
    clock: systemClock,
    jobs,
    limiter,
    shop: { ...shop, publicUrl: ownUrl },
  }
  serveLogin(api, deps as Partial<AppContext> as AppContext)
  servePasswordReset(api, deps as Partial<AppContext> as AppContext)
}

interface Answer {
  status: number
  body: Record<string, unknown>
  cookies: string[]
  headers: Headers
}

async function read(answer: Response): Promise<Answer> {
  const body = (await answer.json()) as Record<string, unknown>
  return {
    status: answer.status,
    body,
    cookies: answer.headers.getSetCookie(),
    headers: answer.headers,
  }
}

const post = async (path: string, body: unknown, headers: Record<string, string> = {}) =>
  read(
    await api.hono.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  )
const get = async (path: string, headers: Record<string, string> = {}) =>
  read(await api.hono.request(path, { headers }))
const from = (address: string) => ({ 'x-forwarded-for': address })

async function bearerOf({ email, password }: { email: string; password: string }) {
  return { authorization: `Bearer ${(await accounts.signIn(email, password)).token}` }
}

async function rows() {
  const [u, c, s] = [open.db.$count(users), open.db.$count(credentials), open.db.$count(sessions)]
  return { users: await u, credentials: await c, sessions: await s }
}

/** Runs what was queued and answers the mails it sent. */
async function runJobs(): Promise<Mail[]> {
  const sent: Mail[] = []
  await runWith(async (mail) => void sent.push(mail))
  return sent
}

async function runWith(send: (mail: Mail) => Promise<void>) {
  const log = createLog('silent')
  const context = { accounts, shop, db: open.db, clock: systemClock, log, mailer: { send } }
  const handlers = mailHandlers(context as unknown as AppContext, {
    'password-reset': passwordResetMail,
  })
  for (const { name, data } of queued.splice(0)) {
    await handlers.find(({ job }) => job.name === name)?.run(data)
  }
}

test('registers, and the e-mail is the same in any case', async () => {
  const answer = await post('/users/new', { ...asha, email: 'Asha@Example.IN' })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ message: 'You are registered. Please log in.' })
  expect(answer.cookies).toEqual([])
  const again = await post('/users/new', { ...asha, email: 'ASHA@example.in' })
  expect(again.status).toBe(409)
  expect(again.body.detail).toBe('An account with this email already exists')
  expect(await rows()).toEqual({ users: 1, credentials: 1, sessions: 0 })
})

test('nobody registers as an admin', async () => {
  await post('/users/new', {
    ...asha,
    isAdmin: true,
    role: 'owner',
    emailVerified: true,
    id: 'mine',
  })
  const answer = await post('/users/login', asha)
  expect(answer.body.isAdmin).toBe(false)
})

test('of two requests at the same time, only one registers the e-mail', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => post('/users/new', asha)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
})

test('logging in returns and sets the token, and sets cookies for the pages to read', async () => {
  await accounts.register(asha)
  const { status, body, cookies, headers } = await post('/users/login', asha)
  expect(status).toBe(200)
  expect(body).toEqual({
    token: expect.any(String),
    isAdmin: false,
    message: 'Logged in successfully',
  })
  const lifetime = 'Max-Age=2592000; Path=/'
  expect(cookies).toEqual([
    `__Host-token=${body.token}; ${lifetime}; HttpOnly; Secure; SameSite=Lax`,
    `user=asha%40example.in; ${lifetime}; Secure; SameSite=Lax`,
    `isAdmin=false; ${lifetime}; Secure; SameSite=Lax`,
  ])
  expect(headers.get('cache-control')).toBe('no-store')
})

test('the response says who is an admin', async () => {
  await accounts.ensureOwner(admin)
  const { body, cookies } = await post('/users/login', { ...admin, email: 'Admin@Cakewala.test' })
  expect(body.isAdmin).toBe(true)
  expect(cookies[2]).toMatch(/^isAdmin=true;/)
  expect(cookies[3]).toMatch(/^role=owner;/)
})

test('over plain http the cookies are not Secure, or no browser would store them', async () => {
  serve(open.db, 'http://localhost:3000')
  await accounts.register(asha)
  const { cookies } = await post('/users/login', asha)
  expect(cookies).toHaveLength(3)
  for (const cookie of cookies) expect(cookie).not.toContain('Secure')
})

test('a wrong password and an unknown e-mail get the same response', async () => {
  await accounts.register(asha)
  const wrong = await post('/users/login', { ...asha, password: 'lemon-cake' })
  const unknown = await post('/users/login', { ...asha, email: 'no@example.in' })
  expect(wrong.status).toBe(401)
  expect(wrong.body).toMatchObject({
    detail: 'something is wrong',
    errors: { password: 'The email or the password is not right. Please check both.' },
  })
  expect(wrong.cookies).toEqual([])
  expect(unknown).toEqual({ ...wrong, headers: expect.anything() })
})

test('after ten wrong passwords the account is blocked from this address, with the right one too', async () => {
  await accounts.register(asha)
  for (let n = 0; n < limits.login.max; n += 1) {
    const wrong = { ...asha, password: 'lemon-cake' }
    expect((await post('/users/login', wrong, from('10.0.0.1'))).status).toBe(401)
  }
  const again = { ...asha, email: 'ASHA@example.in' }
  const response = await post('/users/login', again, from('10.0.0.1'))
  expect(response.status).toBe(429)
  expect(response.body.detail).toMatch(
    /^Too many attempts\. Please wait \d+ minutes and try again\.$/,
  )
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('wrong passwords of one customer do not block others at the same address', async () => {
  await accounts.register(asha)
  for (let n = 0; n <= limits.login.max; n += 1) {
    await post('/users/login', { ...asha, email: 'ravi@example.in' }, from('10.0.0.1'))
  }
  expect((await post('/users/login', asha, from('10.0.0.1'))).status).toBe(200)
})

test('wrong passwords of a stranger do not block the owner elsewhere', async () => {
  await accounts.register(asha)
  for (let n = 0; n <= limits.login.max; n += 1) {
    await post('/users/login', { ...asha, password: 'lemon-cake' }, from('10.0.0.1'))
  }
  expect((await post('/users/login', asha, from('10.0.0.2'))).status).toBe(200)
})

test('the right password resets the attempts', async () => {
  await accounts.register(asha)
  for (let round = 0; round < 2; round += 1) {
    for (let n = 1; n < limits.login.max; n += 1) {
      expect((await post('/users/login', { ...asha, password: 'lemon-cake' })).status).toBe(401)
    }
    expect((await post('/users/login', asha)).status).toBe(200)
  }
})

const logout = {
  GET: (headers: Record<string, string>) => get('/users/logout', headers),
  POST: (headers: Record<string, string>) => post('/users/logout', undefined, headers),
}

test.each(['GET', 'POST'] as const)(
  'logging out by %s ends the session and clears the cookies',
  async (method) => {
    await accounts.register(asha)
    const { token } = await accounts.signIn(asha.email, asha.password)
    const answer = await logout[method]({ cookie: `__Host-token=${token}` })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ message: 'logout succesfully' })
    expect(answer.cookies.map((cookie) => cookie.split('; ').slice(0, 2))).toEqual([
      ['__Host-token=', 'Max-Age=0'],
      ['user=', 'Max-Age=0'],
      ['isAdmin=', 'Max-Age=0'],
      ['role=', 'Max-Age=0'],
    ])
    expect(await accounts.callerOf(new Headers({ cookie: `__Host-token=${token}` }))).toBeNull()
    // Without a session it works as well.
    expect((await logout[method]({ cookie: `__Host-token=${token}` })).status).toBe(200)
  },
)

test.each([
  ['GET', { 'sec-fetch-site': 'cross-site' }],
  ['GET', { 'sec-fetch-site': 'same-site' }],
  ...['image', 'iframe', 'object', 'style', 'script'].map(
    (dest) => ['GET', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': dest }] as const,
  ),
  ['POST', { 'sec-fetch-site': 'cross-site' }],
  ['POST', { origin: 'https://evil.cakewala.test' }],
] as const)(
  'neither a page of another site nor a picture signs anybody out: %s %j',
  async (method, from) => {
    await accounts.register(asha)
    const { token } = await accounts.signIn(asha.email, asha.password)
    const headers = { cookie: `__Host-token=${token}`, ...from }
    const answer = await logout[method](headers)
    expect(answer.status).toBe(403)
    expect(answer.cookies).toEqual([])
    expect(await accounts.callerOf(new Headers(headers))).not.toBeNull()
  },
)

test.each(['same-origin', 'none'])('GET logs out from %s', async (site) => {
  for (const dest of ['document', 'empty']) {
    const headers = { 'sec-fetch-site': site, 'sec-fetch-dest': dest }
    expect((await logout.GET(headers)).status).toBe(200)
  }
  expect((await logout.GET({ 'sec-fetch-site': site })).status).toBe(200)
})

test('a mailed link sets a new password, once', async () => {
  await accounts.register(asha)
  const requested = await post('/users/forgot-password', { email: 'Asha@example.in' })
  expect(requested.status).toBe(200)
  const [mail] = await runJobs()
  expect(mail).toMatchObject({ to: asha.email, subject: 'A new password for Cakewala' })
  const token = /https:\/\/cakewala\.test\/reset-password#([\w-]+)/.exec(mail?.text ?? '')?.[1]
  const reset = { token, password: 'lemon-cake' }
  const done = await post('/users/reset-password', reset)
  expect(done.body).toEqual({ message: 'Your password has been changed. Please log in.' })
  expect((await post('/users/login', { ...asha, password: 'lemon-cake' })).status).toBe(200)
  const again = await post('/users/reset-password', reset)
  expect(again.status).toBe(409)
  expect(again.body.detail).toBe(
    'This link has expired or was already used. Please request a new one.',
  )
})

test('a link to a new password is mailed within an hour of the request, or never', async () => {
  await accounts.register(asha)
  await post('/users/forgot-password', { email: asha.email })
  await open.db.update(mails).set({ createdAt: new Date(Date.now() - 61 * 60_000) })
  expect(await runJobs()).toEqual([])
  expect(await open.db.$count(verifications)).toBe(0)
  expect(await open.db.select().from(mails)).toMatchObject([{ status: 'dead_letter' }])
})

test('an unknown e-mail gets the same response and the same job, but no mail', async () => {
  await accounts.register(asha)
  const known = await post('/users/forgot-password', { email: asha.email })
  const unknown = await post('/users/forgot-password', { email: 'no@example.in' })
  expect(unknown.status).toBe(200)
  expect(unknown.body).toEqual(known.body)
  expect(queued.map(({ name }) => name)).toEqual(['send-mail', 'send-mail'])
  const rows = await open.db.select().from(mails)
  expect(rows).toHaveLength(2)
  expect(JSON.stringify([queued, rows])).not.toContain('@')
  expect(await open.db.$count(verifications)).toBe(0)
  expect(await runJobs()).toHaveLength(1)
  expect(await open.db.select().from(mails)).toMatchObject([{ recipient: asha.email }])
})

test('a retried job sends the same mail with a link that works', async () => {
  await accounts.register(asha)
  await post('/users/forgot-password', { email: asha.email })
  const again = [...queued]
  let first: Mail | undefined
  const lost = runWith(async (mail) => {
    first = mail
    throw new Error('lost')
  })
  await expect(lost).rejects.toThrow('lost')
  queued.push(...again)
  const [second] = await runJobs()
  expect(second?.id).toBe(first?.id)
  expect(second?.text).not.toBe(first?.text)
})

const forgot = (headers: Record<string, string>) =>
  post('/users/forgot-password', { email: asha.email }, headers)

test('two links are mailed in an hour, whoever asks and how often, and the first one works to the end', async () => {
  await accounts.register(asha)
  await open.db.update(users).set({ emailVerified: true })
  for (let n = 0; n < 30; n += 1) expect((await forgot(from(`10.0.0.${n}`))).status).toBe(200)
  const sent = await runJobs()
  expect(sent).toHaveLength(2)
  const surplus = await forgot(from('10.0.1.1'))
  expect(surplus.status).toBe(200)
  expect(await runJobs()).toEqual([])
  const tokens = sent.map(({ text }) => /reset-password#([\w-]+)/.exec(text)?.[1])
  const [first] = tokens
  const reset = { token: first, password: 'lemon-cake' }
  expect((await post('/users/reset-password', reset)).status).toBe(200)
})

test('a day of requests by strangers keeps no link from the owner', async () => {
  await accounts.register(asha)
  await open.db.update(users).set({ emailVerified: true })
  const owner = await bearerOf(asha)
  const mailed = []
  for (let hour = 0; hour < 6; hour += 1) {
    // The limits of another hour.
    serve(open.db, publicUrl)
    for (let n = 0; n < 3; n += 1) await forgot(from(`10.0.${hour}.${n}`))
    mailed.push((await runJobs()).length)
    for (let n = 0; n < 3; n += 1) await forgot(owner)
    expect(await runJobs()).toHaveLength(2)
  }
  expect(mailed).toEqual([2, 2, 1, 0, 0, 0])
})

test('a request that is not mailed does the work of one that is', async () => {
  await accounts.register(asha)
  const first = await statementsOf(() => forgot(from('10.0.0.1')))
  for (let n = 0; n < 10; n += 1) await forgot(from('10.0.0.1'))
  expect(await statementsOf(() => forgot(from('10.0.0.2')))).toHaveLength(first.length)
  const unknown = () => post('/users/forgot-password', { email: 'no@example.in' })
  expect(await statementsOf(unknown)).toHaveLength(first.length)
})

test('an address learns of ten emails that have accounts, then it registers nobody', async () => {
  await accounts.register(asha)
  for (let n = 0; n < 10; n += 1) {
    expect((await post('/users/new', asha, from('10.0.0.1'))).status).toBe(409)
  }
  const free = { ...asha, email: 'free@example.in' }
  expect((await post('/users/new', free, from('10.0.0.1'))).status).toBe(429)
  expect((await post('/users/new', asha, from('10.0.0.1'))).status).toBe(429)
  expect((await post('/users/new', free, from('10.0.0.2'))).status).toBe(200)
})

test('validation errors have the sentences of the form', async () => {
  const { body } = await post('/users/new', { ...asha, mobileno: '98', date: '2999-01-01' })
  expect(body.errors).toEqual({ mobileno: 'too short', date: 'Birthdate must be in the past' })
})
