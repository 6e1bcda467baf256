import { eq, getTableName, isNotNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '#platform/clock.ts'
import { sessions, users, verifications } from '#shop/accounts/accounts.tables.server.ts'
import { listInvitations, putInvitation } from '#shop/admin/users.store.server.ts'
import { insertSecurityEntry } from '#shop/audit-log/audit-log.store.server.ts'
import { auditLog } from '#shop/audit-log/audit-log.tables.server.ts'
import { checkConsistency } from '#shop/consistency/check-consistency.server.ts'
import { deliveryReservations, unservedPincodes } from '#shop/delivery/delivery.tables.server.ts'
import { savePhoto } from '#shop/handling/handling.store.server.ts'
import { mails } from '#shop/mails/mails.tables.server.ts'
import { unpaidOrderLifetimeMs } from '#shop/orders/money/ledger.ts'
import { orderPhotos, orders } from '#shop/orders/orders.tables.server.ts'
import { reconcile } from '#shop/paying/reconcile-payments.job.server.ts'
import { pictures } from '#shop/pictures/pictures.tables.server.ts'
import { dataKinds, kindsInNotice, retentionDays } from '#shop/privacy/data-kinds.ts'
import { deleteOldDataHandler, retentionRules } from '#shop/privacy/delete-data.server.ts'
import { personalRows } from '#shop/privacy/personal-rows.store.server.ts'
import { expireQuotes } from '#shop/quotes/answer-quote.server.ts'
import { insertRun } from '#shop/riders/riders.store.server.ts'
import { riderRuns } from '#shop/riders/riders.tables.server.ts'
import { messages, subscribers } from '#shop/storefront/storefront.tables.server.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { openBusyShop } from '../support/busy-shop.ts'

const { shop } = await openBusyShop()
const { db, clock } = shop.context
/** After the nights of a year and more, by the machine's clock too, which the security log asks. */
const now = clock.now().getTime()
const ago = (days: number, ms = 0) => new Date(now - days * dayMs + ms)
const run = () => deleteOldDataHandler(shop.context).run({})

afterAll(() => shop.close())

const look = { width: 4, height: 4, colour: '#ffffff', placeholder: '' }
const message = (at: Date) => ({
  id: crypto.randomUUID(),
  username: 'Asha',
  email: 'a@b.in',
  message: 'Hi',
  createdAt: at,
})
const entry = (at: Date) => ({
  at,
  kind: 'forbidden' as const,
  userId: null,
  emailKey: null,
  network: null,
  device: null,
  details: {},
  count: 1,
})
const mail = (id: string, at: Date) => ({ id, kind: 'note', data: {}, createdAt: at })
const dead = { status: 'dead_letter', lastError: 'refused' } as const
const subscriber = (email: string, at: Date, confirmedAt: Date | null = null) => ({
  email,
  token: email,
  consentedAt: at,
  confirmedAt,
})

/** How rows are added, one just old enough to go and one that stays a moment longer; and which are left. */
const lines: Record<
  string,
  { add: () => Promise<unknown>; left: () => Promise<unknown[]>; stays: unknown[] }
> = {
  sessions: {
    add: async () => {
      const [user] = await db.select().from(users).limit(1)
      const session = (id: string, expiresAt: Date) => ({
        id,
        userId: user?.id ?? '',
        token: id,
        expiresAt,
      })
      const link = (id: string, expiresAt: Date) => ({ id, identifier: id, value: id, expiresAt })
      await db.delete(sessions)
      await db.delete(verifications)
      await db.insert(sessions).values([session('over', ago(0, -1)), session('good', ago(0))])
      await db.insert(verifications).values([link('over', ago(0, -1)), link('open', ago(0))])
    },
    left: async () => [
      ...(await db.select({ id: sessions.id }).from(sessions)),
      ...(await db.select({ id: verifications.id }).from(verifications)),
    ],
    stays: [{ id: 'good' }, { id: 'open' }],
  },
  newsletter: {
    add: () =>
      db
        .insert(subscribers)
        .values([
          subscriber('over@example.in', ago(7, -1)),
          subscriber('unconfirmed@example.in', ago(7)),
          subscriber('reads@example.in', ago(900), ago(900)),
        ]),
    left: () => db.select({ email: subscribers.email }).from(subscribers),
    stays: [{ email: 'unconfirmed@example.in' }, { email: 'reads@example.in' }],
  },
  unserved_pincodes: {
    add: () =>
      db.insert(unservedPincodes).values([
        { pincode: '744101', lookups: 9, lastDay: kolkataDay(ago(91)) },
        { pincode: '744102', lookups: 1, lastDay: kolkataDay(ago(90)) },
      ]),
    left: () => db.select({ pincode: unservedPincodes.pincode }).from(unservedPincodes),
    stays: [{ pincode: '744102' }],
  },
  delivery_reservations: {
    add: () =>
      db.insert(deliveryReservations).values(
        ['over', 'new'].map((network) => ({
          id: crypto.randomUUID(),
          day: '2026-12-24',
          slotId: crypto.randomUUID(),
          productionDay: '2026-12-24',
          kitchenMinutes: 20,
          state: 'released' as const,
          heldUntil: network === 'over' ? ago(1, -1) : ago(1),
          network,
        })),
      ),
    left: () =>
      db
        .select({ network: deliveryReservations.network })
        .from(deliveryReservations)
        .where(isNotNull(deliveryReservations.network)),
    stays: [{ network: 'new' }],
  },
  invitations: {
    add: async () => {
      const [user] = await db.select().from(users).limit(1)
      const invitation = (id: string, createdAt: Date) => ({
        id,
        email: `${id}@example.in`,
        role: 'kitchen' as const,
        invitedBy: user?.id ?? '',
        createdAt,
        expiresAt: ago(0),
      })
      await putInvitation(db, invitation('over', ago(30, -1)))
      await putInvitation(db, invitation('invited', ago(30)))
    },
    left: async () => (await listInvitations(db)).map(({ id }) => id),
    stays: ['invited'],
  },
  riders: {
    add: async () => {
      for (const linkEndsAt of [ago(90, -1), ago(90)]) {
        await insertRun(db, {
          id: crypto.randomUUID(),
          riderName: 'Ravi',
          riderMobile: '9876500000',
          createdAt: ago(91),
          linkEndsAt,
          revokedAt: null,
        })
      }
    },
    left: () => db.select({ at: riderRuns.linkEndsAt }).from(riderRuns),
    stays: [{ at: ago(90) }],
  },
  guests: {
    add: async () => {
      const guest = (id: string, createdAt: Date) => ({
        id,
        name: id,
        email: `${id}@guest.invalid`,
        guestEmail: 'asha@example.in',
        createdAt,
      })
      await db.insert(users).values([guest('over', ago(30, -1)), guest('young', ago(30))])
    },
    left: () => db.select({ id: users.id }).from(users).where(isNotNull(users.guestEmail)),
    stays: [{ id: 'young' }],
  },
  'order-photos': {
    add: async () => {
      const rows = await db.select({ orderId: orders.id }).from(orders).limit(2)
      for (const [n, { orderId }] of rows.entries()) {
        const takenAt = [ago(90, -1), ago(90)][n] ?? now
        await savePhoto(db, { orderId, file: crypto.randomUUID(), takenAt: new Date(takenAt) })
      }
    },
    left: () => db.select({ at: orderPhotos.takenAt }).from(orderPhotos),
    stays: [{ at: ago(90) }],
  },
  designs: {
    add: () =>
      db.insert(pictures).values([
        { id: 'over', ...look, createdAt: ago(2, -1) },
        { id: 'young', ...look, createdAt: ago(2) },
      ]),
    left: () => db.select({ id: pictures.id }).from(pictures).where(sql`id in ('over', 'young')`),
    stays: [{ id: 'young' }],
  },
  mails: {
    add: () =>
      db.insert(mails).values([
        { ...mail('over', ago(91)), status: 'sent', sentAt: ago(90, -1) },
        { ...mail('sent', ago(91)), status: 'sent', sentAt: ago(90) },
        { ...mail('dead over', ago(90, -1)), ...dead },
        { ...mail('dead', ago(90)), ...dead },
      ]),
    left: () => db.select({ id: mails.id }).from(mails).where(eq(mails.kind, 'note')),
    stays: [{ id: 'sent' }, { id: 'dead' }],
  },
  messages: {
    add: async () => {
      await db.delete(messages)
      await db.insert(messages).values([message(ago(365, -1)), message(ago(365))])
    },
    left: () => db.select({ at: messages.createdAt }).from(messages),
    stays: [{ at: ago(365) }],
  },
  'security-log': {
    add: async () => {
      for (const at of [ago(365, -1), ago(365)]) await insertSecurityEntry(db, entry(at))
    },
    left: () =>
      db.select({ at: auditLog.at }).from(auditLog).where(eq(auditLog.action, 'forbidden')),
    stays: [{ at: ago(365) }],
  },
}

/** Nobody's data is in these. A new table joins here, or the list of personal rows. */
const nobodys = [
  ...['rider_stops', 'exceptional_days', 'late_deliveries', 'tracking_links'],
  // Counts of attempts, under keyed hashes, for 15 minutes; the sandbox, where nobody pays.
  ...['limits', 'sandbox_intents', 'operator_runs'],
  ...['cakes', 'cake_pictures', 'coupons', 'shop_words', 'invoice_serials', 'credit_note_serials'],
  ...['delivery_zones', 'delivery_pincodes', 'delivery_slots', 'delivery_usual', 'delivery_days'],
  // How often a pincode was looked up, and not by whom.
  ...['delivery_loads', 'unserved_pincodes'],
]

it('every table with personal data is in the list, and all kinds of data are in a table', async () => {
  const { rows } = await db.execute(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const listed = new Set(personalRows.map(({ table }) => getTableName(table)))
  expect([...listed, ...nobodys].sort()).toEqual(rows.map(({ name }) => name).sort())
  const kinds = new Set(personalRows.flatMap((one) => one.kinds))
  expect([...kinds].sort()).toEqual(dataKinds.map(({ id }) => id).sort())
})

it.each(['register', 'contact', 'checkout', 'custom-cake', 'newsletter', 'guest'] as const)(
  'who gives data at %s is told what is kept of it',
  (place) => {
    expect(kindsInNotice(place)).not.toEqual([])
  },
)

describe('the nightly job', () => {
  it('has a rule for whatever goes by time, as the table of data kinds says', () => {
    const byTime = dataKinds.filter(({ retention }) => /\d (day|year)|expires/.test(retention))
    const ofNobody = ['delivery_reservations', 'unserved_pincodes']
    const ruled = new Set(retentionRules.map(([kind]) => kind))
    expect([...byTime.map(({ id }) => id), ...ofNobody].sort()).toEqual([...ruled].sort())
    expect(Object.keys(retentionDays).sort()).toEqual([...ruled].sort())
  })

  describe('deletes what is too old, and not what is a moment younger', () => {
    beforeAll(async () => {
      for (const { add } of Object.values(lines)) await add()
      await run()
    })

    it.each(Object.entries(lines))('%s', async (_, { left, stays }) => {
      const rest = await left()
      expect(rest).toHaveLength(stays.length)
      expect(rest).toEqual(expect.arrayContaining(stays))
    })
  })

  it('unpaid-orders: deletes expired ones after 30 days with their items and payments, but none that moved money', async () => {
    const states = () =>
      db.execute(sql`
        select o.state, p.status, count(*)::integer as orders from orders o left join order_payments p on p.order_id = o.id and p.buys ->> 'kind' = 'order'
        where o.state <> 'placed' group by 1, 2 order by 1, 2`)
    shop.wait(unpaidOrderLifetimeMs)
    await reconcile(shop.context)
    const before = (await states()).rows
    expect(before).toContainEqual({ state: 'expired', status: 'cancelled', orders: 2 })
    const expired = await db.select().from(orders).where(eq(orders.state, 'expired'))
    const newest = new Date(Math.max(...expired.map(({ createdAt }) => createdAt.getTime())))
    shop.wait(newest.getTime() + 30 * dayMs - clock.now().getTime())
    await run()
    expect((await states()).rows).not.toEqual([])
    shop.wait(1)
    await run()
    expect((await states()).rows).toEqual(before.filter(({ status }) => status !== 'cancelled'))
  })

  it('leaves tables that agree', async () => {
    await expireQuotes(shop.context)
    await shop.runJobs()
    const report = await checkConsistency(
      { ...shop.context, files: shop.context.files as never },
      { withFiles: false, providerDays: null },
    )
    const errors = report.violations.filter(({ check }) => check.severity !== 'notice')
    expect(errors.map(({ check, rows }) => [check.name, rows])).toEqual([])
  })

  it('does the rest when one rule fails, and fails then', async () => {
    await db.delete(messages)
    await db.insert(messages).values(message(new Date(clock.now().getTime() - 366 * dayMs)))
    const files = { ...shop.context.files, remove: () => Promise.reject(new Error('no disk')) }
    const broken = deleteOldDataHandler({ ...shop.context, files })
    await db.insert(pictures).values({ id: 'old', ...look, createdAt: ago(400) })
    await expect(broken.run({})).rejects.toThrow('old data was not deleted: designs')
    expect(await db.select().from(messages)).toEqual([])
  })
})
