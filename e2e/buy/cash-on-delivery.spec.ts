import type { Page } from '@playwright/test'
import { runPath, signInAsAdmin } from '../support/admin-steps.ts'
import { seeNoBarrier, seeNothingTooWide, seeTouchable } from '../support/barriers.ts'
import {
  addCake,
  address,
  confirmOrder,
  dayAhead,
  goToCheckout,
  ordersOf,
  payButton,
  seeOrderPlaced,
  signIn,
  toast,
  visit,
} from '../support/customer-steps.ts'
import { test } from '../support/sample-shop.ts'
import { confirmEmail } from '../support/second-factor-steps.ts'
import { expect } from '../support/shop-test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('cash up to ₹1,000 is switched on, chosen on a phone, refused above it, and waived while it is taken at the door', async ({
  page,
  someoneElse,
  shop,
}) => {
  const owner = await someoneElse()
  await owner.setViewportSize({ width: 1280, height: 800 })
  await signInAsAdmin(owner)
  await visit(owner, '/admin/delivery')
  await owner.getByRole('link', { name: 'Cash', exact: true }).click()
  await owner.getByRole('checkbox', { name: 'Bengaluru', exact: true }).check()
  await owner.getByLabel('Cash on delivery up to (₹)').fill('1000')
  await owner.getByRole('button', { name: 'Save delivery settings' }).click()
  await expect(owner.getByText('The delivery settings are saved.')).toBeVisible()
  await seeNoBarrier(owner, 'cash in the delivery settings')

  const asha = await signIn(page)
  await goToPaymentFor(page, 1)
  await expect(page.getByText(/^Cash on delivery needs an email/)).toBeVisible()
  await visit(page, '/account')
  await confirmEmail(page, asha, shop.outbox)
  await visit(page, '/order')
  const cash = page.getByRole('radio', { name: 'Cash on delivery' })
  await expect(page.getByRole('radio', { name: 'Pay online' })).toBeChecked()
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
  const [order] = await ordersOf(page, asha)
  expect(order).toMatchObject({ paidByCard: 0, dueInCash: 525 })

  await goToPaymentFor(page, 3)
  await expect(page.getByText('Cash on delivery is for orders up to ₹1,000.')).toBeVisible()
  await expect(cash).toHaveCount(0)
  await expect(payButton(page)).toBeVisible()
  await seeNoBarrier(page, 'no cash for this order')

  await waiveAtTheDoor(owner, await someoneElse(), order?.number)
})

/** A rider whose form is open reads that nothing is due any more. */
async function waiveAtTheDoor(owner: Page, rider: Page, order: number | undefined) {
  await visit(owner, `/admin/orders/${order}`)
  await owner.getByRole('button', { name: 'Mark as ready' }).click()
  await expect(toast(owner, /is ready/i)).toBeVisible()
  await visit(owner, `/admin/runs?day=${dayAhead(1)}`)
  await owner.getByLabel('Rider’s name').fill('Manoj')
  await owner.getByLabel('Rider’s mobile').fill('9876500000')
  await owner.getByRole('button', { name: 'Make a run of 1 order' }).click()
  await rider.goto(await runPath(owner.getByRole('region', { name: 'Manoj' })))
  rider.once('dialog', (question) => {
    expect(question.message()).toContain('Leave today?')
    void question.accept()
  })
  await rider.getByRole('button', { name: 'Out for delivery' }).click()
  await rider.getByText(/^Delivered order/).click()
  const amount = rider.getByLabel('Amount collected (₹)')
  await expect(amount).toHaveValue('525')
  // Other walks leave money due in the same shop.
  const due = owner.getByRole('listitem').filter({ hasText: `Order ${order}, ` })
  await due.getByRole('button', { name: 'Waive' }).click()
  await owner.getByRole('dialog').getByLabel('Reason').fill('Our fault')
  await seeNoBarrier(owner, 'waiving what is due')
  await owner.getByRole('dialog').getByRole('button', { name: 'Waive' }).click()
  await expect(rider.getByText('Nothing is due any more.')).toBeVisible()
  await expect(amount).toBeHidden()
  await seeNoBarrier(rider, 'a door at which less is due')
}

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
