import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '#platform/clock.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import { documentPaper } from '#shop/papers/paper.ts'
import { papersOf } from '#shop/papers/papers.store.server.ts'
import { drawPapers, paperLook } from '#shop/papers/print/draw-papers.server.ts'
import { cashOrders, contradictions } from '../support/cash-orders.ts'
import {
  buy,
  checkOut,
  customLine,
  ordersOf,
  refundOrder,
  truffleLine,
} from '../support/checkout-steps.ts'
import { wordsOfPdf } from '../support/read-pdf.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let asha: { email: string; token: string }
let admin: { email: string; token: string }
let does: ReturnType<typeof cashOrders>

beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake()
  asha = await shop.customer()
  admin = await shop.admin()
  does = cashOrders(shop, { customer: asha.token, owner: admin.token })
})
afterEach(async () => {
  expect(await contradictions(shop)).toEqual([])
  await shop.close()
})

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

const cancel = (orderId: string) =>
  shop.post('/orders/cancelOrders', { email: asha.email, orderId }, asha.token)

const refund = (orderId: string, amount: number) =>
  refundOrder(shop, { orderId, amount, token: admin.token, reason: 'A secret of the shop' })

describe('an invoice', () => {
  it('is issued at placement for the ready-made cakes and their delivery alone', async () => {
    const { orderId } = await buy(shop, asha.token, { order: [truffleLine, customLine] })
    expect(await documents(orderId)).toEqual([
      ['CW/26-27/0000001', 'Truffle Cake 850, Delivery 50', 900],
    ])
    await does.agree(orderId, 1450, 1)
    expect(await documents(orderId)).toEqual([
      ['CW/26-27/0000001', 'Truffle Cake 850, Delivery 50', 900],
      ['CW/26-27/0000002', 'Customized Cake 1450', 1450],
    ])
  })

  it('of custom cakes alone comes with the first accepted price, which brings the delivery', async () => {
    const orderId = await does.place([customLine, { ...customLine, cakeid: 'b2' }])
    expect(await documents(orderId)).toEqual([])
    await does.quote(orderId, 1450)
    await does.quote(orderId, 900, 1)
    await does.answer(orderId, 'accept', 1)
    await does.answer(orderId, 'accept')
    expect(await documents(orderId)).toEqual([
      ['CW/26-27/0000001', 'Customized Cake 900, Delivery 50', 950],
      ['CW/26-27/0000002', 'Customized Cake 1450', 1450],
    ])
  })

  it('is not issued for a declined price', async () => {
    const orderId = await does.place()
    await does.quote(orderId, 1450)
    await does.answer(orderId, 'decline')
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

describe('the words of a paper', () => {
  it('are stored with it and drawn again; one of an earlier version is drawn in the words of today', async () => {
    const { orderId } = await buy(shop, asha.token)
    await refund(orderId, 300)
    for (const row of await papersOf(shop.context.db, [orderId])) {
      if (!row.words) throw new Error('no words were stored')
      expect(JSON.stringify(row.words)).not.toMatch(/Asha|asha@|Ravi|98765/)
      const words = { ...row.words, notes: ['Small print of 2026'] }
      const drawn = async (paper: typeof row) =>
        wordsOfPdf(await drawPapers([documentPaper(paper)], await paperLook(shop.context)))
      expect(await drawn({ ...row, words })).toContain('Small print of 2026')
      expect(await drawn({ ...row, words: null })).toBe(await drawn(row))
    }
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
    const { status, body } = await checkOut(shop, asha.token, inMumbai)
    expect([status, body.errors]).toEqual([409, { address: 'We deliver only within Karnataka.' }])
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
    await does.agree(orderId, 1450, 1)
    await cancel(orderId)
    const reason = 'Cancelled by the customer'
    expect((await documents(orderId)).slice(2)).toEqual([
      ['CN/26-27/0000001', 'Truffle Cake 850, Delivery 50', 900, 'CW/26-27/0000001', reason],
      ['CN/26-27/0000002', 'Customized Cake 1450', 1450, 'CW/26-27/0000002', reason],
    ])
  })

  it('has none where no price was settled', async () => {
    const orderId = await does.place()
    await cancel(orderId)
    expect(await documents(orderId)).toEqual([])
  })
})

describe('a dropped item', () => {
  it('has a credit note of its own line, without what was refunded of it before', async () => {
    const { orderId } = await buy(shop, asha.token, {
      order: [truffleLine, { ...truffleLine, bname: 'Ravi' }],
      amount: 1750,
    })
    await refund(orderId, 175)
    await does.drop(orderId, 0)
    expect((await documents(orderId)).at(-1)).toEqual([
      'CN/26-27/0000002',
      'Truffle Cake 765',
      765,
      'CW/26-27/0000001',
      'Truffle Cake not made',
    ])
  })

  it('that was due in cash is credited, and its delivery stays for what else is made', async () => {
    const orderId = await does.place([customLine, { ...customLine, cakeid: 'b2' }])
    await does.agree(orderId, 1450)
    await does.drop(orderId, 0)
    const reason = 'Customized Cake not made'
    const lines = 'Customized Cake 1450'
    expect((await documents(orderId)).at(-1)).toEqual([
      ...['CN/26-27/0000001', lines, 1450, 'CW/26-27/0000001', reason],
    ])
    shop.wait(1)
    await does.agree(orderId, 900, 1)
    const next = 'Customized Cake 900'
    expect((await documents(orderId)).at(-1)).toEqual(['CW/26-27/0000002', next, 900])
    await does.drop(orderId, 1)
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
  const body = await ordersOf(shop, asha)
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
