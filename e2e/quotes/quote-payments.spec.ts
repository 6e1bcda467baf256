import { signInAsAdmin } from '../support/admin-steps.ts'
import { test as bakeryTest, expect } from '../support/bakery.ts'
import { seeNoBarrier, seeNothingTooWide } from '../support/barriers.ts'
import {
  amount,
  orderCustomCake,
  priceMail,
  quoteLink,
  quotePrice,
} from '../support/custom-cake-steps.ts'
import { cards, heading, payWith, visit } from '../support/customer-steps.ts'
import { mailAbout } from '../support/outbox.ts'
import { startShop } from '../support/shop-server.ts'

/** A shop of its own: its deposit would be asked of other walks. */
const test = bakeryTest.extend<object, { shop: Awaited<ReturnType<typeof startShop>> }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from here
    async ({}, use) => {
      const shop = await startShop()
      await use(shop)
      await shop.close()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

test('the owner asks for a deposit, and it is paid from the mail, on a phone, without signing in', async ({
  page,
  bakery,
  shop,
  someoneElse,
}) => {
  await signInAsAdmin(page)
  await visit(page, '/admin/shop')
  await page.getByLabel('Paid when a customised cake is accepted (%)').fill('30')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.').first()).toBeVisible()

  const asha = await someoneElse()
  const { customer, order } = await orderCustomCake(asha)
  await quotePrice(bakery, order, 5000)
  const mail = await priceMail(shop.outbox, customer.email, order)
  expect(mail.text).toContain('pay ₹1,500 online')

  const phone = await someoneElse()
  await phone.setViewportSize({ width: 390, height: 844 })
  await visit(phone, quoteLink(mail))
  await expect(amount(phone, 'You pay online when you accept')).toHaveText('− ₹1,500')
  await seeNoBarrier(phone, 'a quote with a deposit')
  await phone.getByRole('link', { name: 'Accept and pay all ₹5,050' }).click()
  await expect(phone.getByLabel('Amount')).toHaveValue(/Rs\.\s5,050/)
  await phone.getByRole('link', { name: 'Pay only ₹1,500 now' }).click()
  await expect(phone.getByLabel('Amount')).toHaveValue(/Rs\.\s1,500/)
  await expect(phone.getByText('You pay the other ₹3,550 in cash on delivery.')).toBeVisible()
  await payWith(phone, cards.declined)
  await expect(phone.getByText('Your card was declined.')).toBeVisible()
  await seeNoBarrier(phone, 'paying a deposit')
  await seeNothingTooWide(phone)
  await payWith(phone, cards.succeeds)
  await expect(heading(phone, 'You accepted this quote')).toBeFocused()
  await visit(phone, quoteLink(mail))
  await expect(amount(phone, 'Due in cash on delivery')).toHaveText(/₹3,5\d\d/)

  const accepted = await mailAbout(shop.outbox, customer.email, /^Quote accepted/)
  expect(accepted.text).toContain('Paid: − ₹1,500')
  await visit(asha, '/yourorder')
  await expect(amount(asha, 'Paid online')).toHaveText('Rs. 1,500')
  await expect(amount(asha, 'Due in cash')).toHaveText('Rs. 3,550')
})
