import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hourMs } from '#platform/clock.ts'
import { personByEmail } from '#shop/accounts/accounts.store.server.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import type { Role } from '#shop/accounts/roles.ts'
import { listAuditLog } from '#shop/audit-log/audit-log.store.server.ts'
import { buy } from '../support/checkout-steps.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let owner: { email: string; token: string }

beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake()
  owner = await shop.admin()
})
afterEach(() => shop.close())

const meena = { name: 'Meena', password: 'kulfi-and-tea' }

const invite = (email: string, role: Role = 'kitchen') =>
  shop.post('/staff/invite', { email, role }, owner.token)

/** The token in the newest invitation. */
async function tokenOfMail() {
  await shop.runJobs()
  const tokens = [...shop.mails.values()].map(({ html }) => /join#([\w.-]+)/.exec(html)?.[1])
  return tokens.findLast((token) => token !== undefined) ?? ''
}

const accept = (token: string, more: object = meena, session?: string) =>
  shop.post('/staff/accept', { token, ...more }, session)

const roleOf = async (token: string) =>
  (await shop.context.accounts.callerOf(new Headers({ authorization: `Bearer ${token}` })))?.role

const idOf = async (token: string) =>
  (await shop.context.accounts.callerOf(new Headers({ authorization: `Bearer ${token}` })))?.id ??
  ''

const give = (id: string, role: Role, token = owner.token) =>
  shop.post('/staff/role', { id, role }, token)

describe('an invitation', () => {
  it('makes an account with its role, and is written down', async () => {
    expect((await invite('Meena@example.in')).status).toBe(200)
    expect(await accept(await tokenOfMail())).toMatchObject({
      status: 200,
      body: { email: 'meena@example.in' },
    })
    const { token } = await shop.context.accounts.signIn('meena@example.in', meena.password)
    expect(await roleOf(token)).toBe('kitchen')
    const entries = await listAuditLog(shop.context.db, { limit: 2 })
    expect(
      entries.map(({ action, actorRole, actorEmail }) => [action, actorRole, actorEmail]),
    ).toEqual([
      ['join-staff', 'kitchen', 'meena@example.in'],
      ['invite-staff', 'owner', owner.email],
    ])
  })

  it('works once', async () => {
    await invite('meena@example.in')
    const token = await tokenOfMail()
    const answers = await Promise.all([accept(token), accept(token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await accept(token)).status).toBe(409)
  })

  it('of one address twice at once leaves the later one', async () => {
    const answers = await Promise.all([invite('meena@example.in'), invite('meena@example.in')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await accept(await tokenOfMail())).status).toBe(200)
  })

  it('takes no password that is easily guessed, and stays open', async () => {
    await invite('meena@example.in')
    const token = await tokenOfMail()
    for (const password of ['password1', 'meena-2026']) {
      expect(await accept(token, { ...meena, password })).toMatchObject({
        status: 422,
        body: { errors: { password: expect.any(String) } },
      })
    }
    expect((await accept(token)).status).toBe(200)
  })

  it('works for 48 hours', async () => {
    await invite('meena@example.in')
    const token = await tokenOfMail()
    shop.wait(48 * hourMs)
    expect((await accept(token)).status).toBe(409)
  })

  it('stops working when it is sent again or withdrawn', async () => {
    await invite('meena@example.in')
    const first = await tokenOfMail()
    await invite('meena@example.in', 'counter')
    const second = await tokenOfMail()
    expect((await accept(first)).status).toBe(409)
    const id = second.split('.')[0]
    expect((await shop.post('/staff/withdraw', { id }, owner.token)).status).toBe(200)
    expect((await accept(second)).status).toBe(409)
  })

  it('adds the role to an account of whoever is logged in, who keeps the orders', async () => {
    const asha = await shop.customer()
    await buy(shop, asha.token)
    await invite(asha.email, 'counter')
    const token = await tokenOfMail()
    expect((await accept(token)).status).toBe(401)
    expect((await accept(token, {}, owner.token)).status).toBe(403)
    expect((await accept(token, {}, asha.token)).status).toBe(200)
    expect(await roleOf(asha.token)).toBeUndefined()
    const { token: session } = await shop.context.accounts.signIn(asha.email, 'asha-password')
    expect(await roleOf(session)).toBe('counter')
    const { body } = await shop.post<unknown[]>(
      ...(['/orders/viewOrders', { email: asha.email }, session] as const),
    )
    expect(body).toHaveLength(1)
  })
})

describe('an invitation without an email', () => {
  async function linkFor(role: Role = 'kitchen') {
    const { status, body } = await shop.post<{ link?: string }>(
      '/staff/invite',
      { email: '', role },
      owner.token,
    )
    return { status, token: body.link?.split('/join#')[1] ?? '' }
  }
  const withEmail = { ...meena, email: 'Meena@example.in' }
  const read = (token: string, session?: string) =>
    shop.post('/staff/invitation', { token }, session)

  it('is a link in the answer alone, and makes an account by the email that its owner gives, unproved', async () => {
    const { token } = await linkFor()
    await shop.runJobs()
    expect(shop.mails.size).toBe(0)
    expect((await read(token)).body).toEqual({
      ...{ email: '', role: 'kitchen', hasAccount: false, isSignedIn: false },
    })
    expect(await accept(token)).toMatchObject({
      status: 422,
      body: { errors: { email: 'Email is required' } },
    })
    expect((await accept(token, withEmail)).body).toMatchObject({ email: 'meena@example.in' })
    const { token: session } = await shop.context.accounts.signIn(
      'meena@example.in',
      meena.password,
    )
    expect(await roleOf(session)).toBe('kitchen')
    const { db } = shop.context
    expect(await personByEmail(db, 'meena@example.in')).toMatchObject({ emailVerified: false })
    const entries = JSON.stringify(await listAuditLog(db, { limit: 5 }))
    expect(entries).not.toContain('invalid')
  })

  it('works once, for 48 hours, until it is withdrawn, and beside others', async () => {
    const [one, two, three] = [await linkFor(), await linkFor(), await linkFor()]
    const answers = await Promise.all([
      accept(one.token, withEmail),
      accept(one.token, { ...withEmail, email: 'other@example.in' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const id = two.token.split('.')[0]
    expect((await shop.post('/staff/withdraw', { id }, owner.token)).status).toBe(200)
    const other = { ...withEmail, email: 'third@example.in' }
    expect((await accept(two.token, other)).status).toBe(409)
    shop.wait(48 * hourMs)
    expect((await accept(three.token, other)).status).toBe(409)
    expect((await read(three.token)).status).toBe(404)
  })

  it.each(['counter', 'manager', 'accountant', 'owner'] as const)(
    'is none for the role %s',
    async (role) => expect((await linkFor(role)).status).toBe(422),
  )

  it('takes no account of somebody else, and lowers nobody who works here', async () => {
    const asha = await shop.customer()
    const { token } = await linkFor()
    expect((await accept(token, { ...meena, email: asha.email })).status).toBe(401)
    const counter = await shop.staff('counter')
    expect((await accept(token, { email: asha.email }, counter.token)).status).toBe(403)
    for (const member of [owner, counter]) {
      expect(await accept(token, {}, member.token)).toMatchObject({
        status: 409,
        body: { detail: 'You work here already. Log out before you open this link.' },
      })
    }
    expect(await roleOf(counter.token)).toBe('counter')
    const { db } = shop.context
    await db.update(users).set({ emailVerified: false }).where(eq(users.email, asha.email))
    expect((await read(token, asha.token)).body).toMatchObject({
      hasAccount: true,
      isSignedIn: true,
    })
    expect((await accept(token, {}, asha.token)).status).toBe(200)
    expect(await personByEmail(db, asha.email)).toMatchObject({ emailVerified: false })
  })
})

describe('a role', () => {
  it('that is taken away ends every session at once', async () => {
    const cook = await shop.staff('kitchen')
    expect((await give(cook.id, 'customer')).status).toBe(200)
    expect(await roleOf(cook.token)).toBeUndefined()
    const { token } = await shop.context.accounts.signIn(cook.email, 'asha-password')
    expect(await roleOf(token)).toBe('customer')
  })

  it('of the last owner stays', async () => {
    const id = await idOf(owner.token)
    expect((await give(id, 'manager')).status).toBe(409)
    await shop.staff('owner')
    expect((await give(id, 'manager')).status).toBe(200)
  })

  it('stays with one of two owners who take it from each other at once', async () => {
    const other = await shop.staff('owner')
    const id = await idOf(owner.token)
    const answers = await Promise.all([
      give(other.id, 'customer'),
      give(id, 'customer', other.token),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('a refund by a manager', () => {
  it('goes up to the limit, in one or several parts', async () => {
    const asha = await shop.customer()
    const { orderId } = await buy(shop, asha.token)
    const manager = await shop.staff('manager')
    const refund = (amount: number, token = manager.token) =>
      shop.post(
        '/orders/refund',
        { orderId, amount, reason: 'Late', key: crypto.randomUUID() },
        token,
      )
    expect((await refund(300)).status).toBe(200)
    expect(await refund(201)).toMatchObject({
      status: 403,
      body: { detail: 'A manager can give away at most ₹500 of an order. Please ask the owner.' },
    })
    const cancel = { email: asha.email, orderId }
    expect((await shop.post('/orders/cancelOrders', cancel, manager.token)).status).toBe(403)
    expect((await refund(200)).status).toBe(200)
    expect((await refund(100, owner.token)).status).toBe(200)
  })
})

describe('the counter and the kitchen', () => {
  it('quote, reject, refund and cancel nothing', async () => {
    const asha = await shop.customer()
    const { orderId } = await buy(shop, asha.token)
    for (const role of ['counter', 'kitchen'] as const) {
      const { token } = await shop.staff(role)
      const quote = { order: orderId, suborder: crypto.randomUUID(), data: 1, msg: 100 }
      expect((await shop.post('/orders/confirmOrder', quote, token)).status).toBe(403)
      const cancel = { email: asha.email, orderId }
      expect((await shop.post('/orders/cancelOrders', cancel, token)).status).toBe(403)
    }
  })
})
