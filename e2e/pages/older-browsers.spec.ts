import type { Page } from '@playwright/test'
import { admin, placeOrder, rasmalai, runPath } from '../support/admin-steps.ts'
import { seeNoDeadButton } from '../support/barriers.ts'
import { itemButton, orderCustomCake } from '../support/custom-cake-steps.ts'
import {
  address,
  cakeCards,
  cards,
  confirmOrder,
  dayAhead,
  heading,
  logInByPage,
  newCustomer,
  payWith,
  searchField,
  seeOrderPlaced,
  toast,
  visit,
} from '../support/customer-steps.ts'
import { makeOldest } from '../support/oldest-browser.ts'
import { test } from '../support/sample-shop.ts'
import { expect } from '../support/shop-test.ts'

test('in the oldest browsers a guest finds, orders and pays for a cake', async ({ page }) => {
  const guest = newCustomer()
  await makeOldest(page.context())
  await visit(page, '/products')
  expect(await page.evaluate(() => 'groupBy' in Map || 'map' in [].values())).toBe(false)
  await page.getByRole('radio', { name: 'Indian Fusion' }).check()
  await cakeCards(page).getByRole('link', { name: 'Rasmalai Cake' }).click()
  await page.getByLabel('Name on cake').fill('आशा')
  await page.getByRole('button', { name: 'Add To Cart' }).click()
  await expect(page.getByRole('row', { name: 'आशा' })).toContainText('Rasmalai Cake')
  await page.getByRole('button', { name: 'Proceed to checkout' }).click()
  const form = page.getByRole('region', { name: 'Order as guest' })
  await form.getByLabel('Name').fill(guest.name)
  await form.getByLabel('Email for this order').fill(guest.email)
  await form.getByLabel('MobileNo').fill(guest.mobileno)
  await form.getByRole('button', { name: 'Continue as guest' }).click()
  await page.getByLabel('Address').fill(address.address)
  await page.getByLabel('Pincode').fill(address.pincode)
  await page
    .getByRole('radio', { name: / to .*[ap]m/ })
    .first()
    .check()
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await confirmOrder(page)
  await payWith(page, cards.succeeds)
  await seeOrderPlaced(page)
})

test('in the oldest browsers the baker logs in, quotes and sends out; the rider and the customer follow', async ({
  page,
  someoneElse,
}) => {
  const [asha, rider] = [await someoneElse(), await someoneElse()]
  for (const one of [page, asha, rider]) await makeOldest(one.context())
  const { customer, order } = await orderCustomCake(asha)
  const { number } = await placeOrder(asha, rasmalai)

  await visit(page, '/login')
  await logInByPage(page, admin)
  await itemButton(page, 'Accept', order).click()
  const dialog = page.getByRole('dialog', { name: /^Accept/ })
  await dialog.getByLabel('Price in rupees').fill('900')
  await dialog.getByRole('button', { name: 'Send the price' }).click()
  await visit(page, '/admin/orders')
  await expect(page.getByRole('article', { name: `${number}` })).toContainText('Rasmalai Cake')
  for (const path of ['/admin/kitchen', '/admin/delivery', '/admin/money', '/admin/orders/new']) {
    await visit(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await visit(page, `/admin/orders/${number}`)
  await page.getByRole('button', { name: 'Mark as ready' }).click()
  await expect(toast(page, /is ready/i)).toBeVisible()
  await seeDelivered(page, rider)

  await asha.context().clearCookies()
  await visit(asha, '/login')
  await logInByPage(asha, customer)
  await expect(heading(asha, 'Your cart')).toBeVisible()
  await visit(asha, '/yourorder')
  await expect(asha.getByRole('article', { name: `Order ${order.number}` })).toContainText('900')
})

const pages = [
  ...['/', '/products', '/singleproduct/rasmalai-cake', '/cart', '/customizecake', '/contact'],
  ...['/login', '/track'],
]

test('a browser that is too old shows the pages and whom to call, and runs no module', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(() => Reflect.deleteProperty(ArrayBuffer.prototype, 'resize'))
  for (const path of pages) {
    await page.goto(path)
    await seeWhomToCall(page)
    await seeNoDeadButton(page)
    expect(await page.locator('script[type=module]').count()).toBe(0)
  }
  await page.goto('/about')
  await searchField(page, 'banner').fill('rasmalai')
  await searchField(page, 'banner').press('Enter')
  await expect(page.getByText('1 Product Available')).toBeVisible()
})

test('a page whose scripts do not come says whom to call, and has no dead button', async ({
  page,
  trouble,
}) => {
  trouble.expect(404, '/assets/')
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }))
  for (const path of pages) {
    await page.goto(path)
    await seeWhomToCall(page)
    await seeNoDeadButton(page)
  }
  await page.unrouteAll()
  await visit(page, '/cart')
  await expect(page.getByText(/in this browser/)).toBeHidden()
})

test('a page whose build is gone loads again by itself, once', async ({ page, trouble }) => {
  trouble.expect(404, '/assets/')
  let isGone = true
  await page.route('**/assets/*.js', (route) =>
    isGone ? route.fulfill({ status: 404 }) : route.continue(),
  )
  await page.route('**/healthz', (route) => {
    isGone = false
    return route.continue()
  })
  await page.goto('/about')
  await expect(page.locator('html')).toHaveAttribute('data-script', 'runs')
  await expect(page.getByText(/in this browser/)).toBeHidden()
})

async function seeWhomToCall(page: Page) {
  const sentence = page.getByRole('main').getByRole('link', { name: /in this browser/ })
  await expect(sentence).toBeInViewport()
  await expect(sentence).toHaveAttribute('href', /^tel:/)
}

async function seeDelivered(page: Page, rider: Page) {
  await visit(page, `/admin/runs?day=${dayAhead(3)}`)
  await page.getByLabel('Rider’s name').fill('Ravi')
  await page.getByLabel('Rider’s mobile').fill('9876500000')
  await page.getByRole('button', { name: 'Make a run of 1 order' }).click()
  rider.on('dialog', (question) => void question.accept())
  await rider.goto(await runPath(page.getByRole('region', { name: 'Ravi' })))
  await rider.getByRole('button', { name: 'Out for delivery' }).click()
  await rider.getByText(/^Failed order/).click()
  await rider.getByLabel('Nobody in').check()
  await rider.getByRole('button', { name: 'Mark not delivered' }).click()
  await expect(rider.getByRole('article')).toContainText('Delivery failed')
}
