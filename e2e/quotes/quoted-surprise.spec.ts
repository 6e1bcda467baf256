import type { Locator, Page } from '@playwright/test'
import { runPath, signInAsAdmin } from '../support/admin-steps.ts'
import { seeNoBarrier, seeNothingTooWide } from '../support/barriers.ts'
import { amount, itemButton, priceMail, quoteLink, wishFor } from '../support/custom-cake-steps.ts'
import {
  cards,
  confirmOrder,
  dayAhead,
  goToCheckout,
  heading,
  newCustomer,
  ordersOf,
  payWith,
  sayWhereAndWhen,
  seeOrderPlaced,
  signIn,
  visit,
} from '../support/customer-steps.ts'
import { mailAbout } from '../support/outbox.ts'
import { expect, test } from '../support/shop-test.ts'

const viewport = { width: 390, height: 844 }
test.use({ viewport, hasTouch: true, isMobile: true })

/** No other walk orders for this day. */
const daysAhead = 48
const meera = newCustomer().email
/** What may not reach whom it is for, nor its rider. */
const prices = /₹|Rs\.?\s|5,0[05]0/

test('a customised surprise is paid from the mail: its rider collects nothing, its recipient reads no price', async ({
  page: sender,
  shop,
  someoneElse,
}) => {
  const [baker, rider, recipient] = [await someoneElse(), await someoneElse(), await someoneElse()]
  for (const phone of [baker, rider, recipient]) await phone.setViewportSize(viewport)
  const asha = await signIn(sender)
  await orderSurprise(sender)
  const [order] = await ordersOf(sender, asha)
  if (!order) throw new Error('The order is not there.')

  await signInAsAdmin(baker)
  await visit(baker, '/admin')
  await itemButton(baker, 'Accept', order).click()
  const dialog = baker.getByRole('dialog', { name: /^Accept/ })
  await dialog.getByLabel('Price in rupees').fill('5000')
  await dialog.getByRole('button', { name: 'Send the price' }).click()

  const mail = await priceMail(shop.outbox, asha.email, order)
  expect(mail.text).toContain('pay ₹5,050 online')
  await visit(sender, quoteLink(mail))
  await expect(amount(sender, 'Due in cash on delivery')).toHaveText('₹0')
  await sender.getByRole('link', { name: 'Accept and pay ₹5,050' }).click()
  await payWith(sender, cards.succeeds)
  await expect(heading(sender, 'You accepted this quote')).toBeFocused()
  await seeNoBarrier(sender, 'a surprise that is paid from the mail')

  await visit(baker, `/admin/orders/${order.number}`)
  await itemButton(baker, 'Mark as ready', order).click()
  await expect(baker.getByText('Status: Ready')).toBeVisible()
  await rider.goto(await makeRun(baker))
  rider.on('dialog', (question) => void question.accept())
  const door = rider.getByRole('article').filter({ hasText: `Order ${order.number}` })
  await seeNothingToCollect(rider, door, 'the rider’s page of a paid surprise')
  await door.getByRole('button', { name: 'Out for delivery' }).click()

  const told = await mailAbout(shop.outbox, meera, /^Something sweet is out for delivery$/)
  expect(told.text).not.toMatch(prices)
  await recipient.goto(/http\S+\/track\/[^\s\]]+/.exec(told.text ?? '')?.[0] ?? '')
  await expect(heading(recipient, 'Something sweet is out for delivery')).toBeVisible()
  const code = await recipient.getByText(/Give this code to the rider/).textContent()

  await door.getByText(/^Delivered order/).click()
  await seeNothingToCollect(rider, door, 'the door of a paid surprise')
  await door.getByLabel('4-digit delivery code').fill(code?.match(/\d{4}/)?.[0] ?? '')
  await door.getByRole('button', { name: 'Mark delivered' }).click()
  await expect(heading(recipient, 'Something sweet is delivered')).toBeVisible()
  await expect(recipient.getByRole('main')).not.toContainText(prices)

  await visit(sender, '/yourorder')
  await expect(amount(sender, 'Paid online')).toHaveText('Rs. 5,050')
  await expect(amount(sender, 'Due in cash')).toHaveCount(0)
})

async function orderSurprise(page: Page) {
  await visit(page, '/customizecake')
  await wishFor(page, { flavour: 'Mango', weight: '2', details: 'A blue elephant' })
  await page.getByRole('button', { name: 'Add To Cart' }).click()
  await goToCheckout(page)
  await page.getByRole('radio', { name: 'For somebody else' }).check()
  await page.getByLabel('Their name').fill('Meera Rao')
  await page.getByLabel('Their mobile').fill('+91 98123 45678')
  await page.getByLabel('Their email').fill(meera)
  await page.getByRole('checkbox', { name: /^It’s a surprise/ }).check()
  await sayWhereAndWhen(page, daysAhead)
  await confirmOrder(page)
  await page.getByRole('button', { name: 'Place order' }).click()
  await seeOrderPlaced(page)
}

/** A run of this order alone. @returns the path of its link */
async function makeRun(page: Page): Promise<string> {
  await visit(page, `/admin/runs?day=${dayAhead(daysAhead)}`)
  await page.getByLabel('Rider’s name').fill('Kiran')
  await page.getByLabel('Rider’s mobile').fill('9876500000')
  await page.getByRole('button', { name: 'Make a run of 1 order' }).click()
  return runPath(page.getByRole('region', { name: 'Kiran' }))
}

/** Neither a sum nor a QR code. */
async function seeNothingToCollect(rider: Page, door: Locator, state: string) {
  await expect(door).toBeVisible()
  for (const what of [prices, 'Collect']) {
    await expect(door.getByText(what).filter({ visible: true })).toHaveCount(0)
  }
  await expect(door.getByLabel('Amount collected (₹)')).toBeHidden()
  await expect(door.getByRole('img')).toHaveCount(0)
  await seeNoBarrier(rider, state)
  await seeNothingTooWide(rider)
}
