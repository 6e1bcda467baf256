import { seeNoBarrier, seeNothingTooWide } from '../support/barriers.ts'
import { seeOnInvoice } from '../support/custom-cake-steps.ts'
import {
  addCake,
  cards,
  confirmOrder,
  goToCheckout,
  payWith,
  sayWhereAndWhen,
  seeOrderPlaced,
  signIn,
  visit,
} from '../support/customer-steps.ts'
import { expect, test } from '../support/shop-test.ts'

test('a business gets a GST invoice', async ({ page }) => {
  await signIn(page)
  await addCake(page, 'black-forest-cake')
  await goToCheckout(page)
  await sayWhereAndWhen(page)
  await page.getByText('GST invoice for a business').click()
  await page.getByLabel('GSTIN').fill('27aapfu0939f1zx')
  await page.getByLabel('Name of the business').fill('Tea & Co')
  await page.getByRole('button', { name: 'Add to the invoice' }).click()
  await expect(page.getByText('This GSTIN has a typing error.')).toBeVisible()
  // What is typed and not added is not lost on the way to the payment.
  await page.getByText('GST invoice for a business').click()
  await page.getByRole('link', { name: 'Proceed to payment' }).click()
  await expect(page.getByLabel('GSTIN')).toBeFocused()
  await expect(page).toHaveURL(/confirmOrder/i)
  await seeNoBarrier(page, 'Confirm Order, with a wrong GSTIN')
  await page.setViewportSize({ width: 390, height: 844 })
  await seeNothingTooWide(page)
  await page.getByLabel('GSTIN').fill('27aapfu0939f1zv')
  await confirmOrder(page)
  await page.goBack()
  await expect(page.getByText('GST invoice for Tea & Co, 27AAPFU0939F1ZV')).toBeVisible()
  await seeNoBarrier(page, 'Confirm Order, with a business')
  await confirmOrder(page)
  await payWith(page, cards.succeeds)
  await seeOrderPlaced(page)
  await visit(page, '/yourorder')
  const link = page.getByRole('main').getByRole('link', { name: /Invoice/ })
  const pdf = await (await page.request.get((await link.getAttribute('href')) ?? '')).body()
  await seeOnInvoice(pdf, [/Tax Invoice/, /Tea & Co/, /GSTIN 27AAPFU0939F1ZV/, /IGST 5%/])
})
