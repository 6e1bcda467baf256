import { and, eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs, minuteMs } from '#platform/clock.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { countUsers } from '#shop/admin/users.store.server.ts'
import { auditLog } from '#shop/audit-log/audit-log.tables.server.ts'
import { checkConsistency } from '#shop/consistency/check-consistency.server.ts'
import type { ApiOrder } from '#shop/orders/api/order.schema.ts'
import { findOrderToKeep, keepOrder } from '#shop/orders/guest/keep-order.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import { retentionRules } from '#shop/privacy/delete-data.server.ts'
import { begin, buy, customLine } from '../support/checkout-steps.ts'
import { statementsOf } from '../support/count-statements.ts'
import { securityEntries } from '../support/security-events.ts'
import { tableContents } from '../support/table-contents.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

const email = 'asha@example.in'
const person = { name: 'Asha R', email, mobileno: '9811111111' }

let shop: TestShop
/** An account of the e-mail that the guests give. */
let account: { email: string; token: string }

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addCake()
  account = await shop.customer(email)
})
afterAll(() => shop.close())

const startGuest = (more: Partial<typeof person> = {}) =>
  shop.post<{ token: string; isAdmin: boolean; message: string }>('/auth/guest', {
    ...person,
    ...more,
  })
const guestToken = async (more?: Partial<typeof person>) => (await startGuest(more)).body.token
const order = (token: string, more: object = {}) =>
  buy(shop, token, { checkoutId: crypto.randomUUID(), ...more })
const seenBy = async (token: string, whose = email) =>
  (await shop.post<ApiOrder[]>('/orders/viewOrders', { email: whose }, token)).body.map(
    ({ id }) => id,
  )

async function keepTokenOf(orderId: string): Promise<string | null> {
  await shop.runJobs()
  const html = shop.mails.get(`order-placed-${orderId}`)?.html ?? ''
  const token = /keep-order\?token=([^"&]+)/.exec(html)?.[1]
  return token === undefined ? null : decodeURIComponent(token)
}
const keep = (token: string | null, by: string) => shop.post('/orders/keep', { token }, by)

describe('Order as guest', () => {
  it('answers the same whether the e-mail has an account or not', async () => {
    const answers = []
    const work = []
    for (const own of [email, 'nobody-has-it@example.in']) {
      const before = await tableContents(shop.context.db)
      const started = Promise.withResolvers<Awaited<ReturnType<typeof startGuest>>>()
      const sent = await statementsOf(async () => started.resolve(await startGuest({ email: own })))
      const { status, body, headers } = await started.promise
      const after = await tableContents(shop.context.db)
      work.push({ sent, changed: Object.keys(after).filter((key) => after[key] !== before[key]) })
      const cookies = headers
        .getSetCookie()
        .map((cookie) => cookie.replace(body.token, 'TOKEN').replace(encodeURIComponent(own), ''))
      answers.push({ status, body: { ...body, token: '' }, cookies })
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({ status: 200, body: { isAdmin: false } })
    expect(answers[0]?.cookies).toEqual([
      'token=TOKEN; Max-Age=43200; Path=/; HttpOnly; SameSite=Lax',
      'user=; Max-Age=43200; Path=/; SameSite=Lax',
      'isAdmin=false; Max-Age=43200; Path=/; SameSite=Lax',
      'role=guest; Max-Age=43200; Path=/; SameSite=Lax',
    ])
    expect(work[0]).toEqual(work[1])
    expect(work[0]?.changed.sort()).toEqual(['sessions', 'users'])
    expect(await shop.runJobs()).toEqual([])
  })

  it('is limited by address, so that all customers of a mobile carrier can order', async () => {
    const few = await openTestShop({ limits: { attemptsByMany: 5 } })
    try {
      const statuses: number[] = []
      for (let n = 0; n < 5; n++) statuses.push((await few.post('/auth/guest', person)).status)
      expect(statuses).toEqual([200, 200, 200, 200, 200])
      const { status, body } = await few.post('/auth/guest', person)
      expect([status, body.detail]).toEqual([
        429,
        'Too many attempts. Please wait 15 minutes and try again.',
      ])
    } finally {
      await few.close()
    }
  })

  it('is in the security log, and not under an account of the e-mail', async () => {
    await startGuest()
    const entries = (await securityEntries(shop.context.db)).filter(
      ({ kind }) => kind === 'guest-started',
    )
    expect(entries.length).toBeGreaterThan(0)
    expect(entries.every(({ userId, emailKey }) => userId === null && emailKey === null)).toBe(true)
  })

  it('makes no user that the panel lists', async () => {
    const before = await countUsers(shop.context.db)
    await startGuest()
    expect(await countUsers(shop.context.db)).toBe(before)
  })
})

describe('A guest', () => {
  it('orders with what they typed, and sees, cancels and pays that alone', async () => {
    const own = await order(account.token)
    const token = await guestToken()
    const theirs = await order(token)
    const [stored] = await shop.context.db
      .select({ name: orders.customerName, email: orders.customerEmail, m: orders.customerMobile })
      .from(orders)
      .where(eq(orders.id, theirs.orderId))
    expect(stored).toEqual({ name: person.name, email, m: person.mobileno })
    expect(await seenBy(token)).toEqual([theirs.orderId])
    expect(await seenBy(account.token)).not.toContain(theirs.orderId)
    expect(await seenBy((await shop.admin()).token)).toEqual(
      expect.arrayContaining([own.orderId, theirs.orderId]),
    )
    const cancel = (orderId: string) => shop.post('/orders/cancelOrders', { email, orderId }, token)
    expect((await cancel(own.orderId)).status).toBe(403)
    expect((await cancel(theirs.orderId)).status).toBe(200)
  })

  it('sees nothing of another guest who typed the same', async () => {
    const first = await guestToken()
    await order(first)
    expect(await seenBy(await guestToken())).toEqual([])
  })

  it('orders again in the same session, and sees both', async () => {
    const token = await guestToken()
    const more = { checkoutId: crypto.randomUUID() }
    const first = await buy(shop, token, more)
    // The same again is the same order.
    expect((await begin(shop, token, more)).body.orderId).toBe(first.orderId)
    const second = await order(token)
    expect(await seenBy(token)).toEqual([second.orderId, first.orderId])
  })

  it('has one order of a custom cake that is requested twice at once', async () => {
    const token = await guestToken()
    const same = { checkoutId: crypto.randomUUID(), order: [customLine], amount: 0 }
    const both = await Promise.all([begin(shop, token, same), begin(shop, token, same)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both[0]?.body).toEqual(both[1]?.body)
    // A guest owes nothing at the door.
    await shop.runJobs()
    const mail = shop.mails.get(`order-placed-${both[0]?.body.orderId}`)?.text
    expect(mail?.replace(/\s+/g, ' ')).toContain('You pay it online when you accept it.')
  })

  it('has as many cakes that wait for a price as all guests of the e-mail', async () => {
    const strict = await openTestShop({ isStrict: true })
    try {
      await strict.addCake()
      const lines = (count: number) => ({
        order: Array.from({ length: count }, () => customLine),
        amount: 0,
        checkoutId: crypto.randomUUID(),
      })
      const newGuest = async () =>
        (await strict.post<{ token: string }>('/auth/guest', person)).body.token
      expect((await begin(strict, await newGuest(), lines(3))).status).toBe(200)
      expect((await begin(strict, await newGuest(), lines(3))).status).toBe(409)
      expect((await begin(strict, await newGuest(), lines(2))).status).toBe(200)
    } finally {
      await strict.close()
    }
  })

  it('is nobody after twelve hours', async () => {
    const token = await guestToken()
    await order(token, { time: '2026-11-23T17:30' })
    shop.wait(12 * 60 * minuteMs - 1)
    expect((await shop.post('/orders/viewOrders', { email }, token)).status).toBe(200)
    shop.wait(1)
    expect((await shop.post('/orders/viewOrders', { email }, token)).status).toBe(401)
  })

  it('does not keep their orders by logging in', async () => {
    const token = await guestToken()
    const { orderId } = await order(token, { time: '2026-11-23T17:30' })
    const body = { email, password: 'asha-password' }
    const signedIn = await shop.api.request('/users/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: `token=${token}; role=guest` },
      body: JSON.stringify(body),
    })
    const { token: signedInToken } = (await signedIn.json()) as { token: string }
    expect(await seenBy(signedInToken)).not.toContain(orderId)
    expect((await shop.post('/orders/viewOrders', { email }, token)).status).toBe(401)
    const roles = signedIn.headers.getSetCookie().filter((cookie) => cookie.startsWith('role='))
    expect(roles).toEqual([expect.stringContaining('role=; Max-Age=0')])
  })
})

describe('Add this order to your account', () => {
  const later = { time: '2026-11-23T17:30' }

  it('is in the mail to a guest, and in no other', async () => {
    const guests = await order(await guestToken(), later)
    const own = await order(account.token, later)
    expect(await keepTokenOf(guests.orderId)).not.toBeNull()
    expect(await keepTokenOf(own.orderId)).toBeNull()
  })

  it('takes the order into the account of that e-mail, once and for all', async () => {
    const guest = await guestToken()
    const { orderId } = await order(guest, later)
    const link = await keepTokenOf(orderId)
    expect((await keep(link, account.token)).status).toBe(200)
    expect(await seenBy(account.token)).toContain(orderId)
    const contents = await tableContents(shop.context.db)
    expect((await keep(link, account.token)).status).toBe(200)
    expect(await tableContents(shop.context.db)).toEqual(contents)
    // The guest's own session has ended with it.
    expect((await shop.post('/orders/viewOrders', { email }, guest)).status).toBe(401)
    const { body } = await shop.post('/orders/cancelOrders', { email, orderId }, account.token)
    expect(body).toMatchObject({ message: expect.stringContaining('Your order is cancelled.') })
  })

  it('shows whose it is, and nothing of an order that another account has', async () => {
    const { orderId, number } = await order(await guestToken(), later)
    const link = (await keepTokenOf(orderId)) ?? ''
    const shown = async (token?: string) => {
      const caller = await shop.context.accounts.callerOf(
        new Headers(token ? { authorization: `Bearer ${token}` } : {}),
      )
      return findOrderToKeep(shop.context, { token: link, caller })
    }
    const meena = await shop.customer('meena@example.in')
    expect(await shown()).toEqual({ state: 'guest', number, email })
    await keep(link, account.token)
    expect(await shown(account.token)).toEqual({ state: 'in-account', number })
    expect(await shown(meena.token)).toBeNull()
  })

  it('is taken once by two presses at the same time', async () => {
    const { orderId } = await order(await guestToken(), later)
    const link = await keepTokenOf(orderId)
    const both = await Promise.all([keep(link, account.token), keep(link, account.token)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const entries = await shop.context.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, orderId), eq(auditLog.action, 'keep-order')))
    expect(entries).toHaveLength(1)
  })

  it('works where the account ordered the same cart', async () => {
    const same = { checkoutId: crypto.randomUUID(), ...later }
    await buy(shop, account.token, same)
    const { orderId } = await buy(shop, await guestToken(), same)
    expect((await keep(await keepTokenOf(orderId), account.token)).status).toBe(200)
  })

  it('is for nobody else', async () => {
    const guest = await guestToken()
    const { orderId } = await order(guest, later)
    const link = await keepTokenOf(orderId)
    const ravi = await shop.customer('ravi@example.in')
    const contents = await tableContents(shop.context.db)
    expect((await keep(link, ravi.token)).status).toBe(409)
    expect((await keep(`${link}x`, account.token)).status).toBe(404)
    const quoteLink = shop.context.quoteTokens.sign(orderId)
    expect((await keep(quoteLink, account.token)).status).toBe(404)
    expect((await keep(link, guest)).status).toBe(401)
    expect(await tableContents(shop.context.db)).toEqual(contents)
    await keep(link, account.token)
    expect((await keep(link, ravi.token)).status).toBe(404)
  })

  it('leaves books that agree, and a row without a person', async () => {
    const { orderId } = await order(await guestToken(), later)
    const [before] = await shop.context.db.select().from(orders).where(eq(orders.id, orderId))
    await keep(await keepTokenOf(orderId), account.token)
    const [row] = await shop.context.db
      .select()
      .from(users)
      .where(eq(users.id, before?.userId ?? ''))
    expect(row).toMatchObject({ guestEmail: null, mobileno: null, name: 'Guest' })
    const report = await checkConsistency(
      { ...shop.context, files: shop.context.files as never },
      { withFiles: false, providerDays: null },
    )
    expect(report.violations.filter(({ check }) => check.severity !== 'notice')).toEqual([])
  })

  it('lets the owner of the account have all of it deleted', async () => {
    const meera = await shop.customer('meera@example.in')
    const token = await guestToken({ email: meera.email })
    const { orderId } = await order(token, later)
    const { status } = await keep(await keepTokenOf(orderId), meera.token)
    expect(status).toBe(200)
    await shop.post('/orders/cancelOrders', { email: meera.email, orderId }, meera.token)
    await shop.runJobs()
    expect((await shop.post('/account/delete', undefined, meera.token)).status).toBe(200)
    const entries = await shop.context.db
      .select({ actorEmail: auditLog.actorEmail })
      .from(auditLog)
      .where(eq(auditLog.subjectId, orderId))
    expect(entries.length).toBeGreaterThan(2)
    expect(entries.filter((entry) => entry.actorEmail === meera.email)).toEqual([])
  })

  it('goes to no account that was deleted while it waited', async () => {
    const gone = await shop.customer('gone@example.in')
    const { db } = shop.context
    const { orderId } = await order(await guestToken({ email: gone.email }), later)
    const token = (await keepTokenOf(orderId)) ?? ''
    const [row] = await db.select().from(users).where(eq(users.email, gone.email))
    expect((await shop.post('/account/delete', undefined, gone.token)).status).toBe(200)
    const caller = { id: row?.id ?? '', email: gone.email, role: 'customer' as const }
    await expect(keepOrder(shop.context, { caller, token })).rejects.toMatchObject({
      code: 'not_signed_in',
    })
    expect(await findOrderToKeep(shop.context, { token, caller })).toMatchObject({ state: 'guest' })
  })
})

it('a guest who ordered nothing is gone after 30 days, and one with an order stays', async () => {
  const { db, clock } = shop.context
  const ordered = await guestToken({ name: 'Stays' })
  await order(ordered, { time: '2026-11-23T17:30' })
  await guestToken({ name: 'Goes' })
  shop.wait(30 * dayMs + 1)
  await guestToken({ name: 'Young' })
  const [, remove] = retentionRules.find(([kind]) => kind === 'guests') ?? []
  await remove?.(shop.context as never, new Date(clock.now().getTime() - 30 * dayMs))
  const left = await db.select().from(users).where(isNotNull(users.guestEmail))
  const names = new Set(left.map(({ name }) => name))
  expect([names.has('Stays'), names.has('Goes'), names.has('Young')]).toEqual([true, false, true])
})

it('mails to an address that guests give stay few a day', async () => {
  const strict = await openTestShop({ isStrict: true })
  try {
    await strict.addCake()
    const custom = () => ({ order: [customLine], amount: 0, checkoutId: crypto.randomUUID() })
    for (let n = 0; n < 12; n++) {
      const { body } = await strict.post<{ token: string }>('/auth/guest', person)
      const { status, body: started } = await begin(strict, body.token, custom())
      if (status === 409) break
      await strict.runJobs()
      // So that the number of open requests stops nobody.
      const cancelled = { email, orderId: started.orderId }
      expect((await strict.post('/orders/cancelOrders', cancelled, body.token)).status).toBe(200)
      await strict.runJobs()
    }
    const sent = [...strict.mails.values()].filter(({ to }) => to === email)
    expect(sent).toHaveLength(10)
  } finally {
    await strict.close()
  }
})
