import type { Locator, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { orders } from '#shop/orders/orders.tables.server.ts'
import {
  admin,
  placeOrder,
  rasmalai,
  seeInvoiceSaved,
  signInAsAdmin,
} from '../support/admin-steps.ts'
import { seeOnInvoice } from '../support/custom-cake-steps.ts'
import { dayAhead, heading, signIn, toast, visit } from '../support/customer-steps.ts'
import { mailsTo } from '../support/outbox.ts'
import { changeWhileClosed } from '../support/shop-database.ts'
import { expect, test } from '../support/shop-test.ts'

async function openPanel(page: Page) {
  await signInAsAdmin(page)
  await visit(page, '/admin')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
}

function waiting(page: Page, number: number) {
  return page.getByRole('article', { name: `Order ${number}` })
}

function confirmButton(page: Page, number: number) {
  return waiting(page, number).getByRole('button', { name: /^Confirm/ })
}

/** What stands under a name. */
function fact(within: Locator, name: string) {
  return within
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::dd')
}

test('an order turns up in the open panel, is confirmed, and the customer sees Prepared', {
  tag: '@essential',
}, async ({ page, someoneElse }) => {
  await openPanel(page)
  const asha = await someoneElse()
  await signIn(asha)
  const { number } = await placeOrder(asha, { ...rasmalai, amount: 2 })

  const order = waiting(page, number)
  await expect(order).toBeVisible({ timeout: 2000 })
  for (const text of ['Asha Rao', '9876543210', '12 Hill Road', 'Rasmalai Cake', '1 kg', '1,900']) {
    await expect(order).toContainText(text)
  }
  await expect(order.getByRole('link', { name: 'View cake' })).toHaveAttribute(
    'href',
    '/singleproduct/rasmalai-cake',
  )

  await confirmButton(page, number).click()
  await expect(toast(page, `Rasmalai Cake of order ${number} is ready.`)).toBeVisible()
  await expect(order.getByText('Ready', { exact: true }).first()).toBeVisible()
  await visit(asha, '/yourorder')
  await expect(asha.getByRole('article')).toContainText('Prepared')
  await visit(page, '/admin')
  await expect(order).toBeHidden()
})

test('two quick presses on Confirm prepare one item, Undo brings it back and no mail goes out', {
  tag: '@essential',
}, async ({ page, shop, someoneElse }) => {
  const asha = await someoneElse()
  const { email } = await signIn(asha)
  await placeOrder(asha, rasmalai)
  const { number } = await placeOrder(asha, [rasmalai, { ...rasmalai, flavour: 'Saffron' }])
  await openPanel(page)
  const order = waiting(page, number)
  const [first, second] = [order.getByRole('listitem').first(), order.getByRole('listitem').last()]
  const confirm = confirmButton(page, number).first()
  await expect(confirm).toBeEnabled()
  // The pointer stays where it is: what it is over may change.
  await confirm.hover()
  async function press() {
    await page.mouse.down()
    await page.mouse.up()
  }

  await press()
  await expect(first.getByText('Ready', { exact: true })).toBeVisible()
  await press()
  // By then the list has been read again.
  const { number: newer } = await placeOrder(asha, rasmalai)
  await expect(waiting(page, newer)).toBeVisible()
  await press()
  await expect(first.getByText('Ready', { exact: true })).toBeVisible()
  await expect(second.getByRole('button', { name: /^Confirm/ })).toBeVisible()

  await first.getByRole('button', { name: /^Undo/ }).click()
  await expect(toast(page, 'is no longer marked as ready')).toBeVisible()
  await expect(confirmButton(page, number)).toHaveCount(2)
  await visit(asha, '/yourorder')
  const seen = asha.getByRole('article', { name: `Order ${number}` })
  await expect(seen.getByRole('button', { name: 'Cancel Order' })).toBeVisible()
  await expect(seen.getByText('Status: processing')).toHaveCount(2)

  await confirmButton(page, newer).focus()
  await page.keyboard.press('Enter')
  await expect(waiting(page, newer).getByText('Ready', { exact: true }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(confirmButton(page, newer)).toBeVisible()
  const about = (await mailsTo(shop.outbox, email)).filter((text) => text.includes('is ready and'))
  expect(about).toEqual([])
})

test('orders stand newest first, or first due first, as this browser was last asked', async ({
  page,
  someoneElse,
}) => {
  const asha = await someoneElse()
  await signIn(asha)
  const { number: later } = await placeOrder(asha, rasmalai, 4)
  const { number: latest } = await placeOrder(asha, rasmalai, 5)
  const { number: sooner } = await placeOrder(asha, rasmalai, 3)
  await openPanel(page)
  const titles = page.getByRole('article').getByRole('heading')
  const inOrder = async (numbers: number[]) => {
    const wanted = numbers.map((number) => `Order ${number}`)
    const shown = async () => (await titles.allTextContents()).filter((one) => wanted.includes(one))
    await expect.poll(shown).toEqual(wanted)
  }
  await inOrder([sooner, latest, later])
  await page.getByRole('link', { name: 'First due first' }).click()
  await inOrder([sooner, later, latest])
  await visit(page, '/admin')
  await inOrder([sooner, later, latest])
  await page.getByRole('link', { name: 'Newest first' }).click()
  await inOrder([sooner, latest, later])
})

test('saved filters lead to what is to answer, to bake and ready, each row with its moves', async ({
  page,
  someoneElse,
}) => {
  const asha = await someoneElse()
  await signIn(asha)
  const { number } = await placeOrder(asha, rasmalai)
  await signInAsAdmin(page)
  await visit(page, '/admin/orders')
  const filters = page.getByRole('navigation', { name: 'Saved filters' }).getByRole('link')
  await expect(filters).toHaveText([
    'To answer',
    'To bake',
    'Ready',
    'Out',
    'Waits for payment',
    'All',
  ])
  await filters.filter({ hasText: 'To answer' }).click()
  await expect(filters.filter({ hasText: 'To answer' })).toHaveAttribute('aria-current', 'page')
  await confirmButton(page, number).click()
  await expect(waiting(page, number).getByText('Ready', { exact: true }).first()).toBeVisible()
  await filters.filter({ hasText: 'To bake' }).click()
  await expect(page).toHaveURL('/admin/orders?todo=bake')
  await expect(waiting(page, number)).toBeHidden()
  await filters.filter({ hasText: 'Ready' }).click()
  await waiting(page, number)
    .getByRole('button', { name: /^Out for delivery/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Out for delivery' }).click()
  await expect(waiting(page, number)).toBeHidden()
  await filters.filter({ hasText: /^Out$/ }).click()
  await expect(waiting(page, number)).toContainText('Out for delivery')
})

test('on the page of an order an item is marked as ready, and that is undone', async ({
  page,
  someoneElse,
}) => {
  const asha = await someoneElse()
  await signIn(asha)
  const { number } = await placeOrder(asha, rasmalai)
  await signInAsAdmin(page)
  await visit(page, `/admin/orders/${number}`)
  const items = page.getByRole('region', { name: 'Items' })
  await items.getByRole('button', { name: 'Mark as ready' }).click()
  await expect(items.getByText('Status: Ready')).toBeVisible()
  await expect(heading(page, `Order ${number}`)).toBeFocused()
  await visit(page, `/admin/orders/${number}`)
  await items.getByRole('button', { name: /^Undo/ }).click()
  await expect(items.getByText('Status: processing')).toBeVisible()
  const history = page.getByRole('region', { name: 'History' }).getByRole('listitem')
  await expect(history).toContainText([/marked an item as ready/, /marked an item as not ready/])
})

test('a delivery in the past cannot be cancelled by its customer, who reads whom to call', async ({
  page,
  shop,
}) => {
  await signIn(page)
  const { number } = await placeOrder(page, rasmalai)
  await changeWhileClosed(shop, (db) =>
    db
      .update(orders)
      .set({ deliveryAt: new Date(Date.now() - 60_000) })
      .where(eq(orders.number, number)),
  )
  await visit(page, '/yourorder')
  const order = page.getByRole('article', { name: `Order ${number}` })
  await expect(order).toContainText(
    'The delivery time has passed, so this order cannot be cancelled.',
  )
  await expect(order.getByRole('link', { name: /^\+91/ })).toHaveAttribute('href', /^tel:\+91/)
  await expect(order.getByRole('button', { name: 'Cancel Order' })).toHaveCount(0)
})

test('items stand with all their details; confirming leaves them in their places', async ({
  page,
  someoneElse,
}) => {
  const asha = await someoneElse()
  await signIn(asha)
  const { number } = await placeOrder(asha, [
    { ...rasmalai, wt: '1.5', amount: 2, bname: 'Happy Birthday Ravi' },
    { ...rasmalai, flavour: 'Saffron' },
    rasmalai,
  ])
  await openPanel(page)
  const order = waiting(page, number)
  const items = order.getByRole('listitem')
  for (const [name, value] of [
    ['Name', /^Rasmalai Cake/],
    ['Flavour', 'Rasmalai'],
    ['Weight', '1.5 kg'],
    ['Quantity', '2'],
    ['Name on Cake', 'Happy Birthday Ravi'],
    ['Price', 'Rs. 2,850'],
  ] as const) {
    await expect(fact(items.first(), name)).toHaveText(value)
  }
  await expect(fact(order, 'User name')).toHaveText('Asha Rao')
  await expect(fact(order, 'Mobile no')).toHaveText('9876543210')
  const time = fact(order, 'Delivery time').getByRole('time')
  const noon = new Date(`${dayAhead(3)}T12:00+05:30`).toISOString()
  await expect(time).toHaveText(/, 12:00 pm$/)
  await expect(time).toHaveAttribute('datetime', noon)

  await confirmButton(page, number).first().click()
  await expect(items.first().getByText('Ready', { exact: true })).toBeVisible()
  await confirmButton(page, number).last().click()
  await expect(items.last().getByText('Ready', { exact: true })).toBeVisible()
  await expect(items).toHaveCount(3)
  await expect(confirmButton(page, number)).toHaveCount(1)
  await expect(fact(items.nth(1), 'Flavour')).toHaveText('Saffron')
})

test('an order that came while the line was lost turns up once it is back', async ({
  page,
  shop,
  someoneElse,
}) => {
  const asha = await someoneElse()
  await signIn(asha)
  await openPanel(page)
  // Being offline keeps a new line from coming up; the old one ends with the shop.
  await page.context().setOffline(true)
  await shop.stop()
  await expect(page.getByText('Reconnecting…', { exact: true })).toBeVisible()
  await shop.start()
  const { number } = await placeOrder(asha, rasmalai)
  await expect(heading(page, 'Admin panel')).toBeVisible()
  await expect(waiting(page, number)).toBeHidden()
  await page.context().setOffline(false)
  await expect(waiting(page, number)).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
})

test('who confirms second is told so, and the item can be confirmed no more', async ({
  page,
  someoneElse,
  trouble,
}) => {
  const asha = await someoneElse()
  await signIn(asha)
  const { number } = await placeOrder(asha, rasmalai)
  await openPanel(page)
  await expect(waiting(page, number)).toBeVisible()
  // Between the press and the shop's answer another admin is faster.
  await page.route('**/orders/confirmOrder', async (route) => {
    await confirmElsewhere()
    await route.fallback()
  })
  async function confirmElsewhere() {
    const second = await someoneElse()
    await openPanel(second)
    await confirmButton(second, number).click()
    await expect(toast(second, 'is ready.')).toBeVisible()
  }
  trouble.expect(409, '/orders/confirmOrder')
  await confirmButton(page, number).click()
  await expect(toast(page, /already/)).toBeVisible()
  await expect(waiting(page, number)).toContainText('No longer waiting')
  await expect(confirmButton(page, number)).toHaveCount(0)
})

test('invoices are saved from the panel, the order and View Orders, not by another customer', async ({
  page,
  someoneElse,
}) => {
  const asha = await someoneElse()
  await signIn(asha)
  const { number } = await placeOrder(asha, rasmalai)
  await openPanel(page)
  await seeInvoiceSaved(page, () => page.getByRole('button', { name: 'Generate Invoice' }).click())
  await visit(page, `/admin/orders/${number}`)
  const link = page.getByRole('link', { name: 'Invoice', exact: true })
  const address = (await link.getAttribute('href')) ?? ''
  await seeInvoiceSaved(page, () => link.click())
  await visit(asha, '/yourorder')
  await seeInvoiceSaved(asha, () =>
    asha.getByRole('link', { name: `Invoice of order ${number}` }).click(),
  )
  const stranger = await someoneElse()
  await signIn(stranger)
  expect([403, 404]).toContain((await stranger.request.get(address)).status())
})

test('a part is refunded, a note reaches the kitchen, the history tells both', {
  tag: '@essential',
}, async ({ page, someoneElse }) => {
  const asha = await someoneElse()
  await signIn(asha)
  const { number } = await placeOrder(asha, rasmalai)
  await signInAsAdmin(page)
  await visit(page, `/admin/orders/${number}`)
  await page.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog', { name: `Refund order ${number}?` })
  await dialog.getByLabel('Amount in rupees').fill('100')
  await dialog.getByLabel('Reason').fill('Late by an hour')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect(dialog).toBeHidden()
  await expect(heading(page, `Order ${number}`)).toBeFocused()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText('Late by an hour')

  const note = `No nuts in order ${number}`
  await page.getByLabel('Note for the kitchen').fill(note)
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(history).toContainText(note)
  await visit(page, `/admin/kitchen?day=${dayAhead(3)}`)
  const ticket = page.getByRole('article').filter({ hasText: note })
  await ticket.getByRole('button', { name: 'Mark as ready' }).click()
  await expect(ticket.locator(':focus')).toContainText('Ready')
  await ticket.getByRole('button', { name: /^Undo/ }).click()
  await expect(ticket.getByRole('button', { name: 'Mark as ready' })).toBeVisible()
})

test('a part is refunded, then the order is cancelled and the rest goes back', async ({
  page,
  someoneElse,
}) => {
  const asha = await someoneElse()
  await signIn(asha)
  const { number } = await placeOrder(asha, rasmalai)
  await signInAsAdmin(page)
  await visit(page, `/admin/orders/${number}`)
  await page.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog').filter({ visible: true })
  await expect(dialog).toContainText('Up to ₹1,000 can be refunded.')
  await expect(dialog.getByLabel('Amount in rupees')).toHaveValue('')
  await dialog.getByRole('button', { name: 'All: ₹1,000' }).click()
  await expect(dialog.getByLabel('Amount in rupees')).toHaveValue('1000')
  await dialog.getByLabel('Amount in rupees').fill('100.50')
  await dialog.getByLabel('Reason').fill('Cream was missing')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  const region = (name: string) => page.getByRole('region', { name })
  await expect(fact(region('Amounts'), 'Refunded')).toHaveText('Rs. 100.50')

  await page.getByRole('button', { name: 'Cancel Order' }).click()
  await expect(dialog).toContainText('Rs. 899.50 will be refunded. It will reach the customer')
  await dialog.getByRole('button', { name: 'Cancel Order' }).click()
  await expect(fact(region('Amounts'), 'Refunded')).toHaveText('Rs. 1,000')
  await expect(region('Payments and refunds').getByRole('listitem')).toContainText([
    'Online paymentRs. 1,000',
    'Refund: Cream was missing− Rs. 100.50',
    'Refund: Cancelled by the shop− Rs. 899.50',
  ])
  await expect(region('Invoices and credit notes').getByRole('listitem')).toContainText([
    /Invoice TEST.*Rs\.\s1,000/,
    /Credit note TEST.*Rs\.\s100\.50/,
    /Credit note TEST.*Rs\.\s899\.50/,
  ])
  await expect(page.getByRole('button', { name: /^(Refund|Cancel Order)/ })).toHaveCount(0)
  await expect(page.getByText('Order is: Cancelled')).toBeVisible()
  await expect(page.getByLabel('Take a photo')).toHaveCount(0)
  await expect(heading(page, `Order ${number}`)).toBeFocused()
  const history = region('History').getByRole('listitem').filter({ hasText: admin.email })
  await expect(history).toHaveText([
    /made a refund ₹100.50, “Cream was missing”/,
    /cancelled the order 1 item, ₹899.50 refunded/,
  ])
  await visit(asha, '/yourorder')
  const note = asha.getByRole('link', { name: /^Credit note TEST/ }).first()
  const pdf = await seeInvoiceSaved(asha, () => note.click())
  await seeOnInvoice(pdf, [/Credit Note/, /For invoice.*TEST/, /Refunded by the shop/, /100\.50/])
})
