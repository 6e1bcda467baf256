import { asc, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#platform/database/database.server.ts'
import { invoiceSerials, orderPapers } from '#shop/orders/money/papers.tables.server.ts'
import { lockOrder } from '#shop/orders/orders.store.server.ts'
import { orderItems } from '#shop/orders/orders.tables.server.ts'
import { placeOrder } from '#shop/paying/settle-payment.server.ts'
import { begin, buy, checkOut, comeBack, customLine, pay } from '../support/checkout-steps.ts'
import { putItems } from '../support/put-items.ts'
import { tableContents } from '../support/table-contents.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

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

/** Asks for invoices; the answer's bytes as Latin-1, and proves that asking changes nothing. */
async function generate(token?: string, order?: string) {
  const before = await tableContents(shop.context.db)
  const headers = token ? { authorization: `Bearer ${token}` } : undefined
  const path = order === undefined ? '' : `?order=${order}`
  const response = await shop.api.request(`/orders/generatepdf${path}`, { headers })
  const text = Buffer.from(await response.arrayBuffer()).toString('latin1')
  expect(await tableContents(shop.context.db)).toEqual(before)
  return { status: response.status, headers: response.headers, text }
}

const pagesOf = (text: string) => text.match(/\/Type \/Page\n/g)?.length ?? 0
const titleOf = (text: string) =>
  /\((Invoice .*?|Order summary .*?|Credit note .*?|\d+ (?:invoices|papers))\)/.exec(text)?.[1]
const detailOf = (text: string) => (JSON.parse(text) as { detail: string }).detail

describe('every waiting invoice', () => {
  it('is one PDF for the admin, saved as invoice.pdf', async () => {
    for (let i = 0; i < 3; i++) {
      await buy(shop, asha.token, { checkoutId: crypto.randomUUID() })
    }
    const { status, headers, text } = await generate(admin.token)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('content-disposition')).toBe('attachment; filename="invoice.pdf"')
    expect(headers.get('cache-control')).toBe('no-store')
    expect([pagesOf(text), titleOf(text)]).toEqual([3, '3 invoices'])
  })

  it('is of orders with an item in processing alone', async () => {
    const first = await buy(shop, asha.token)
    await buy(shop, asha.token, { checkoutId: crypto.randomUUID() })
    await begin(shop, asha.token, { checkoutId: crypto.randomUUID() })
    await shop.context.db
      .update(orderItems)
      .set({ status: 'completed' })
      .where(eq(orderItems.orderId, first.orderId))
    const { text } = await generate(admin.token)
    expect([pagesOf(text), titleOf(text)]).toEqual([1, 'Invoice CW/26-27/0000002'])
  })

  it('says kindly that there is none', async () => {
    const { status, text } = await generate(admin.token)
    expect([status, detailOf(text)]).toEqual([
      404,
      'No order is waiting for the baker, so there is nothing to invoice.',
    ])
  })
})

describe('the invoice of one order', () => {
  it.each(['its customer', 'the admin'])('is answered to %s', async (who) => {
    const { orderId } = await buy(shop, asha.token)
    await buy(shop, asha.token, { checkoutId: crypto.randomUUID() })
    const { token } = who === 'the admin' ? admin : asha
    const { status, headers, text } = await generate(token, orderId)
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toBe('attachment; filename="invoice.pdf"')
    expect([pagesOf(text), titleOf(text)]).toEqual([1, 'Invoice CW/26-27/0000001'])
  })

  it('stays when the order is prepared or cancelled, or paid in cash', async () => {
    const { body } = await checkOut(shop, asha.token, { order: [customLine], amount: 0 })
    for (const status of ['processing', 'completed', 'cancelled', 'declined'] as const) {
      await putItems(shop, undefined, status)
      expect((await generate(asha.token, body.orderId)).status).toBe(200)
    }
  })
})

describe('serials', () => {
  const given = async () => {
    const rows = await shop.context.db
      .select({ serial: orderPapers.serial })
      .from(orderPapers)
      .orderBy(asc(orderPapers.serial))
    return rows.map(({ serial }) => serial)
  }
  const serials = (count: number, year = '26-27') =>
    Array.from({ length: count }, (_, i) => `CW/${year}/${String(i + 1).padStart(7, '0')}`)

  const begun = async () =>
    (await begin(shop, asha.token, { checkoutId: crypto.randomUUID() })).body

  const place = async (tx: Database, orderId: string, now: Date) => {
    const order = await lockOrder(tx, orderId)
    if (!order) throw new Error('no order')
    await placeOrder({ ...shop.context, clock: { now: () => now } }, tx, order, { by: 'shop' })
  }

  const inCash = () =>
    checkOut(shop, asha.token, { order: [customLine], amount: 0, checkoutId: crypto.randomUUID() })

  it('have no gap and no double, however many orders are placed at once and in whatever way', async () => {
    const cards = []
    for (let i = 0; i < 12; i++) cards.push(await begun())
    await Promise.all(cards.map((started) => pay(shop, started)))
    await Promise.all([
      shop.runJobs(), // the webhooks
      ...cards.map(({ orderId }) => comeBack(shop, asha.token, orderId)),
      ...cards.map(({ orderId }) => comeBack(shop, asha.token, orderId)),
      ...Array.from({ length: 6 }, inCash),
    ])
    expect(await given()).toEqual(serials(12))
    expect(await shop.context.db.select().from(invoiceSerials)).toEqual([
      { year: '26-27', last: 12 },
    ])
  })

  it('have no gap where placing fails after one was taken', async () => {
    const undo = new Error('undo')
    const started = []
    for (let i = 0; i < 8; i++) started.push(await begun())
    const placings = started.map(({ orderId }, index) =>
      shop.context.db.transaction(async (tx) => {
        await place(tx, orderId, shop.context.clock.now())
        if (index % 2 === 0) throw undo
      }),
    )
    const outcomes = await Promise.allSettled(placings)
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(4)
    expect(await given()).toEqual(serials(4))
  })

  it('begin again on 1 April in Kolkata', async () => {
    for (const at of ['2027-03-31T18:29:59.999Z', '2027-03-31T18:30:00Z', '2027-04-01T18:30:00Z']) {
      const { orderId } = await begun()
      await shop.context.db.transaction((tx) => place(tx, orderId, new Date(at)))
    }
    expect(await given()).toEqual([...serials(1), ...serials(2, '27-28')])
  })
})

it('invoices requested again and again are refused to a customer after a while, and never to the shop', async () => {
  const strict = await openTestShop({
    limits: { writesPerMinute: 1000, attempts: 1000, attemptsByMany: 2 },
  })
  try {
    const ask = async ({ token }: { token: string }) => {
      const headers = { authorization: `Bearer ${token}` }
      const path = `/orders/generatepdf?order=${crypto.randomUUID()}`
      return (await strict.api.request(path, { headers })).status
    }
    const customer = await strict.customer()
    const baker = await strict.admin()
    expect([await ask(customer), await ask(customer), await ask(customer)]).toEqual([403, 403, 429])
    expect([await ask(baker), await ask(baker), await ask(baker)]).toEqual([404, 404, 404])
  } finally {
    await strict.close()
  }
})
