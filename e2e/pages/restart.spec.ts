import {
  addCake,
  cards,
  goToPayment,
  logIn,
  ordersOf,
  payWith,
  seeOrderPlaced,
  signIn,
  visit,
} from '../support/customer-steps.ts'
import { mailAbout } from '../support/outbox.ts'
import { startShop } from '../support/shop-server.ts'
import { expect, test } from '../support/shop-test.ts'

test('an order outlives a shop that was killed, and a stop is a clean one', async ({ browser }) => {
  const shop = await startShop()
  const context = await browser.newContext({ baseURL: shop.address })
  const page = await context.newPage()
  const customer = await signIn(page)
  await addCake(page, 'walnut-brownie')
  await goToPayment(page)
  await payWith(page, cards.succeeds)
  await seeOrderPlaced(page)
  await shop.stop('SIGKILL')

  await shop.start()
  await visit(page, '/yourorder')
  await expect(page.getByRole('article')).toContainText('Walnut Fudge Brownie')
  await mailAbout(shop.outbox, customer.email, /is placed$/)
  expect(await shop.stop()).toBe(0)

  await shop.start()
  await logIn(page, customer)
  expect(await ordersOf(page, customer)).toMatchObject([{ paidByCard: 170 }])
  await context.close()
  await shop.close()
})
