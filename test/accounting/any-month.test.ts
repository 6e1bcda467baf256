import { parse } from 'csv-parse/sync'
import { eq, isNotNull } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayMs } from '#platform/clock.ts'
import { newId } from '#platform/secrets.server.ts'
import { monthPattern } from '#shop/accounting/month/month.ts'
import { loadMonth } from '#shop/accounting/month/read-month.server.ts'
import {
  type GstSectionName,
  gstr1,
  gstSectionNames,
} from '#shop/accounting/returns/gst-sections.ts'
import type { DocumentContent } from '#shop/orders/money/document-content.schema.ts'
import { addCharges } from '#shop/orders/money/ledger.store.server.ts'
import { orderCharges } from '#shop/orders/money/ledger.tables.server.ts'
import { orderPapers } from '#shop/orders/money/papers.tables.server.ts'
import { partOf, sumTaxed, taxed } from '#shop/orders/money/tax.ts'
import type { Order } from '#shop/orders/order.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import { findPaper, insertPaper, type OrderPaper } from '#shop/papers/papers.store.server.ts'
import { sumPaise, toPaise } from '#shop/values/money.ts'
import { buy, truffleLine } from '../support/checkout-steps.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let owner: string
let customer: string

/** Each month has a shop of its own. */
async function open() {
  shop = await openTestShop({ openingTime: new Date('2026-11-27T04:30:00Z') })
  await shop.addCake()
  await shop.addCake({ id: 'loaf', name: 'Milk Loaf', category: 'Bread', price: 120 })
  await shop.addCake({ id: 'bar', name: 'Bar', category: 'Chocolates', price: 333 })
  owner = (await shop.admin()).token
  customer = (await shop.customer()).token
}

const goods = { truffle: 850, loaf: 120, bar: 333 }
const sale = fc.record({
  cakes: fc.uniqueArray(fc.constantFrom(...(Object.keys(goods) as (keyof typeof goods)[])), {
    minLength: 1,
  }),
  amount: fc.integer({ min: 1, max: 3 }),
  toMumbai: fc.boolean(),
  /** Given back later, each of what is left, in per cent. */
  refunds: fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 2 }),
  /** A further invoice, of so many rupees, to a business or to nobody in particular. */
  large: fc.option(
    fc.record({ rupees: fc.integer({ min: 1, max: 3_00_000 }), isBusiness: fc.boolean() }),
  ),
  days: fc.integer({ min: 0, max: 4 }),
})
type Sale = typeof sale extends fc.Arbitrary<infer One> ? One : never

async function happen({ cakes, amount, toMumbai, refunds, large, days }: Sale) {
  const lines = cakes.map((cakeid) => ({
    ...truffleLine,
    bname: '',
    cakeid,
    amount,
    price: goods[cakeid],
  }))
  const total = lines.reduce((sum, { price }) => sum + price * amount, 50)
  const time = new Date(shop.context.clock.now().getTime() + 2 * dayMs).toISOString().slice(0, 11)
  const address = toMumbai ? '12 Hill Road,400050,Mumbai' : '12 Church Street,560001,Bengaluru'
  const more = { order: lines, amount: total, address, time: `${time}17:30` }
  const place = () => buy(shop, customer, { ...more, checkoutId: crypto.randomUUID() })
  if (large) await issue((await place()).orderId, large)
  const { orderId } = await place()
  shop.wait(days * dayMs)
  let left = total
  for (const percent of refunds) {
    const given = toPaise((left * percent) / 100) / 100
    const back = { orderId, amount: given, reason: 'Squashed', key: crypto.randomUUID() }
    expect((await shop.post('/orders/refund', back, owner)).status).toBe(200)
    left = toPaise(left - given) / 100
    if (left < 1) break
  }
}

/** An invoice with what the shop cannot sell in a test, and a credit note of a third of it. */
async function issue(orderId: string, { rupees, isBusiness }: NonNullable<Sale['large']>) {
  const { db } = shop.context
  const [invoice] = await db.select().from(orderPapers).where(eq(orderPapers.orderId, orderId))
  const [line] = invoice?.content.lines ?? []
  const order = await findOrder(db, orderId)
  if (!invoice || !line || !order) throw new Error('no invoice')
  const { interstate } = invoice.content
  const whole = taxed(rupees * 100, { interstate, gstPercent: 5 })
  const part = partOf(whole, Math.floor(whole.total / 3))
  const business = isBusiness ? { name: 'Café Madras', gstin: '29AAPFU0939F1ZR' } : undefined
  const contentOf = (amount: typeof whole) =>
    ({
      ...invoice.content,
      issuedAt: shop.context.clock.now().toISOString(),
      ...(business && { business }),
      lines: [{ ...line, hsn: '1905', gstPercent: 5, amount }],
      total: sumTaxed([amount]),
    }) as DocumentContent
  const id = await print(order, 'invoice', { content: contentOf(whole), invoice: null })
  if (part.total > 0) await print(order, 'credit-note', { content: contentOf(part), invoice: id })
}

async function print(
  order: Order,
  kind: OrderPaper['kind'],
  { content, invoice }: { content: DocumentContent; invoice: string | null },
) {
  const { db, shop: details, clock } = shop.context
  const sign = kind === 'invoice' ? 1 : -1
  const now = clock.now()
  const event = crypto.randomUUID()
  const charge = {
    line: 'item' as const,
    itemId: order.items[0]?.id ?? '',
    paise: sign * content.total.total,
  }
  const cause = kind === 'invoice' ? 'quoted' : 'goodwill'
  await addCharges(db, order, { charges: [charge], cause, event, reason: '', shop: details, now })
  const charged = await db.select().from(orderCharges).where(eq(orderCharges.event, event))
  const id = newId()
  const paper = {
    id,
    orderId: order.id,
    invoiceId: invoice,
    content,
    personal: personalOf(),
    isTest: false,
  }
  await insertPaper(db, kind, { ...paper, charges: charged.map((row) => row.id) })
  return id
}

const personalOf = () => ({ name: 'Asha', address: '', mobile: '', email: '', details: {} })

async function file(month: string, section: string): Promise<Record<string, string>[]> {
  const response = await shop.api.request(`/money/return?month=${month}&section=${section}`, {
    headers: { authorization: `Bearer ${owner}` },
  })
  return parse(await response.text(), { bom: true, columns: true })
}

const sum = (rows: Record<string, string>[], column: string) =>
  rows.reduce((paise, row) => paise + Math.round(Number(row[column] ?? 0) * 100), 0)

/** What a month's files and its ledger come to. */
async function compared(month: string) {
  const files = new Map(
    await Promise.all(
      gstSectionNames.map(async (name) => [name, await file(month, name)] as const),
    ),
  )
  const rowsOf = (total: (typeof gstr1)[GstSectionName]['total']) =>
    gstSectionNames.flatMap((name) => (gstr1[name].total === total ? (files.get(name) ?? []) : []))
  const { returns } = await loadMonth(shop.context, new URLSearchParams({ month }))
  const codes = rowsOf('codes')
  expect(
    sum(rowsOf('supplies'), 'Taxable Value') +
      sum(rowsOf('supplies'), 'Exempted(other than nil rated/non GST supply)') -
      sum(rowsOf('notes'), 'Taxable Value'),
  ).toBe(sum(codes, 'Taxable Value'))
  expect(sum(codes, 'Total Value')).toBe(returns.gstr1?.ledgerPaise)
  expect(returns.gstr1?.suppliesPaise).toBe(returns.gstr1?.ledgerPaise)
  expect(returns.gstr1?.byCodePaise).toBe(returns.gstr1?.ledgerPaise)
  return {
    ledgerPaise: returns.gstr1?.ledgerPaise ?? 0,
    issued: sum(rowsOf(null), 'Total Number') / 100,
  }
}

/** Serials of a series follow one another, and no credit note is above what is left of its invoice. */
async function seriesAndNotes() {
  const { db } = shop.context
  const papers = await db.select().from(orderPapers)
  for (const kind of ['invoice', 'credit-note']) {
    const numbers = papers
      .filter((paper) => paper.kind === kind)
      .map(({ serial }) => Number(serial.slice(9)))
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1))
  }
  const notes = Map.groupBy(papers, ({ invoiceId }) => invoiceId ?? '')
  notes.delete('')
  for (const [id, theirs] of notes) {
    const invoice = await findPaper(db, id)
    const credited = theirs.reduce((all, { totalPaise }) => all + totalPaise, 0)
    expect(credited).toBeLessThanOrEqual(invoice?.totalPaise ?? 0)
  }
  return papers
}

/** All charges that a paper prints. */
async function printedPaise() {
  const rows = await shop.context.db
    .select()
    .from(orderCharges)
    .where(isNotNull(orderCharges.paperId))
  return sumPaise(rows)
}

it('the files of any months come to what their ledger says', { timeout: 180_000 }, async () => {
  const runs = fc.array(sale, { minLength: 4, maxLength: 7 })
  await fc.assert(
    fc
      .asyncProperty(runs, async (sales) => {
        for (const one of sales) await happen(one)
        const papers = await seriesAndNotes()
        const months = [
          ...new Set(papers.map(({ issuedAt }) => issuedAt.toISOString().slice(0, 7))),
        ]
        expect(months.every((month) => monthPattern.test(month))).toBe(true)
        const found = await Promise.all(months.map(compared))
        expect(found.reduce((all, { ledgerPaise }) => all + ledgerPaise, 0)).toBe(
          await printedPaise(),
        )
        expect(found.reduce((all, { issued }) => all + issued, 0)).toBe(papers.length)
      })
      .beforeEach(open)
      .afterEach(() => shop.close()),
    { numRuns: 4 },
  )
})
