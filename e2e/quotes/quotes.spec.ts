import { eq } from 'drizzle-orm'
import { quotes } from '#shop/orders/orders.tables.server.ts'
import { rasmalai, seeInvoiceSaved, signInAsAdmin } from '../support/admin-steps.ts'
import { expect, test } from '../support/bakery.ts'
import {
  amount,
  itemButton,
  orderCustomCake,
  orderPricedCake,
  quoteLink,
  quotePrice,
  seeOnInvoice,
} from '../support/custom-cake-steps.ts'
import { heading, toast, visit } from '../support/customer-steps.ts'
import { mailAbout } from '../support/outbox.ts'
import { changeWhileClosed } from '../support/shop-database.ts'

test('a cake that cannot be made: its customer reads why, in a mail and in View Orders', async ({
  page,
  shop,
  someoneElse,
}) => {
  const asha = await someoneElse()
  const { customer, order } = await orderCustomCake(asha)
  await signInAsAdmin(page)
  await visit(page, '/admin')
  await itemButton(page, 'Reject', order).click()
  const dialog = page.getByRole('dialog', { name: /^Reject/ })
  await dialog.getByLabel('What is the problem?').fill('Sugar glass melts\nin the monsoon.')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(toast(page, 'is rejected')).toBeVisible()

  const { html, text } = await mailAbout(shop.outbox, customer.email, /^About your customised cake/)
  expect(html).toContain('Sugar glass melts')
  expect(text).toContain('in the monsoon.')
  await visit(asha, '/yourorder')
  const article = asha.getByRole('article')
  await expect(article).toContainText('Status: rejected')
  await expect(article).toContainText('Sugar glass melts in the monsoon.')
  await article.getByRole('link', { name: 'Request another cake' }).click()
  await expect(asha).toHaveURL('/customizecake')
})

test('a declined price is followed by another one, which is accepted and due in cash alone', {
  tag: '@essential',
}, async ({ page, bakery, shop, someoneElse }) => {
  const asha = await someoneElse()
  const price = { bakery, outbox: shop.outbox, rupees: 1450 }
  const { customer, order, mail } = await orderPricedCake(asha, price, rasmalai)
  expect(mail.text).toMatch(/Paid:? − ₹1,000/)

  const byLink = await someoneElse()
  await visit(byLink, quoteLink(mail))
  await expect(amount(byLink, 'Due in cash on delivery')).toHaveText('₹1,450')
  await byLink.getByRole('button', { name: 'Decline' }).click()
  const dialog = byLink.getByRole('dialog', { name: 'Decline this quote?' })
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(heading(byLink, 'You declined this quote')).toBeFocused()
  await visit(byLink, quoteLink(mail))
  await expect(heading(byLink, 'You declined this quote')).toBeVisible()
  await expect(byLink.getByRole('button', { name: /^Accept/ })).toHaveCount(0)

  await signInAsAdmin(page)
  await visit(page, `/admin/orders/${order.number}`)
  await itemButton(page, 'Quote a new price', order).click()
  const quote = page.getByRole('dialog', { name: /^Quote a new price/ })
  await expect(quote).toContainText('Last quote: Rs. 1,450')
  await quote.getByLabel('Price in rupees').fill('1200')
  await quote.getByRole('button', { name: 'Send the price' }).click()
  const quotes = page.getByRole('list', { name: 'Quotes' }).getByRole('listitem')
  await expect(quotes).toContainText(['Rs. 1,450 · declined', 'Rs. 1,200 · awaiting an answer'])

  await visit(asha, '/yourorder')
  await itemButton(asha, 'Accept Rs. 1,200', order).click()
  await expect(asha.getByRole('article')).toContainText('Status: accepted')
  await expect(amount(asha, 'Paid online')).toHaveText('Rs. 1,000')
  await expect(amount(asha, 'Due in cash')).toHaveText('Rs. 1,200')
  const agreed = await mailAbout(shop.outbox, customer.email, /^Quote accepted/)
  expect(agreed.text).toMatch(/Due in cash on delivery: ₹1,200/)
  const pdf = await seeInvoiceSaved(asha, () =>
    asha.getByRole('link', { name: `Invoice of order ${order.number}` }).click(),
  )
  await seeOnInvoice(pdf, [/Paid online.*1,000/, /cash.*1,200/i])
})

test('a link that lost a letter helps; tabs that answer otherwise are told kindly', async ({
  page,
  bakery,
  shop,
  someoneElse,
  trouble,
}) => {
  const asha = await someoneElse()
  const price = { bakery, outbox: shop.outbox, rupees: 1450 }
  const { order, mail } = await orderPricedCake(asha, price)
  const link = quoteLink(mail)
  trouble.expect(404, '/quote')
  await visit(
    page,
    link.replace(/(token=.{10})(.)/, (_, before, one) => before + other(one)),
  )
  await expect(heading(page, 'This link does not work')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'View Orders' })).toBeVisible()

  const tab = await page.context().newPage()
  await Promise.all([visit(page, link), visit(tab, link)])
  await visit(asha, '/yourorder')
  await page.getByRole('button', { name: 'Accept ₹1,450' }).click()
  await expect(heading(page, 'You accepted this quote')).toBeFocused()
  trouble.expect(409, '/quotes/answer')
  await tab.getByRole('button', { name: 'Decline' }).click()
  await tab.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
  await expect(heading(tab, 'You accepted this quote')).toBeFocused()
  trouble.expect(409, '/orders/answerQuote')
  await itemButton(asha, 'Decline', order).click()
  await asha.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
  await expect(toast(asha, /You have already accepted this quote/)).toBeVisible()
  await expect(asha.getByRole('article')).toContainText('Status: accepted')

  // Accepting once more changes nothing, and is no fault.
  await visit(tab, link)
  await expect(tab).toHaveURL(link)
  await expect(heading(tab, 'You accepted this quote')).toBeVisible()
  await expect(tab.getByRole('button', { name: /^(Accept|Decline)/ })).toHaveCount(0)
})

const other = (letter: string) => (letter === 'x' ? 'y' : 'x')

test('a price that was not answered in time says so, and is quoted again', async ({
  page,
  bakery,
  shop,
  someoneElse,
}) => {
  const asha = await someoneElse()
  const price = { bakery, outbox: shop.outbox, rupees: 1450 }
  const { order, mail } = await orderPricedCake(asha, price)
  const link = quoteLink(mail)
  await changeWhileClosed(shop, (db) =>
    db.update(quotes).set({ answerBy: new Date() }).where(eq(quotes.status, 'open')),
  )
  await visit(page, link)
  await expect(heading(page, 'This quote has expired')).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Accept|Decline)/ })).toHaveCount(0)
  await visit(asha, '/yourorder')
  await expect(asha.getByRole('article')).toContainText('The time to answer the quote is over')

  await quotePrice(bakery, order, 1500)
  await visit(asha, '/yourorder')
  await itemButton(asha, 'Accept Rs. 1,500', order).click()
  await expect(asha.getByRole('article')).toContainText('Status: accepted')
})
