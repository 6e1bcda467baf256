import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createShopApi } from '#app/api.server.ts'
import { dayMs } from '#platform/clock.ts'
import { countPendingWork } from '#shop/consistency/consistency.store.server.ts'
import { mails } from '#shop/mails/mails.tables.server.ts'
import { begin, buy, checkoutOf, customLine } from '../support/checkout-steps.ts'
import { everyDay, newZone, saveSettings, settings } from '../support/delivery.ts'
import { openTestShop } from '../support/test-shop.ts'

const shop = await openTestShop({ isStrict: true })
afterAll(() => shop.close())
await shop.addCake()

const victim = 'victim@example.in'
const lure = 'URGENT: your card is blocked, open http://evil.example now'
const person = { mobileno: '9876543210', date: '1990-05-17', password: 'asha-password' }

const order = (token: string, more: object = {}) =>
  begin(shop, token, { checkoutId: crypto.randomUUID(), amount: 0, order: [customLine], ...more })
const mailsTo = (email: string) => [...shop.mails.values()].filter(({ to }) => to === email)

it('nobody registers with a sentence for a name', async () => {
  const { status, body } = await shop.post('/users/new', { ...person, email: victim, name: lure })
  expect(status).toBe(422)
  expect(body.errors?.name).toContain('leave out links')
})

it('an account of older rules mails its name to nobody', async () => {
  await shop.context.accounts.register({ ...person, email: victim, name: lure })
  const { token } = await shop.context.accounts.signIn(victim, person.password)
  for (let n = 0; n < 5; n += 1) expect((await order(token)).status).toBe(200)
  await shop.runJobs()
  const mails = mailsTo(victim)
  expect(mails).toHaveLength(5)
  expect(JSON.stringify(mails)).not.toMatch(/URGENT|evil|blocked/)
})

it('a sixth customised cake waits until the baker has answered', async () => {
  const { token } = await shop.context.accounts.signIn(victim, person.password)
  const { status, body } = await order(token)
  expect(status).toBe(409)
  expect(body.detail).toContain('5 customised cakes waiting for a price')
})

it('two checkouts at the same moment do not pass the limit together', async () => {
  const { token } = await shop.customer('two@example.in')
  const four = [customLine, customLine, customLine, customLine].map((line, n) => ({
    ...line,
    detail: `Elephant ${n}`,
  }))
  const both = await Promise.all([order(token, { order: four }), order(token, { order: four })])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
})

it('five mails of a kind go a day to somebody who did not ask for them, and hold back no others', async () => {
  const email = 'many@example.in'
  const { token } = await shop.customer(email, { isConfirmed: false })
  for (let n = 0; n < 15; n += 1) await shop.post('/users/forgot-password', { email })
  await shop.runJobs()
  expect(mailsTo(email)).toHaveLength(5)
  await order(token)
  await shop.runJobs()
  expect(mailsTo(email)).toHaveLength(6)
  await buy(shop, token, { checkoutId: crypto.randomUUID() })
  await shop.runJobs()
  expect(mailsTo(email).at(-1)?.subject).toMatch(/^Your order \d+ is placed$/)
  shop.wait(dayMs)
  await shop.post('/users/forgot-password', { email })
  await shop.runJobs()
  expect(mailsTo(email)).toHaveLength(8)
})

it('an address with tags is one mailbox', async () => {
  const emails = Array.from({ length: 10 }, (_, n) => `tagged+${n}@example.in`)
  for (const email of ['tagged@example.in', ...emails]) {
    await shop.customer(email)
    await shop.post('/users/forgot-password', { email })
  }
  await shop.runJobs()
  expect([...shop.mails.values()].filter(({ to }) => to.startsWith('tagged'))).toHaveLength(5)
})

it('strangers cause five links to a new password a day, and never use up those of the owner', async () => {
  const email = 'confirmed@example.in'
  await shop.customer(email)
  await shop.verify(email)
  const { hono } = createShopApi(shop.context, { trustProxy: 1 })
  const call = async (path: string, body: object, address: string, token = '') => {
    const headers = {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      ...(token && { authorization: `Bearer ${token}` }),
    }
    const response = await hono.request(path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return (await response.json()) as { token: string }
  }
  const links = () =>
    mailsTo(email).filter(({ subject }) => subject.startsWith('A new password')).length
  const own = await call('/users/login', { email, password: person.password }, '49.207.1.1')

  for (let n = 0; n < 48; n += 1) await call('/users/forgot-password', { email }, `10.0.0.${n}`)
  await shop.runJobs()
  expect(links()).toBe(5)
  await call('/users/forgot-password', { email }, '10.0.1.1', own.token)
  await call('/users/forgot-password', { email }, '49.207.1.1')
  await shop.runJobs()
  expect(links()).toBe(7)
})

it('mails about paid orders leave room for others', async () => {
  const email = 'buyer@example.in'
  const { token } = await shop.customer(email)
  for (let n = 0; n < 10; n += 1) await buy(shop, token, { checkoutId: crypto.randomUUID() })
  await shop.runJobs()
  await shop.post('/users/forgot-password', { email })
  await shop.runJobs()
  const subjects = mailsTo(email).map(({ subject }) => subject)
  expect(subjects).toHaveLength(11)
  expect(subjects.at(-1)).toMatch(/^A new password/)
})

it('what is held back is no dead letter, of which the operator hears, and can be sent again', async () => {
  const email = 'flooded@example.in'
  const { token } = await shop.customer(email, { isConfirmed: false })
  const { db, clock } = shop.context
  const before = await countPendingWork(db, clock.now())
  for (let n = 0; n < 7; n += 1) {
    const { body } = await order(token, { time: '2026-11-25T17:30' })
    const cancelled = await shop.post(
      '/orders/cancelOrders',
      { email, orderId: body.orderId },
      token,
    )
    expect(cancelled.status).toBe(200)
  }
  await shop.runJobs()
  const held = await db.select().from(mails).where(eq(mails.status, 'held_back'))
  expect(held.map(({ recipient }) => recipient)).toEqual([email, email])
  expect(await countPendingWork(db, clock.now())).toEqual({ ...before, held_back: 2 })

  const admin = await shop.admin()
  shop.wait(dayMs)
  expect((await shop.post('/mails/again', { all: true }, admin.token)).status).toBe(409)
  const ids = held.map(({ id }) => id)
  expect((await shop.post('/mails/again', { ids }, admin.token)).status).toBe(200)
  await shop.runJobs()
  expect(mailsTo(email)).toHaveLength(7)
})

describe('requests of strangers with somebody’s address hold back no mail of their orders', () => {
  const time = '2026-11-28T17:30'
  const places = ['12 Rose Lane', '13 Rose Lane', '14 Rose Lane', '15 Rose Lane', '16 Rose Lane']
  let asked = 0

  beforeAll(async () => {
    const owner = (await shop.admin()).token
    const usual = { ...settings().usual, cashLimitPaise: 200_000 }
    const zones = [newZone({ takesCash: true })]
    await saveSettings(shop, owner, settings({ zones, slots: everyDay(), usual }))
  })

  /** Guests ask for cakes with this address, change and cancel them. */
  async function flood(email: string) {
    for (const place of places) {
      const guest = { name: 'Asha', email, mobileno: '9811111111' }
      const { token: stranger } = (await shop.post<{ token: string }>('/auth/guest', guest)).body
      const address = `${place},560001,Bengaluru`
      const { orderId } = (await order(stranger, { time, address })).body
      const changed = { orderId, riderNote: 'Gate 2' }
      expect((await shop.post('/orders/changeOrder', changed, stranger)).status).toBe(200)
      await shop.runJobs()
      const cancelled = await shop.post('/orders/cancelOrders', { email, orderId }, stranger)
      expect(cancelled.status).toBe(200)
      await shop.runJobs()
    }
  }

  const ways = {
    'paid in cash at the door': async (token: string) => {
      const cash = checkoutOf({ ...theirs(), amount: 910, cash: true })
      return (await shop.post<{ orderId: string }>('/orders/process-payment', cash, token)).body
    },
    'paid online': (token: string) => buy(shop, token, { ...theirs(), amount: 910 }),
    'taken by staff': async (_: string, email: string) => {
      const customer = { name: 'Asha', mobileno: '9876543210', email }
      const checkout = checkoutOf({ ...theirs(), amount: 910 })
      const taken = { customer, paid: null, checkout }
      const { token } = await shop.admin()
      return (await shop.post<{ orderId: string }>('/orders/take', taken, token)).body
    },
    'asked for by an account with this email': async (token: string) =>
      (await order(token, theirs())).body,
  }
  const theirs = () => {
    asked += 1
    return {
      ...{ checkoutId: crypto.randomUUID(), time },
      address: `${asked} Hill Road,560001,Bengaluru`,
    }
  }

  it.each(Object.entries(ways))('%s', async (_, place) => {
    const email = `flood${asked}@example.in`
    const { token } = await shop.customer(email)
    await flood(email)
    const { orderId } = await place(token, email)
    await shop.runJobs()
    const admin = (await shop.admin()).token
    const changed = { orderId, riderNote: 'Gate 3', reason: 'You called us' }
    expect((await shop.post('/orders/changeOrder', changed, admin)).status).toBe(200)
    await shop.runJobs()
    const cancelled = { email, orderId, reason: 'No flour' }
    expect((await shop.post('/orders/cancelOrders', cancelled, admin)).status).toBe(200)
    await shop.runJobs()
    const sent = mailsTo(email).map(({ id }) => id)
    expect(sent).toEqual(
      expect.arrayContaining([`order-placed-${orderId}`, `order-cancelled-${orderId}`]),
    )
    expect(sent.filter((id) => id.startsWith('order-rescheduled-'))).toHaveLength(6)
  })
})
