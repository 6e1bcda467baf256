import { signInAsAdmin } from '../support/admin-steps.ts'
import { seeNoBarrier, seeNothingTooWide } from '../support/barriers.ts'
import { cartWith, ordersOf, payButton, toast, visit } from '../support/customer-steps.ts'
import { mailAbout } from '../support/outbox.ts'
import { providerTest, readyToPay, seeOnePaidOrder } from '../support/provider-steps.ts'
import { expect } from '../support/shop-test.ts'

const test = providerTest({
  open: async () => ({ close: async () => {} }),
  settings: () => ({ PAYMENTS: 'upi', SHOP_UPI_ID: 'ovenly@okbank' }),
  meet: async () => null,
})

const reference = '412345678901'

test('a customer pays to the shop’s own UPI id, and staff find the money', {
  tag: '@phone',
}, async ({ page, shop, browser, baseURL, isMobile, trouble }) => {
  const customer = await readyToPay(page)
  await payButton(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay for your order')
  await expect(page.getByRole('img', { name: 'QR code to pay by UPI' })).toBeVisible()
  const app = page.locator('a[href^="upi:"]')
  await expect(app).toBeVisible({ visible: isMobile })
  expect(await app.getAttribute('href')).toMatch(
    /^upi:\/\/pay\?pa=ovenly%40okbank&pn=Cakewala&am=900\.00&cu=INR&tn=Order%20(\d+)&tr=\1$/,
  )
  await expect(cartWith(page, 1)).toBeHidden()
  await seeNoBarrier(page, 'the payment by UPI')
  await seeNothingTooWide(page)

  await page.reload()
  trouble.expect(422, '/payments/claim')
  await page.getByLabel('UPI reference number (UTR)').fill('4123')
  await page.getByRole('button', { name: 'I have paid' }).click()
  await expect(page.getByRole('main').getByText('The reference has 12 digits.')).toBeVisible()
  await page.getByLabel('UPI reference number (UTR)').fill('4123 4567 8901')
  await page.getByRole('button', { name: 'I have paid' }).click()
  await expect(page.getByText(/^Thank you! We look for ₹900 in our account/)).toBeVisible()
  await expect(page.getByRole('img', { name: 'QR code to pay by UPI' })).toBeHidden()
  await seeNoBarrier(page, 'a payment by UPI that is looked for')
  expect(await ordersOf(page, customer)).toEqual([])
  await mailAbout(shop.outbox, customer.email, /pay ₹900$/)

  const staff = await (await browser.newContext({ baseURL })).newPage()
  await signInAsAdmin(staff)
  await visit(staff, '/admin')
  await staff.getByRole('link', { name: /UPI to look for or send back/ }).click()
  await staff.getByRole('link', { name: /^Order \d+$/ }).click()
  await expect(staff.getByLabel('UPI reference number (UTR)')).toHaveValue(reference)
  await seeNoBarrier(staff, 'money by UPI to look for')
  await staff.getByRole('button', { name: '₹900 is here' }).click()
  await expect(toast(staff, /₹900 found\.$/)).toBeVisible()
  await expect(staff.getByText('UPI to the shop')).toBeVisible()
  await staff.context().close()
  await mailAbout(shop.outbox, customer.email, /is placed$/)
  await seeOnePaidOrder(page, customer)
})
