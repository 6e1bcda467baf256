import { openRazorpay, type Razorpay } from '../../test/stand-ins/razorpay.ts'
import { seeNoBarrier } from '../support/barriers.ts'
import {
  cartWith,
  confirmOrder,
  ordersOf,
  payButton,
  seeOrderPlaced,
} from '../support/customer-steps.ts'
import { mailsTo } from '../support/outbox.ts'
import {
  readyToConfirm,
  readyToPay,
  rightsOf,
  seeOnePaidOrder,
  watchProvider,
} from '../support/provider-steps.ts'
import { meetRazorpay, type PayInWindow, razorpayWindow } from '../support/razorpay-in-browser.ts'
import { startShop } from '../support/shop-server.ts'
import { test as base, expect } from '../support/shop-test.ts'

const account = {
  keyId: 'rzp_test_walks',
  keySecret: 'secret-of-walks',
  webhookSecret: 'webhooks-of-walks',
}

/** A shop that is paid through Razorpay, with a stand-in for it on both sides. */
const test = base.extend<{ checkoutJs: { pay: PayInWindow } }, { razorpay: Razorpay }>({
  razorpay: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from here
    async ({}, use) => {
      const razorpay = await openRazorpay(account)
      await use(razorpay)
      await razorpay.close()
    },
    { scope: 'worker' },
  ],
  shop: [
    async ({ razorpay }, use) => {
      const shop = await startShop({
        PAYMENTS: 'razorpay',
        RAZORPAY_KEY_ID: account.keyId,
        RAZORPAY_KEY_SECRET: account.keySecret,
        RAZORPAY_WEBHOOK_SECRET: account.webhookSecret,
        RAZORPAY_API_BASE: razorpay.url,
      })
      await use(shop)
      await shop.close()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  // What the window does with a payment, which a walk may change.
  checkoutJs: [
    async ({ context, razorpay }, use) => {
      const inWindow = { pay: (orderId, how) => razorpay.pay(orderId, how) } as { pay: PayInWindow }
      await meetRazorpay(context, (orderId, how) => inWindow.pay(orderId, how))
      await use(inWindow)
    },
    { auto: true },
  ],
})

// One shop for all of them.
test.describe.configure({ mode: 'default' })

test('UPI pays after a closed window, and no page but that of the payment knows of Razorpay', async ({
  page,
  shop,
  razorpay,
}) => {
  const seen = watchProvider(page, 'razorpay.com')
  const customer = await readyToConfirm(page)
  expect(seen.asked()).toEqual([])
  expect(await seen.scripts()).toBe(0)
  await confirmOrder(page)
  await expect(payButton(page)).toBeEnabled()
  await expect(page.getByText("You pay by UPI or card in Razorpay's window.")).toBeVisible()
  await expect(page.getByLabel('Cardholder name')).toBeHidden()
  await seeNoBarrier(page, 'the payment with Razorpay')
  const rights = await rightsOf(page, '/order')
  expect(rights.policy).toContain("script-src 'self' https://checkout.razorpay.com")
  expect(rights.permissions).toContain('payment=(self "https://api.razorpay.com")')
  expect(rights.windows).toBe('same-origin-allow-popups')
  const others = await rightsOf(page, '/')
  expect(JSON.stringify(others)).not.toContain('razorpay')
  expect(others.windows).toBe('same-origin')

  await payButton(page).click()
  const window = razorpayWindow(page)
  await expect(window.getByRole('heading')).toHaveText('Cakewala')
  await expect(window.getByText(`${customer.email}, ${customer.mobileno}`)).toBeVisible()
  await window.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText("You closed Razorpay's window before it was paid.")).toBeVisible()
  await seeNoBarrier(page, 'a closed window of Razorpay')
  await expect(cartWith(page, 1)).toBeVisible()
  expect(await ordersOf(page, customer)).toEqual([])

  await payButton(page).click()
  await window.getByRole('button', { name: 'Pay by a bad card' }).click()
  await window.getByRole('button', { name: 'Pay by UPI' }).click()
  await seeOrderPlaced(page)
  await seeOnePaidOrder(page, customer)
  const captured = [...razorpay.books.payments.values()].filter((one) => one.captured)
  expect(captured).toMatchObject([{ method: 'upi', amount: 90_000 }])
  await expect.poll(() => mailsTo(shop.outbox, customer.email), { timeout: 30_000 }).toHaveLength(1)
})

test('a forged word of a payment orders nothing, and a real one does', async ({
  page,
  trouble,
  checkoutJs,
}) => {
  const customer = await readyToPay(page)
  const { pay } = checkoutJs
  checkoutJs.pay = (orderId) => ({
    razorpay_order_id: orderId,
    razorpay_payment_id: 'pay_Forged00000000',
    razorpay_signature: '0'.repeat(64),
  })
  trouble.expect(400, '/orders/confirm-payment')
  await payButton(page).click()
  await razorpayWindow(page).getByRole('button', { name: 'Pay by card' }).click()
  await expect(page.getByText('The payment could not be verified')).toBeVisible()
  expect(await ordersOf(page, customer)).toEqual([])

  checkoutJs.pay = pay
  await payButton(page).click()
  await razorpayWindow(page).getByRole('button', { name: 'Pay by card' }).click()
  await seeOrderPlaced(page)
  await seeOnePaidOrder(page, customer)
})

test('what a browser paid that was never seen again is ordered by the webhook', async ({
  page,
  shop,
  razorpay,
}) => {
  const customer = await readyToPay(page)
  await page.route('**/orders/confirm-payment', (route) => route.abort('internetdisconnected'))
  const told = razorpay.books.events.length
  await payButton(page).click()
  await razorpayWindow(page).getByRole('button', { name: 'Pay by UPI' }).click()
  const paid = () =>
    razorpay.books.events.slice(told).find(({ name }) => name === 'payment.captured')
  await expect.poll(paid).toBeDefined()
  await page.close({ runBeforeUnload: false })

  const event = paid()
  expect(event && (await razorpay.deliver(shop.address, event))).toBe(204)
  const later = await page.context().newPage()
  await seeOnePaidOrder(later, customer)
})
