import { openRazorpay } from '../../test/stand-ins/razorpay.ts'
import { seeNoBarrier } from '../support/barriers.ts'
import {
  addCake,
  cartWith,
  confirmOrder,
  ordersOf,
  payButton,
  seeOrderPlaced,
  toast,
  visit,
} from '../support/customer-steps.ts'
import { mailAbout } from '../support/outbox.ts'
import {
  providerTest,
  readyToConfirm,
  readyToPay,
  rightsOf,
  seeOnePaidOrder,
  watchProvider,
} from '../support/provider-steps.ts'
import { meetRazorpay, type PayInWindow, razorpayWindow } from '../support/razorpay-in-browser.ts'
import { expect } from '../support/shop-test.ts'

const account = {
  keyId: 'rzp_test_walks',
  keySecret: 'secret-of-walks',
  webhookSecret: 'webhooks-of-walks',
}

/** What the window does with a payment, which a walk may change. */
const test = providerTest({
  open: () => openRazorpay(account),
  settings: ({ url }) => ({
    PAYMENTS: 'razorpay',
    RAZORPAY_KEY_ID: account.keyId,
    RAZORPAY_KEY_SECRET: account.keySecret,
    RAZORPAY_WEBHOOK_SECRET: account.webhookSecret,
    RAZORPAY_API_BASE: url,
  }),
  async meet(context, razorpay) {
    const inWindow: { pay: PayInWindow } = { pay: razorpay.pay }
    await meetRazorpay(context, {
      pay: (orderId, how) => inWindow.pay(orderId, how),
      isPaid: (orderId) => razorpay.ledger.orders.get(orderId)?.status === 'paid',
    })
    return inWindow
  },
})

test('UPI pays after a closed window, and no page but that of the payment knows of Razorpay', {
  tag: '@phone',
}, async ({ page, shop, provider }) => {
  const seen = watchProvider(page, 'razorpay.com')
  const customer = await readyToConfirm(page)
  expect(seen.requests()).toEqual([])
  expect(await seen.scripts()).toBe(0)
  await confirmOrder(page)
  await expect(payButton(page)).toBeEnabled()
  await expect(page.getByText('You pay by UPI or card in the Razorpay window.')).toBeVisible()
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
  await expect(page.getByText('You closed the Razorpay window before paying.')).toBeFocused()
  await seeNoBarrier(page, 'a closed window of Razorpay')
  await expect(cartWith(page, 1)).toBeVisible()
  expect(await ordersOf(page, customer)).toEqual([])

  await payButton(page).click()
  await window.getByRole('button', { name: 'Pay by a bad card' }).click()
  // The policy lets the window open it; there is none here.
  await window.getByRole('button', { name: 'Open my UPI app' }).click()
  await window.getByRole('button', { name: 'Pay by UPI' }).click()
  await seeOrderPlaced(page)
  const accepted = page.getByRole('contentinfo').getByRole('list', { name: 'We accept' })
  await expect(accepted.getByRole('listitem')).toHaveText(['UPI', 'Cards', /^Cash on delivery/])
  await seeOnePaidOrder(page, customer)
  const captured = [...provider.ledger.payments.values()].filter((one) => one.captured)
  expect(captured).toMatchObject([{ method: 'upi', amount: 90_000 }])
  await mailAbout(shop.outbox, customer.email, /is placed$/)
})

test('a forged word of a payment orders nothing, and a real one does', async ({
  page,
  trouble,
  inBrowser,
}) => {
  const customer = await readyToPay(page)
  const { pay } = inBrowser
  inBrowser.pay = (orderId) => ({
    razorpay_order_id: orderId,
    razorpay_payment_id: 'pay_Forged00000000',
    razorpay_signature: '0'.repeat(64),
  })
  trouble.expect(400, '/orders/confirm-payment')
  await payButton(page).click()
  await razorpayWindow(page).getByRole('button', { name: 'Pay by card' }).click()
  await expect(page.getByText('We could not verify the payment')).toBeVisible()
  expect(await ordersOf(page, customer)).toEqual([])

  inBrowser.pay = pay
  await payButton(page).click()
  await razorpayWindow(page).getByRole('button', { name: 'Pay by card' }).click()
  await seeOrderPlaced(page)
  await seeOnePaidOrder(page, customer)
})

test('what a browser paid that was never seen again is ordered by the webhook', async ({
  page,
  shop,
  provider,
}) => {
  const customer = await readyToPay(page)
  await page.route('**/orders/confirm-payment', (route) => route.abort('internetdisconnected'))
  const told = provider.ledger.events.length
  await payButton(page).click()
  await razorpayWindow(page).getByRole('button', { name: 'Pay by UPI' }).click()
  const paid = () =>
    provider.ledger.events.slice(told).find(({ name }) => name === 'payment.captured')
  await expect.poll(paid).toBeDefined()
  await page.close({ runBeforeUnload: false })

  const event = paid()
  expect(event && (await provider.deliver(shop.address, event))).toBe(204)
  const later = await page.context().newPage()
  await seeOnePaidOrder(later, customer)
})

test('an order that another tab paid meanwhile is placed when the window refuses it', async ({
  page,
  provider,
}) => {
  const customer = await readyToPay(page)
  await page.route('**/orders/process-payment', async (route) => {
    const response = await route.fetch()
    provider.pay((await response.json()).client_secret)
    await route.fulfill({ response })
  })
  const alerts: string[] = []
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message())
    return dialog.accept()
  })
  await payButton(page).click()
  await seeOrderPlaced(page)
  expect(alerts).toEqual(['Payment already done for this order.'])
  await seeOnePaidOrder(page, customer)
})

test('a window that breaks says what happened, and another try pays', async ({ page }) => {
  const customer = await readyToPay(page)
  await payButton(page).click()
  page.once('dialog', (dialog) => dialog.accept())
  await razorpayWindow(page).getByRole('button', { name: 'Break' }).click()
  await expect(page.getByText('you will not be charged twice')).toBeFocused()
  await seeNoBarrier(page, 'a broken window of Razorpay')
  expect(await ordersOf(page, customer)).toEqual([])

  await payButton(page).click()
  await razorpayWindow(page).getByRole('button', { name: 'Pay by UPI' }).click()
  await seeOrderPlaced(page)
  await seeOnePaidOrder(page, customer)
})

test.describe('in the browser inside Instagram', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/138.0.0.0 Mobile Safari/537.36 Instagram 389.0.0.50.87 Android',
  })

  test("the cart goes along into the phone's browser, and nothing else does", {
    tag: '@phone',
  }, async ({ page, context, someoneElse }) => {
    await addCake(page, 'chocolate-truffle-cake', { weight: '1', nameOnCake: 'Ravi' })
    const notice = page.getByRole('region', { name: 'Open in your browser to pay' })
    await expect(notice).toContainText('often does not open in Instagram')
    await seeNoBarrier(page, 'the way out of an app')
    const intent = await notice
      .getByRole('link', { name: 'Open in your browser' })
      .getAttribute('href')
    const [, target = '', cart = ''] = intent?.match(/^intent:(.*)#cart=([\w-]+)#Intent;/) ?? []
    expect(Buffer.from(cart, 'base64url').toString()).not.toMatch(/token|session|@/)

    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await notice.getByRole('button', { name: 'Copy link' }).click()
    await expect(toast(page, 'Link copied')).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(`http:${target}#cart=${cart}`)

    const elsewhere = await someoneElse()
    await visit(elsewhere, copied)
    await expect(cartWith(elsewhere, 1)).toBeVisible()
    await expect(elsewhere).toHaveURL(/\/cart$/)
    await expect(elsewhere.getByRole('main')).toContainText('Ravi')
    await visit(elsewhere, copied)
    await expect(cartWith(elsewhere, 1)).toBeVisible()
  })

  test('the payment page has the way out too, and still pays where the window opens', async ({
    page,
  }) => {
    const customer = await readyToPay(page)
    await expect(page.getByRole('link', { name: 'Open in your browser' })).toBeVisible()
    await seeNoBarrier(page, 'the payment inside an app')
    await payButton(page).click()
    await razorpayWindow(page).getByRole('button', { name: 'Pay by card' }).click()
    await seeOrderPlaced(page)
    await seeOnePaidOrder(page, customer)
  })
})
