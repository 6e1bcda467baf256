import { customCake, placeOrder, rasmalai, signInAsAdmin } from '../support/admin-steps.ts'
import {
  seeNoBarrier,
  seeNoBarrierAtAnyWidth,
  seeNoFieldCovered,
  seeNothingTooWide,
  seeTouchable,
} from '../support/barriers.ts'
import {
  addCake,
  cards,
  confirmOrder,
  dayAhead,
  giveCard,
  goToCheckout,
  goToPayment,
  heading,
  payButton,
  payWith,
  sayWhereAndWhen,
  seeOrderPlaced,
  signIn,
  toast,
  visit,
} from '../support/customer-steps.ts'
import { expect, test } from '../support/shop-test.ts'
import { customLine, storeCart, storedCart } from '../support/stored-cart.ts'

const mainPages = ['/', '/products', '/singleproduct/rasmalai-cake', '/cart', '/register', '/login']

for (const [path, title] of [
  ['/', 'Handcrafted cakes'],
  ['/about', 'A small bakery'],
  ['/products', 'Cakes'],
  ['/products?view=list&category=Wedding', 'Cakes'],
  ['/products?text=nothing+like+it', 'Cakes'],
  ['/products?text=choclate', 'Cakes'],
  ['/products?after=rasmalai-cake', 'Cakes'],
  ['/singleproduct/rasmalai-cake', 'Rasmalai Cake'],
  ['/singleproduct/walnut-brownie', 'Walnut Fudge Brownie'],
  ['/contact', 'Contact page'],
  ['/register', 'Register Yourself'],
  ['/login', 'Login Yourself'],
  ['/forgot-password', 'Forgot your password?'],
  ['/track', 'Track my order'],
  ['/reset-password#token', 'Set a new password'],
  ['/confirm-email#token', 'Confirm your email'],
  ['/cart', 'Your cart'],
  ['/privacy', 'Privacy policy'],
  ['/terms', 'Terms'],
  ['/refunds', 'Refunds and cancellation'],
  ['/confirm-subscription?token=x', 'Do you want our newsletter?'],
  ['/unsubscribe?token=x', 'Unsubscribe from'],
] as const) {
  const tag = mainPages.includes(path) ? '@essential' : []
  test(`${path} has no barrier`, { tag }, async ({ page }) => {
    await visit(page, path)
    await expect(heading(page, title)).toBeVisible()
    await seeNoBarrierAtAnyWidth(page, path)
    await seeNothingTooWide(page)
  })
}

test('the not-found page has no barrier', async ({ page, trouble }) => {
  trouble.expect(404, '/nowhere')
  await visit(page, '/nowhere')
  await expect(heading(page, "UH OH! You're lost.")).toBeVisible()
  await seeNoBarrierAtAnyWidth(page, 'not found')
})

test('forms with errors have no barrier', async ({ page }) => {
  await visit(page, '/register')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await seeNoBarrierAtAnyWidth(page, 'register')
  await visit(page, '/contact')
  await page.getByRole('button', { name: 'send' }).click()
  await expect(page.getByText('Message is required')).toBeVisible()
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText('Please tick this box')).toBeVisible()
  await seeNoBarrierAtAnyWidth(page, 'contact and subscribe')
})

test('a toast covers no field, wherever the page is scrolled to', { tag: '@phone' }, async ({
  page,
  trouble,
}) => {
  const { email } = await signIn(page)
  await page.context().clearCookies()
  await visit(page, '/register')
  for (const [label, text] of [
    ['Name', 'Asha'],
    ['Email', email],
    ['MobileNo', '9876543210'],
    ['Date of birth', '1990-05-17'],
    ['Password', 'asha-password'],
  ] as const) {
    await page.getByRole('main').getByLabel(label, { exact: true }).fill(text)
  }
  trouble.expect(409, '/users/new')
  const taken = toast(page, 'An account with this email already exists')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await taken.hover()
  for (const y of [0, 150, 300, 450]) {
    await page.evaluate((top) => scrollTo(0, top), y)
    await expect(taken).toBeVisible()
    await seeNoFieldCovered(page)
  }
})

test('menu and filters, open on a phone, have no barrier', { tag: '@phone' }, async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, 'wide screens have neither')
  await visit(page, '/products?egg=Eggless')
  for (const name of ['Menu', 'Filters']) {
    await page.getByRole('button', { name }).click()
    const sheet = page.getByRole('dialog', { name })
    await expect(sheet).toBeVisible()
    await seeNoBarrier(page, name)
    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect(sheet).toBeHidden()
  }
})

test('what is small to see is large enough to touch', { tag: '@phone' }, async ({
  page,
  isMobile,
}) => {
  await visit(page, '/products')
  if (isMobile) await page.getByRole('button', { name: 'Filters' }).click()
  await seeTouchable(page.getByRole('slider', { name: 'Price' }))
  await visit(page, '/singleproduct/rasmalai-cake')
  await seeTouchable(page.getByRole('link', { name: /^\d+ sample reviews$/ }))
  await addCake(page, 'rasmalai-cake', { nameOnCake: 'Asha' })
  await seeTouchable(page.getByRole('row').getByRole('link', { name: 'Rasmalai Cake' }))
})

test('a filled cart, its toasts and its dialog have no barrier', async ({ page }) => {
  await addCake(page, 'three-tier-wedding-cake', { pieces: 6, nameOnCake: 'Asha and Ravi' })
  await expect(toast(page, 'Only 5 can be ordered at once')).toBeVisible()
  await seeNoBarrierAtAnyWidth(page, 'toast')
  await page.getByRole('button', { name: 'One more' }).click()
  await expect(page.getByText('Reduce the quantity to continue.')).toBeVisible()
  await seeNoBarrierAtAnyWidth(page, 'too many')
  await page.getByRole('button', { name: 'clear cart' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await seeNoBarrierAtAnyWidth(page, 'dialog')
})

test('the checkout and the orders have no barrier', async ({ page }) => {
  await signIn(page)
  await visit(page, '/yourorder')
  await seeNoBarrierAtAnyWidth(page, 'no orders')
  await visit(page, '/shipping')
  await expect(page.getByRole('heading', { name: 'No Item In Cart' })).toBeVisible()
  await seeNoBarrierAtAnyWidth(page, 'nothing to order')

  await addCake(page, 'rasmalai-cake', { nameOnCake: 'Asha' })
  await goToCheckout(page)
  await seeNoBarrierAtAnyWidth(page, 'shipping')
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(page.getByText('Pincode is required')).toBeVisible()
  await seeNoBarrierAtAnyWidth(page, 'shipping with errors')
  await sayWhereAndWhen(page)
  await seeNoBarrierAtAnyWidth(page, 'confirm')
  await confirmOrder(page)
  await expect(page.getByLabel('Card number')).toBeVisible()
  await seeNoBarrierAtAnyWidth(page, 'pay')
  await page.getByRole('radio', { name: 'UPI' }).check()
  await expect(page.getByLabel('UPI ID')).toBeVisible()
  await seeNoBarrierAtAnyWidth(page, 'pay by UPI')
  await page.getByRole('radio', { name: 'Card' }).check()

  await payWith(page, cards.declined)
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await seeNoBarrierAtAnyWidth(page, 'declined')
  await giveCard(page, cards.secondFactor)
  await payButton(page).click()
  const question = page.getByRole('dialog', { name: 'Your bank asks' })
  await expect(question).toBeVisible()
  await seeNoBarrierAtAnyWidth(page, 'second factor')
  await question.getByRole('button', { name: 'Approve' }).click()
  await seeOrderPlaced(page)
  await seeNoBarrierAtAnyWidth(page, 'order placed')

  await visit(page, '/yourorder')
  await expect(page.getByRole('article')).toContainText('Rasmalai Cake')
  await seeNoBarrierAtAnyWidth(page, 'orders')
  await page.getByRole('button', { name: 'Cancel Order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel order' })
  await expect(dialog).toBeVisible()
  await seeNoBarrierAtAnyWidth(page, 'cancel')
  await dialog.getByRole('button', { name: 'Cancel Order' }).click()
  await expect(page.getByRole('article')).toContainText('Refunded')
  await seeNoBarrierAtAnyWidth(page, 'cancelled')
})

test('a changed price and cash on delivery have no barrier', async ({ page, trouble }) => {
  await signIn(page)
  await addCake(page, 'rasmalai-cake')
  const stale = JSON.parse((await storedCart(page)) ?? '{}')
  stale.cart[0].price = 1
  await visit(page, '/cart')
  await goToPayment(page)
  // The cart would take the price of today.
  await storeCart(page, JSON.stringify({ cart: [...stale.cart, customLine] }))
  await visit(page, '/confirmOrder')
  await confirmOrder(page)
  trouble.expect(409, '/orders/process-payment')
  await payWith(page, cards.succeeds)
  await expect(page.getByRole('alert')).toContainText('Please check your order')
  await seeNoBarrierAtAnyWidth(page, 'changed price')

  await storeCart(page, JSON.stringify({ cart: [customLine] }))
  await visit(page, '/cart')
  await seeNoBarrierAtAnyWidth(page, 'customised cake in the cart')
  await visit(page, '/confirmOrder')
  await confirmOrder(page)
  await expect(page.getByRole('button', { name: 'Place order' })).toBeVisible()
  await seeNoBarrierAtAnyWidth(page, 'cash on delivery')
})

for (const [path, title] of [
  ['/admin/addcake', 'Add Cake'],
  ['/admin/cakes', 'Your cakes'],
  ['/admin/cakes/rasmalai-cake', 'Edit Rasmalai Cake'],
  ['/admin/catalogue', 'Import and export'],
  ['/admin/orders?q=nobody+like+that', 'All orders'],
  ['/admin/kitchen?day=2020-01-01', 'Kitchen'],
  ['/admin/inbox', 'Inbox'],
  ['/admin/audit-log', 'Audit log'],
  ['/admin/security', 'Security'],
] as const) {
  test(`${path} has no barrier`, async ({ page }) => {
    await signInAsAdmin(page)
    await visit(page, path)
    await expect(heading(page, title)).toBeVisible()
    await seeNoBarrierAtAnyWidth(page, path)
    await seeNothingTooWide(page)
  })
}

test('the group of the page that is opened is in sight among the admin’s, and opens', async ({
  page,
}) => {
  await signInAsAdmin(page)
  await visit(page, '/admin/audit-log')
  const bar = page.getByRole('navigation', { name: 'Admin' })
  const link = bar.getByRole('link', { name: 'Audit log' })
  await expect(link).toBeHidden()
  const team = bar.locator('summary', { hasText: 'Team' })
  await expect(team).toBeInViewport({ ratio: 1 })
  await team.focus()
  await page.keyboard.press('Enter')
  await expect(link).toBeInViewport({ ratio: 1 })
  await expect(link).toHaveAttribute('aria-current', 'page')
  await seeNoBarrierAtAnyWidth(page, 'an open group of pages')
  await seeNothingTooWide(page)
  await page.keyboard.press('Escape')
  await expect(link).toBeHidden()
  await expect(team).toBeFocused()
  await bar.getByText('Orders', { exact: true }).click()
  await bar.getByRole('link', { name: 'Kitchen' }).click()
  await expect(heading(page, 'Kitchen')).toBeVisible()
  await expect(bar.getByRole('link', { name: 'Kitchen' })).toBeHidden()
})

test('the panel, an order and its refund have no barrier', async ({
  page,
  someoneElse,
  trouble,
}) => {
  const asha = await someoneElse()
  await signIn(asha)
  const { number } = await placeOrder(asha, rasmalai)
  await signInAsAdmin(page)
  // The address asks for users, so their section is open beside the orders.
  await visit(page, '/admin?users=asha')
  await expect(page.getByRole('heading', { name: 'Admin panel' })).toBeInViewport()
  await expect(page.getByRole('article', { name: `Order ${number}` })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Users' })).toBeVisible()
  await seeNoBarrierAtAnyWidth(page, 'panel')
  await seeNothingTooWide(page)
  await visit(page, '/admin/orders')
  await seeNoBarrierAtAnyWidth(page, 'all orders')
  await seeNothingTooWide(page)
  await visit(page, `/admin/orders/${number}`)
  await seeNoBarrierAtAnyWidth(page, 'order')
  await page.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog', { name: `Refund order ${number}?` })
  trouble.expect(422, '/orders/refund')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect(dialog.getByText('Please enter a reason.')).toBeVisible()
  await seeNoBarrierAtAnyWidth(page, 'refund with errors')
})

test('a customised cake to judge, deliveries and the kitchen have no barrier', async ({
  page,
  someoneElse,
  trouble,
}) => {
  const asha = await someoneElse()
  await signIn(asha)
  const { number } = await placeOrder(asha, [rasmalai, customCake, customCake])
  await signInAsAdmin(page)
  await visit(page, '/admin')
  const order = page.getByRole('article', { name: `Order ${number}` }).first()
  await page.getByRole('heading', { level: 2, name: 'Delivery' }).click()
  await expect(page.getByRole('region', { name: 'Deliveries' })).toBeVisible()
  await seeNoBarrierAtAnyWidth(page, 'deliveries')
  trouble.expect(422, '/orders/confirmOrder')
  for (const [answer, send, refusal] of [
    ['Accept', 'Send the price', 'Please enter the price in rupees.'],
    ['Accept', 'Ask back, without a price', 'Please enter your question.'],
    ['Reject', 'Reject', 'Please enter what the problem is.'],
  ] as const) {
    await order.getByRole('button', { name: answer }).first().click()
    const dialog = page.getByRole('dialog', { name: answer }).filter({ visible: true })
    await dialog.getByRole('button', { name: send }).click()
    await expect(dialog.getByText(refusal)).toBeVisible()
    await seeNoBarrierAtAnyWidth(page, `${send} with an error`)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  }
  await order.getByRole('button', { name: /^Confirm/ }).click()
  await expect(toast(page, /is ready/)).toBeVisible()
  await visit(page, `/admin/kitchen?day=${dayAhead(3)}`)
  await expect(page.getByRole('heading', { name: 'Waiting for a quote' })).toBeVisible()
  await expect(page.getByText('Ready', { exact: true }).first()).toBeVisible()
  await seeNoBarrierAtAnyWidth(page, 'filled kitchen')
})

test('the panel with nothing in it has no barrier', async ({ page }) => {
  await signInAsAdmin(page)
  await visit(page, '/admin?users=nobody+like+that')
  await expect(page.getByText('No users found')).toBeVisible()
  await seeNoBarrierAtAnyWidth(page, 'empty panel')
  await visit(page, '/admin/orders?todo=answer&sort=newest&before=1')
  await expect(page.getByText('No older orders')).toBeVisible()
  await seeNoBarrierAtAnyWidth(page, 'no orders to answer')
})
