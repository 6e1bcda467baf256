import type { Page } from '@playwright/test'
import { placeOrder, rasmalai, signInAsAdmin } from '../support/admin-steps.ts'
import { seeNoBarrier } from '../support/barriers.ts'
import { signIn, toast, visit } from '../support/customer-steps.ts'
import { expect, test } from '../support/shop-test.ts'

test('an order is changed, locks when it is baked, and goes to the door before its customer’s eyes', async ({
  page,
  someoneElse,
}) => {
  const asha = await someoneElse()
  await signIn(asha)
  const { number } = await placeOrder(asha, { ...rasmalai, bname: 'Ravi' })
  await visit(asha, '/yourorder')
  const card = asha.getByRole('article', { name: `Order ${number}` })
  await card.getByRole('button', { name: 'Change' }).click()
  const dialog = asha.getByRole('dialog')
  await dialog.getByLabel('Name on cake').fill('Raj')
  await dialog.getByLabel('Note for the rider').fill('Gate 2')
  await seeNoBarrier(asha, 'changing an order')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(asha, 'Your order is changed.')).toBeVisible()
  await expect(card).toContainText('Raj')

  await signInAsAdmin(page)
  await visit(page, `/admin/orders/${number}`)
  await page.getByRole('button', { name: 'Start baking' }).click()
  await expect(toast(page, `Order ${number} is being baked.`)).toBeVisible()
  await asha.reload()
  await expect(card.getByRole('button', { name: 'Cancel Order' })).toHaveCount(0)
  await expect(card).toContainText('We are already baking this order')

  await page.getByRole('button', { name: 'Mark as ready' }).click()
  await sendOutEarly(page)
  await page.getByRole('button', { name: 'Delivered' }).click()
  await page.getByRole('dialog').getByLabel('Handed to').fill('The guard')
  await seeNoBarrier(page, 'an order that is handed over')
  await page.getByRole('dialog').getByRole('button', { name: 'Delivered' }).click()
  await expect(toast(page, `Order ${number} is delivered.`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('“The guard”')
  await asha.reload()
  const steps = card.getByRole('list', { name: 'Timeline of the order' }).getByRole('listitem')
  await expect(steps).toHaveText(['Placed', 'Baking', 'Ready', 'Out for delivery', 'Delivered'])
  await seeNoBarrier(asha, 'an order that was delivered')
})

test('an order whose address was wrong is corrected, or closed after a question', async ({
  page,
  someoneElse,
}) => {
  const asha = await someoneElse()
  await signIn(asha)
  const { number } = await placeOrder(asha, rasmalai)
  await signInAsAdmin(page)
  await visit(page, `/admin/orders/${number}`)
  await page.getByRole('button', { name: 'Mark as ready' }).click()
  await sendOutEarly(page)
  await page.getByRole('button', { name: 'Delivery failed' }).click()
  const dialog = page.getByRole('dialog').filter({ visible: true })
  await dialog.getByLabel('Wrong address').check()
  await dialog.getByRole('button', { name: 'Delivery failed' }).click()
  const facts = page.getByRole('region', { name: 'Customer and delivery' })
  await seeNoBarrier(page, 'an order whose address was wrong')
  await page.getByRole('button', { name: /^Change order/ }).click()
  await dialog.getByRole('textbox', { name: 'Address' }).fill('14 Church Street')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(facts.getByText('14 Church Street, ')).toBeVisible()
  await page.getByRole('button', { name: /^Close/ }).click()
  await expect(dialog).toContainText('A closed order cannot be opened again.')
  await seeNoBarrier(page, 'closing an order')
  await dialog.getByRole('button', { name: 'Close order' }).click()
  await expect(toast(page, `Order ${number} is closed.`)).toBeVisible()
})

/** On a day before its own, so it is asked first. */
async function sendOutEarly(page: Page) {
  await page.getByRole('button', { name: 'Out for delivery' }).click()
  const question = page.getByRole('dialog', { name: /^Send order \d+ out today\?$/ })
  await expect(question).toContainText('told at once that it is out for delivery')
  await seeNoBarrier(page, 'an order that leaves before its day')
  await question.getByRole('button', { name: 'Out for delivery' }).click()
}
