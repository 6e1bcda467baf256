import type { Locator, Page } from '@playwright/test'
import { signInAsAdmin } from '../support/admin-steps.ts'
import { test as bakeryTest } from '../support/bakery.ts'
import { seeNoBarrier, seeNothingTooWide } from '../support/barriers.ts'
import { cards, heading, payWith, visit } from '../support/customer-steps.ts'
import { mailAbout } from '../support/outbox.ts'
import { test as slotTest } from '../support/sample-shop.ts'
import { expect, test } from '../support/shop-test.ts'

const phone = { width: 390, height: 844 }

test('a caller’s order is taken at a counter, and their usual cake again', async ({ page }) => {
  const mobile = `98${Date.now().toString().slice(-8)}`
  await signInAsAdmin(page)
  await visit(page, '/admin/orders')
  await page.getByRole('link', { name: 'New order' }).click()
  await expect(heading(page, 'New order')).toBeVisible()
  await page.getByLabel('Mobile number').fill(mobile)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.type('Meera')
  await addCake(page, 'rasmalai')
  await fillPlace(page, { address: '12 Hill Road', pincode: '400050' })
  await expect(page.getByLabel('City')).toHaveValue('Mumbai')
  await page.getByRole('button', { name: /^Earliest/ }).click()
  await page.getByLabel('Note for the baker').fill('No nuts, please')
  await page.getByLabel('Note for the rider').fill('Second gate')
  await page.getByText('Cash now').click()
  await seeNoBarrier(page, 'a new order')
  await seeNothingTooWide(page)
  await page.getByRole('button', { name: /^Place order/ }).click()
  await expect(page).toHaveURL(/\/admin\/orders\/\d+$/)
  await expect(page.getByRole('region', { name: 'Payments and refunds' })).toContainText(
    'Payment in cash',
  )
  await expect(page.getByText('No nuts, please')).toBeVisible()
  await expect(page.getByText('Second gate')).toBeVisible()

  await visit(page, '/admin/orders/new')
  await page.getByLabel('Mobile number').fill(mobile)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Order again' }).click()
  await expect(page.getByLabel('Address')).toHaveValue('12 Hill Road')
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Meera')
})

slotTest('on a phone, by keyboard alone, an order gets a slot', async ({ page }) => {
  await page.setViewportSize(phone)
  await signInAsAdmin(page)
  for (const isKnown of [false, true]) {
    await visit(page, '/admin/orders/new')
    await expect(page.getByLabel('Mobile number')).toBeFocused()
    await page.keyboard.type('9876501234')
    await page.keyboard.press('Enter')
    if (isKnown) {
      await expect(page.getByRole('button', { name: 'Order again' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByLabel('Address')).toBeFocused()
    } else {
      await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
      await page.keyboard.type('Meera')
      await tabTo(page, 'Add a cake')
      await page.keyboard.type('truffle')
      await page.keyboard.press('Enter')
      await expect(page.getByText('for the cakes, and delivery')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Place order', exact: true })).toBeVisible()
      await tabTo(page, 'Address')
      await page.keyboard.type('12 Church Street')
      await tabTo(page, 'Pincode')
      await page.keyboard.type('560001')
    }
    await expect(page.getByLabel('City')).toHaveValue('Bengaluru')
    await expect(page.getByRole('group', { name: 'Delivery time' })).toBeVisible()
    await seeNoBarrier(page, isKnown ? 'the usual cake again' : 'a caller’s first order')
    const times = page.getByRole('group', { name: 'Delivery time' })
    await tabOn(page, times.locator('input:enabled').first())
    await page.keyboard.press('Space')
    await tabTo(page, /^Place order, ₹/)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/admin\/orders\/\d+$/)
    await expect(page.getByText('Meera').first()).toBeVisible()
  }
})

bakeryTest(
  'a phone order is paid by its link on another phone',
  async ({ page, shop, someoneElse, trouble }) => {
    await page.setViewportSize(phone)
    await signInAsAdmin(page)
    await visit(page, '/admin/orders/new')
    await page.getByLabel('Mobile number').fill(`97${Date.now().toString().slice(-8)}`)
    await page.keyboard.press('Enter')
    await page.getByLabel('Name', { exact: true }).fill('Meera')
    await page.getByLabel('Email').fill('meera@example.in')
    await addCake(page, 'rasmalai')
    await page.getByRole('button', { name: 'Add a customised cake' }).click()
    await page.getByLabel('Flavour').last().fill('Mango')
    await page.getByLabel('Additional Details').fill('A blue elephant')
    await fillPlace(page, { address: '12 Hill Road', pincode: '400050' })
    await page.getByRole('button', { name: /^Earliest/ }).click()
    await page.getByText('By a link').click()
    await page.getByLabel('Gift message').fill('Happy Diwali')
    await page.getByLabel('Their mobile').fill('98')
    trouble.expect(422, '/orders/take')
    await page.getByRole('button', { name: /^Place order/ }).click()
    await expect(page.getByLabel('Their mobile')).toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel('For somebody else: their name').fill('Meena')
    await page.getByLabel('Their mobile').fill('98123 45678')
    await page.getByLabel('Their email').fill('meena@example.in')
    await page.getByLabel(/^It’s a surprise/).check()
    await seeNoBarrier(page, 'a customised cake in a new order')
    await page.getByRole('button', { name: /^Place order.* price to follow$/ }).click()
    await expect(page.getByRole('heading', { name: /^Order \d+ waits for ₹/ })).toBeVisible()
    await expect(page.getByRole('img', { name: 'QR code of the link that pays' })).toBeVisible()
    await seeNoBarrier(page, 'an order that waits for its payment')
    await seeNothingTooWide(page)

    // Whoever closes this page finds it again.
    const list = await page.context().newPage()
    await list.setViewportSize(phone)
    await visit(list, '/admin/orders')
    await list.getByRole('link', { name: 'Waits for payment' }).click()
    const waiting = list.getByRole('article').filter({ hasText: /Waits for ₹/ })
    await expect(waiting.getByRole('link', { name: /^WhatsApp/ })).toHaveAttribute('href', /pay%2F/)
    await seeNoBarrier(list, 'what waits for its payment')
    await seeNothingTooWide(list)

    const mail = await mailAbout(shop.outbox, 'meera@example.in', /pay ₹/)
    const other = await someoneElse()
    await other.setViewportSize(phone)
    await visit(other, /https?:\/\/[^/\s]+(\/pay\/\S+)/.exec(mail.text ?? '')?.[1] ?? '')
    await expect(heading(other, 'Pay for your order')).toBeVisible()
    await expect(other.getByText(/^1 × .*, 1 × Customized Cake, for /)).toBeVisible()
    await seeNoBarrier(other, 'an order to be paid by its link')
    await payWith(other, cards.succeeds)
    await expect(heading(other, 'Your order is placed')).toBeVisible()
    await list.reload()
    await expect(waiting).toBeHidden()
    await page.getByRole('button', { name: 'Check the payment' }).click()
    await expect(page).toHaveURL(/\/admin\/orders\/\d+$/)
    const gift = page.getByLabel('Gift and notes')
    await expect(gift).toContainText('Meena, 9812345678, meena@example.in')
    await expect(gift).toContainText('Surprise')
    await expect(page.getByText('Happy Diwali')).toBeVisible()
  },
)

async function addCake(page: Page, name: string) {
  await page.getByLabel('Add a cake').fill(name)
  await page.keyboard.press('Enter')
}

async function fillPlace(page: Page, { address, pincode }: { address: string; pincode: string }) {
  await page.getByLabel('Address').fill(address)
  await page.getByLabel('Pincode').fill(pincode)
}

/** Presses Tab until a field or button of this name has the focus. */
const tabTo = (page: Page, name: string | RegExp) =>
  tabOn(page, page.getByLabel(name).or(page.getByRole('button', { name })).first())

async function tabOn(page: Page, target: Locator) {
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(target).toBeFocused({ timeout: 50 })
  }).toPass({ intervals: [0], timeout: 15_000 })
}
