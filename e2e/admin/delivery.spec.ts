import type { Page } from '@playwright/test'
import { signInAsAdmin } from '../support/admin-steps.ts'
import { seeNoBarrier, seeNothingTooWide } from '../support/barriers.ts'
import {
  addCake,
  cards,
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
import { expect, ownShop, test as shopTest } from '../support/shop-test.ts'

/** A shop of its own: its zones would refuse the orders of other walks. */
const test = shopTest.extend({ shop: ownShop() })

const phone = { width: 390, height: 844 }

test('the owner sets a zone and a slot, sees its order and closes the day', async ({
  page,
  someoneElse,
  trouble,
}) => {
  trouble.expect(422, '/delivery/settings')
  await signInAsAdmin(page)
  await saveZoneAndSlot(page)

  const customers = await someoneElse()
  await customers.setViewportSize(phone)
  const asha = await signIn(customers)
  await addCake(customers, 'rasmalai-cake')
  await goToCheckout(customers)
  await chooseTomorrow(customers)
  await expect(customers.getByText(/6 to 8 pm$/)).toBeVisible()
  await seeNoBarrier(customers, 'confirm with a slot')
  await confirmOrder(customers)
  await expect(customers.getByLabel('Amount')).toHaveValue(/^Rs\.\s535$/)
  await payWith(customers, cards.succeeds)
  await seeOrderPlaced(customers)
  const orders = await ordersOf(customers, asha)
  expect(orders).toMatchObject([{ paidByCard: 535, shipping: 60 }])

  await closeTomorrow(page, orders[0]?.number)
  await seeInCalendar(page)
  await addCake(customers, 'rasmalai-cake')
  await goToCheckout(customers)
  await expect(customers.getByRole('radio', { name: 'Tomorrow Closed' })).toBeVisible()
  await customers.getByRole('radio', { name: 'Tomorrow Closed' }).check()
  await expect(customers.getByText('We are closed: Diwali.')).toBeVisible()
  await expect(customers.getByRole('radio', { name: '6 to 8 pm' })).toBeDisabled()
  await seeNoBarrier(customers, 'a closed day')

  await addPickupSlot(page)
  await pickUpByKeyboard(customers)
  expect(await ordersOf(customers, asha)).toMatchObject([{ paidByCard: 475, shipping: 0 }, {}])
})

async function saveZoneAndSlot(page: Page) {
  await visit(page, '/admin/delivery')
  await seeNoBarrier(page, 'delivery settings, empty')
  await page.getByRole('button', { name: 'Add a zone' }).click()
  await openRoom(page, 'Slots')
  await page.getByRole('button', { name: 'Add a slot' }).click()
  await seeNoBarrier(page, 'delivery settings, slots')
  await page.getByRole('button', { name: 'Save delivery settings' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await seeNoBarrier(page, 'delivery settings with errors')
  await page.getByLabel('Name').fill('Bengaluru')
  await page.getByLabel('Pincodes').fill('5600, 560103,')
  await page.getByLabel('Fee (₹)').fill('60')
  await page.getByRole('button', { name: 'Save delivery settings' }).click()
  await expect(toast(page, 'The delivery settings are saved.')).toBeVisible()
  await seeNothingTooWide(page)
}

/** What is typed in the others stays. */
async function openRoom(page: Page, name: string) {
  await page.getByRole('navigation', { name: 'Parts of the settings' }).getByText(name).click()
  await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
}

async function chooseTomorrow(page: Page) {
  await expect(page.getByText('Enter your pincode to see when we can deliver.')).toBeVisible()
  const summary = page.getByRole('complementary', { name: 'Order summary' })
  await expect(summary).toContainText('Choose a time')
  await page.getByLabel('Address').fill('12 Church Street')
  await page.getByLabel('City').fill('Bengaluru')
  await page.getByLabel('Pincode').fill('900001')
  await expect(page.getByText('We don’t deliver to 900001 yet.')).toBeVisible()
  await seeNoBarrier(page, 'a pincode that is not served')
  await page.getByLabel('Pincode').fill('560 034')
  await page.getByRole('radio', { name: 'Tomorrow' }).check()
  const slot = page.getByRole('radio', { name: '6 to 8 pm' })
  await slot.check()
  await expect(slot).toHaveAccessibleDescription('₹60')
  await expect(summary).toContainText(/Rs\.\s535/)
  await seeNoBarrier(page, 'slots')
  await seeNothingTooWide(page)
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(heading(page, 'Confirm Order')).toBeVisible()
}

async function addPickupSlot(page: Page) {
  await visit(page, '/admin/delivery')
  await expect(page.getByRole('listitem').filter({ hasText: '900001' })).toContainText(
    'Looked up once',
  )
  await openRoom(page, 'Slots')
  await copySlot(page)
  await page.getByRole('button', { name: 'Add a slot' }).click()
  await page.getByLabel('Kind').last().selectOption('Pickup')
  await page.getByRole('button', { name: 'Save delivery settings' }).click()
  await expect(toast(page, 'The delivery settings are saved.')).toBeVisible()
}

/** The copy is right after it, open and with the focus; on a phone it is taken out again. */
async function copySlot(page: Page) {
  const slots = page.getByRole('region', { name: 'Slots of a week' }).getByRole('row')
  await expect(slots).toHaveCount(2)
  await page.getByRole('button', { name: 'Copy 6 to 8 pm' }).click()
  await expect(page.getByRole('group', { name: '8 to 10 pm' })).toBeFocused()
  await expect(slots.nth(2)).toContainText(/8 to 10 pm\s*Every day/)
  await seeNoBarrier(page, 'slots with a copy')
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await seeNothingTooWide(page)
  await page.getByRole('button', { name: 'Remove 8 to 10 pm' }).click()
  await expect(slots).toHaveCount(2)
  if (size) await page.setViewportSize(size)
}

/** Without an address: the pages say the shop's. */
async function pickUpByKeyboard(page: Page) {
  await visit(page, '/shipping')
  const ways = page.getByRole('group', { name: 'Delivery or pickup?' })
  await ways.getByRole('radio', { name: 'Delivery' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(ways.getByRole('radio', { name: 'Pickup' })).toBeChecked()
  await expect(page.getByLabel('Pincode')).toBeHidden()
  await expect(page.getByText('12 Church Street, Bengaluru 560001').first()).toBeVisible()
  const slot = page.getByRole('radio', { name: '6 to 8 pm' })
  await expect(slot).toHaveAccessibleDescription('Free')
  await slot.check()
  await seeNoBarrier(page, 'pickup slots')
  await seeNothingTooWide(page)
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(page.getByRole('region', { name: 'Pickup' })).toContainText('12 Church Street')
  await seeNoBarrier(page, 'confirm with pickup')
  await confirmOrder(page)
  await expect(page.getByLabel('Pick up at')).toHaveValue('12 Church Street, Bengaluru 560001')
  await payWith(page, cards.succeeds)
  await seeOrderPlaced(page)
  await expect(page.getByText(/for pickup on .+, 6 to 8 pm/)).toBeVisible()
}

async function closeTomorrow(page: Page, order = 0) {
  await openRoom(page, 'Days')
  await page.getByLabel('Day', { exact: true }).fill(dayAhead(1))
  await page.getByRole('button', { name: 'Show the day' }).click()
  const limits = page.getByRole('region', { name: 'Limits of this day' })
  await expect(limits.getByText('1 order', { exact: true })).toBeVisible()
  await limits.getByLabel('Places, 6 to 8 pm').fill('0')
  await expect(limits.getByText('1 of 0 orders, over by 1')).toBeVisible()
  await limits.getByRole('button', { name: 'Add one more place to 6 to 8 pm' }).click()
  await expect(limits.getByText('1 of 2 orders')).toBeVisible()
  await limits.getByRole('button', { name: 'Save the limits' }).click()
  await expect(toast(page, 'The day is saved.')).toBeVisible()
  await seeNoBarrier(page, 'a day of delivery')
  await seeNothingTooWide(page)

  await page.getByLabel('Reason', { exact: true }).fill('Diwali')
  await page.getByLabel('Reason', { exact: true }).press('Enter')
  const question = page.getByRole('dialog', { name: /^Close .+\?$/ })
  await expect(question).toContainText('Nothing is cancelled.')
  await expect(question.getByRole('link', { name: `Order ${order}` })).toBeVisible()
  await expect(question).toContainText('6 to 8 pm')
  await expect(question).toContainText('1 cake, ₹475')
  await seeNoBarrier(page, 'closing a day')
  await question.getByRole('button', { name: 'Close the day' }).click()
  await expect(toast(page, 'The day is closed.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo: The day is closed.' }).click()
  await expect(page.getByRole('button', { name: 'Open the day again' })).toBeHidden()
  await expect(page.getByLabel('Reason', { exact: true })).toHaveValue('')
  await page.getByLabel('Reason', { exact: true }).fill('Diwali')
  await page.getByRole('button', { name: 'Close the day' }).click()
  await question.getByRole('button', { name: 'Close the day' }).click()
  await expect(page.getByRole('button', { name: 'Open the day again' })).toBeVisible()
}

/** The first day, where weeks stand in columns. */
async function seeBelowWeekday(page: Page, day: string) {
  if ((page.viewportSize()?.width ?? 0) < 768) return
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' })
  const name = page.getByText(weekday.format(new Date(day)), { exact: true }).first()
  const first = page
    .getByRole('list', { name: /^Load in/ })
    .getByRole('listitem')
    .first()
  const left = async (what: typeof name) => Math.round((await what.boundingBox())?.x ?? -1)
  expect(await left(first)).toBe(await left(name))
}

async function seeInCalendar(page: Page) {
  await page.getByRole('link', { name: 'Calendar' }).click()
  await expect(heading(page, 'Delivery calendar')).toBeVisible()
  // It begins today.
  await expect(page.getByRole('link', { name: /kitchen on/ }).first()).toHaveAttribute(
    'href',
    `/admin/kitchen?day=${dayAhead(0)}`,
  )
  await seeBelowWeekday(page, dayAhead(0))
  const cell = page.getByRole('listitem').filter({ hasText: 'Closed: Diwali' })
  await expect(cell).toContainText('1 order')
  await expect(cell).toContainText('Places 50%')
  const kitchen = cell.getByRole('link', { name: 'kitchen' })
  await expect(kitchen).toHaveAttribute('href', `/admin/kitchen?day=${dayAhead(1)}`)
  await seeNoBarrier(page, 'the calendar')
  await seeNothingTooWide(page)
}
