import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DocumentContent } from '#shop/orders/money/document-content.schema.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import { orderItems } from '#shop/orders/orders.tables.server.ts'
import { papersOf } from '#shop/papers/papers.store.server.ts'
import { hasUtgst, stateOfCode } from '#shop/values/gst/india-states.ts'
import { buy, customLine, refundOrder, truffleLine } from '../support/checkout-steps.ts'
import { putItems } from '../support/put-items.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

/**
 * What an accountant would work out with a pencil. Prices include 5% tax, so the tax of each half is
 * price × 2.5 ÷ 105, rounded to the paisa, line by line; the rest is the taxable value.
 */
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

const papers = (orderId: string) => papersOf(shop.context.db, [orderId])
const totals = async (orderId: string) =>
  (await papers(orderId)).map(({ content }: { content: DocumentContent }) => content.total)
const refund = (orderId: string, amount: number) =>
  refundOrder(shop, { orderId, amount, token: admin.token, reason: 'x' })
const registeredIn = (code: string) => {
  const state = stateOfCode(code)
  Object.assign(shop.context.shop, { state })
}

describe('₹850 and ₹50 of delivery, within the state', () => {
  it('have ₹21.43 each of CGST and SGST', async () => {
    const { orderId } = await buy(shop, asha.token)
    // 850 × 2.5 ÷ 105 = 20.238 → 20.24; 50 × 2.5 ÷ 105 = 1.190 → 1.19. 900 − 2 × 21.43 = 857.14.
    expect(await totals(orderId)).toEqual([
      { taxable: 857_14, cgst: 21_43, sgst: 21_43, igst: 0, total: 900_00 },
    ])
  })

  it('lose ₹7.13 each when ₹300 are refunded', async () => {
    const { orderId } = await buy(shop, asha.token)
    await refund(orderId, 300)
    // Of the cake 300 × 850 ÷ 900 = 283.33, of the delivery 16.67.
    // Tax of the cake's part: 283.33 × 40.48 ÷ 850 = 13.49, in equal halves 6.74 each; of the delivery's part
    // 16.67 × 2.38 ÷ 50 = 0.79, in equal halves 0.39 each.
    const [, creditNote] = await totals(orderId)
    expect(creditNote).toEqual({
      taxable: 285_74,
      cgst: 6_74 + 39,
      sgst: 6_74 + 39,
      igst: 0,
      total: 300_00,
    })
  })
})

it('₹860 and ₹50 to another state have ₹43.33 of IGST', async () => {
  await shop.addCake({ id: 'opera', name: 'Opera Cake', price: 860 })
  const opera = { ...truffleLine, cakeid: 'opera', price: 860 }
  const address = '12 Hill Road,400050,Mumbai'
  const { orderId } = await buy(shop, asha.token, { order: [opera], amount: 910, address })
  // 860 × 5 ÷ 105 = 40.952 → 40.95; 50 × 5 ÷ 105 = 2.381 → 2.38.
  expect(await totals(orderId)).toEqual([
    { taxable: 866_67, cgst: 0, sgst: 0, igst: 43_33, total: 910_00 },
  ])
})

it('₹60,000 name the buyer, with address and state', async () => {
  await shop.addCake({ id: 'tower', name: 'Wedding Tower', price: 59_950 })
  const tower = { ...truffleLine, cakeid: 'tower', price: 59_950 }
  const { orderId } = await buy(shop, asha.token, { order: [tower], amount: 60_000 })
  const [invoice] = await papers(orderId)
  // 59950 × 2.5 ÷ 105 = 1427.380 → 1427.38, and 1.19 of the delivery: 1428.57 each, so 57142.86 taxable (above 50,000).
  expect(invoice?.content.total).toEqual({
    taxable: 57_142_86,
    cgst: 1_428_57,
    sgst: 1_428_57,
    igst: 0,
    total: 60_000_00,
  })
  expect(invoice?.personal).toMatchObject({
    name: 'Asha Rao',
    address: '12 Church Street, 560001, Bengaluru',
  })
  expect(invoice?.content.state).toEqual({ code: '29', name: 'Karnataka' })
})

it.each([
  ['07', 'Delhi to Delhi', '1 Janpath,110001,New Delhi', false],
  ['04', 'Chandigarh to Chandigarh', '1 Sector 17,160017,Chandigarh', true],
])('%s: %s stays within, in two halves', async (code, _, address, isUtgst) => {
  registeredIn(code)
  const { orderId } = await buy(shop, asha.token, { address })
  const [invoice] = await papers(orderId)
  expect(invoice?.content).toMatchObject({ interstate: false, state: { code } })
  expect(invoice?.content.total).toMatchObject({ cgst: 21_43, sgst: 21_43, igst: 0 })
  expect(hasUtgst(code)).toBe(isUtgst)
})

it('a quote dearer than the rest has an invoice of its own, and the delivery stays where it was', async () => {
  const { orderId } = await buy(shop, asha.token, { order: [truffleLine, customLine] })
  await putItems(shop, eq(orderItems.customize, true), 'accepted')
  // Agreed at 1500: 1500 × 2.5 ÷ 105 = 35.714 → 35.71 each.
  expect(await totals(orderId)).toEqual([
    { taxable: 857_14, cgst: 21_43, sgst: 21_43, igst: 0, total: 900_00 },
    { taxable: 1_428_58, cgst: 35_71, sgst: 35_71, igst: 0, total: 1_500_00 },
  ])
})

it('₹100 off three cakes and a delivery give the odd paisa to the largest rest', async () => {
  const names = ['One', 'Two', 'Three']
  const order = names.map((bname) => ({ ...truffleLine, bname }))
  const { orderId } = await buy(shop, asha.token, { order, amount: 2600 })
  await refund(orderId, 100)
  // 100 × 850 ÷ 2600 = 32.6923, three times, and 100 × 50 ÷ 2600 = 1.9231: 32.69 × 3 + 1.92 = 99.99. The rest of the
  // delivery (0.31 paise) is larger than that of a cake (0.23).
  const [, creditNote] = await papers(orderId)
  expect(creditNote?.content.lines.map(({ amount }) => amount.total)).toEqual([
    32_69, 32_69, 32_69, 1_93,
  ])
  const whole = await findOrder(shop.context.db, orderId)
  expect(whole?.chargedPaise).toBe(2_500_00)
})
