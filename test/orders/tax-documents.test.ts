import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '#platform/durations.ts'
import { checkConsistency, isConsistent } from '#shop/consistency/check-consistency.server.ts'
import type { ApiOrder } from '#shop/orders/api/order.schema.ts'
import { findOrder, itemsOf } from '#shop/orders/orders.store.server.ts'
import { quotesOfOrder } from '#shop/orders/quotes/quotes.store.server.ts'
import { papersOf } from '#shop/papers/papers.store.server.ts'
import {
  buy,
  checkoutOf,
  customLine,
  type Started,
  truffleLine,
} from '../support/checkout-steps.ts'
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
afterEach(async () => {
  expect(await violations()).toEqual([])
  await shop.close()
})

async function violations() {
  const report = await checkConsistency(
    { ...shop.context, files: { list: () => [] } as never },
    { withFiles: false, providerDays: null },
  )
  return isConsistent(report) ? [] : report.violations.map(({ check, rows }) => [check.name, rows])
}

/** The documents of an order in short: kind, serial, lines, and total in rupees. */
async function documents(orderId: string) {
  const found = await papersOf(shop.context.db, [orderId])
  return found.map(({ serial, content: { lines, total, credits } }) => [
    serial,
    lines.map(({ title, amount }) => `${title} ${amount.total / 100}`).join(', '),
    total.total / 100,
    ...(credits ? [credits.serial, credits.reason] : []),
  ])
}

async function orderInCash(lines: object[] = [customLine]) {
  const more = { order: lines, amount: 0, checkoutId: crypto.randomUUID() }
  const { body } = await shop.post<Started>('/orders/process-payment', checkoutOf(more), asha.token)
  return body.orderId
}

async function quote(orderId: string, msg: number, position = 0) {
  const item = (await itemsOf(shop.context.db, orderId))[position]
  const body = { order: orderId, suborder: item?.id, data: 1, msg }
  const { status } = await shop.post('/orders/confirmOrder', body, admin.token)
  expect(status).toBe(200)
  const quotes = await quotesOfOrder(shop.context.db, orderId)
  return quotes.find(({ itemId, status }) => itemId === item?.id && status === 'open')?.id ?? ''
}

const answer = (quote: string, answer: 'accept' | 'decline') =>
  shop.post('/orders/answerQuote', { quote, answer }, asha.token)

const cancel = (orderId: string) =>
  shop.post('/orders/cancelOrders', { email: asha.email, orderId }, asha.token)

const refund = (orderId: string, amount: number) =>
  shop.post(
    '/orders/refund',
    { orderId, amount, reason: 'A secret of the shop', key: crypto.randomUUID() },
    admin.token,
  )

describe('an invoice', () => {
  it('is issued at placement for the ready-made cakes and their delivery alone', async () => {
    const { orderId } = await buy(shop, asha.token, { order: [truffleLine, customLine] })
    expect(await documents(orderId)).toEqual([
      ['CW/26-27/0000001', 'Truffle Cake 850, Delivery 50', 900],
    ])
    await answer(await quote(orderId, 1450, 1), 'accept')
    expect(await documents(orderId)).toEqual([
      ['CW/26-27/0000001', 'Truffle Cake 850, Delivery 50', 900],
      ['CW/26-27/0000002', 'Customized Cake 1450', 1450],
    ])
  })

  it('of custom cakes alone comes with the first accepted price, which brings the delivery', async () => {
    const orderId = await orderInCash([customLine, { ...customLine, cakeid: 'b2' }])
    expect(await documents(orderId)).toEqual([])
    const first = await quote(orderId, 1450)
    const second = await quote(orderId, 900, 1)
    await answer(second, 'accept')
    await answer(first, 'accept')
    expect(await documents(orderId)).toEqual([
      ['CW/26-27/0000001', 'Customized Cake 900, Delivery 50', 950],
      ['CW/26-27/0000002', 'Customized Cake 1450', 1450],
    ])
  })

  it('is not issued for a declined price', async () => {
    const orderId = await orderInCash()
    await answer(await quote(orderId, 1450), 'decline')
    expect(await documents(orderId)).toEqual([])
  })

  it('is as it was issued, whatever the settings are today', async () => {
    const { orderId } = await buy(shop, asha.token)
    const [invoice] = await papersOf(shop.context.db, [orderId])
    expect(invoice?.content).toMatchObject({
      seller: { name: 'Cakewala', gstin: shop.context.shop.gstin },
      lines: [
        { hsn: '1905', gstPercent: 5 },
        { hsn: '1905', gstPercent: 5 },
      ],
      paidByCard: 900_00,
    })
    expect(invoice?.personal).toMatchObject({
      name: 'Asha Rao',
      address: '12 Church Street, 560001, Bengaluru',
    })
  })
})

describe('of a shop that collects no tax', () => {
  const inMumbai = { address: '12 Hill Road,400050,Mumbai' }

  it.each(['composition', 'unregistered'] as const)(
    '%s: papers and charges have none',
    async (gst) => {
      Object.assign(shop.context.shop, { gst })
      const { orderId } = await buy(shop, asha.token)
      await refund(orderId, 300)
      const [invoice, creditNote] = await papersOf(shop.context.db, [orderId])
      // ₹850 and ₹50, of which nothing is tax; and ₹300 of them back.
      expect(invoice).toMatchObject({ taxablePaise: 900_00, taxPaise: 0, totalPaise: 900_00 })
      expect(invoice?.content).toMatchObject({ seller: { gst } })
      expect(creditNote).toMatchObject({ taxablePaise: 300_00, taxPaise: 0, totalPaise: 300_00 })
      const order = await findOrder(shop.context.db, orderId)
      expect(new Set(order?.charges.map(({ gstPercent }) => gstPercent))).toEqual(new Set([0]))
    },
  )

  it('another state is refused in words', async () => {
    Object.assign(shop.context.shop, { gst: 'composition' })
    const { status, body } = await shop.post(
      '/orders/process-payment',
      checkoutOf(inMumbai),
      asha.token,
    )
    expect([status, body.errors]).toEqual([409, { address: 'We deliver only within Karnataka.' }])
  })

  it('a regular taxpayer’s delivery to another state has IGST', async () => {
    const { orderId } = await buy(shop, asha.token, inMumbai)
    const [invoice] = await papersOf(shop.context.db, [orderId])
    // 85000 × 5 / 105 = 4047.6 and 5000 × 5 / 105 = 238.1, each rounded.
    expect(invoice?.content.total).toMatchObject({ cgst: 0, sgst: 0, igst: 40_48 + 2_38 })
  })
})

it('what was ordered before the rate fell is credited at its own rate', async () => {
  shop.wait(Date.parse('2025-09-21T10:00:00+05:30') - shop.context.clock.now().getTime())
  const time = '2025-09-23T12:00:00.000Z'
  const { orderId } = await buy(shop, asha.token, { time })
  shop.wait(dayMs)
  await refund(orderId, 300)
  const [invoice, creditNote] = await papersOf(shop.context.db, [orderId])
  // 85000 × 9 / 118 = 6483.05 and 5000 × 9 / 118 = 381.4, each twice.
  expect(invoice?.content.total).toMatchObject({ cgst: 64_83 + 3_81 })
  expect(creditNote?.content.lines.map(({ gstPercent }) => gstPercent)).toEqual([18, 18])
  // Of ₹300: 300 × 13728 / 90000 = 45.76 in all.
  expect(creditNote?.taxPaise).toBeGreaterThanOrEqual(45_75)
  expect(creditNote?.taxPaise).toBeLessThanOrEqual(45_77)
})

describe('a refund', () => {
  it('makes a credit note to the paisa, without the shop’s own reason', async () => {
    const { orderId } = await buy(shop, asha.token)
    await refund(orderId, 300)
    await refund(orderId, 0.01)
    const reason = 'Refunded by the shop'
    const invoice = 'CW/26-27/0000001'
    expect((await documents(orderId)).slice(1)).toEqual([
      ['CN/26-27/0000001', 'Truffle Cake 283.33, Delivery 16.67', 300, invoice, reason],
      ['CN/26-27/0000002', 'Truffle Cake 0.01', 0.01, invoice, reason],
    ])
    await cancel(orderId)
    const found = await papersOf(shop.context.db, [orderId])
    const sum = (part: 'taxablePaise' | 'taxPaise') =>
      found.reduce((all, one) => all + (one.kind === 'invoice' ? one[part] : -one[part]), 0)
    expect([sum('taxablePaise'), sum('taxPaise')]).toEqual([0, 0])
  })

  it('that is sent twice makes one', async () => {
    const { orderId } = await buy(shop, asha.token)
    const body = { orderId, amount: 300, reason: 'Dented', key: crypto.randomUUID() }
    await Promise.all([1, 2].map(() => shop.post('/orders/refund', body, admin.token)))
    expect(await documents(orderId)).toHaveLength(2)
  })

  it('is mailed with its credit note', async () => {
    const { orderId } = await buy(shop, asha.token)
    await refund(orderId, 300)
    await cancel(orderId)
    await shop.runJobs()
    const texts = [...shop.mails].filter(([id]) => /^order-(refunded|cancelled)/.test(id))
    const notes = texts.map(([, { text }]) => text.match(/CN\/26-27\/\d{7}/g))
    expect(notes.toSorted((a, b) => (a?.length ?? 0) - (b?.length ?? 0))).toEqual([
      ['CN/26-27/0000001'],
      ['CN/26-27/0000001', 'CN/26-27/0000002'],
    ])
  })
})

describe('a cancelled order', () => {
  it('has credit notes for all of its invoices, with the cash that nobody pays', async () => {
    const { orderId } = await buy(shop, asha.token, { order: [truffleLine, customLine] })
    await answer(await quote(orderId, 1450, 1), 'accept')
    await cancel(orderId)
    const reason = 'Cancelled by the customer'
    expect((await documents(orderId)).slice(2)).toEqual([
      ['CN/26-27/0000001', 'Truffle Cake 850, Delivery 50', 900, 'CW/26-27/0000001', reason],
      ['CN/26-27/0000002', 'Customized Cake 1450', 1450, 'CW/26-27/0000002', reason],
    ])
  })

  it('has none where no price was settled', async () => {
    const orderId = await orderInCash()
    await cancel(orderId)
    expect(await documents(orderId)).toEqual([])
  })
})

describe('a dropped item', () => {
  const drop = async (orderId: string, position: number) => {
    const item = (await itemsOf(shop.context.db, orderId))[position]
    const body = { orderId, itemId: item?.id, reason: 'The oven is broken' }
    expect((await shop.post('/orders/dropItem', body, admin.token)).status).toBe(200)
  }

  it('has a credit note of its own line, without what was refunded of it before', async () => {
    const { orderId } = await buy(shop, asha.token, {
      order: [truffleLine, { ...truffleLine, bname: 'Ravi' }],
      amount: 1750,
    })
    await refund(orderId, 175)
    await drop(orderId, 0)
    expect((await documents(orderId)).at(-1)).toEqual([
      'CN/26-27/0000002',
      'Truffle Cake 765',
      765,
      'CW/26-27/0000001',
      'Truffle Cake not made',
    ])
  })

  it('that was due in cash is credited, and its delivery stays for what else is made', async () => {
    const orderId = await orderInCash([customLine, { ...customLine, cakeid: 'b2' }])
    await answer(await quote(orderId, 1450), 'accept')
    await drop(orderId, 0)
    const reason = 'Customized Cake not made'
    const lines = 'Customized Cake 1450'
    expect((await documents(orderId)).at(-1)).toEqual([
      ...['CN/26-27/0000001', lines, 1450, 'CW/26-27/0000001', reason],
    ])
    shop.wait(1)
    await answer(await quote(orderId, 900, 1), 'accept')
    const next = 'Customized Cake 900'
    expect((await documents(orderId)).at(-1)).toEqual(['CW/26-27/0000002', next, 900])
    await drop(orderId, 1)
    // Of each invoice what is left of it.
    expect((await documents(orderId)).slice(3)).toEqual([
      ['CN/26-27/0000002', 'Delivery 50', 50, 'CW/26-27/0000001', reason],
      ['CN/26-27/0000003', next, 900, 'CW/26-27/0000002', reason],
    ])
  })
})

it('View Orders lists the documents, each with its PDF', async () => {
  const { orderId } = await buy(shop, asha.token)
  await refund(orderId, 300)
  const { body } = await shop.post<ApiOrder[]>(
    '/orders/viewOrders',
    { email: asha.email },
    asha.token,
  )
  const listed = body[0]?.documents ?? []
  expect(listed.map(({ kind, serial, total }) => [kind, serial, total])).toEqual([
    ['invoice', 'CW/26-27/0000001', 900],
    ['credit-note', 'CN/26-27/0000001', 300],
  ])
  const ravi = await shop.customer('ravi@example.in')
  const statusOf = async (query: string, token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await shop.api.request(`/orders/generatepdf?${query}`, { headers })
    return [response.status, Buffer.from(await response.arrayBuffer()).toString('latin1')] as const
  }
  const document = `document=${listed[1]?.id}`
  const [status, pdf] = await statusOf(document, asha.token)
  expect([status, pdf.includes('(Credit note CN/26-27/0000001)')]).toEqual([200, true])
  expect((await statusOf(document, admin.token))[0]).toBe(200)
  expect((await statusOf(document, ravi.token))[0]).toBe(403)
  expect((await statusOf(`document=${crypto.randomUUID()}`, asha.token))[0]).toBe(403)
  expect((await statusOf(`order=${orderId}`, asha.token))[1]).toContain('(2 papers)')
})
