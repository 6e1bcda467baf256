import { parse } from 'csv-parse/sync'
import { desc, eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hourMs } from '#platform/clock.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { auditLog, isChange } from '#shop/audit-log/audit-log.tables.server.ts'
import { orderPayments } from '#shop/orders/money/ledger.tables.server.ts'
import { sumPaise } from '#shop/values/money.ts'
import { cashOrders } from '../support/cash-orders.ts'
import { begin, buy, customLine, truffleLine } from '../support/checkout-steps.ts'
import { tableContents } from '../support/table-contents.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let asha: { email: string; token: string }
let admin: { token: string }

beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake()
  asha = await shop.customer()
  admin = await shop.admin()
})
afterEach(() => shop.close())

async function exported(path: string, token: string | undefined = admin.token) {
  const headers = new Headers(token ? { authorization: `Bearer ${token}` } : {})
  const { status, headers: answered, ...reply } = await ask(path, headers)
  const rows = status === 200 ? (parse(reply.text, { bom: true, columns: true }) as Row[]) : []
  return { status, headers: answered, rows, text: reply.text }
}

type Row = Record<string, string>

async function ask(path: string, headers: Headers) {
  const response = await shop.api.request(path, { headers })
  const bytes = await response.bytes()
  return {
    status: response.status,
    headers: response.headers,
    text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
  }
}

async function lastEntry() {
  const [entry] = await shop.context.db
    .select()
    .from(auditLog)
    .where(isChange)
    .orderBy(desc(auditLog.id))
    .limit(1)
  return entry
}

const rename = (name: string) =>
  shop.context.db.update(users).set({ name }).where(eq(users.email, asha.email))

describe('orders as CSV', () => {
  it('a row for each item, newest order first, amounts of the order once', async () => {
    await buy(shop, asha.token, { order: [truffleLine, customLine] })
    await buy(shop, asha.token, { checkoutId: crypto.randomUUID() })
    const { rows, headers, text } = await exported('/orders/export')
    expect(text.startsWith('\u{feff}Order,Invoice,')).toBe(true)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="orders-2026-11-20.csv"',
      'cache-control': 'no-store',
      'x-total-rows': '3',
    })
    expect(rows.map((row) => [row.Order, row.Item, row['Paid by card']])).toEqual([
      ['1002', 'Truffle Cake', '900'],
      ['1001', 'Truffle Cake', '900'],
      ['1001', 'Customized Cake', ''],
    ])
    expect(rows[1]).toMatchObject({
      Invoice: 'CW/26-27/0000001',
      'Placed at': '2026-11-20 10:00',
      'Delivery time': '2026-11-21 17:30',
      Address: '12 Church Street, 560001, Bengaluru',
      'Name on Cake': 'Happy Birthday Ravi',
      Egg: 'Eggless',
      Status: 'Processing',
      'Item total': '850',
      Shipping: '50',
    })
  })

  it('keeps every script, quotes and line breaks, and runs no formula', async () => {
    await rename('=HYPERLINK("http://evil.test","Click")')
    const line = { ...truffleLine, bname: 'जन्मदिन "मुबारक"' }
    await buy(shop, asha.token, { order: [line], address: '12, "Hill"\nRoad,560001,Bengaluru' })
    const { rows } = await exported('/orders/export')
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      Name: `'=HYPERLINK("http://evil.test","Click")`,
      'Name on Cake': 'जन्मदिन "मुबारक"',
    })
    expect(rows[0]?.Address).toContain('"Hill"')
  })

  const taxOf = ({ 'Taxable value': taxable, CGST, 'SGST/UTGST': SGST, IGST }: Row = {}) => [
    ...[taxable, CGST, SGST, IGST],
  ]

  it('what an order’s papers come to, less its credit note', async () => {
    const { orderId } = await buy(shop, asha.token)
    expect((await exported('/orders/export')).rows.map(taxOf)).toEqual([
      ['857.14', '21.43', '21.43', '0'],
    ])
    const key = crypto.randomUUID()
    await shop.post('/orders/refund', { orderId, amount: 90, reason: 'Late', key }, admin.token)
    const [row] = (await exported('/orders/export')).rows
    // ₹85 of the cake are 80.96 and twice 2.02, ₹5 of the delivery 4.76 and twice 0.12.
    expect(taxOf(row)).toEqual(['771.42', '19.29', '19.29', '0'])
    expect(row).toMatchObject({
      Invoice: 'CW/26-27/0000001 CN/26-27/0000001',
      'Paid by card': '900',
      Refunded: '90',
      'Cash taken': '0',
      'UPI taken': '0',
    })
  })

  it('of an order to another state the integrated tax, once', async () => {
    const address = '1 Hill Road,400050,Mumbai'
    await buy(shop, asha.token, { address, order: [truffleLine, customLine] })
    expect((await exported('/orders/export')).rows.map(taxOf)).toEqual([
      ['857.14', '0', '0', '42.86'],
      ['', '', '', ''],
    ])
  })

  it('what was taken at the door, in cash and by UPI', async () => {
    const does = cashOrders(shop, { customer: asha.token, owner: admin.token })
    const order = await does.out()
    const money = { method: 'upi', amount: 1500, reference: '123456789012', reason: 'No change' }
    await does.move(order, 'deliver', { money })
    await shop.post('/orders/settle-cash', { order, amount: 50, method: 'cash' }, admin.token)
    const [row] = (await exported('/orders/export')).rows
    expect(row).toMatchObject({ 'Paid by card': '0', 'Cash taken': '50', 'UPI taken': '1500' })
    expect(taxOf(row)).toEqual(['1476.2', '36.9', '36.9', '0'])
  })

  it('what was given back in cash and by UPI as refunded: all of it is what the ledger has', async () => {
    const does = cashOrders(shop, { customer: asha.token, owner: admin.token })
    const orderId = await does.out()
    const money = { method: 'upi', amount: 1500, reference: '123456789012', reason: 'No change' }
    await does.move(orderId, 'deliver', { money })
    await shop.post(
      '/orders/settle-cash',
      { order: orderId, amount: 50, method: 'cash' },
      admin.token,
    )
    for (const more of [{ method: 'cash' }, { method: 'upi', reference: '210987654321' }]) {
      const key = crypto.randomUUID()
      const body = { orderId, amount: 20, reason: 'Squashed', key, ...more }
      expect((await shop.post('/orders/refund', body, admin.token)).status).toBe(200)
    }
    await buy(shop, asha.token)
    const { rows } = await exported('/orders/export')
    expect(rows.find((row) => row['UPI taken'] === '1500')).toMatchObject({
      Refunded: '40',
      'Cash taken': '50',
    })
    const sumOf = (heading: string) =>
      rows.reduce((sum, row) => sum + Number(row[heading]) * 100, 0)
    const payments = await shop.context.db.select().from(orderPayments)
    expect(
      sumOf('Paid by card') + sumOf('Cash taken') + sumOf('UPI taken') - sumOf('Refunded'),
    ).toBe(sumPaise(payments))
  })

  it('who a gift is for', async () => {
    await buy(shop, asha.token, { recipient: { name: 'Meera Rao', mobile: '9812345678' } })
    await buy(shop, asha.token, { checkoutId: crypto.randomUUID() })
    const { rows } = await exported('/orders/export')
    expect(rows.map((row) => [row.Recipient, row['Recipient’s mobile no']])).toEqual([
      ['', ''],
      ['Meera Rao', '9812345678'],
    ])
  })

  it('only those of the filter', async () => {
    await buy(shop, asha.token)
    await buy(shop, asha.token, { order: [customLine], amount: 0 })
    const { rows, headers } = await exported('/orders/export?payment=cash')
    expect([rows.map(({ Order }) => Order), headers.get('x-total-rows')]).toEqual([['1002'], '1'])
    expect((await exported('/orders/export?state=cancelled')).rows).toEqual([])
    expect((await exported('/orders/export?day=tomorrow')).status).toBe(422)
  })

  it('more than one batch holds, each order once', async () => {
    await buy(shop, asha.token)
    await copyOrders(2500)
    const { rows, headers } = await exported('/orders/export')
    expect([rows.length, headers.get('x-total-rows')]).toEqual([2501, '2501'])
    expect(new Set(rows.map(({ Order }) => Order)).size).toBe(2501)
  })

  it('reads no further than it is read', async () => {
    await buy(shop, asha.token)
    await copyOrders(2500)
    const headers = { authorization: `Bearer ${admin.token}` }
    const response = await shop.api.request('/orders/export', { headers })
    const reader = response.body?.getReader()
    await reader?.read()
    await reader?.read()
    await shop.context.db.execute(sql`update order_items set name = 'Changed'`)
    const { value } = (await reader?.read()) ?? {}
    expect(new TextDecoder().decode(value)).toContain('Changed')
    await reader?.cancel()
  })

  it('is in the audit log, and listeners to orders get no event', async () => {
    const order = await buy(shop, asha.token)
    const events: unknown[] = []
    const { leave, started } = shop.context.liveOrders.listen({
      onEvent: (event) => events.push(event),
      onMissed: () => {},
      onClose: () => {},
    })
    await started
    await exported('/orders/export?payment=card')
    expect(await lastEntry()).toMatchObject({
      actor: 'admin',
      action: 'export-orders',
      subject: 'order',
      subjectId: '',
      after: { rows: 1, payment: 'card' },
    })
    await shop.post(
      '/orders/cancelOrders',
      { email: asha.email, orderId: order.orderId },
      asha.token,
    )
    await expect.poll(() => events).toMatchObject([{ action: 'cancel-order', number: 1001 }])
    leave()
  })
})

/** Puts copies of the one order there is beside it. */
async function copyOrders(count: number) {
  const { db } = shop.context
  await db.execute(sql`
    insert into orders (id, user_id, customer_name, customer_email, customer_mobile, address, delivery_at, state,
      checkout_key, payment_method, charged_paise, paid_paise, created_at, placed_at)
    select gen_random_uuid(), user_id, customer_name, customer_email, customer_mobile, address, delivery_at, state,
      'copy' || i, payment_method, charged_paise, paid_paise, created_at, placed_at
    from orders, generate_series(1, ${sql.raw(String(count))}) i`)
  await db.execute(sql`
    insert into order_items (id, order_id, order_number, position, name, category, flavour, wt, amount, bname, detail,
      customize, image, status, price_paise, unit_paise)
    select gen_random_uuid(), o.id, o.number, 0, i.name, category, flavour, wt, amount, bname, detail, customize,
      image, status, price_paise, unit_paise
    from orders o, order_items i where o.checkout_key like 'copy%'`)
}

describe('users as CSV', () => {
  it('each account with what it gave, and nothing that proves who it is', async () => {
    await rename('आशा "राव"')
    const { rows, headers, text } = await exported('/users/export')
    expect(headers.get('content-disposition')).toBe('attachment; filename="users-2026-11-20.csv"')
    expect(headers.get('x-total-rows')).toBe('2')
    expect(rows.find(({ Email }) => Email === asha.email)).toMatchObject({
      Name: 'आशा "राव"',
      'Mobile no': '9876543210',
      Birthdate: '1990-05-17',
      Role: 'customer',
    })
    expect(Object.keys(rows[0] ?? {})).toEqual([
      'Name',
      'Email',
      'Mobile no',
      'Birthdate',
      'Role',
      'Registered at',
      'Orders',
      'Last order',
      'Total charged',
    ])
    expect(text).not.toMatch(/password|\$|token/i)
    expect(await lastEntry()).toMatchObject({
      action: 'export-users',
      subject: 'users',
      after: { rows: 2 },
    })
  })

  it('with the placed orders of each, and what they are charged', async () => {
    await buy(shop, asha.token)
    const { orderId } = await buy(shop, asha.token, { checkoutId: crypto.randomUUID() })
    await shop.post('/orders/cancelOrders', { email: asha.email, orderId }, asha.token)
    shop.wait(24 * hourMs)
    const later = { checkoutId: crypto.randomUUID(), time: '2026-11-22T17:30' }
    const mixed = { ...later, order: [truffleLine, customLine] }
    await buy(shop, asha.token, mixed)
    await begin(shop, asha.token, { ...later, checkoutId: crypto.randomUUID() })
    const { rows } = await exported('/users/export')
    const figures = rows.map((row) => [
      row.Email,
      row.Orders,
      row['Last order'],
      row['Total charged'],
    ])
    expect(figures).toContainEqual([asha.email, '3', '2026-11-21', '1800'])
    expect(figures).toContainEqual(['admin@cakewala.test', '0', '', '0'])
  })

  it('who ordered as a guest is one row, with the email that they typed', async () => {
    const asGuest = async (more: object = {}) => {
      const typed = { name: 'Ravi', email: 'ravi@example.in', mobileno: '9811111111', ...more }
      const { body } = await shop.post<{ token: string }>('/auth/guest', typed)
      return body.token
    }
    await buy(shop, await asGuest())
    shop.wait(24 * hourMs)
    const later = { checkoutId: crypto.randomUUID(), time: '2026-11-22T17:30' }
    await buy(shop, await asGuest({ name: 'Ravi Rao', mobileno: '9822222222' }), later)
    await buy(shop, await asGuest({ email: asha.email }), later)
    await begin(shop, await asGuest({ email: 'never-paid@example.in' }), later)
    const { rows, headers } = await exported('/users/export')
    expect(headers.get('x-total-rows')).toBe('4')
    expect(rows.map(({ Email, Role }) => [Email, Role]).slice(2)).toEqual([
      [asha.email, 'guest'],
      ['ravi@example.in', 'guest'],
    ])
    expect(rows.at(-1)).toEqual({
      Name: 'Ravi Rao',
      Email: 'ravi@example.in',
      'Mobile no': '9822222222',
      Birthdate: '',
      Role: 'guest',
      'Registered at': '',
      Orders: '2',
      'Last order': '2026-11-21',
      'Total charged': '1800',
    })
    // Found by what was typed once, with all of it.
    const found = await exported('/users/export?q=9811111111')
    expect(found.rows.map(({ Email, Orders }) => [Email, Orders])).toEqual([
      [asha.email, '1'],
      ['ravi@example.in', '2'],
    ])
    expect(found.headers.get('x-total-rows')).toBe('2')
  })

  it('runs no formula', async () => {
    await rename('=HYPERLINK("http://evil.test")')
    const { rows } = await exported(`/users/export?q=${asha.email}`)
    expect(rows.map(({ Name }) => Name)).toEqual([`'=HYPERLINK("http://evil.test")`])
  })

  it('more than one batch holds, each account and each guest once', async () => {
    const { db } = shop.context
    await db.execute(sql`
      insert into users (id, name, email, created_at)
      select 'u' || i, 'User', 'u' || i || '@example.in', now() from generate_series(1, 2300) i`)
    await db.execute(sql`
      insert into users (id, name, email, guest_email, created_at)
      select 'g' || i, 'Guest', 'g' || i || '@guest.invalid', 'g' || i || '@example.in', now()
      from generate_series(1, 1100) i`)
    await buy(shop, asha.token)
    await copyOrders(1100)
    await db.execute(sql`
      update orders set user_id = 'g' || substr(checkout_key, 5) where checkout_key like 'copy%'`)
    const { rows } = await exported('/users/export')
    expect(rows.length).toBe(3402)
    expect(new Set(rows.map(({ Email }) => Email)).size).toBe(3402)
  })
})

describe.each(['/orders/export', '/users/export'])('%s is refused', (path) => {
  it('to a visitor and to a customer, and is not written down', async () => {
    const before = await tableContents(shop.context.db)
    const visitor = await ask(path, new Headers())
    expect(visitor.status).toBe(401)
    expect((await exported(path, asha.token)).status).toBe(403)
    expect((await exported(`${path}?q=%27`, asha.token)).text).not.toContain('@')
    expect(await tableContents(shop.context.db)).toEqual(before)
  })
})
