import type { Locator, Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { runPath, signInAsAdmin } from '../support/admin-steps.ts'
import { seeNoBarrier, seeNothingTooWide } from '../support/barriers.ts'
import {
  addCake,
  address,
  cards,
  confirmOrder,
  dayAhead,
  giveCard,
  heading,
  newCustomer,
  payButton,
  seeOrderPlaced,
  toast,
  visit,
} from '../support/customer-steps.ts'
import { mailAbout } from '../support/outbox.ts'
import { photo } from '../support/pictures.ts'
import { test } from '../support/sample-shop.ts'
import { changeWhileClosed } from '../support/shop-database.ts'
import type { ShopServer } from '../support/shop-server.ts'
import { expect } from '../support/shop-test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
test.setTimeout(240_000)

const guest = newCustomer()
/** In the note of the rider, on the card and on the cake: each reaches one reader. */
const texts = { rider: 'The blue gate', card: 'Happy birthday, Meera!', cake: 'Meera' }

test('a guest’s surprise goes from the checkout to the door, and what it was late comes back', async ({
  page: sender,
  shop,
  someoneElse,
}) => {
  const [recipient, baker, rider] = [await someoneElse(), await someoneElse(), await someoneElse()]
  for (const phone of [recipient, baker, rider]) {
    await phone.setViewportSize({ width: 390, height: 844 })
  }

  await orderAsGuest(sender)
  const { text = '' } = await mailAbout(shop.outbox, guest.email, /is placed$/)
  const number = Number(/order (\d+)/i.exec(text)?.[1])
  await follow(sender, /http\S+\/track\/[^\s\]]+/.exec(text)?.[0])
  await expect(heading(sender, 'Your order is placed')).toBeVisible()
  const theirs = sender.getByRole('link', { name: 'See what they see' })
  await follow(recipient, await theirs.getAttribute('href'))
  await expect(heading(recipient, 'Something sweet is coming')).toBeVisible()

  await bake(baker, number)
  await expect(sender.getByRole('img', { name: 'The order, before it leaves' })).toBeVisible()
  await expect(heading(recipient, 'Something sweet is ready')).toBeVisible()
  await seeNoBarrier(sender, 'the sender’s page of a ready gift')

  await rider.goto(await makeRun(baker, number))
  rider.on('dialog', (question) => void question.accept())
  const door = rider.getByRole('article').filter({ hasText: `Order ${number}` })
  await expect(door.getByRole('link', { name: /^Call/ })).toHaveCount(0)
  await press(rider, door.getByRole('button', { name: 'Out for delivery' }))
  await expect(heading(sender, 'Your order is out for delivery')).toBeVisible()
  await expect(heading(recipient, 'Something sweet is out for delivery')).toBeVisible()
  await expect(door.getByRole('link', { name: /^Call/ })).toHaveAttribute('href', /9812345678$/)

  await deliverWithoutLine(rider, door, await codeOn(recipient))
  await expect(heading(recipient, 'Something sweet is out for delivery')).toBeVisible()
  await rider.context().setOffline(false)
  await expect(heading(recipient, 'Something sweet is delivered')).toBeVisible()
  await expect(heading(sender, 'Your order is delivered')).toBeVisible()
  await expect(door).not.toContainText('not sent yet')
  for (const page of [sender, recipient]) {
    await expect(page.getByText('Handed to: Meera Rao')).toBeVisible()
  }
  await seeNoBarrier(sender, 'the sender’s page of a delivered gift')
  await seeNoBarrier(recipient, 'the recipient’s page of a delivered gift')
  await seeNoSecret(recipient)

  for (const phone of [sender, recipient, baker, rider]) await phone.goto('about:blank')
  await makeLate(shop, number)
  const late = await mailAbout(shop.outbox, guest.email, /was late$/)
  expect(late.text?.replace(/\s+/g, ' ')).toContain('arrived 45 minutes after the end of its slot')
  expect(late.text?.replace(/\s+/g, ' ')).toContain('we’ve refunded ₹50')
  await visit(sender, '/yourorder')
  const order = sender.getByRole('article', { name: `Order ${number}` })
  await expect(order).toContainText('Refunded')
  await expect(order.getByRole('link', { name: /Credit note/ })).toBeVisible()
  await seeNoBarrier(sender, 'an order with a refund')
  await visit(baker, `/admin/orders/${number}`)
  await expect(baker.getByText('Delivered 45 minutes late').first()).toBeVisible()
})

/** From the cake to the paid order, as somebody without an account and for somebody else. */
async function orderAsGuest(page: Page) {
  await addCake(page, 'rasmalai-cake', { nameOnCake: texts.cake })
  await page.getByRole('button', { name: 'Proceed to checkout' }).click()
  const form = page.getByRole('region', { name: 'Order as guest' })
  await form.getByLabel('Name').focus()
  for (const typed of [guest.name, guest.email, guest.mobileno]) {
    await page.keyboard.type(typed)
    await page.keyboard.press('Tab')
  }
  await press(page, form.getByRole('button', { name: 'Continue as guest' }))

  await expect(heading(page, 'Shipping Details')).toBeVisible()
  await page.getByRole('radio', { name: 'For somebody else' }).check()
  await page.getByLabel('Their name').fill('Meera Rao')
  await page.getByLabel('Their mobile').fill('+91 98123 45678')
  await page.getByRole('checkbox', { name: /^It’s a surprise/ }).check()
  await page.getByLabel('Address').fill(address.address)
  await page.getByLabel('Pincode').fill('560034')
  await page.getByLabel('City').fill('Bengaluru')
  await page.getByRole('radio', { name: 'Tomorrow' }).check()
  await page.getByRole('radio', { name: '11 am to 1 pm' }).check()
  await page.getByLabel('Gift message').fill(texts.card)
  await page.getByLabel('From').fill('Asha')
  await page.getByLabel('Note for the rider').fill(texts.rider)
  await seeNoBarrier(page, 'a guest’s gift in a slot')
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(heading(page, 'Confirm Order')).toBeVisible()
  await confirmOrder(page)
  await page.getByLabel('Cardholder').fill(guest.name)
  await giveCard(page, cards.succeeds)
  await payButton(page).click()
  await seeOrderPlaced(page)
}

/** Opens a tracking page, and waits until it hears of what happens. */
async function follow(page: Page, link: string | null | undefined) {
  const live = page.waitForResponse(/\/orders\/liveOrder/)
  await page.goto(link ?? '')
  await live
}

/** On the baker's phone: the oven, the cake, its photo. */
async function bake(page: Page, number: number) {
  await signInAsAdmin(page)
  await visit(page, `/admin/orders/${number}`)
  await page.getByRole('button', { name: 'Start baking' }).click()
  await expect(toast(page, `Order ${number} is being baked.`)).toBeVisible()
  await page.getByRole('button', { name: 'Mark as ready' }).click()
  await expect(page.getByRole('button', { name: 'Out for delivery' })).toBeVisible()
  await page.getByLabel('Take a photo').setInputFiles(await photo('orange'))
  await expect(page.getByRole('img', { name: 'The order, before it leaves' })).toBeVisible()
  await seeNoBarrier(page, 'a gift that is ready to leave')
  await seeNothingTooWide(page)
}

/** On the baker's phone: a run of this order. @returns the path of its link */
async function makeRun(page: Page, number: number): Promise<string> {
  await visit(page, `/admin/runs?day=${dayAhead(1)}`)
  await page.getByLabel('Rider’s name').fill('Kiran')
  await page.getByLabel('Rider’s mobile').fill('9876500000')
  await page.getByRole('button', { name: 'Make a run of 1 order' }).click()
  const run = page.getByRole('region', { name: 'Kiran' })
  await expect(run).toContainText(`Order ${number}`)
  await seeNoBarrier(page, 'the run of a gift')
  await seeNothingTooWide(page)
  return runPath(run)
}

/** By keyboard. */
async function press(page: Page, target: Locator) {
  await target.focus()
  await page.keyboard.press('Enter')
}

/** On the rider's phone, by keyboard and without a line: the code, and what is kept until there is one. */
async function deliverWithoutLine(page: Page, door: Locator, code: string) {
  await page.context().setOffline(true)
  await press(page, door.getByText(/^Delivered order/))
  await page.keyboard.press('Tab')
  await expect(door.getByRole('radio', { name: 'The recipient' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(door.getByLabel('4-digit delivery code')).toBeFocused()
  await page.keyboard.type(code)
  await seeNoBarrier(page, 'the rider’s page at the door of a gift')
  await page.keyboard.press('Enter')
  await expect(door).toContainText('Delivered, not sent yet')
}

/** Has the slot end 45 minutes before the order arrived, and the job begin that otherwise begins every five minutes. */
function makeLate(shop: ShopServer, number: number) {
  return changeWhileClosed(shop, async (db) => {
    await db.execute(sql`
      update orders set slot_starts_at = arrived_at - interval '165 minutes', slot_ends_at = arrived_at - interval '45 minutes'
      where number = ${number}`)
    await db.execute(sql`insert into pgboss.job (name, data) values ('refund-late', '{}')`)
  })
}

/** The code that the rider asks for, as the recipient reads it. */
async function codeOn(page: Page): Promise<string> {
  const codeText = await page.getByText(/Give this code to the rider/).textContent()
  return codeText?.match(/\d{4}/)?.[0] ?? ''
}

/** Whom a gift is for reads neither price nor message, cake or sender. */
async function seeNoSecret(page: Page) {
  const main = page.getByRole('main')
  await expect(main).toContainText(texts.rider)
  await expect(main).not.toContainText(/₹|Rs|Rasmalai|Happy birthday/)
  await expect(main).not.toContainText(guest.mobileno)
}
