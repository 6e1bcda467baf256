import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ordersPage } from '#shop/admin-orders/admin-orders.store.server.ts'
import { orderQuery, parseOrderSearch, savedFilters } from '#shop/admin-orders/order-search.ts'
import { auditLog } from '#shop/audit-log/audit-log.tables.server.ts'
import type { ApiOrder } from '#shop/orders/api/order.schema.ts'
import type { ItemStatus } from '#shop/orders/item-status.ts'
import { orderPayments } from '#shop/orders/money/ledger.tables.server.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'
import { begin, buy, checkOut, customLine } from '../support/checkout-steps.ts'
import { moneyOf, sandboxRefunds, storedPayments, storedRefunds } from '../support/ledger.ts'
import { putItems } from '../support/put-items.ts'
import { openTestShop, type Reply, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let asha: { email: string; token: string }
let admin: { email: string; token: string }

beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake()
  asha = await shop.customer()
  admin = await shop.admin()
})
afterEach(() => shop.close())

type OrderRow = typeof orders.$inferSelect

const find = (query = '', token: string | undefined = admin.token) =>
  shop.get<ApiOrder[]>(`/orders/adminOrders${query}`, token)

/** The numbers that a query answers. */
const numbers = async (query = '') => (await find(query)).body.map(({ number }) => number)

const q = (text: string) => `?q=${encodeURIComponent(text)}`

/** The first order, from which others are copied. */
async function firstRow(): Promise<OrderRow> {
  const [row] = await shop.context.db.select().from(orders)
  return row as OrderRow
}

let copies = 0

/** Orders like another, each with one item and some things changed; answers them as they are stored. */
async function addOrders(like: OrderRow, changes: (Partial<OrderRow> & { status?: ItemStatus })[]) {
  const { db } = shop.context
  const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, like.id))
  if (!item) throw new Error('an order without items')
  const { number: _, ...rest } = like
  const rows = changes.map(({ status: _status, ...change }) => {
    copies += 1
    const id = crypto.randomUUID()
    return { ...rest, id, checkoutKey: `copy ${copies}`, ...change }
  })
  const added = await db.insert(orders).values(rows).returning()
  await db.insert(orderItems).values(
    rows.map(({ id }, index) => ({
      ...item,
      orderNumber: added[index]?.number ?? 0,
      id: crypto.randomUUID(),
      orderId: id,
      status: changes[index]?.status ?? item.status,
    })),
  )
  const [payment] = await storedPayments(db)
  if (!payment) throw new Error('nothing was paid')
  const { serial: _serial, ...paid } = payment
  const byCard = added.filter(({ paidPaise }) => paidPaise > 0)
  if (byCard.length > 0)
    await db.insert(orderPayments).values(
      byCard.map(({ id: orderId }) => {
        const id = crypto.randomUUID()
        return { ...paid, id, orderId, key: `paid ${id}`, providerId: `pi_${id}` }
      }),
    )
  return added
}

/** A refund of an order that was copied from the first one. */
async function addRefund(orderId: string, paise: number) {
  const { db } = shop.context
  const [payment] = await db.select().from(orderPayments).where(eq(orderPayments.orderId, orderId))
  if (!payment) throw new Error('nothing was paid')
  const { serial: _, ...paid } = payment
  const refund = { id: crypto.randomUUID(), paymentId: paid.id, key: 'back', providerId: 're_copy' }
  await db
    .insert(orderPayments)
    .values({ ...paid, ...refund, cause: 'refund', buys: null, paise: -paise })
}

describe('GET /orders/adminOrders', () => {
  it('answers every customer’s placed orders, newest first, each whole', async () => {
    const ravi = await shop.customer('ravi@example.in')
    const first = await buy(shop, asha.token)
    const second = await buy(shop, ravi.token, { user: { email: ravi.email } })
    await begin(shop, asha.token, { checkoutId: crypto.randomUUID() })
    const { body, headers } = await find()
    expect(headers.get('link')).toBe(null)
    expect(body).toMatchObject([
      { number: second.number, user: { email: 'ravi@example.in' } },
      {
        id: first.orderId,
        number: first.number,
        created_at: '2026-11-20T04:30:00.000Z',
        time: '2026-11-21T12:00:00.000Z',
        user: { name: 'Asha Rao', mobileno: '9876543210', email: 'asha@example.in' },
        order: [{ name: 'Truffle Cake', isConfirmed: 'processing', subtotal: 850 }],
        paidByCard: 900,
      },
    ])
  })

  it('answers the newest 500 and no more', async () => {
    await buy(shop, asha.token)
    await addOrders(await firstRow(), Array(501).fill({}))
    const found = await numbers()
    expect(found).toEqual(Array.from({ length: 500 }, (_, i) => 1502 - i))
  })

  it('finds by number, name, e-mail and mobile', async () => {
    await buy(shop, asha.token)
    await addOrders(await firstRow(), [
      {
        customerName: 'Ravi Shankar',
        customerEmail: 'RS@Example.IN',
        customerMobile: '9000010010',
      },
      { customerName: 'आशा देवी', customerEmail: 'devi@example.in', customerMobile: '8000000000' },
    ])
    expect(await numbers(q('1001'))).toEqual([1002, 1001])
    expect(await numbers(q('#1001'))).toEqual([1001])
    expect(await numbers(q('order 1003'))).toEqual([1003])
    expect(await numbers(q('1009'))).toEqual([])
    expect(await numbers(q('SHANK'))).toEqual([1002])
    expect(await numbers(q('rs@example'))).toEqual([1002])
    expect(await numbers(q('+91 98765 43210'))).toEqual([1001])
    expect(await numbers(q('आशा'))).toEqual([1003])
    expect(await numbers(q('example'))).toEqual([1003, 1002, 1001])
    expect(await numbers(q('nobody'))).toEqual([])
  })

  it('takes %, _ and \\ for what they are', async () => {
    await buy(shop, asha.token)
    await addOrders(await firstRow(), [
      { customerName: '100% Asha' },
      { customerName: 'Asha_Rao' },
      { customerName: 'Asha\\Rao' },
      { customerName: 'AshaXRao' },
    ])
    expect(await numbers(q('100%'))).toEqual([1002])
    expect(await numbers(q('asha_rao'))).toEqual([1003])
    expect(await numbers(q('asha\\rao'))).toEqual([1004])
    expect(await numbers(q('a%rao'))).toEqual([])
    expect(await numbers(q('%asha%'))).toEqual([])
  })

  it('filters by an item’s state, the day of delivery in Kolkata and the payment', async () => {
    await buy(shop, asha.token)
    const [, refunded] = await addOrders(await firstRow(), [
      { status: 'quoted', deliveryAt: new Date('2026-11-20T18:29:59Z') },
      { status: 'completed', deliveryAt: new Date('2026-11-20T18:30:00Z') },
      {
        status: 'completed',
        deliveryAt: new Date('2026-11-21T18:30:00Z'),
        paidPaise: 0,
        paymentMethod: 'cash',
      },
    ])
    await addRefund(refunded?.id ?? '', 100)
    expect(await numbers('?state=processing')).toEqual([1001])
    expect(await numbers('?state=completed')).toEqual([1004, 1003])
    expect(await numbers('?state=rejected')).toEqual([])
    expect(await numbers('?day=2026-11-20')).toEqual([1002])
    expect(await numbers('?day=2026-11-21')).toEqual([1003, 1001])
    expect(await numbers('?payment=card')).toEqual([1003, 1002, 1001])
    expect(await numbers('?payment=cash')).toEqual([1004])
    expect(await numbers('?payment=refunded')).toEqual([1003])
    expect(await numbers('?q=asha&state=completed&day=2026-11-21&payment=refunded')).toEqual([1003])
    expect(await numbers('?q=asha&state=completed&payment=cash&before=1004')).toEqual([])
  })

  it('filters by how far an order is, whatever its items are', async () => {
    await buy(shop, asha.token)
    await addOrders(await firstRow(), [
      { fulfilment: 'ready', status: 'completed' },
      { fulfilment: 'failed', status: 'completed' },
      { fulfilment: 'ready', status: 'completed' },
    ])
    expect(await numbers('?fulfilment=placed')).toEqual([1001])
    expect(await numbers('?fulfilment=ready')).toEqual([1004, 1002])
    expect(await numbers('?fulfilment=ready&state=completed&before=1004')).toEqual([1002])
    expect(await numbers('?fulfilment=failed')).toEqual([1003])
    expect(await numbers('?fulfilment=delivered')).toEqual([])
  })

  it('shows an order of several such items once', async () => {
    const line = customLine
    await checkOut(shop, asha.token, { order: [line, { ...line, cakeid: 'b2' }], amount: 0 })
    expect(await numbers('?state=processing')).toEqual([1001])
  })

  it('leads from page to page without gaps or doubles while new orders come', async () => {
    await buy(shop, asha.token)
    const like = await firstRow()
    await addOrders(
      like,
      Array.from({ length: 11 }, (_, i) => ({ customerName: i % 2 ? 'Ravi' : 'Ässha & Söhne' })),
    )
    const seen: number[] = []
    let next: string | undefined = `/orders/adminOrders${q('asha')}&limit=4&payment=card`
    for (let pages = 0; next && pages < 9; pages += 1) {
      const page: Reply<ApiOrder[]> = await shop.get(next, admin.token)
      seen.push(...page.body.map(({ number }) => number))
      next = /^<\/api\/v1(.*)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1]
      await addOrders(like, [{}, {}])
    }
    expect(seen).toEqual(Array.from({ length: 12 }, (_, i) => 1012 - i))
    expect(next).toBe(undefined)
  })

  it('has 50 orders a page when only a filter is given, and says nothing of a next page that is not there', async () => {
    await buy(shop, asha.token)
    await addOrders(await firstRow(), Array(50).fill({}))
    const page = await find('?payment=card')
    expect(page.body).toHaveLength(50)
    expect(page.headers.get('link')).toBe(
      '</api/v1/orders/adminOrders?payment=card&before=1002&limit=50>; rel="next"',
    )
    const last = await find('?payment=card&before=1051&limit=50')
    expect([last.body.length, last.headers.get('link')]).toEqual([50, null])
  })

  it.each(["' or 1=1 --", "'; drop table orders; --", 'a\u0000sha"', '\\', '(((', '🎂🎂🎂abc'])(
    'comes to no harm by %j',
    async (text) => {
      await buy(shop, asha.token)
      const { status } = await shop.unchanged(() => find(q(text)))
      expect([200, 422]).toContain(status)
      expect(await numbers()).toEqual([1001])
    },
  )
})

describe('the list of the panel', () => {
  const read = () => ({ db: shop.context.db, now: shop.context.clock.now() })
  const page = async (query: string, size = 50) => {
    const search = parseOrderSearch(new URLSearchParams(query))
    const { orders: found, next } = await ordersPage(read(), search, size)
    return { numbers: found.map(({ number }) => number), next }
  }

  // The clock is at 10:00 am on 20 November in Kolkata.
  it('has what is due from today on, the first due first, each order once', async () => {
    await buy(shop, asha.token)
    await addOrders(await firstRow(), [
      { deliveryAt: new Date('2026-11-20T09:30:00Z') },
      { deliveryAt: new Date('2026-11-19T18:30:00Z') },
      { deliveryAt: new Date('2026-11-19T18:29:59Z') },
      { deliveryAt: new Date('2026-11-20T09:30:00Z') },
      { deliveryAt: new Date('2026-11-28T09:30:00Z') },
    ])
    expect(await page('')).toEqual({ numbers: [1003, 1002, 1005, 1001, 1006], next: null })
    const first = await page('', 2)
    expect(first).toEqual({ numbers: [1003, 1002], next: 1002 })
    expect(await page('before=1002', 2)).toEqual({ numbers: [1005, 1001], next: 1001 })
    expect(await page('before=1001', 2)).toEqual({ numbers: [1006], next: null })
    expect((await page('todo=late')).numbers).toEqual([1004, 1003])
    expect((await page('day=2026-11-20')).numbers).toEqual([1003, 1002, 1005])
    expect((await page('sort=newest')).numbers).toEqual([1006, 1005, 1004, 1003, 1002, 1001])
    expect((await page('q=asha&before=1003')).numbers).toEqual([1002, 1001])
  })

  it('has what is to answer, to bake, ready and out, the first due first', async () => {
    await buy(shop, asha.token)
    const late = new Date('2026-11-28T09:30:00Z')
    const early = new Date('2026-11-20T09:30:00Z')
    await addOrders(await firstRow(), [
      { deliveryAt: late, fulfilment: 'ready', status: 'completed' },
      { deliveryAt: early, fulfilment: 'ready', status: 'completed' },
      { deliveryAt: early, fulfilment: 'baking', status: 'processing' },
      { deliveryAt: late, fulfilment: 'out_for_delivery', status: 'completed' },
      { status: 'quoted' },
    ])
    const lists = await Promise.all(savedFilters.map(({ search }) => page(orderQuery(search))))
    expect(lists.map((list) => list.numbers)).toEqual([
      [1004, 1001],
      [1004, 1001],
      [1003, 1002],
      [1005],
      [],
      [1003, 1004, 1001, 1006, 1002, 1005],
    ])
  })

  it('has a customised cake to answer until it has a price, and to bake once that is accepted', async () => {
    await buy(shop, asha.token, { order: [customLine], amount: 0 })
    const lists = async () => [await page('todo=answer'), await page('todo=bake')]
    expect((await lists()).map(({ numbers: found }) => found)).toEqual([[1001], []])
    for (const [status, found] of [
      ['quoted', [[], []]],
      ['accepted', [[], [1001]]],
      ['completed', [[], []]],
    ] as const) {
      await putItems(shop, undefined, status)
      expect((await lists()).map((list) => list.numbers)).toEqual(found)
    }
  })
})

const refundOf = (orderId: string, change: object = {}) => ({
  orderId,
  amount: 200,
  reason: 'The cake was squashed',
  key: crypto.randomUUID(),
  ...change,
})

const refund = (body: object, token: string | undefined = admin.token) =>
  shop.post<{ message: string }>('/orders/refund', body, token)

const refundedPaise = async () =>
  (await moneyOf(shop.context.db, (await firstRow()).id)).refundedPaise

describe('POST /orders/refund', () => {
  it('refunds a part, tells the customer, and is in the audit log', async () => {
    const { orderId, number } = await buy(shop, asha.token)
    await shop.runJobs()
    shop.mails.clear()
    const { status, body } = await refund(refundOf(orderId, { amount: 200.5 }))
    expect([status, body.message]).toEqual([
      200,
      '₹200.50 refunded. It will reach the customer in 5 to 7 working days, the way they paid.',
    ])
    await shop.runJobs()
    const { db } = shop.context
    expect(await sandboxRefunds(db)).toMatchObject([{ amountPaise: 20_050 }])
    expect(await storedRefunds(db)).toMatchObject([
      { amountPaise: 20_050, reason: 'The cake was squashed', status: 'succeeded' },
    ])
    expect((await find()).body).toMatchObject([{ paidByCard: 900, refunded: 200.5 }])
    const [mail] = [...shop.mails.values()]
    expect([shop.mails.size, mail]).toMatchObject([
      1,
      { to: 'asha@example.in', subject: `Refund for your order ${number}` },
    ])
    expect(mail?.text).toContain('₹200.50')
    expect(mail?.html).not.toContain('squashed')
    const entries = await db.select().from(auditLog).where(eq(auditLog.action, 'refund-order'))
    expect(entries).toMatchObject([
      {
        actor: 'admin',
        actorEmail: admin.email,
        subjectId: orderId,
        before: { refundedPaise: 0 },
        after: { refundedPaise: 20_050, amountPaise: 20_050, reason: 'The cake was squashed' },
      },
    ])
  })

  it('gives back all of it, and nothing more', async () => {
    const { orderId } = await buy(shop, asha.token)
    expect((await refund(refundOf(orderId, { amount: 700 }))).status).toBe(200)
    const tooMuch = await shop.unchanged(() => refund(refundOf(orderId, { amount: 200.01 })))
    const sentence = 'Only ₹200 of the card payment is left to refund.'
    expect(tooMuch).toMatchObject({
      status: 409,
      body: { detail: sentence, errors: { amount: sentence } },
    })
    expect((await refund(refundOf(orderId, { amount: 200 }))).status).toBe(200)
    const nothingLeft = await shop.unchanged(() => refund(refundOf(orderId, { amount: 0.01 })))
    expect(nothingLeft).toMatchObject({
      status: 409,
      body: { detail: 'The card payment is already fully refunded.' },
    })
  })

  it('never gives back more than was paid, however many ask at once', async () => {
    const { orderId } = await buy(shop, asha.token)
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => refund(refundOf(orderId, { amount: 400 }))),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409])
    expect(await refundedPaise()).toBe(80_000)
    await shop.runJobs()
    const made = await sandboxRefunds(shop.context.db)
    expect(made.map(({ amountPaise }) => amountPaise)).toEqual([40_000, 40_000])
  })

  it('is done once under one key, however often and however late it is sent', async () => {
    const { orderId } = await buy(shop, asha.token)
    await shop.runJobs()
    shop.mails.clear()
    const body = refundOf(orderId, { amount: 900 })
    const replies = await Promise.all(Array.from({ length: 4 }, () => refund(body)))
    await shop.runJobs()
    const again = await shop.unchanged(() => refund(body))
    for (const { status, body: answer } of [...replies, again]) {
      expect([status, answer.message]).toEqual([
        200,
        '₹900 refunded. It will reach the customer in 5 to 7 working days, the way they paid.',
      ])
    }
    expect(await sandboxRefunds(shop.context.db)).toHaveLength(1)
    expect(shop.mails.size).toBe(1)
  })

  it('refuses a key that was used for something else', async () => {
    const { orderId } = await buy(shop, asha.token)
    const other = await buy(shop, asha.token, { checkoutId: crypto.randomUUID() })
    const body = refundOf(orderId)
    await refund(body)
    const changes = [{ amount: 100 }, { reason: 'Another reason' }, { orderId: other.orderId }]
    for (const change of changes) {
      const reply = await shop.unchanged(() => refund({ ...body, ...change }))
      expect([reply.status, reply.body.detail]).toEqual([
        409,
        'This refund was already made with another amount or reason. Please check the refunds of this order.',
      ])
    }
  })

  it('gives back one of two orders whose refunds come under one key at once', async () => {
    const first = await buy(shop, asha.token)
    const second = await buy(shop, asha.token, { checkoutId: crypto.randomUUID() })
    const body = refundOf(first.orderId)
    const replies = await Promise.all([refund(body), refund({ ...body, orderId: second.orderId })])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await storedRefunds(shop.context.db)).toHaveLength(1)
  })

  it('leaves exactly the rest to be given back when the order is cancelled', async () => {
    const { orderId } = await buy(shop, asha.token)
    await refund(refundOf(orderId, { amount: 0.01 }))
    await refund(refundOf(orderId, { amount: 250 }))
    const { body } = await shop.post<{ message: string }>(
      '/orders/cancelOrders',
      { email: asha.email, orderId },
      admin.token,
    )
    expect(body.message).toContain('₹649.99')
    await shop.runJobs()
    const made = await sandboxRefunds(shop.context.db)
    expect(made.reduce((sum, { amountPaise }) => sum + amountPaise, 0)).toBe(90_000)
    expect(await refundedPaise()).toBe(90_000)
    expect((await shop.unchanged(() => refund(refundOf(orderId)))).status).toBe(409)
  })

  it('gives nothing back where nothing was paid by card', async () => {
    const { body } = await checkOut(shop, asha.token, { order: [customLine], amount: 0 })
    const reply = await shop.unchanged(() => refund(refundOf(body.orderId)))
    expect([reply.status, reply.body.detail]).toEqual([
      409,
      'Nothing in this order was paid by card.',
    ])
  })
})

const note = (orderId: string, text: string, was = '', token: string | undefined = admin.token) =>
  shop.post<{ message: string }>('/orders/note', { orderId, note: text, was }, token)

const kitchenNote = async () => (await firstRow()).kitchenNote

describe('POST /orders/note', () => {
  it('saves, changes and removes a note, and the audit log has both', async () => {
    const { orderId } = await buy(shop, asha.token)
    expect((await note(orderId, '  No nuts,\nplease \n')).body.message).toBe('Note saved.')
    expect(await kitchenNote()).toBe('No nuts,\nplease')
    await note(orderId, 'No nuts at all', 'No nuts,\nplease')
    expect((await note(orderId, '', 'No nuts at all')).body.message).toBe('Note removed.')
    expect(await kitchenNote()).toBe('')
    const entries = await shop.context.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'note-order'))
      .orderBy(auditLog.id)
    expect(entries.map(({ before, after }) => [before, after])).toEqual([
      [{ note: '' }, { note: 'No nuts,\nplease' }],
      [{ note: 'No nuts,\nplease' }, { note: 'No nuts at all' }],
      [{ note: 'No nuts at all' }, { note: '' }],
    ])
  })

  it('does not write over what someone else wrote meanwhile', async () => {
    const { orderId } = await buy(shop, asha.token)
    const replies = await Promise.all([note(orderId, 'No nuts'), note(orderId, 'Blue candles')])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const kept = await kitchenNote()
    const reply = await shop.unchanged(() => note(orderId, 'No cream', ''))
    expect([reply.status, reply.body.detail]).toEqual([
      409,
      'Someone else has changed this note. Please check it and try again.',
    ])
    expect((await note(orderId, 'No cream', kept)).status).toBe(200)
  })

  it('changes nothing when the note is there already', async () => {
    const { orderId } = await buy(shop, asha.token)
    await note(orderId, 'No nuts')
    expect((await shop.unchanged(() => note(orderId, 'No nuts', ''))).status).toBe(200)
  })

  it('has at most 500 characters', async () => {
    const { orderId } = await buy(shop, asha.token)
    const reply = await shop.unchanged(() => note(orderId, 'x'.repeat(501)))
    expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([422, ['note']])
    expect((await note(orderId, 'x'.repeat(500))).status).toBe(200)
  })
})
