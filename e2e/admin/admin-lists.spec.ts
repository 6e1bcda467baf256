import { randomInt, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  admin,
  exported,
  placeOrder,
  rasmalai,
  rowsOf,
  signInAsAdmin,
} from '../support/admin-steps.ts'
import { expect, test } from '../support/bakery.ts'
import { dayAhead, newCustomer, signIn, visit } from '../support/customer-steps.ts'

/** Somebody of whom there is only one, by name and by mobile too. */
function someoneRare() {
  const name = `Meenakshi ${randomUUID().slice(0, 8)}`
  return { ...newCustomer(), name, mobileno: `9${randomInt(1e8, 1e9)}` }
}

/** Opens one of the panel's sections. */
async function openSection(page: Page, name: string) {
  await visit(page, '/admin')
  await page.getByRole('heading', { level: 2, name }).click()
}

test('an order is found by number, name, e-mail and mobile, and filters come off', async ({
  page,
  someoneElse,
}) => {
  const asha = await someoneElse()
  const customer = await signIn(asha, someoneRare())
  const { number } = await placeOrder(asha, [rasmalai, { ...rasmalai, bname: 'Ravi' }])
  await placeOrder(await signedIn(await someoneElse()), rasmalai)
  await signInAsAdmin(page)
  await visit(page, '/admin/orders')
  const search = page.getByRole('searchbox', { name: 'Search' })
  const found = page.getByRole('status').filter({ hasText: /orders?/i })
  const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('link')
  for (const text of [`${number}`, customer.email, customer.mobileno, customer.name]) {
    await search.fill(text)
    await expect(chips.first()).toContainText(text)
    await expect(found, text).toHaveText(`1 order, ${number}`)
  }
  const row = page.getByRole('article', { name: `Order ${number}` })
  for (const text of [customer.name, customer.mobileno, '12:00 pm', 'Rs. 1,950']) {
    await expect(row).toContainText(text)
  }
  const rows = rowsOf(await exported(page, 'orders'))
  expect(rows).toMatchObject([
    { Order: `${number}`, Email: customer.email, 'Item total': '950', 'Paid by card': '1950' },
    { Order: `${number}`, 'Name on Cake': 'Ravi', 'Item total': '950', 'Paid by card': '' },
  ])

  await page.getByLabel('Order status').selectOption('Placed')
  await expect(chips.filter({ hasText: 'Order: placed' })).toBeVisible()
  await expect(found).toHaveText(`1 order, ${number}`)
  await page.getByLabel('Delivery day').fill(dayAhead(3))
  await page.getByLabel('Item status').selectOption('Cancelled')
  await expect(found).toHaveText('No orders')
  await expect(chips).toHaveCount(5)
  await chips.filter({ hasText: 'Cancelled' }).click()
  await expect(found).toHaveText(`1 order, ${number}`)
  await expect(found).toBeFocused()
  await chips.filter({ hasText: 'Clear all' }).click()
  await expect(found).toHaveText(/^\d+ orders, /)
  await expect(search).toHaveValue('')
  await expect(page).toHaveURL('/admin/orders')
})

async function signedIn(page: Page) {
  await signIn(page)
  return page
}

test('users are counted, listed, found and exported', async ({ page, someoneElse }) => {
  const customer = await signIn(await someoneElse(), someoneRare())
  await signInAsAdmin(page)
  await openSection(page, 'Users')
  const total = page.getByText(/^Total No of Users: \d+$/)
  const count = Number((await total.textContent())?.split(': ')[1])
  const users = page.getByRole('region', { name: 'Users' })
  await expect(users.getByRole('columnheader')).toHaveText(['Name', 'Contact Details', 'Birthdate'])
  await expect(users.getByRole('row').filter({ hasText: customer.email })).toBeVisible()

  await page.getByLabel('Search users').fill(customer.mobileno)
  await expect(users.getByRole('row')).toHaveCount(2)
  await expect(users.getByRole('row').nth(1).getByRole('cell')).toHaveText([
    customer.name,
    `${customer.email}${customer.mobileno}`,
    '17 May 1990',
  ])
  const rows = rowsOf(await exported(page, 'users'))
  expect(rows).toMatchObject([
    { Name: customer.name, Email: customer.email, 'Mobile no': customer.mobileno },
  ])

  await signIn(await someoneElse())
  await page.reload()
  await expect(total).toHaveText(`Total No of Users: ${count + 1}`)
})

test('an order for tomorrow is counted, listed, and stands among the deliveries', async ({
  page,
  someoneElse,
}) => {
  const asha = await someoneElse()
  const { name, email, mobileno } = await signIn(asha)
  const { number } = await placeOrder(asha, { ...rasmalai, amount: 2, bname: 'Ravi' }, 1)
  await signInAsAdmin(page)
  await visit(page, '/admin')
  const tomorrow = page.getByRole('region', { name: 'To do' }).getByRole('link', {
    name: /^Tomorrow/,
  })
  const orders = /in (\d+) order/.exec((await tomorrow.textContent()) ?? '')?.[1]
  await tomorrow.click()
  await expect(
    page.getByRole('status').filter({ hasText: new RegExp(`^${orders} order`) }),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: `Order ${number}` })).toBeVisible()
  await expect(page.getByRole('link', { name: 'To do: Tomorrow' })).toBeVisible()

  await openSection(page, 'Delivery')
  const delivery = page
    .getByRole('region', { name: 'Deliveries' })
    .getByRole('article', { name: `Order ${number}` })
  const item = '2 × Rasmalai Cake, Rasmalai, 1 kg, “Ravi” (Processing)'
  for (const text of [name, mobileno, email, '12 Hill Road', '12:00 pm', item]) {
    await expect(delivery).toContainText(text)
  }
  await page.getByRole('link', { name: 'All deliveries, or those of a day' }).click()
  await page.getByLabel('Delivery day').fill(dayAhead(3))
  await expect(page.getByRole('link', { name: `Order ${number}` })).toBeVisible()
})

test('the audit log says who changed what, before and after', async ({ page, bakery }) => {
  const cake = await bakery.addCake()
  await bakery.call('/cakes/editcake', { id: cake.id, price: 1250, stars: 5 })
  await signInAsAdmin(page)
  await visit(page, '/admin/audit-log')
  await page.getByLabel('Action').selectOption('changed the cake')
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  const entry = page.getByRole('row').filter({ hasText: cake.id }).first()
  await expect(entry).toContainText(admin.email)
  await expect(entry).toContainText('changed the cake')
  await expect(entry).toContainText(/price[^:]*: 900 → 1250/)
  await expect(entry).toContainText('stars: 4 → 5')
})
