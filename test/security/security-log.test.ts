import { afterAll, expect, it } from 'vitest'
import { dayMs } from '#platform/clock.ts'
import { createLog } from '#platform/log.server.ts'
import { entriesToActOn, listSecurityEntries } from '#shop/audit-log/audit-log.store.server.ts'
import { securityEntries } from '../support/security-events.ts'
import { openTestShop } from '../support/test-shop.ts'

const lines: Record<string, unknown>[] = []
const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
const shop = await openTestShop({ log })
afterAll(() => shop.close())
const asha = await shop.customer()
const admin = await shop.admin()
const userId = await idOf(asha.token)
const adminId = await idOf(admin.token)

async function idOf(token: string) {
  const headers = new Headers({ authorization: `Bearer ${token}` })
  return (await shop.context.accounts.callerOf(headers))?.id ?? ''
}

/** The entries that some work adds. */
async function entriesOf(work: () => Promise<unknown>) {
  const before = (await securityEntries(shop.context.db)).length
  await work()
  return (await securityEntries(shop.context.db)).slice(before)
}

const login = (email: string, password: string) =>
  shop.post<{ token: string }>('/users/login', { email, password })
const nextMinute = () => shop.wait(61_000)

it('a sign-in has an account, an address and a device', async () => {
  const entries = await entriesOf(() => login(asha.email, 'asha-password'))
  expect(entries).toMatchObject([
    { kind: 'signed-in', userId, emailKey: null, network: 'unknown', count: 1 },
  ])
  expect(lines.findLast(({ msg }) => msg === 'security')).toMatchObject({
    kind: 'signed-in',
    user: userId,
    count: 1,
  })
})

it('a wrong password has the account, and an unknown e-mail only its keyed hash', async () => {
  nextMinute()
  const entries = await entriesOf(async () => {
    await login(asha.email, 'wrong-password')
    await login('nobody@example.in', 'wrong-password')
  })
  expect(entries).toMatchObject([
    { kind: 'sign-in-failed', userId, emailKey: null },
    { kind: 'sign-in-failed', userId: null, emailKey: expect.stringMatching(/^[\w-]{43}$/) },
  ])
  expect(JSON.stringify([entries, lines])).not.toContain('nobody@')
  expect(JSON.stringify([entries, lines])).not.toContain('wrong-password')
})

it('logging out, asking for a link, and registering are recorded', async () => {
  nextMinute()
  const entries = await entriesOf(async () => {
    await shop.get('/users/logout', (await login(asha.email, 'asha-password')).body.token)
    await shop.post('/users/forgot-password', { email: asha.email })
    await shop.post('/users/forgot-password', { email: 'nobody@example.in' })
    const ravi = {
      name: 'Ravi',
      mobileno: '9876543210',
      date: '1990-01-01',
      password: 'mango-cake',
    }
    await shop.post('/users/new', { ...ravi, email: 'ravi@example.in' })
    await shop.post('/users/new', { ...ravi, email: asha.email })
  })
  expect(entries.map(({ kind, userId: who }) => [kind, who !== null])).toEqual([
    ['signed-in', true],
    ['signed-out', true],
    ['password-reset-requested', true],
    ['password-reset-requested', false],
    ['registered', true],
    ['registration-refused', true],
  ])
})

it('a new password by a mailed link is recorded', async () => {
  const reset = await shop.context.accounts.passwords.issueReset(userId)
  const entries = await entriesOf(() =>
    shop.post('/users/reset-password', { token: reset?.token, password: 'asha-password-2' }),
  )
  expect(entries).toMatchObject([
    { kind: 'password-changed', userId, details: { by: 'mailed link' } },
  ])
})

it('a call that is not allowed is recorded, with who tried', async () => {
  nextMinute()
  const { body } = await login(asha.email, 'asha-password-2')
  const entries = await entriesOf(async () => {
    await shop.get('/users/export', body.token)
    await shop.get('/users/export')
  })
  expect(entries).toMatchObject([{ kind: 'forbidden', userId, count: 1 }])
})

it('exports and reading mails are recorded', async () => {
  nextMinute()
  const entries = await entriesOf(async () => {
    await shop.api.request('/users/export', { headers: bearer(admin.token) })
    await shop.api.request('/orders/export', { headers: bearer(admin.token) })
    await shop.api.request('/cakes/export', { headers: bearer(admin.token) })
  })
  expect(entries).toMatchObject([
    { kind: 'export', userId: adminId, details: { what: 'users' } },
    { kind: 'export', userId: adminId, details: { what: 'orders' } },
    { kind: 'export', userId: adminId, details: { what: 'cakes' } },
  ])
})

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

it('a flood is one entry a minute, with a count', async () => {
  nextMinute()
  const entries = await entriesOf(async () => {
    for (let minute = 0; minute < 5; minute += 1) {
      const guesses = Array.from({ length: 20 }, (_, n) =>
        login(`nobody-${minute}-${n}@example.in`, 'wrong-password'),
      )
      await Promise.all(guesses)
      nextMinute()
    }
    await shop.context.securityLog.writeCounts('all')
  })
  expect(entries.every(({ kind }) => kind === 'sign-in-failed')).toBe(true)
  expect(entries.length).toBeLessThanOrEqual(6)
  expect(entries.reduce((sum, { count }) => sum + count, 0)).toBe(100)
})

it('an event looks for its own minute, and leaves what others counted', async () => {
  nextMinute()
  const { securityLog: log } = shop.context
  const guess = { kind: 'sign-in-failed' as const, userId }
  const forbidden = { kind: 'forbidden' as const, userId }
  const entries = await entriesOf(async () => {
    await log.record(guess)
    await log.record(guess)
    await log.record(forbidden)
    await log.record(forbidden)
    nextMinute()
    await log.record(forbidden)
  })
  const counts = entries.map(({ kind, count }) => [kind, count])
  expect(counts).toEqual([
    ['sign-in-failed', 1],
    ['forbidden', 1],
    ['forbidden', 2],
  ])
  expect(await entriesOf(() => log.writeCounts())).toMatchObject([
    { kind: 'sign-in-failed', count: 1 },
  ])
})

it('inside a transaction an entry is stored with it, or not at all', async () => {
  const { db, securityLog: log } = shop.context
  const event = { kind: 'role-changed' as const, userId, details: { role: 'kitchen' } }
  const entries = await entriesOf(async () => {
    await db.transaction((tx) => log.record(event, tx))
    const undone = db.transaction(async (tx) => {
      await log.record(event, tx)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
  })
  expect(entries).toMatchObject([{ kind: 'role-changed', details: { role: 'kitchen' } }])
})

it('the owner exports what was found, newest first', async () => {
  const path = `/security/export?kind=password-changed&account=${asha.email}`
  const response = await shop.api.request(path, { headers: bearer(admin.token) })
  expect(response.headers.get('x-total-rows')).toBe('1')
  const rows = (await response.text()).trim().split('\r\n')
  expect(rows).toHaveLength(2)
  expect(rows[1]).toMatch(/^2026-11-\d\d \d\d:\d\d,asha@example\.in,changed the password,1,/)
})

it('the page has what the owner can act on: of staff accounts, without single wrong passwords', async () => {
  const { db, clock, securityLog: log } = shop.context
  await login(asha.email, 'wrong-password')
  await login(admin.email, 'wrong-password')
  for (const who of [userId, adminId]) {
    for (const kind of ['forbidden', 'password-guessed', 'signed-out'] as const) {
      nextMinute()
      await log.record({ kind, userId: who })
    }
  }
  const entries = await entriesToActOn(db, clock.now())
  expect(entries.map(({ kind }) => kind).slice(0, 3)).toEqual([
    'password-guessed',
    'forbidden',
    'export',
  ])
  expect(new Set(entries.map(({ email }) => email))).toEqual(new Set([admin.email]))
  const later = new Date(clock.now().getTime() + 91 * dayMs)
  expect(await entriesToActOn(db, later)).toEqual([])
})

it('the owner reads the last 90 days in batches', async () => {
  const { db, clock } = shop.context
  const search = { kind: null, account: '', network: '' }
  const all = await listSecurityEntries(db, { search, now: clock.now(), limit: 100 })
  const ids = all.map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  const before = ids[1] ?? 0
  const older = await listSecurityEntries(db, {
    search,
    before,
    now: clock.now(),
    limit: 2,
  })
  expect(older.map(({ id }) => id)).toEqual(ids.slice(2, 4))
  const later = new Date(clock.now().getTime() + 91 * dayMs)
  expect(await listSecurityEntries(db, { search, now: later, limit: 1 })).toEqual([])
})
