import { signInAsAdmin } from '../support/admin-steps.ts'
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
  toast,
  untilListening,
  visit,
} from '../support/customer-steps.ts'
import { expect, test } from '../support/shop-test.ts'

test('a business gets a GST invoice, less by a coupon of the owner', async ({
  page,
  someoneElse,
  trouble,
}) => {
  const owner = await someoneElse()
  const code = `FEST${Date.now() % 1_000_000}`
  await signInAsAdmin(owner)
  await visit(owner, '/admin/coupons')
  await owner.getByLabel('Code').fill(code)
  await owner.getByLabel('Takes off').fill('95%')
  await owner.getByRole('button', { name: 'Add coupon' }).press('Enter')
  await expect(owner.getByText('At most 90%')).toBeVisible()
  await seeNoBarrier(owner, 'a coupon, with an error')
  await owner.getByLabel('Takes off').fill('10%')
  await owner.getByRole('button', { name: 'Add coupon' }).press('Enter')
  await expect(toast(owner, `Customers can use ${code}.`)).toBeVisible()
  await owner.setViewportSize({ width: 390, height: 844 })
  await seeNothingTooWide(owner)

  await signIn(page)
  await addCake(page, 'black-forest-cake')
  await page.getByText('Coupon', { exact: true }).click()
  trouble.expect(409, '/api/v1/coupons/check')
  await page.getByLabel('Coupon code').fill('nowhere')
  await page.keyboard.press('Enter')
  await expect(page.getByText('There is no coupon NOWHERE.')).toBeVisible()
  await seeNoBarrier(page, 'the cart, with a wrong coupon')
  await page.getByLabel('Coupon code').fill(code.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page.getByText(new RegExp(`Coupon ${code}: ₹[\\d.,]+ off`))).toBeVisible()
  await seeNoBarrier(page, 'the cart, with a coupon')
  await page.getByRole('button', { name: 'Remove the coupon' }).press('Enter')
  await expect(page.getByText(code)).toHaveCount(0)
  await page.getByLabel('Coupon code').fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
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
  await expect(page.getByRole('main')).toContainText(`Coupon ${code}`)
  await seeOnInvoice(pdf, [
    /Tax Invoice/,
    /Coupon: − ₹/,
    /Tea & Co/,
    /GSTIN 27AAPFU0939F1ZV/,
    /IGST 5%/,
  ])
  await owner.reload()
  const row = owner.getByRole('row').filter({ hasText: code })
  await expect(row).toContainText('1 order')
  await untilListening(owner)
  await row.getByRole('button', { name: `End ${code}` }).click()
  await expect(row).toContainText('Over since')
})
