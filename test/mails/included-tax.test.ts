import { afterEach, beforeEach, expect, it } from 'vitest'
import { papersOf } from '#shop/papers/papers.store.server.ts'
import { formatInr } from '#shop/values/money.ts'
import { buy, truffleLine } from '../support/checkout-steps.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

const price = 854

let shop: TestShop

beforeEach(async () => {
  shop = await openTestShop()
  // Its tax is a paisa less within the state, where it has two halves.
  await shop.addCake({ price })
})
afterEach(() => shop.close())

async function order(address: string) {
  const { token } = await shop.customer()
  const { orderId } = await buy(shop, token, {
    address,
    amount: price + 50,
    order: [{ ...truffleLine, price }],
  })
  await shop.runJobs()
  const [paper] = await papersOf(shop.context.db, [orderId])
  const { taxable = 0, total = 0 } = paper?.content.total ?? {}
  const mail = shop.mails.get(`order-placed-${orderId}`)?.text.replace(/\s+/g, ' ')
  return { tax: formatInr(total - taxable), mail }
}

it.each([
  ['its own state', '1 Hill Road,560001,Bengaluru', '₹43.04'],
  ['another state', '1 Hill Road,400050,Mumbai', '₹43.05'],
])('the mail of an order to %s says the tax of its invoice', async (_, address, expected) => {
  const { tax, mail } = await order(address)
  expect(tax).toBe(expected)
  expect(mail).toContain(`Total: ₹904 Includes GST: ${tax} Paid online`)
})

it('a composition dealer says nothing of tax', async () => {
  Object.assign(shop.context.shop, { gst: 'composition' })
  const { mail } = await order('1 Hill Road,560001,Bengaluru')
  expect(mail).toContain('Total: ₹904 Paid online')
})
