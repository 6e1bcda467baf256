import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '#platform/clock.ts'
import { sessions, users } from '#shop/accounts/accounts.tables.server.ts'
import { sessionRules } from '#shop/accounts/sessions.server.ts'
import { checkConsistency } from '#shop/consistency/check-consistency.server.ts'
import { photosOf } from '#shop/handling/handling.store.server.ts'
import { mails } from '#shop/mails/mails.tables.server.ts'
import { addPayment } from '#shop/orders/money/ledger.store.server.ts'
import { disputes, orderPayments } from '#shop/orders/money/ledger.tables.server.ts'
import { orderPapers } from '#shop/orders/money/papers.tables.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import { papersOf } from '#shop/papers/papers.store.server.ts'
import { type DatedKind, retentionDays } from '#shop/privacy/data-kinds.ts'
import { deleteAccount, retentionRules } from '#shop/privacy/delete-data.server.ts'
import { forgetPerson } from '#shop/privacy/personal-rows.store.server.ts'
import { begin, buy, customLine, truffleLine } from '../support/checkout-steps.ts'
import { doorPayment } from '../support/ledger.ts'
import { tableContents } from '../support/table-contents.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'
import {
  disputePayment,
  keepPicture,
  mira,
  ravi,
  textsOf,
  wholeCustomer,
} from './whole-customer.ts'

let shop: TestShop
let customer: Awaited<ReturnType<typeof wholeCustomer>>
let other: typeof customer
let shared: string

beforeAll(async () => {
  shop = await openTestShop({ sessionRules })
  await shop.addCake()
  shared = await keepPicture(shop, '#00ff00')
  customer = await wholeCustomer(shop, mira, shared)
  other = await wholeCustomer(shop, ravi, shared)
})
afterAll(() => shop.close())

const signIn = async ({ email, password }: { email: string; password: string }) =>
  (await shop.context.accounts.signIn(email, password)).token

const remove = () => shop.post<{ message: string }>('/account/delete', undefined, customer.token)

/** Every row of every table, also of the job queue's. */
async function everyRow(): Promise<string> {
  const { rows: tables } = await shop.context.db.execute(
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const dumps: string[] = []
  for (const { name } of tables) {
    const { rows } = await shop.context.db.execute(
      sql`select string_agg(t::text, ' ') as text from ${sql.raw(String(name))} t`,
    )
    dumps.push(String(rows[0]?.text))
  }
  return dumps.join('\n')
}

const found = (dump: string, texts: string[]) => texts.filter((text) => dump.includes(text))
const errors = async () => {
  const report = await checkConsistency(
    { ...shop.context, files: shop.context.files as never },
    { withFiles: false, providerDays: null },
  )
  const broken = report.violations.filter(({ check }) => check.severity !== 'notice')
  return broken.map(({ check, rows }) => [check.name, rows])
}

/** Runs the rules of a kind of data. */
async function keepNoLonger(kind: DatedKind) {
  const before = new Date(shop.context.clock.now().getTime() - retentionDays[kind] * dayMs)
  for (const [of, remove] of retentionRules) if (of === kind) await remove(shop.context, before)
}

/** Noon of the day after tomorrow in Kolkata, as the cart sends it. */
function noon() {
  const at = new Date(shop.context.clock.now().getTime() + 2 * dayMs)
  return `${at.toISOString().slice(0, 10)}T12:00`
}

/** A customer and an order of theirs that has arrived. */
async function arrivedOrder(email: string) {
  const { token } = await shop.customer(email)
  const { orderId } = await buy(shop, token, { checkoutId: crypto.randomUUID(), time: noon() })
  await shop.context.db
    .update(orders)
    .set({ fulfilment: 'delivered', arrivedAt: shop.context.clock.now() })
    .where(eq(orders.id, orderId))
  return { orderId, email }
}

describe('Delete my account', () => {
  it('needs somebody who is logged in', async () => {
    expect((await shop.post('/account/delete', undefined)).status).toBe(401)
  })

  it('asks for the password when it was last given over 15 minutes ago', async () => {
    await shop.context.db.update(sessions).set({ passwordAt: new Date(0) })
    const { status, body } = await remove()
    expect([status, body.detail]).toEqual([403, 'Please enter your password again.'])
    customer.token = await signIn(customer)
  })

  it('is refused with words while an order is open', async () => {
    const [order] = await shop.context.db
      .select()
      .from(orders)
      .where(eq(orders.id, customer.orderId))
    const { status, body } = await remove()
    expect([status, body.detail]).toEqual([
      409,
      `Order ${order?.number} is still open. You can delete your account once everything is delivered or cancelled, and refunds and disputes are over.`,
    ])
    expect(found(await everyRow(), textsOf(mira))).toEqual(textsOf(mira))
  })

  it('is refused to the last owner', async () => {
    const { token } = await shop.admin()
    const { status, body } = await shop.post('/account/delete', undefined, token)
    expect([status, body.detail]).toEqual([
      409,
      'You are the shop’s only owner. Please make somebody else an owner before you delete your account.',
    ])
  })

  describe('after everything was delivered', () => {
    let reply: Awaited<ReturnType<typeof remove>>

    beforeAll(async () => {
      shop.wait(2 * dayMs + 1)
      shop.mails.clear()
      customer.token = await signIn(customer)
      reply = await remove()
      await shop.runJobs()
    })

    it('logs out everywhere, and says so by mail', async () => {
      expect(reply.status).toBe(200)
      expect(reply.body.message).toBe('Your account is deleted.')
      expect(reply.headers.get('set-cookie')).toContain('token=;')
      expect([...shop.mails.values()].map(({ to, subject }) => [to, subject])).toEqual([
        [mira.email, 'Your account was deleted'],
      ])
      const [mail] = shop.mails.values()
      expect(mail?.text.replace(/\s+/g, ' ')).toContain('designs, photos, reviews and messages')
      expect((await remove()).status).toBe(401)
      await expect(
        shop.context.accounts.signIn(customer.email, customer.password),
      ).rejects.toMatchObject({ code: 'not_signed_in' })
    })

    it('leaves no text of the person in any table, and all of others', async () => {
      const dump = await everyRow()
      expect(found(dump, textsOf(mira))).toEqual([])
      expect(found(dump, textsOf(ravi))).toEqual(textsOf(ravi))
    })

    it('leaves no file of theirs: designs that nobody else shows, and mails', async () => {
      const picture = (id: string) => shop.context.files.get(`pictures/${id}/960.webp`)
      expect(await picture(customer.design)).toBeNull()
      expect(await picture(shared)).not.toBeNull()
      expect(await picture(other.design)).not.toBeNull()
      const mail = (id: string) => shop.context.outbox?.get(`order-placed-${id}.eml`)
      expect(await mail(customer.orderId)).toBeNull()
      expect(await mail(other.orderId)).not.toBeNull()
    })

    it('leaves no photo of their orders: they show a door', async () => {
      const { db, files } = shop.context
      const left = async ({ photos }: typeof customer) =>
        (await Promise.all(photos.map((key) => files.get(key)))).filter((file) => file !== null)
      expect([await left(customer), await photosOf(db, [customer.orderId])]).toEqual([[], []])
      expect(await left(other)).toHaveLength(3)
      expect(await photosOf(db, [other.orderId])).toHaveLength(3)
    })

    it('refers to the account only where something is kept of what happened', async () => {
      const { rows } = await shop.context.db.execute(sql`
        select c.conrelid::regclass::text as table, a.attname as column from pg_constraint c
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
        where c.contype = 'f' and c.confrelid = 'users'::regclass`)
      const referring: string[] = []
      for (const { table, column } of rows) {
        const { rows: theirs } = await shop.context.db.execute(
          sql`select 1 from ${sql.raw(String(table))} where ${sql.raw(String(column))} = ${customer.id}`,
        )
        if (theirs.length > 0) referring.push(String(table))
      }
      expect(referring.sort()).toEqual(['audit_log', 'orders'])
    })

    it('keeps amounts, serials and what happened, so that the tables agree', async () => {
      const [order] = await shop.context.db
        .select()
        .from(orders)
        .where(eq(orders.id, customer.orderId))
      expect(order).toMatchObject({
        customerName: 'Deleted account',
        address: 'Address deleted,560001,India',
        chargedPaise: 90_000,
      })
      const [invoice] = await papersOf(shop.context.db, [customer.orderId])
      expect(invoice?.serial).toMatch(/^CW\/26-27\//)
      expect(invoice?.personal).toEqual({
        name: 'Deleted account',
        address: 'Address deleted, 560001',
        mobile: '',
        email: '',
        details: {},
      })
      expect(await errors()).toEqual([])
    })

    it('is no user in lists any more', async () => {
      const { token } = await shop.admin()
      const { body } = await shop.get<{ email: string }[]>('/users/allusers', token)
      expect(JSON.stringify(body)).not.toContain('deleted')
    })

    it('changes nothing a second time', async () => {
      const before = await tableContents(shop.context.db)
      const caller = { id: customer.id, email: mira.email, role: 'customer' as const }
      await deleteAccount(shop.context, caller as never)
      expect(await tableContents(shop.context.db)).toEqual(before)
    })

    it('frees the email', async () => {
      const again = { ...mira, date: '1990-05-17', password: 'another-good-pass' }
      expect((await shop.post('/users/new', again)).status).toBe(200)
    })
  })

  it('leaves mails about the order of a guest who gave the same e-mail', async () => {
    const lina = await shop.customer('lina@example.in')
    const guest = await shop.post<{ token: string }>('/auth/guest', {
      name: 'Lina P',
      email: lina.email,
      mobileno: '9855555555',
    })
    const checkoutId = crypto.randomUUID()
    const { orderId } = await buy(shop, guest.body.token, { checkoutId, time: noon() })
    await shop.runJobs()
    expect((await shop.post('/account/delete', undefined, lina.token)).status).toBe(200)
    const theirs = await shop.context.db
      .select({ id: mails.id })
      .from(mails)
      .where(eq(mails.recipient, lina.email))
    expect(theirs).toEqual([{ id: `order-placed-${orderId}` }])
    expect(await errors()).toEqual([])
  })

  it('leaves mails about orders of others, whatever number a program gave their refunds', async () => {
    const [nita, omi] = [
      await arrivedOrder('nita@example.in'),
      await arrivedOrder('omi@example.in'),
    ]
    const { token } = await shop.admin()
    const refund = { orderId: nita.orderId, amount: 10, reason: 'Late', key: omi.orderId }
    expect((await shop.post('/orders/refund', refund, token)).status).toBe(200)
    await shop.runJobs()
    const session = await signIn({ email: omi.email, password: 'asha-password' })
    expect((await shop.post('/account/delete', undefined, session)).status).toBe(200)
    expect((await errors()).map(([name]) => name)).not.toContain('mail-missing')
  })

  it('is refused while a bank asks about a payment, also after the delivery', async () => {
    const dispute = await disputePayment(shop, other.orderId, 'under_review')
    const token = await signIn(other)
    const { status, body } = await shop.post('/account/delete', undefined, token)
    expect([status, body.detail]).toEqual([409, expect.stringMatching(/^Order \d+ is still open/)])
    const { db } = shop.context
    await db.update(disputes).set({ status: 'won' }).where(eq(disputes.id, dispute))
    expect((await shop.post('/account/delete', undefined, token)).status).toBe(200)
  })

  it.each([
    ...['baking', 'ready', 'out_for_delivery', 'failed'].map((way) => [way, 409] as const),
    ['closed', 200] as const,
  ])('of somebody whose late order is %s answers %i', async (way, status) => {
    const { db } = shop.context
    const dev = await shop.customer(`${way}@example.in`)
    const { orderId } = await buy(shop, dev.token, {
      checkoutId: crypto.randomUUID(),
      time: noon(),
    })
    await db
      .update(orders)
      .set({ fulfilment: way as 'baking' })
      .where(eq(orders.id, orderId))
    shop.wait(3 * dayMs)
    const token = await signIn({ email: dev.email, password: 'asha-password' })
    expect((await shop.post('/account/delete', undefined, token)).status).toBe(status)
  })

  it('forgets the notes on money at the door, and who wrote them', async () => {
    const { db, clock } = shop.context
    const { orderId, ...lata } = await arrivedOrder('lata@example.in')
    const taken = (by: string) => doorPayment(100, clock.now(), by, 'Golu had no change')
    await addPayment(db, orderId, taken('rider'))
    await addPayment(db, other.orderId, taken(lata.email))
    const token = await signIn({ email: lata.email, password: 'asha-password' })
    expect((await shop.post('/account/delete', undefined, token)).status).toBe(200)
    const left = await db.select().from(orderPayments).where(eq(orderPayments.cause, 'door'))
    expect(left.find((one) => one.orderId === orderId)).toMatchObject({
      paise: 100,
      method: 'cash',
      reason: 'Deleted account',
      by: 'rider',
    })
    expect(left.find((one) => one.orderId !== orderId)).toMatchObject({
      paise: 100,
      method: 'cash',
      reason: 'Golu had no change',
      by: 'Deleted account',
    })
  })

  it('leaves a design that somebody else has just sent, until it is deleted as one that nobody ordered', async () => {
    const { context } = shop
    const design = await keepPicture(shop, '#aa00aa')
    const mallory = await shop.customer('mallory@example.in')
    const image = [`/pictures/${design}/960.webp`]
    const order = [{ ...customLine, image }]
    const more = { order, checkoutId: crypto.randomUUID(), time: noon(), amount: 0 }
    const { body } = await begin(shop, mallory.token, more)
    await context.db.update(orders).set({ fulfilment: 'closed' }).where(eq(orders.id, body.orderId))
    shop.wait(3 * dayMs)
    // It is in a cart now, of which only a browser knows.
    expect(await keepPicture(shop, '#aa00aa')).toBe(design)

    const token = await signIn({ email: 'mallory@example.in', password: 'asha-password' })
    expect((await shop.post('/account/delete', undefined, token)).status).toBe(200)
    const file = () => context.files.get(`pictures/${design}/960.webp`)
    expect(await file()).not.toBeNull()

    shop.wait(2 * dayMs + 1)
    await keepNoLonger('designs')
    expect(await file()).toBeNull()
  })

  it('keeps the pincode on an invoice to an address without street', async () => {
    const { db } = shop.context
    const address = '560001, Bengaluru'
    await db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('shop.deletes_account', 'on', true)`)
      await tx
        .update(orderPapers)
        .set({ personal: sql`${orderPapers.personal} || ${JSON.stringify({ address })}::jsonb` })
        .where(eq(orderPapers.orderId, other.orderId))
      await forgetPerson(tx, { ...ravi, ...other, emailVerified: false })
    })
    const [invoice] = await papersOf(db, [other.orderId])
    expect(invoice?.personal.address).toBe('Address deleted, 560001')
  })

  it('keeps name and address on an invoice from ₹50,000 until tax law lets them go', async () => {
    const { db, clock } = shop.context
    await shop.addCake({ id: 'palace', name: 'Palace Cake', price: 52_450 })
    await shop.addCake({ id: 'tower', name: 'Tower Cake', price: 52_449 })
    const asha = await shop.customer()
    const time = new Date(clock.now().getTime() + dayMs).toISOString().slice(0, 10)
    for (const [cakeid, price] of [
      ['palace', 52_450],
      ['tower', 52_449],
    ] as const) {
      const order = [{ ...truffleLine, cakeid, price }]
      const more = { amount: price + 50, checkoutId: crypto.randomUUID(), time: `${time}T17:30` }
      await buy(shop, asha.token, { ...more, order })
    }
    shop.wait(2 * dayMs)
    await shop.runJobs()
    const token = await signIn({ email: asha.email, password: 'asha-password' })
    expect((await shop.post('/account/delete', undefined, token)).status).toBe(200)
    const named = () =>
      db
        .select({ name: orders.customerName, address: orders.address, email: orders.customerEmail })
        .from(orders)
        .innerJoin(users, eq(users.id, orders.userId))
        .where(sql`${users.deletedAt} is not null and ${orders.chargedPaise} > 1000000`)
        .orderBy(orders.number)
    const nobody = { name: 'Deleted account', address: 'Address deleted,560001,India', email: '' }
    const kept = { name: 'Asha Rao', address: '12 Church Street,560001,Bengaluru', email: '' }
    expect(await named()).toEqual([kept, nobody])
    const invoiced = async () => {
      const rows = await db.select().from(orderPapers).orderBy(orderPapers.serial)
      const large = rows.filter(({ totalPaise }) => totalPaise > 1_000_000)
      return large.map(({ personal: { name, address } }) => [name, address])
    }
    const invoicedTo = {
      kept: ['Asha Rao', '12 Church Street, 560001, Bengaluru'],
      nobody: ['Deleted account', 'Address deleted, 560001'],
    }
    expect(await invoiced()).toEqual([invoicedTo.kept, invoicedTo.nobody])
    shop.wait((retentionDays.invoices - 4) * dayMs)
    await keepNoLonger('invoices')
    expect(await named()).toEqual([kept, nobody])
    shop.wait(4 * dayMs)
    await keepNoLonger('invoices')
    expect(await named()).toEqual([nobody, nobody])
    expect(await invoiced()).toEqual([invoicedTo.nobody, invoicedTo.nobody])
  })
})
