import { placeOrder, rasmalai, signInAsAdmin } from '../support/admin-steps.ts'
import { test } from '../support/bakery.ts'
import { seeNoBarrier } from '../support/barriers.ts'
import { cards, heading, payWith, signIn, toast, visit } from '../support/customer-steps.ts'
import { mailAbout } from '../support/outbox.ts'
import { expect } from '../support/shop-test.ts'

test('a customer calls for a bigger cake and one more: staff change it, and it is paid on another phone by the mail', async ({
  page,
  shop,
  someoneElse,
}) => {
  const asha = await signIn(page)
  const { number } = await placeOrder(page, rasmalai)
  const counter = await someoneElse()
  await signInAsAdmin(counter)
  await visit(counter, `/admin/orders/${number}`)
  await counter.getByRole('button', { name: /^Change order/ }).click()
  const dialog = counter.getByRole('dialog')
  await dialog.getByLabel('Weight').selectOption('2')
  await dialog.getByRole('button', { name: 'Add a cake' }).click()
  await dialog.getByRole('combobox', { name: 'Add a cake' }).fill('black')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  const added = dialog.getByRole('list', { name: 'Ordered cakes' })
  await expect(added).toContainText('Black Forest')
  await dialog.getByLabel('Reason').fill('You called us')
  await seeNoBarrier(counter, 'a change for a customer')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(counter, /waits for the customer’s payment of ₹1,300/)).toBeVisible()
  await expect(
    counter.getByText(/^This order \(1 more item, another size or number\) waits for ₹1,300/),
  ).toBeVisible()
  await expect(counter.getByRole('button', { name: /^Drop the change/ })).toBeVisible()

  const mail = await mailAbout(shop.outbox, asha.email, /₹1,300 for your change/)
  expect(mail.text).toContain('You called us')
  const phone = await someoneElse()
  await phone.setViewportSize({ width: 390, height: 844 })
  await visit(phone, /https?:\/\/[^/\s]+(\/pay\/\S+)/.exec(mail.text ?? '')?.[1] ?? '')
  await payWith(phone, cards.succeeds)
  await expect(heading(phone, 'Your order is changed')).toBeVisible()

  await counter.reload()
  await expect(counter.getByText(/^This order .*waits/)).toBeHidden()
  const items = counter.getByRole('region', { name: 'Items' })
  await expect(items).toContainText('2 kg')
  await expect(items).toContainText('Black Forest')
})
