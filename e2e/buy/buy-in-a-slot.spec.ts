import type { Locator, Page } from '@playwright/test'
import { placeOrder, rasmalai } from '../support/admin-steps.ts'
import { seeNoBarrier, seeNothingTooWide, seeTouchable } from '../support/barriers.ts'
import {
  address,
  cards,
  chooseAndAdd,
  confirmOrder,
  dayAhead,
  goToCheckout,
  heading,
  ordersOf,
  payWith,
  seeOrderPlaced,
  signIn,
  toast,
  visit,
} from '../support/customer-steps.ts'
import { test } from '../support/sample-shop.ts'
import { expect } from '../support/shop-test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('pincode, slot and payment are six screens on a phone, and no date is typed', async ({
  page,
}) => {
  const asha = await signIn(page)
  const screens = countScreens(page)
  await visit(page, '/singleproduct/rasmalai-cake')
  await givePincode(page)
  await chooseAndAdd(page)
  await expect(page.getByRole('definition').filter({ hasText: '₹525' })).toBeVisible()
  await goToCheckout(page)
  await page.getByLabel('Address').fill(address.address)
  await page.getByLabel('City').fill('Bengaluru')
  await expect(page.getByLabel('Pincode')).toHaveValue('560034')
  await seeNothingChosen(page)
  await seeTodaysMidnightOver(page)
  await chooseByKeyboard(page)
  await expect(
    page.locator('input:is([type=date], [type=time], [type=datetime-local])'),
  ).toHaveCount(0)
  await seeNoBarrier(page, 'slots of the sample')
  await seeNothingTooWide(page)
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(heading(page, 'Confirm Order')).toBeVisible()
  await expect(page.getByText(/, 11 am to 1 pm$/)).toBeVisible()
  await confirmOrder(page)
  await payWith(page, cards.succeeds)
  await seeOrderPlaced(page)
  expect(await ordersOf(page, asha)).toMatchObject([{ paidByCard: 525, shipping: 50 }])
  expect(screens).toHaveLength(6)
})

test('a midnight order is moved to the morning, its surcharge comes back, and is paid again for midnight', async ({
  page,
}) => {
  await signIn(page)
  const where = { address: '12 Hill Road,560034,Bengaluru', time: `${dayAhead(3)}T23:00` }
  const { number } = await placeOrder(page, rasmalai, 3, { ...where, amount: 1199 })
  await visit(page, '/yourorder')
  const card = page.getByRole('article', { name: `Order ${number}` })
  const dialog = await openTimes(page, card)
  await dialog.getByRole('radio', { name: '9 to 11 am' }).check()
  await expect(dialog.getByText('₹199 will be refunded, the way you paid.')).toBeVisible()
  await dialog.getByLabel('Name on cake').fill('Leave at gate')
  await dialog.getByRole('button', { name: 'It is a note for the rider' }).click()
  await expect(dialog.getByLabel('Name on cake')).toHaveValue('')
  await expect(dialog.getByLabel('Note for the rider')).toHaveValue('Leave at gate')
  for (const [pincode, city] of [
    ['400050', 'Mumbai'],
    ['560034', 'Bengaluru'],
  ] as const) {
    await dialog.getByLabel('Pincode').fill(pincode)
    await expect(dialog.getByLabel('City')).toHaveValue(city)
  }
  await seeNoBarrier(page, 'another time for an order')
  await seeNothingTooWide(page)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, /^Your order is changed\. We’ve refunded ₹199\./)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(card).toContainText('9 to 11 am')

  await openTimes(page, card)
  const midnight = dialog.getByRole('radio', { name: '11 pm to midnight' })
  await midnight.check()
  await expect(dialog.getByText('This time costs ₹199 more.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, /^What is paid first waits for your payment of ₹199/)).toBeVisible()
  await expect(card).toContainText('9 to 11 am')
  await card.getByRole('link', { name: 'Pay ₹199 for the change' }).click()
  await expect(heading(page, 'Pay for your change')).toBeVisible()
  await payWith(page, cards.declined)
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await seeNoBarrier(page, 'paying for a change')
  await seeNothingTooWide(page)
  await payWith(page, cards.succeeds)
  await expect(heading(page, 'Your order is changed')).toBeVisible()
  await seeNoBarrier(page, 'a change that is paid')
  // The link that pays leads nowhere else.
  await visit(page, '/yourorder')
  await expect(page.getByText(/11 pm to midnight/).first()).toBeVisible()
})

test('what is typed about the delivery survives a reload, and a pincode that is not served is said', async ({
  page,
}) => {
  await signIn(page)
  await visit(page, '/singleproduct/rasmalai-cake')
  await chooseAndAdd(page)
  await goToCheckout(page)
  const next = page.getByRole('button', { name: 'Proceed to Payment' })
  await page.getByLabel('Address').fill('12 Hill Road')
  await page.getByLabel('Pincode').fill('900001')
  const unserved = page.getByText('We don’t deliver to 900001 yet.')
  await expect(unserved).toBeVisible()
  await page.getByLabel('City').fill('Port Blair')
  await next.click()
  await expect(page.getByLabel('Pincode')).toBeFocused()
  await seeNoBarrier(page, 'a pincode that is not served')

  await page.getByLabel('City').fill('')
  for (const [pincode, city] of [
    ['700001', 'Kolkata'],
    ['70', ''],
    ['560034', 'Bengaluru'],
  ] as const) {
    await page.getByLabel('Pincode').fill(pincode)
    await expect(page.getByLabel('City')).toHaveValue(city)
  }
  await expect(page.getByLabel('City')).toHaveValue('Bengaluru')
  await expect(page.getByText(/^We don’t deliver/)).toBeHidden()
  await expect(page.getByRole('group', { name: 'Delivery time' })).toBeVisible()
  await page.getByRole('radio', { name: 'For somebody else' }).check()
  await expect(page.getByLabel('Address')).toHaveValue('')
  await page.getByLabel('Their name').fill('Mee')
  await page.getByLabel('Gift message').fill('Happy birthday')
  await page.reload()
  await expect(page.getByLabel('Their name')).toHaveValue('Mee')
  await expect(page.getByLabel('Gift message')).toHaveValue('Happy birthday')
  await expect(page.getByLabel('City')).toHaveValue('Bengaluru')
  await page.getByLabel('Note for the rider').fill('Second gate')
  await page.goBack()
  await page.goForward()
  await expect(page.getByLabel('Note for the rider')).toHaveValue('Second gate')
})

test('another day keeps the time, or says that it does not have it', async ({ page }) => {
  await signIn(page)
  await visit(page, '/singleproduct/rasmalai-cake')
  await givePincode(page)
  await chooseAndAdd(page)
  await goToCheckout(page)
  const dayAfter = (days: number) =>
    page.getByRole('group', { name: 'Delivery day' }).getByRole('radio').nth(days)
  const midnight = page.getByRole('radio', { name: '11 pm to midnight' })
  const gone = page.getByText(/^11 pm to midnight is not available on this day\. Choose another/)
  await dayAfter(2).check()
  await midnight.check()
  await dayAfter(3).check()
  await expect(midnight).toBeChecked()
  await expect(gone).toBeHidden()

  // Today's midnight is always over.
  await dayAfter(0).check()
  await expect(gone).toBeVisible()
  await expect(gone).toContainText(/Until then it stays .+, 11 pm to midnight\.$/)
  await expect(midnight).not.toBeChecked()
  await seeNoBarrier(page, 'a day without the chosen time')
  await seeNothingTooWide(page)
  await dayAfter(3).check()
  await expect(midnight).toBeChecked()
  await expect(gone).toBeHidden()

  const moved = page.getByText(
    /, 11 pm to midnight can no longer be chosen\. Please choose another time\./,
  )
  await page.getByLabel('Pincode').fill('700001')
  await expect(moved).toBeVisible()
  await expect(midnight).toBeHidden()
  await page.getByLabel('Pincode').fill('560034')
  await expect(midnight).toBeChecked()
  await expect(moved).toBeHidden()
})

/** The dialog that changes an order, with its slots. */
async function openTimes(page: Page, card: Locator): Promise<Locator> {
  await card.getByRole('button', { name: /^Change order/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Choose another time' }).click()
  return dialog
}

/** The addresses that the page has had, one after another. */
function countScreens(page: Page): string[] {
  const screens: string[] = []
  page.on('framenavigated', (frame) => {
    const { pathname } = new URL(frame.url())
    if (frame === page.mainFrame() && screens.at(-1) !== pathname) screens.push(pathname)
  })
  return screens
}

async function givePincode(page: Page) {
  await page
    .getByRole('button', { name: /Enter your pincode/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Where shall we deliver?' })
  await dialog.getByLabel('Pincode').fill('५६० ०३४')
  await seeNoBarrier(page, 'before the pincode')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(
    page.getByRole('button', { name: /Deliver to 560034.*Earliest: / }).first(),
  ).toBeVisible()
}

test.describe('a sender abroad', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('sees India’s days with their dates, and that times are India’s', async ({ page }) => {
    await signIn(page)
    await visit(page, '/singleproduct/rasmalai-cake')
    await givePincode(page)
    await chooseAndAdd(page)
    await goToCheckout(page)
    await page.getByLabel('Address').fill(address.address)
    const dateOf = (day: string) => new RegExp(`\\b${Number(day.slice(-2))} [A-Z][a-z]{2}`)
    const day = page.getByRole('group', { name: 'Delivery day' })
    await expect(day.getByRole('radio', { name: /^Today/ })).toHaveAccessibleName(
      dateOf(dayAhead(0)),
    )
    await expect(page.getByRole('group', { name: 'Delivery time (India time)' })).toBeVisible()
    await day.getByRole('radio', { name: /^Tomorrow/ }).check()
    const again = page.waitForResponse(/\/delivery\/options/)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await again
    await expect(day.getByRole('radio', { name: /^Tomorrow/ })).toBeChecked()
    await page.getByRole('radio', { name: '11 am to 1 pm' }).check()
    await page.getByRole('button', { name: 'Proceed to Payment' }).click()
    await expect(heading(page, 'Confirm Order')).toBeVisible()
    await expect(page.getByText('(India time)')).toBeVisible()
    await expect(page.getByText(dateOf(dayAhead(1))).first()).toBeVisible()
  })
})

/** No time is chosen for them, and the button asks for it. */
async function seeNothingChosen(page: Page) {
  const times = page.getByRole('group', { name: 'Delivery time' })
  await expect(times.getByRole('radio').first()).toBeVisible()
  await expect(times.getByRole('radio', { checked: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(times.getByText('Choose a delivery time')).toBeVisible()
  await seeNoBarrier(page, 'no time is chosen')
}

/** It had to be ordered by 8 pm yesterday, whatever time it is. */
async function seeTodaysMidnightOver(page: Page) {
  await page.getByRole('radio', { name: /^Today/ }).check()
  const midnight = page.getByRole('radio', { name: '11 pm to midnight' })
  await expect(midnight).toBeDisabled()
  await expect(midnight).toHaveAccessibleDescription(
    /^Too late \(order by 8 pm on \w{3} \d+ \w{3}\)$/,
  )
}

async function chooseByKeyboard(page: Page) {
  await page.getByLabel('City').press('Tab')
  await page.keyboard.press('ArrowRight')
  const tomorrow = page.getByRole('radio', { name: 'Tomorrow' })
  await expect(tomorrow).toBeChecked()
  await expect(tomorrow).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Show later days' })).toBeFocused()
  await page.keyboard.press('Tab')
  const slot = page.getByRole('radio', { name: '11 am to 1 pm' })
  const times = page.getByRole('group', { name: 'Delivery time' }).getByRole('radio')
  // The time of the chosen slot, which depends on the hour, or the first.
  await expect
    .poll(() => times.evaluateAll((all) => all.some((time) => time === document.activeElement)))
    .toBe(true)
  for (let left = await times.count(); left > 0 && !(await slot.isChecked()); left -= 1) {
    await page.keyboard.press('ArrowDown')
  }
  await expect(slot).toBeChecked()
  await expect(slot).toBeFocused()
  await expect(slot).toHaveAccessibleDescription('₹50')
  await seeTouchable(page.locator('label').filter({ has: slot }))
}
