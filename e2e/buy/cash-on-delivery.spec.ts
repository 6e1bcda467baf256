import type { Page } from '@playwright/test'
import { signInAsAdmin } from '../support/admin-steps.ts'
import { seeNoBarrier, seeNothingTooWide, seeTouchable } from '../support/barriers.ts'
import {
  addCake,
  address,
  confirmOrder,
  goToCheckout,
  ordersOf,
  payButton,
  seeOrderPlaced,
  signIn,
  visit,
} from '../support/customer-steps.ts'
import { test } from '../support/sample-shop.ts'
import { expect } from '../support/shop-test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('cash up to ₹1,000 is switched on, chosen on a phone, and refused above it', async ({
  page,
  someoneElse,
}) => {
  const owner = await someoneElse()
  await owner.setViewportSize({ width: 1280, height: 800 })
  await signInAsAdmin(owner)
  await visit(owner, '/admin/delivery')
  const city = owner.getByRole('group', { name: 'Bengaluru', exact: true })
  await city.getByLabel('Ready-made cakes can be paid in cash here').check()
  await owner.getByLabel('Cash on delivery up to (₹)').fill('1000')
  await owner.getByRole('button', { name: 'Save delivery settings' }).click()
  await expect(owner.getByText('The delivery settings are saved.')).toBeVisible()
  await seeNoBarrier(owner, 'cash in the delivery settings')

  const asha = await signIn(page)
  await goToPaymentFor(page, 1)
  const cash = page.getByRole('radio', { name: 'Cash on delivery' })
  await expect(page.getByRole('radio', { name: 'Pay by card or UPI' })).toBeChecked()
  await expect(payButton(page)).toBeVisible()
  await cash.check()
  await expect(
    page.getByText(/^You pay Rs\.\s525 in cash or by UPI when the cake comes\.$/),
  ).toBeVisible()
  await seeTouchable(page.locator('label').filter({ has: cash }))
  await seeNoBarrier(page, 'cash on delivery')
  await seeNothingTooWide(page)
  await page.getByRole('button', { name: 'Place order' }).click()
  await seeOrderPlaced(page)
  expect(await ordersOf(page, asha)).toMatchObject([{ paidByCard: 0, dueInCash: 525 }])

  await goToPaymentFor(page, 3)
  await expect(page.getByText('Cash on delivery is for orders up to ₹1,000.')).toBeVisible()
  await expect(cash).toHaveCount(0)
  await expect(payButton(page)).toBeVisible()
  await seeNoBarrier(page, 'no cash for this order')
})

async function goToPaymentFor(page: Page, pieces: number) {
  await addCake(page, 'rasmalai-cake', { pieces })
  await goToCheckout(page)
  await page.getByLabel('Address').fill(address.address)
  await page.getByLabel('Pincode').fill('560034')
  await page.getByLabel('City').fill('Bengaluru')
  await page.getByRole('radio', { name: 'Tomorrow' }).check()
  await page.getByRole('radio', { name: '11 am to 1 pm' }).check()
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await confirmOrder(page)
}
