import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { seeNoBarrier } from '../support/barriers.ts'
import {
  address,
  cards,
  cartWith,
  chooseAndAdd,
  confirmOrder,
  heading,
  newCustomer,
  payWith,
  sayWhereAndWhen,
  seeOrderPlaced,
  toast,
  visit,
} from '../support/customer-steps.ts'
import { mailAbout } from '../support/outbox.ts'
import { expect, test } from '../support/shop-test.ts'

test('a visitor finds a cake, registers, pays and sees the order', {
  tag: ['@essential', '@phone'],
}, async ({ page, shop, isMobile }) => {
  const customer = newCustomer()

  await visit(page, '/')
  await page.getByRole('link', { name: 'Explore Cakes' }).click()
  await expect(page).toHaveURL('/#featured')
  await expect(page.getByRole('heading', { name: 'Delicious Cakes:' })).toBeInViewport()

  await goTo(page, isMobile, 'Cakes')
  await expect(page.getByText('30 Product Available')).toBeVisible()
  await filterEgglessMango(page, isMobile)
  await expect(page).toHaveURL('/products?flavour=Mango&egg=Eggless')

  await page.getByRole('link', { name: 'Mango Cream Cake' }).click()
  await expect(heading(page, 'Mango Cream Cake')).toBeVisible()
  await expect(page.getByText('Deal of the Day')).toBeVisible()
  await page.getByRole('radio', { name: /^1.5 kg/ }).check()
  await expect(page.getByRole('main')).toContainText(/₹1,320\s*for 1.5 kg/)
  await expect(page.getByRole('button', { name: 'Add To Cart' })).toBeInViewport()
  await chooseAndAdd(page, { weight: '1.5', nameOnCake: 'Happy Birthday Ravi', pieces: 2 })

  await expect(cartWith(page, 2)).toBeVisible()
  const line = page.getByRole('row', { name: 'Mango Cream Cake' })
  await expect(line).toContainText('Happy Birthday Ravi')
  await expect(line).toContainText('₹2,640')
  await expect(page.getByRole('definition').filter({ hasText: '₹2,690' })).toBeVisible()
  await expect(page.getByText('Includes ₹128.10 GST')).toBeVisible()
  const accepted = page.getByRole('main').getByRole('list', { name: 'We accept' })
  await expect(accepted.getByRole('listitem')).toHaveText(['UPI', 'Cards', /^Cash on delivery/])
  await page.getByRole('button', { name: 'Proceed to checkout' }).click()

  await expect(heading(page, 'Login Yourself')).toBeVisible()
  await expect(toast(page, 'Login first to place order')).toBeVisible()
  await page.getByRole('link', { name: 'New here? Register' }).click()
  await expect(heading(page, 'Register Yourself')).toBeVisible()
  await page.getByLabel('Name').fill(customer.name)
  await page.getByLabel('Email', { exact: true }).fill(customer.email)
  await page.getByLabel('MobileNo').fill(customer.mobileno)
  await page.getByLabel('Date of birth').fill(customer.date)
  await page.getByLabel('Password', { exact: true }).fill(customer.password)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(toast(page, 'You are registered. Please log in.')).toBeVisible()

  await expect(heading(page, 'Login Yourself')).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(customer.email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(customer.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()

  await expect(heading(page, 'Shipping Details')).toBeVisible()
  await seeNothingLeadsAway(page)
  await sayWhereAndWhen(page)
  const items = page.getByRole('region', { name: 'Cart items' })
  await expect(items).toContainText('Rs. 2,690')
  await expect(items).toContainText('Includes Rs. 128.10 GST')
  const delivery = page.getByRole('region', { name: 'Delivery' })
  await expect(delivery).toContainText(customer.email)
  await expect(delivery).toContainText(address.address)
  await expect(delivery).toContainText('12:00 pm')

  await confirmOrder(page)
  await expect(page.getByLabel('Amount')).toHaveValue('Rs.\u00a02,690')
  await expect(page.getByText('no money moves')).toBeVisible()
  await payWith(page, cards.succeeds)
  await seeOrderPlaced(page)
  await seePlacedOrderLast(page, customer.email)

  await goTo(page, isMobile, 'View Order')
  await expect(heading(page, 'View Orders')).toBeVisible()
  const order = page.getByRole('article').first()
  await expect(order).toContainText('Mango Cream Cake')
  await expect(order).toContainText('Happy Birthday Ravi')
  await expect(order).toContainText('processing')
  await expect(order).toContainText('Rs. 2,690')

  const { text } = await mailAbout(shop.outbox, customer.email, /is placed$/)
  expect(text).toContain('₹2,690')
  await visit(page, '/')
  await page.getByRole('link', { name: 'Add a cake' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Add a cake' })).toBeVisible()
})

/** The checkout's header has the logo and the cart, its footer the phone number and the policies. */
async function seeNothingLeadsAway(page: Page) {
  await expect(page.getByRole('banner').getByRole('link')).toHaveCount(2)
  await expect(page.getByRole('banner').getByRole('button')).toHaveCount(0)
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: 'Refunds and cancellation' })).toBeVisible()
  await expect(footer.getByRole('textbox')).toHaveCount(0)
}

/** Home says what comes when, and where its mail went; also after a reload, where nothing moves for it. */
async function seePlacedOrderLast(page: Page, email: string) {
  const placed = page.getByRole('region', { name: /^Order \d+ placed$/ })
  await expect(placed).toContainText('2 × Mango Cream Cake')
  await expect(placed).toContainText('12:00 pm')
  await expect(placed).toContainText(email)
  await expect(placed.getByRole('link', { name: 'View order' })).toBeVisible()
  await expect(placed.locator('img')).toHaveCount(1)
  await expect(placed).toContainText(/Give this code to the rider: \d{4}/)
  const download = page.waitForEvent('download')
  await placed.getByRole('link', { name: 'Add to calendar' }).click()
  const calendar = await readFile(await (await download).path(), 'utf8')
  expect(calendar).toMatch(/^BEGIN:VCALENDAR\r\n.+\r\nDTSTART:\d{8}T063000Z\r\n/s)
  const share = (await placed.getByRole('link', { name: /^WhatsApp/ }).getAttribute('href')) ?? ''
  expect(decodeURIComponent(share)).toMatch(/2 × Mango Cream Cake, for delivery on .+: http\S+$/)
  await seeNoBarrier(page, 'an order that was just placed')
  const nothing = { contentType: 'text/javascript', body: '' }
  await page.route('**/assets/*.js', (route) => route.fulfill(nothing))
  await page.reload()
  const title = heading(page, 'Handcrafted cakes')
  const before = await title.boundingBox()
  await page.unroute('**/assets/*.js')
  await page.reload()
  await expect(placed).toContainText(email)
  expect((await title.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0)
}

async function goTo(page: Page, isMobile: boolean, link: string) {
  const header = page.getByRole('banner')
  if (isMobile) await header.getByRole('button', { name: 'Menu' }).click()
  await header.getByRole('link', { name: link, exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

async function filterEgglessMango(page: Page, isMobile: boolean) {
  if (isMobile) await page.getByRole('button', { name: 'Filters' }).click()
  const filters = page.getByRole('form', { name: 'Filters' })
  await filters.getByLabel('Flavour').selectOption('Mango')
  await filters.getByRole('radio', { name: 'Eggless' }).check()
  await expect(page.getByText('2 Product Available')).toBeVisible()
  if (isMobile) await page.getByRole('button', { name: 'Show 2 cakes' }).click()
}
