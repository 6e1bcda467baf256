import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '#platform/clock.ts'
import { listAuditLog } from '#shop/audit-log/audit-log.store.server.ts'
import { checkConsistency, countErrors } from '#shop/consistency/check-consistency.server.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import { documentPaper, paperNames } from '#shop/papers/paper.ts'
import { papersOf } from '#shop/papers/papers.store.server.ts'
import { buy, refundOrder, truffleLine } from '../support/checkout-steps.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let asha: { email: string; token: string }
let admin: { email: string; token: string }

beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake()
  await shop.addCake({ id: 'loaf', name: 'Milk Loaf', category: 'Bread', price: 120 })
  asha = await shop.customer()
  admin = await shop.admin()
})
afterEach(async () => {
  const report = await checkConsistency(
    { ...shop.context, files: { list: () => [] } as never },
    { withFiles: false, providerDays: null },
  )
  expect(countErrors(report) === 0 ? [] : report.violations.map(({ check }) => check.name)).toEqual(
    [],
  )
  await shop.close()
})

const loaf = { ...truffleLine, cakeid: 'loaf', bname: '', price: 120 }
const both = { order: [truffleLine, loaf], amount: 1020 }

const papers = async (orderId: string) =>
  (await papersOf(shop.context.db, [orderId])).map(documentPaper)

describe('an order of bread and cake', () => {
  it('has one invoice-cum-bill of supply, with its delivery spread by value', async () => {
    const { orderId } = await buy(shop, asha.token, both)
    const [invoice] = await papers(orderId)
    // 850 of cake: 850 × 2.5 ÷ 105 = 20.238 each of CGST and SGST. Bread has none.
    // Delivery 50: 50 × 850 ÷ 970 = 43.814 with the cake, of which 43.81 × 2.5 ÷ 105 = 1.043 each; 6.19 with the bread.
    expect(
      invoice?.lines.map(({ title, gstPercent, amount }) => ({ title, gstPercent, ...amount })),
    ).toEqual([
      {
        title: 'Truffle Cake',
        gstPercent: 5,
        taxable: 809_52,
        cgst: 20_24,
        sgst: 20_24,
        igst: 0,
        total: 850_00,
      },
      {
        title: 'Milk Loaf',
        gstPercent: 0,
        taxable: 120_00,
        cgst: 0,
        sgst: 0,
        igst: 0,
        total: 120_00,
      },
      {
        title: 'Delivery',
        gstPercent: 5,
        taxable: 41_73,
        cgst: 1_04,
        sgst: 1_04,
        igst: 0,
        total: 43_81,
      },
      { title: 'Delivery', gstPercent: 0, taxable: 6_19, cgst: 0, sgst: 0, igst: 0, total: 6_19 },
    ])
    expect(invoice?.total).toEqual({
      taxable: 977_44,
      cgst: 21_28,
      sgst: 21_28,
      igst: 0,
      total: 1020_00,
    })
    expect(invoice && paperNames(invoice).title).toBe('Invoice-cum-bill of supply')
  })

  it('is credited in each part at its own rate', async () => {
    const { orderId } = await buy(shop, asha.token, both)
    const { status } = await refundOrder(shop, {
      orderId,
      amount: 102,
      token: admin.token,
      reason: 'Late',
    })
    expect(status).toBe(200)
    const [, creditNote] = await papers(orderId)
    // A tenth of each line: 85 of cake with 85 × 4048 ÷ 85000 = 4.048 of tax, 12 of bread, 4.38 and 0.62 of delivery.
    expect(
      creditNote?.lines.map(({ title, gstPercent, amount }) => [title, gstPercent, amount.total]),
    ).toEqual([
      ['Truffle Cake', 5, 85_00],
      ['Milk Loaf', 0, 12_00],
      ['Delivery', 5, 4_38],
      ['Delivery', 0, 62],
    ])
    expect(creditNote?.lines[1]?.amount).toMatchObject({ taxable: 12_00, cgst: 0 })
    expect(creditNote?.lines[0]?.amount).toMatchObject({
      taxable: 80_96,
      cgst: 2_02,
      sgst: 2_02,
    })
  })

  it('of a composition dealer says nothing of rates', async () => {
    Object.assign(shop.context.shop, { gst: 'composition' })
    const { orderId } = await buy(shop, asha.token, both)
    const [invoice] = await papers(orderId)
    expect(invoice && paperNames(invoice).title).toBe('Bill of Supply')
    expect(invoice?.lines.map(({ title }) => title)).toEqual([
      'Truffle Cake',
      'Milk Loaf',
      'Delivery',
    ])
  })
})

it('bread alone is a bill of supply', async () => {
  const { orderId } = await buy(shop, asha.token, { order: [loaf], amount: 170 })
  const [bill] = await papers(orderId)
  expect(bill && paperNames(bill)).toMatchObject({ title: 'Bill of Supply' })
  expect(bill?.total).toEqual({ taxable: 170_00, cgst: 0, sgst: 0, igst: 0, total: 170_00 })
})

describe('the owner’s own rate', () => {
  const rate = { category: 'Bread', from: '2026-11-21', hsn: '19059090', gstPercent: '5' }
  const save = (body: object) => shop.post<{ message: string }>('/shop/rates', body, admin.token)
  const ratesOf = async (orderId: string) =>
    (await findOrder(shop.context.db, orderId))?.charges.map(({ hsn, gstPercent }) => [
      hsn,
      gstPercent,
    ])

  it('holds from its day on, and not before', async () => {
    expect((await save(rate)).status).toBe(200)
    const today = await buy(shop, asha.token, { order: [loaf], amount: 170 })
    shop.wait(dayMs)
    const again = {
      order: [loaf],
      amount: 170,
      checkoutId: crypto.randomUUID(),
      time: '2026-11-22T17:30',
    }
    const tomorrow = await buy(shop, asha.token, again)
    expect(await ratesOf(today.orderId)).toEqual([
      ['1905', 0],
      ['1905', 0],
    ])
    expect(await ratesOf(tomorrow.orderId)).toEqual([
      ['19059090', 5],
      ['19059090', 5],
    ])
    const [entry] = await listAuditLog(shop.context.db, { subject: 'words', limit: 1 })
    expect(entry).toMatchObject({
      action: 'save-rate',
      before: { 'rate.2026-11-21.bread': '' },
      after: { 'rate.2026-11-21.bread': '19059090 5' },
    })
  })

  it('can be taken back before its day, and then not any more', async () => {
    await save(rate)
    expect(shop.context.shop.rates.at(-1)).toMatchObject({ category: 'bread', gstPercent: 5 })
    const back = { category: 'bread', from: '2026-11-21' }
    expect((await shop.post('/shop/rates/take-back', back, admin.token)).status).toBe(200)
    expect(shop.context.shop.rates.filter(({ from }) => from > '2026')).toEqual([])
    await save(rate)
    shop.wait(dayMs)
    const late = await shop.post<object>('/shop/rates/take-back', back, admin.token)
    expect([late.status, late.body.errors]).toEqual([
      422,
      { from: 'A rate changes on a day to come.' },
    ])
  })

  it.each([
    ['today', { from: '2026-11-20' }, 'from'],
    ['a day in the past', { from: '2025-09-22' }, 'from'],
    ['an HSN code of five digits', { hsn: '19059' }, 'hsn'],
    ['a rate that is none', { gstPercent: '7' }, 'gstPercent'],
  ])('%s changes nothing', async (_, wrong, field) => {
    const { status, body } = await save({ ...rate, ...wrong })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]])
    expect(shop.context.shop.rates.some(({ category }) => category === rate.category)).toBe(false)
  })
})
