import { seeInvoiceSaved, signInAsAdmin } from '../support/admin-steps.ts'
import { test as bakeryTest, expect } from '../support/bakery.ts'
import { seeNoBarrier, seeNothingTooWide } from '../support/barriers.ts'
import {
  amount,
  confirmByMail,
  orderCustomCake,
  priceMail,
  quoteLink,
  quotePrice,
  seeOnInvoice,
} from '../support/custom-cake-steps.ts'
import { cards, heading, payWith, visit } from '../support/customer-steps.ts'
import { mailAbout } from '../support/outbox.ts'
import { ownShop } from '../support/shop-test.ts'

/** A shop of its own: its deposit would be asked of other walks. */
const test = bakeryTest.extend({ shop: ownShop() })

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
  await confirmByMail(asha, customer, shop.outbox)
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

test('a customised cake that is paid online is the same sum on each page of the staff, also after a refund in part', async ({
  page,
  bakery,
  shop,
  someoneElse,
}) => {
  const region = (name: string) => page.getByRole('region', { name, exact: true })
  /** In rupees, of this month: other walks pay in the same shop. */
  async function monthOf(label: RegExp): Promise<number> {
    await visit(page, '/admin/money')
    const rows = await region('Payments').getByRole('row', { name: label }).allInnerTexts()
    return rows.reduce(
      (sum, row) => sum + Number(/₹([\d,.]+)/.exec(row)?.[1]?.replaceAll(',', '')),
      0,
    )
  }
  await signInAsAdmin(page)
  const [paid, refunds] = [await monthOf(/^Online payments/), await monthOf(/^Online refunds/)]
  const asha = await someoneElse()
  const { customer, order } = await orderCustomCake(asha)
  await quotePrice(bakery, order, 5000)
  await visit(asha, quoteLink(await priceMail(shop.outbox, customer.email, order)))
  await expect(asha.getByText(/^Cash on delivery needs an email/)).toBeVisible()
  await asha.getByRole('link', { name: 'Accept and pay ₹5,050' }).click()
  await payWith(asha, cards.succeeds)
  await expect(heading(asha, 'You accepted this quote')).toBeFocused()

  const order5050 = `/admin/orders/${order.number}`
  await visit(page, order5050)
  await expect(amount(page, 'Paid online')).toHaveText('Rs. 5,050')
  await expect(amount(page, 'Due in cash')).toHaveCount(0)
  await expect(region('History')).toContainText('received the payment ₹5,050')
  await page.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog', { name: `Refund order ${order.number}?` })
  await expect(dialog).toContainText('Up to ₹5,050 can be refunded.')
  await dialog.getByLabel('Amount in rupees').fill('1,000.50')
  await dialog.getByLabel('Reason').fill('The elephant was grey')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect(dialog).toBeHidden()
  await expect(amount(page, 'Refunded')).toHaveText('Rs. 1,000.50')
  await expect(region('Payments and refunds').getByRole('listitem')).toContainText([
    /payment.*Rs\.\s5,050/,
    /Refund: The elephant was grey− Rs\.\s1,000\.50/,
  ])
  await expect(region('Invoices and credit notes').getByRole('listitem')).toContainText([
    /Invoice.*Rs\.\s5,050/,
    /Credit note.*Rs\.\s1,000\.50/,
  ])
  const credit = region('Invoices and credit notes').getByRole('link', { name: /^Credit note/ })
  const pdf = await seeInvoiceSaved(page, () => credit.click())
  await seeOnInvoice(pdf, [/Credit Note/, /Refunded by the shop/, /1,000\.50/])
  const refunded = await mailAbout(shop.outbox, customer.email, /refund/i)
  expect(refunded.text).toContain('₹1,000.50')

  await visit(page, `/admin/orders?q=${order.number}&payment=cash`)
  await expect(page.getByRole('article')).toHaveCount(0)
  await visit(page, `/admin/orders?q=${order.number}&payment=refunded`)
  await expect(page.getByRole('main')).toContainText(`${order.number}`)
  expect(await monthOf(/^Online payments/)).toBe(paid + 5050)
  expect(await monthOf(/^Online refunds/)).toBe(refunds + 1000.5)
})
