import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadMonth } from '#shop/accounting/month/read-month.server.ts'
import { personByEmail } from '#shop/accounts/accounts.store.server.ts'
import { checkConsistency } from '#shop/consistency/check-consistency.server.ts'
import { documentPaper, paperNames } from '#shop/papers/paper.ts'
import { papersOf } from '#shop/papers/papers.store.server.ts'
import { forgetPerson } from '#shop/privacy/personal-rows.store.server.ts'
import { begin, buy, checkOut, refundOrder, truffleLine } from '../support/checkout-steps.ts'
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

const business = { name: 'Tea & Co', gstin: '27aapfu0939f1zv' }
const written = { name: 'Tea & Co', gstin: '27AAPFU0939F1ZV' }
const papers = (orderId: string) => papersOf(shop.context.db, [orderId])
const refund = (orderId: string, amount: number) =>
  refundOrder(shop, { orderId, amount, token: admin.token, reason: 'Late' })

it('an invoice names the business, and so does its credit note', async () => {
  const { orderId } = await buy(shop, asha.token, { business })
  await refund(orderId, 300)
  const [invoice, creditNote] = await papers(orderId)
  expect(invoice?.content.business).toEqual(written)
  expect(creditNote?.content).toMatchObject({
    business: written,
    credits: { serial: invoice?.serial },
  })
  // The cake goes to the buyer in Karnataka: the place of supply is where it is delivered, wherever it is registered.
  expect(invoice?.content).toMatchObject({ interstate: false, state: { code: '29' } })
})

it('a business of another state is billed there for a cake that somebody gets here', async () => {
  const recipient = { name: 'Ravi Nair', mobile: '9800000001' }
  const { orderId } = await buy(shop, asha.token, { business, recipient })
  await refund(orderId, 300)
  const [invoice, creditNote] = await papers(orderId)
  for (const paper of [invoice, creditNote]) {
    expect(paper?.content).toMatchObject({
      ...{ interstate: true, business: written },
      state: { code: '27', name: 'Maharashtra' },
      total: { cgst: 0, sgst: 0 },
    })
    expect(paper && documentPaper(paper)).toMatchObject({
      buyer: { name: 'Asha Rao', address: '12 Church Street, 560001, Bengaluru' },
      deliveredTo: 'Ravi Nair',
    })
  }
  const { gstr1 } = await loadMonth(shop.context, new URLSearchParams()).then((m) => m.returns)
  expect(gstr1?.sections.filter(({ rows }) => rows > 0).map(({ name }) => name)).toEqual([
    ...['b2b', 'cdnr', 'hsn-b2b', 'docs'],
  ])
  const { db } = shop.context
  const person = await personByEmail(db, asha.email)
  await db.transaction(async (tx) => person && forgetPerson(tx, person))
  expect((await papers(orderId)).flatMap(({ personal }) => Object.values(personal))).not.toContain(
    'Ravi Nair',
  )
})

it('what is exempt stands on a bill of its own', async () => {
  await shop.addCake({ id: 'loaf', name: 'Milk Loaf', category: 'Bread', price: 120 })
  const loaf = { ...truffleLine, cakeid: 'loaf', bname: '', price: 120 }
  const { orderId } = await buy(shop, asha.token, {
    business,
    order: [truffleLine, loaf],
    amount: 1020,
  })
  const both = (await papers(orderId)).map(documentPaper)
  // 850 and 43.81 of the delivery are taxed; 120 and 6.19 are not.
  expect(both.map((paper) => [paperNames(paper).title, paper.total.total])).toEqual([
    ['Tax Invoice', 893_81],
    ['Bill of Supply', 126_19],
  ])
  await refund(orderId, 1020)
  expect((await papers(orderId)).map(({ kind, totalPaise }) => [kind, totalPaise])).toEqual([
    ['invoice', 893_81],
    ['invoice', 126_19],
    ['credit-note', 893_81],
    ['credit-note', 126_19],
  ])
})

it('is another order than the same one without it', async () => {
  const first = await begin(shop, asha.token)
  const second = await begin(shop, asha.token, { business })
  expect(second.body.orderId).not.toBe(first.body.orderId)
})

it.each([
  ['a GSTIN with a typing error', { ...business, gstin: '27AAPFU0939F1ZX' }, 'business.gstin'],
  ['no name', { ...business, name: ' ' }, 'business.name'],
])('%s is refused', async (_, wrong, field) => {
  const { status, body } = await checkOut(shop, asha.token, { business: wrong })
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]])
})

it('a shop that collects no tax writes none', async () => {
  Object.assign(shop.context.shop, { gst: 'composition' })
  const { status, body } = await checkOut(shop, asha.token, { business })
  expect([status, body.errors]).toEqual([
    409,
    { business: 'We write no GST invoices. Please remove the business.' },
  ])
})

it('papers of test payments are counted apart, and their credit notes too', async () => {
  const { orderId: real } = await buy(shop, asha.token)
  Object.assign(shop.context.shop, { takesTestPayments: true })
  const { orderId: test } = await buy(shop, asha.token, { checkoutId: crypto.randomUUID() })
  Object.assign(shop.context.shop, { takesTestPayments: false })
  await refund(test, 300)
  await refund(real, 300)
  const serials = await papersOf(shop.context.db, [real, test])
  expect(serials.map(({ serial }) => serial).toSorted()).toEqual([
    'CN/26-27/0000001',
    'CW/26-27/0000001',
    'TEST/26-27/00001',
    'TEST/26-27/00002',
  ])
  const { violations } = await checkConsistency(
    { ...shop.context, files: { list: () => [] } as never },
    { withFiles: false, providerDays: null, isPaid: true },
  )
  expect(violations.map(({ check, rows }) => [check.name, rows])).toEqual([
    ['test-papers', ['2 papers from TEST/26-27/00001 on']],
  ])
})
