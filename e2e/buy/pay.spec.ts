import type { Page } from '@playwright/test'
import { seeNoBarrier } from '../support/barriers.ts'
import { scriptsWith } from '../support/built-scripts.ts'
import { confirmByMail } from '../support/custom-cake-steps.ts'
import {
  addCake,
  cards,
  cartWith,
  confirmOrder,
  giveCard,
  goToPayment,
  heading,
  ordersOf,
  payButton,
  payWith,
  sayWhereAndWhen,
  seeOrderPlaced,
  signIn,
  toast,
  untilListening,
  visit,
} from '../support/customer-steps.ts'
import { mailAbout } from '../support/outbox.ts'
import { expect, test } from '../support/shop-test.ts'
import { customLine, storeCart, storedCart } from '../support/stored-cart.ts'

const cake = 'chocolate-truffle-cake'

/** Logged in, with a cake in the cart, at the last step. */
async function readyToPay(page: Page) {
  const customer = await signIn(page)
  await addCake(page, cake, { weight: '1' })
  await goToPayment(page)
  return customer
}

test('nothing moves on the page while the form for the payment is on its way', async ({ page }) => {
  await readyToPay(page)
  const formPart = scriptsWith('Sandbox Bank')
  const { promise: scripts, resolve: bringScripts } = Promise.withResolvers<void>()
  const { promise: form, resolve: bringForm } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await (formPart.test(route.request().url()) ? form : scripts)
    await route.continue()
  })
  const footer = async () => (await page.getByRole('contentinfo').boundingBox())?.y ?? 0
  await page.reload({ waitUntil: 'commit' })
  await expect(heading(page, 'Pay now')).toBeVisible()
  const fromServer = await footer()
  bringScripts()
  await untilListening(page)
  await expect(page.getByRole('heading', { name: 'Order summary' })).toBeVisible()
  expect(await footer()).toBeCloseTo(fromServer, -1)
  bringForm()
  await expect(page.getByLabel('Card number')).toBeVisible()
  expect(await footer()).toBeCloseTo(fromServer, -1)
})

test('a refused card leaves the cart, and another card pays', { tag: '@essential' }, async ({
  page,
}) => {
  const customer = await readyToPay(page)
  await payWith(page, cards.declined)
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await expect(page.getByLabel('Card number')).toBeFocused()
  await expect(page.getByLabel('Card number')).toHaveAccessibleDescription(/was declined/)
  await expect(payButton(page)).toHaveText(/^Pay Now ₹/)
  await expect(cartWith(page, 1)).toBeVisible()
  expect(await ordersOf(page, customer)).toEqual([])

  await page.getByLabel('Card number').fill(cards.succeeds)
  await expect(page.getByText('Your card was declined.')).toBeHidden()
  await payButton(page).click()
  await seeOrderPlaced(page)
  expect(await ordersOf(page, customer)).toMatchObject([{ paidByCard: 900 }])
})

const upiId = (page: Page) => page.getByLabel('UPI ID')

async function chooseUpi(page: Page) {
  await page.getByRole('radio', { name: 'UPI' }).check()
  await expect(page.getByLabel('Cardholder name')).toBeHidden()
}

test('UPI takes test ids, says what is wrong, and a card pays after it is declined', async ({
  page,
}) => {
  const customer = await readyToPay(page)
  await chooseUpi(page)
  await payButton(page).click()
  await expect(page.getByText('Enter your UPI ID.')).toBeVisible()
  await expect(upiId(page)).toBeFocused()
  await upiId(page).fill('asha@okicici')
  await upiId(page).blur()
  await expect(page.getByText('Only test UPI IDs work here.')).toBeVisible()
  await expect(payButton(page)).toBeDisabled()

  await page.getByText('Show the test UPI IDs').click()
  await page.getByRole('button', { name: 'declined@upi' }).click()
  await payButton(page).click()
  await expect(page.getByText('The payment was declined in your UPI app.')).toBeVisible()
  await expect(upiId(page)).toBeFocused()
  await expect(upiId(page)).toHaveAccessibleDescription(/was declined/)
  expect(await ordersOf(page, customer)).toEqual([])

  await page.getByRole('radio', { name: 'Card' }).check()
  await expect(page.getByText('The payment was declined in your UPI app.')).toBeHidden()
  await payButton(page).click()
  await expect(page.getByText('Enter the card number, expiry date and CVC.')).toBeVisible()
  await payWith(page, cards.succeeds)
  await seeOrderPlaced(page)
  expect(await ordersOf(page, customer)).toHaveLength(1)
})

test('UPI pays at once, or a little later while the page waits', async ({ page }) => {
  const customer = await readyToPay(page)
  await chooseUpi(page)
  await upiId(page).fill('pending@upi')
  await payButton(page).click()
  await expect(page.getByText('We are confirming your payment.')).toBeVisible()
  await seeOrderPlaced(page)

  await addCake(page, cake, { weight: '1' })
  await goToPayment(page)
  await chooseUpi(page)
  await upiId(page).fill('Success@UPI')
  await payButton(page).click()
  await seeOrderPlaced(page)
  expect(await ordersOf(page, customer)).toHaveLength(2)
})

test('a pending UPI payment places the order though the browser is gone', async ({ page }) => {
  const customer = await readyToPay(page)
  await chooseUpi(page)
  await upiId(page).fill('pending@upi')
  await payButton(page).click()
  await expect(page.getByText('We are confirming your payment.')).toBeVisible()
  await page.goto('about:blank')
  await expect.poll(() => ordersOf(page, customer), { timeout: 20_000 }).toHaveLength(1)
})

test('the card field says what is wrong, and Pay Now waits', async ({ page }) => {
  await readyToPay(page)
  await expect(page.getByLabel('Cardholder name')).toHaveValue('Asha Rao')
  await page.getByLabel('Cardholder name').fill('')
  await payButton(page).click()
  await expect(page.getByText('Cardholder name is required')).toBeVisible()
  await expect(page.getByText('Enter the card number, expiry date and CVC.')).toBeVisible()
  await expect(page.getByLabel('Cardholder name')).toBeFocused()
  await page.getByLabel('Cardholder name').fill('Asha Rao')
  await page.getByLabel('Card number').fill(cards.succeeds)
  await payButton(page).click()
  await expect(page.getByLabel('Expiry date')).toBeFocused()

  await page.getByLabel('Card number').fill('4242 4242 4242 4241')
  await expect(page.getByLabel('Card number')).toHaveAttribute('aria-invalid', 'true')
  await expect(payButton(page)).toBeDisabled()
  await giveCard(page, cards.succeeds)
  await expect(payButton(page)).toBeEnabled()
})

test('the bank asks, and approving pays', { tag: '@essential' }, async ({ page }) => {
  const customer = await readyToPay(page)
  await payWith(page, cards.secondFactor)
  const question = page.getByRole('dialog', { name: 'Your bank asks' })
  await expect(question).toContainText('₹900')
  await question.getByRole('button', { name: 'Approve' }).click()
  await seeOrderPlaced(page)
  expect(await ordersOf(page, customer)).toHaveLength(1)
})

test('the bank asks, refusing orders nothing, and another try pays', async ({ page }) => {
  const customer = await readyToPay(page)
  await payWith(page, cards.secondFactor)
  const question = page.getByRole('dialog', { name: 'Your bank asks' })
  await question.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('Your bank did not approve this payment.')).toBeVisible()
  expect(await ordersOf(page, customer)).toEqual([])

  await payButton(page).click()
  await question.getByRole('button', { name: 'Approve' }).click()
  await seeOrderPlaced(page)
  expect(await ordersOf(page, customer)).toHaveLength(1)
})

test('two quick presses on Pay Now make one order and one mail', async ({ page, shop }) => {
  const customer = await readyToPay(page)
  await giveCard(page, cards.succeeds)
  await payButton(page).dblclick()
  await seeOrderPlaced(page)
  expect(await ordersOf(page, customer)).toMatchObject([{ paidByCard: 900 }])
  await mailAbout(shop.outbox, customer.email, /is placed$/)
})

test('a cart that is being paid in one tab and is paid in another is ordered once', async ({
  page,
  context,
}) => {
  const customer = await readyToPay(page)
  const other = await context.newPage()
  await visit(other, '/shipping')
  await sayWhereAndWhen(other)
  await confirmOrder(other)
  await payWith(page, cards.secondFactor)
  const question = page.getByRole('dialog', { name: 'Your bank asks' })
  await expect(question).toBeVisible()

  await payWith(other, cards.succeeds)
  await seeOrderPlaced(other)
  await expect(page.getByRole('heading', { name: 'No Item In Cart' })).toBeVisible()
  await expect(question).toBeHidden()
  expect(await ordersOf(page, customer)).toMatchObject([{ paidByCard: 900 }])
})

test('what another tab has changed is confirmed again before it is paid', async ({
  page,
  context,
}) => {
  const customer = await readyToPay(page)
  const other = await context.newPage()
  await visit(other, '/shipping')
  await sayWhereAndWhen(other)
  await other.getByRole('link', { name: 'Edit shipping details' }).click()
  await other.getByLabel('Address').fill('99 Lake View')
  await other.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(heading(other, 'Confirm Order')).toBeVisible()

  await expect(page.getByRole('alert')).toContainText('changed in another tab')
  await expect(payButton(page)).toBeHidden()
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('changed in another tab')
  await page.getByRole('link', { name: 'Check my order' }).click()
  await expect(page.getByText('99 Lake View')).toBeVisible()
  await confirmOrder(page)
  await addCake(other, cake, { weight: '0.5' })
  await expect(payButton(page)).toBeHidden()
  await page.getByRole('link', { name: 'Check my order' }).click()
  await confirmOrder(page)
  await payWith(page, cards.succeeds)
  await seeOrderPlaced(page)
  const [order] = await ordersOf(page, customer)
  expect(order).toMatchObject({ address: expect.stringContaining('99 Lake View') })
  expect(order?.order).toHaveLength(2)
})

test('the same cart paid in two tabs at once is ordered once', async ({ page, context }) => {
  const customer = await readyToPay(page)
  const other = await context.newPage()
  await visit(other, '/shipping')
  await sayWhereAndWhen(other)
  await confirmOrder(other)
  await giveCard(page, cards.succeeds)
  await giveCard(other, cards.succeeds)
  // Pressed without waiting: a tab takes its form away as soon as the other one's order is placed.
  await Promise.all([
    payButton(page).dispatchEvent('click'),
    payButton(other).dispatchEvent('click'),
  ])
  await expect(cartWith(page, 0)).toBeVisible()
  await expect(cartWith(other, 0)).toBeVisible()
  expect(await ordersOf(page, customer)).toMatchObject([{ paidByCard: 900 }])
})

test('a price that is no longer right is shown before anything is charged', async ({
  page,
  trouble,
}) => {
  const customer = await signIn(page)
  await addCake(page, cake, { weight: '1' })
  const stale = JSON.parse((await storedCart(page)) ?? '{}')
  stale.cart[0].price = 1
  await visit(page, '/cart')
  await goToPayment(page)
  await storeCart(page, JSON.stringify(stale))
  await visit(page, '/order')
  await expect(page.getByLabel('Amount')).toHaveValue('Rs.\u00a051')

  trouble.expect(409, '/orders/process-payment')
  await payWith(page, cards.succeeds)
  const notice = page.getByRole('alert')
  await expect(notice).toContainText('Please check your order')
  await expect(notice).toContainText('Nothing was charged.')
  await expect(notice).toContainText('Chocolate Truffle Cake')
  await expect(notice).toContainText('₹850')
  expect(await ordersOf(page, customer)).toEqual([])

  await notice.getByRole('button', { name: 'Update my cart' }).click()
  await expect(page.getByLabel('Amount')).toHaveValue('Rs.\u00a0900')
  await payButton(page).click()
  await seeOrderPlaced(page)
  expect(await ordersOf(page, customer)).toMatchObject([{ paidByCard: 900 }])
})

test('a cake that is gone from the shop is named, and the rest can be ordered', async ({
  page,
  trouble,
}) => {
  const customer = await signIn(page)
  await addCake(page, cake, { weight: '1' })
  const stored = JSON.parse((await storedCart(page)) ?? '{}')
  stored.cart.push({ ...stored.cart[0], cakeid: 'gone-cake', name: 'Gone Cake' })
  await storeCart(page, JSON.stringify(stored))
  trouble.expect(404, '/cakes/gone-cake')
  // It may go before a busy machine has shown every picture.
  const told = expect(toast(page, /^Gone Cake is no longer in our shop/)).toBeVisible()
  await visit(page, '/cart')
  await told
  await expect(cartWith(page, 1)).toBeVisible()
  await goToPayment(page)

  // It leaves the shop while the customer pays.
  await storeCart(page, JSON.stringify(stored))
  await visit(page, '/confirmOrder')
  await confirmOrder(page)
  trouble.expect(409, '/orders/process-payment')
  await payWith(page, cards.succeeds)
  const notice = page.getByRole('alert')
  await expect(notice).toContainText('Gone Cake')
  await notice.getByRole('button', { name: 'Update my cart' }).click()
  await expect(page.getByLabel('Amount')).toHaveValue('Rs.\u00a0900')
  await payButton(page).click()
  await seeOrderPlaced(page)
  expect(await ordersOf(page, customer)).toMatchObject([{ paidByCard: 900 }])
})

test('customised cakes alone are ordered without a card', async ({ page, shop }) => {
  const customer = await signIn(page)
  await visit(page, '/cart')
  await storeCart(page, JSON.stringify({ cart: [customLine] }))
  await visit(page, '/cart')
  await expect(page.getByRole('row', { name: 'Customized Cake' })).toContainText('Cash On delivery')
  await goToPayment(page)
  await expect(page.getByRole('heading', { name: 'Nothing to pay now' })).toBeVisible()
  await expect(page.getByText('needs an email that you have confirmed')).toBeVisible()
  await seeNoBarrier(page, 'a customised cake that is paid ahead')
  await confirmByMail(page, customer, shop.outbox)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Cash On delivery' })).toBeVisible()
  await expect(page.getByLabel('Card number')).toBeHidden()
  await page.getByRole('button', { name: 'Place order' }).click()
  await seeOrderPlaced(page)
  const placed = page.getByRole('region', { name: /^Order \d+ placed$/ })
  await expect(placed).toContainText('email you a quote')
  await expect(placed).toContainText(/Accept it by .*8:00 pm/)
  await placed.getByRole('button', { name: /^Dismiss/ }).click()
  await expect(placed).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  await visit(page, '/')
  await expect(placed).toBeHidden()

  expect(await ordersOf(page, customer)).toMatchObject([{ paidByCard: 0, dueInCash: 50 }])
  await visit(page, '/yourorder')
  await expect(page.getByRole('article')).toContainText('A blue elephant')
  await mailAbout(shop.outbox, customer.email, /is placed$/)
})

test('ready-made and customised cakes together: the card pays the ready-made', {
  tag: '@essential',
}, async ({ page }) => {
  const customer = await signIn(page)
  await addCake(page, cake, { weight: '1' })
  const stored = JSON.parse((await storedCart(page)) ?? '{}')
  stored.cart.push(customLine)
  await storeCart(page, JSON.stringify(stored))
  await visit(page, '/cart')
  await goToPayment(page)
  await expect(page.getByLabel('Amount')).toHaveValue('Rs.\u00a0900')
  await payWith(page, cards.succeeds)
  await seeOrderPlaced(page)
  const [order] = await ordersOf(page, customer)
  expect(order).toMatchObject({ paidByCard: 900, dueInCash: 0 })
  expect(order?.order).toHaveLength(2)

  // Cancelled elsewhere, it leaves home.
  const placed = page.getByRole('region', { name: /^Order \d+ placed$/ })
  await expect(placed).toBeVisible()
  const data = { email: customer.email, orderId: order?.id }
  await page.request.post('/api/v1/orders/cancelOrders', { data })
  await page.reload()
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('cakewala:placed-order')))
    .toBeNull()
  await expect(placed).toBeHidden()
})

test('an order can be cancelled, and the money goes back', { tag: '@essential' }, async ({
  page,
  shop,
}) => {
  const customer = await readyToPay(page)
  await payWith(page, cards.succeeds)
  await seeOrderPlaced(page)
  await visit(page, '/yourorder')
  const order = page.getByRole('article')
  await order.getByRole('button', { name: 'Cancel Order' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel order' })
  await expect(question).toContainText('Rs. 900 will be refunded. It will reach you')
  await question.getByRole('button', { name: 'Keep order' }).click()
  await expect(question).toBeHidden()

  await order.getByRole('button', { name: 'Cancel Order' }).click()
  await question.getByRole('button', { name: 'Cancel Order' }).click()
  await expect(question).toBeHidden()
  await expect(order).toContainText('Refunded')
  await expect(order.getByText('Status: cancelled')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('cakewala:placed-order'))).toBeNull()
  await expect(order.getByRole('button', { name: 'Cancel Order' })).toBeHidden()
  const { text } = await mailAbout(shop.outbox, customer.email, /cancelled/)
  expect(text).toContain('refunded ₹900')

  await order.getByRole('link', { name: /^Order again/ }).click()
  await expect(toast(page, 'Your cart is here.')).toBeVisible()
  await expect(cartWith(page, 1)).toBeVisible()
})

test('a session that ended while paying leads to the login and back', async ({ page, trouble }) => {
  const customer = await readyToPay(page)
  await page.context().clearCookies({ name: 'token' })
  trouble.expect(401, '/orders/process-payment')
  await payWith(page, cards.succeeds)
  await expect(heading(page, 'Login Yourself')).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(customer.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(heading(page, 'Confirm Order')).toBeVisible()
  await page.getByRole('link', { name: 'Proceed to payment' }).click()
  await payWith(page, cards.succeeds)
  await seeOrderPlaced(page)
  expect(await ordersOf(page, customer)).toHaveLength(1)
})
