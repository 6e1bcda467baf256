import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { placeOrder, signInAsAdmin } from './admin-steps.ts'
import { heading, signIn, toast, visit } from './customer-steps.ts'
import { expect, test } from './shop-test.ts'

const rasmalai = { cakeid: 'rasmalai-cake', flavour: 'Rasmalai', wt: '1', price: 950 }

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

test('an order turns up in the open panel, is confirmed, and the customer sees Prepared', async ({
  page,
  someoneElse,
}) => {
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
  await expect(toast(page, `Rasmalai Cake of order ${number} is prepared.`)).toBeVisible()
  await expect(order).toBeHidden()
  await visit(asha, '/yourorder')
  await expect(asha.getByRole('article')).toContainText('Prepared')
})

test('who confirms second is told so, and the item leaves there too', async ({
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
    await expect(toast(second, 'is prepared.')).toBeVisible()
  }
  trouble.expect(409, '/orders/confirmOrder')
  await confirmButton(page, number).click()
  await expect(toast(page, /already/)).toBeVisible()
  await expect(waiting(page, number)).toBeHidden()
})

test('Generate Invoice saves a PDF; another customer gets none', async ({ page, someoneElse }) => {
  const asha = await someoneElse()
  await signIn(asha)
  const { number } = await placeOrder(asha, rasmalai)
  await openPanel(page)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Generate Invoice' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('invoice.pdf')
  expect((await readFile(await file.path())).subarray(0, 4).toString()).toBe('%PDF')

  await visit(page, `/admin/orders/${number}`)
  const link = page.getByRole('link', { name: 'Invoice' })
  const address = (await link.getAttribute('href')) ?? ''
  const own = await asha.request.get(address)
  expect((await own.body()).subarray(0, 4).toString()).toBe('%PDF')
  const stranger = await someoneElse()
  await signIn(stranger)
  expect([403, 404]).toContain((await stranger.request.get(address)).status())
})

test('a part is refunded, a note reaches the kitchen, the history tells both', async ({
  page,
  someoneElse,
}) => {
  const asha = await someoneElse()
  await signIn(asha)
  const { number } = await placeOrder(asha, rasmalai)
  await signInAsAdmin(page)
  await visit(page, `/admin/orders/${number}`)
  await page.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog', { name: `Refund order ${number}?` })
  await dialog.getByLabel('Amount in rupees').fill('100')
  await dialog.getByLabel('Reason').fill('Late by an hour')
  await dialog.getByRole('button', { name: 'Give money back' }).click()
  await expect(dialog).toBeHidden()
  await expect(heading(page, `Order ${number}`)).toBeFocused()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText('Late by an hour')

  const note = `No nuts in order ${number}`
  await page.getByLabel('Note for the kitchen').fill(note)
  await page.getByRole('button', { name: 'Keep note' }).click()
  await expect(history).toContainText(note)
  const day = new Date(Date.now() + 3 * 86_400_000)
  await visit(
    page,
    `/admin/kitchen?day=${day.toLocaleDateString('en-CA', { timeZone: 'Asia/Kolkata' })}`,
  )
  const ticket = page.getByRole('article').filter({ hasText: note })
  await ticket.getByRole('button', { name: /^Prepared/ }).click()
  await expect(ticket.getByText('Prepared', { exact: true })).toBeFocused()
})
