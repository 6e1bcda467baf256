import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allOrders, type OrderSearch } from '#app/shop/admin-orders/order-search.ts'
import { dayMs } from '#platform/clock.ts'
import type { OpenDatabase } from '#platform/database/database.server.ts'
import { unmatchedPayments } from '#shop/accounting/upi/upi-payments.store.server.ts'
import { hasOwner } from '#shop/accounts/accounts.store.server.ts'
import {
  loadDeliverySection,
  loadOrdersSection,
  loadSales,
} from '#shop/admin/dashboard/dashboard.store.server.ts'
import { usersPage } from '#shop/admin/users.store.server.ts'
import { countToDo, ordersPage } from '#shop/admin-orders/admin-orders.store.server.ts'
import { loadOrderDetail } from '#shop/admin-orders/detail/load-order-detail.server.ts'
import { findCustomer } from '#shop/admin-orders/new/known-customer.store.server.ts'
import { listAuditLog } from '#shop/audit-log/audit-log.store.server.ts'
import { countPendingWork } from '#shop/consistency/consistency.store.server.ts'
import { loadKitchen } from '#shop/kitchen/load-kitchen.server.ts'
import {
  countDeadLetters,
  findMailsToPurge,
  mailsOfOrder,
  unsentMails,
} from '#shop/mails/mails.store.server.ts'
import { fulfilmentStatuses } from '#shop/orders/fulfilment/fulfilment-status.ts'
import {
  cancelledPayments,
  lockPayment,
  overdueRefunds,
  startedPayments,
} from '#shop/orders/money/payments.store.server.ts'
import { findPlacedOrder, placedOrdersOf } from '#shop/orders/orders.store.server.ts'
import { overdueQuotes } from '#shop/orders/quotes/quotes.store.server.ts'
import { findPapers } from '#shop/papers/print/draw-papers.server.ts'
import { fillOpenDatabase } from '../../bench/shops/fill-database.ts'
import type { Amounts } from '../../bench/shops/shop-rows.ts'
import { checkoutOf, comeBack, newCard, pay, type Started } from '../support/checkout-steps.ts'
import { type Plan, plansOf } from '../support/explain.ts'
import { openTestDatabase } from '../support/test-database.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

/** 100 orders a day: what is read of them is bounded by days and pages, not by the 50,000. */
const amounts: Amounts = { users: 10_000, cakes: 500, orders: 50_000, waiting: 300, days: 500 }

/** Tables that grow with every order. */
const growing = [
  ...['orders', 'order_items', 'order_charges', 'order_payments', 'order_papers'],
  ...['payment_events', 'audit_log', 'mails'],
]

let database: OpenDatabase
let shop: TestShop
let some: { id: string; number: number; userId: string; email: string; mobile: string }
const db = () => shop.context.db
const now = new Date()
const ago = (days: number) => new Date(now.getTime() - days * dayMs)
const aDay = ago(60).toISOString().slice(0, 10)

/** The queries, their code, and the maximum of rows and pages of 8 KB that they may read. */
const queries: [
  what: string,
  ask: () => Promise<unknown>,
  most: { rows: number; buffers: number },
][] = [
  ['View Orders', () => placedOrdersOf(db(), { userId: some.userId }, { limit: 20 }), page(100)],
  [
    'orders that gave an e-mail',
    () => placedOrdersOf(db(), { email: some.email }, { limit: 20 }),
    page(100),
  ],
  ['who calls', () => findCustomer(db(), some.mobile), page(100)],
  ['an order', () => findPlacedOrder(db(), some.id), page(20)],
  ['an order’s page', () => loadOrderDetail(db(), some.number), page(40)],
  ['a payment that is settled', () => db().transaction((tx) => lockPayment(tx, some.id)), page(30)],
  ['its invoice', () => findPapers(shop.context, { caller: admin, order: some.id }), page(20)],
  ['all that wait, as invoices', () => findPapers(shop.context, { caller: admin }), page(3000)],
  ['orders in the panel', () => loadOrdersSection({ db: db(), now }, false), page(1500)],
  ['first due first', () => loadOrdersSection({ db: db(), now }, true), page(1500)],
  // 3,000 orders.
  ['sales of the last 30 days', () => loadSales({ db: db(), now }), { rows: 4000, buffers: 1500 }],
  ['what is to be done', () => countToDo({ db: db(), now }), page(1500)],
  ['deliveries', () => loadDeliverySection({ db: db(), now }), page(5000)],
  ['the kitchen of a day', () => loadKitchen(shop.context, aDay), page(1500)],
  ['the next day with something', () => loadKitchen(shop.context, '2020-01-01'), page(20)],
  ['orders due from today on', () => list({}), page(400)],
  ['and later ones', () => list({ before: some.number }), page(400)],
  ['all orders', () => list({ sort: 'newest' }), page(400)],
  ...(['processing', 'completed', 'cancelled', 'quoted', 'rejected', 'declined'] as const).map(
    (state): (typeof queries)[number] => [
      `orders ${state}`,
      () => list({ state }),
      // The items and money of each order are looked up by its own id.
      { rows: 4000, buffers: 950 },
    ],
  ),
  [
    'orders of a state, further down',
    () => list({ state: 'cancelled', before: 20_000 }),
    { rows: 4000, buffers: 700 },
  ],
  // The newest orders, of some days, are not delivered yet.
  ...fulfilmentStatuses.map((fulfilment): (typeof queries)[number] => [
    `orders that are ${fulfilment}`,
    () => list({ fulfilment }),
    page(700),
  ]),
  ['orders of a day', () => list({ day: aDay }), page(1500)],
  ['orders of today', () => list({ todo: 'today' }), page(1500)],
  ['orders that are late', () => list({ todo: 'late' }), page(1500)],
  ['orders ready to go out', () => list({ todo: 'ready' }), page(1500)],
  ['orders to bake', () => list({ todo: 'bake' }), page(1500)],
  ['failed deliveries', () => list({ todo: 'failed' }), page(1500)],
  ['orders paid by card', () => list({ payment: 'card' }), page(400)],
  ['orders paid in cash', () => list({ payment: 'cash' }), page(300)],
  // Looks for each order in the index of refunds until a page of them was found.
  ['orders given back', () => list({ payment: 'refunded' }), { rows: 10_000, buffers: 12_500 }],
  ['an order by its number', () => list({ q: String(some.number) }), page(150)],
  ['orders of a common name', () => list({ q: 'meera' }), { rows: 10_000, buffers: 3000 }],
  ['orders of a whole name', () => list({ q: 'meera rao' }), { rows: 10_000, buffers: 3000 }],
  ['orders of an e-mail', () => list({ q: some.email }), page(2500)],
  ['orders of nobody', () => list({ q: 'zzzzzz' }), page(50)],
  ['users', () => usersPage(db(), { q: '', after: null }, 25), page(30)],
  ['users of a mobile', () => usersPage(db(), { q: '7000291', after: null }, 25), page(500)],
  ['whether there is an admin', () => db().transaction((tx) => hasOwner(tx)), page(10)],
  ['the audit log of cakes', () => listAuditLog(db(), { subject: 'cake', limit: 50 }), page(60)],
  [
    'a rare act',
    () => listAuditLog(db(), { action: 'delete-cake', limit: 50 }),
    { rows: 3000, buffers: 100 },
  ],
  ['what waits', () => countPendingWork(db(), now), page(250)],
  ['payments not made', () => startedPayments(db(), now, 200), page(20)],
  ['refunds not made', () => overdueRefunds(db(), now, 200), page(20)],
  ['UPI in no statement', () => unmatchedPayments(db(), now), page(20)],
  ['payments ended of late', () => cancelledPayments(db(), ago(1), 500), page(100)],
  ['quotes not answered', () => overdueQuotes(db(), now, 100), page(20)],
  ['mails not sent', () => unsentMails(db(), 200), page(60)],
  [
    'mails of an order',
    () => mailsOfOrder(db(), { ...some, customerEmail: some.email }),
    page(2500),
  ],
  ['dead letters', () => countDeadLetters(db(), ago(7)), page(50)],
  ['mails to forget', () => findMailsToPurge(db(), { before: ago(90), limit: 100 }), page(150)],
]

const admin = { id: 'admin', email: 'admin@cakewala.test', role: 'owner' } as const
const list = (search: Partial<OrderSearch>) =>
  ordersPage({ db: db(), now }, { ...allOrders, ...search }, 25)

/** Each row may cost a few pages of an index and its own. */
function page(rows: number) {
  return { rows, buffers: 60 + rows * 4 }
}

describe.skipIf(!process.env.TEST_DATABASE_URL)('with 50,000 orders', () => {
  beforeAll(async () => {
    database = await openTestDatabase()
    await fillOpenDatabase(database, amounts, () => {})
    shop = await openTestShop({ database })
    const { rows } = await db().execute(sql`
      select id, number, user_id as "userId", customer_email as email, customer_mobile as mobile from orders
      where state = 'placed' and payment_method = 'provider' order by number desc offset 500 limit 1`)
    some = rows[0] as typeof some
  })
  afterAll(() => shop.close())

  it.each(queries)('%s: no more is read than is shown', async (_, ask, most) => {
    expect(await readBy(ask)).toEqual({
      whole: [],
      rows: expect.toSatisfy((rows) => rows <= most.rows, `at most ${most.rows}`),
      buffers: expect.toSatisfy((buffers) => buffers <= most.buffers, `at most ${most.buffers}`),
    })
  })

  it('a checkout reads as little as in an empty shop', async () => {
    await shop.addCake()
    const { token } = await shop.customer()
    const sent = checkoutOf({ paymentMethodId: newCard() })
    let started: Started | undefined
    const begun = await readBy(async () => {
      started = (await shop.post<Started>('/orders/process-payment', sent, token)).body
    })
    if (!started) throw new Error('nothing was begun')
    const { orderId, client_secret } = started
    await pay(shop, { client_secret })
    const settled = await readBy(() => comeBack(shop, token, orderId))
    expect([begun.whole, settled.whole]).toEqual([[], []])
    expect(begun.rows + settled.rows).toBeLessThanOrEqual(100)
  })
})

/** The growing tables that are read from end to end, and how much is read at all. */
async function readBy(work: () => Promise<unknown>) {
  if (!database.pool) throw new Error('plans are read on a server')
  const plans = await plansOf(database.pool, work)
  const sum = (of: (plan: Plan) => number) => plans.reduce((total, plan) => total + of(plan), 0)
  return {
    whole: plans.flatMap(({ seqScans }) => seqScans).filter((name) => growing.includes(name)),
    rows: sum(({ rowsRead }) => rowsRead),
    buffers: sum(({ buffers }) => buffers),
  }
}
