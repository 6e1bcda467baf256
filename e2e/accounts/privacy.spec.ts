import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { sessions } from '#shop/accounts/accounts.tables.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import { customCake, placeOrder, rasmalai } from '../support/admin-steps.ts'
import { seeNoBarrier, seeNothingTooWide } from '../support/barriers.ts'
import {
  type Customer,
  heading,
  newCustomer,
  signIn,
  toast,
  visit,
} from '../support/customer-steps.ts'
import { mailAbout } from '../support/outbox.ts'
import { photo } from '../support/pictures.ts'
import { changeWhileClosed } from '../support/shop-database.ts'
import type { ShopServer } from '../support/shop-server.ts'
import { expect, test } from '../support/shop-test.ts'

/** A custom cake with a picture, beside a cake of the catalogue. */
async function orderByDesign(page: Page) {
  const sent = await page.request.post('/api/v1/cakes/upload', {
    multipart: { image: await photo('#0a7d5a') },
  })
  const { downloadURL }: { downloadURL: string } = await sent.json()
  return placeOrder(page, [rasmalai, { ...customCake, bname: 'Golu', image: [downloadURL] }])
}

/** As after twenty minutes on the page; on the day after the delivery, if its order is named. */
function timePasses(shop: ShopServer, delivered?: { number: number }) {
  return changeWhileClosed(shop, async (db) => {
    await db.update(sessions).set({ passwordAt: new Date(Date.now() - 20 * 60_000) })
    if (!delivered) return
    const yesterday = new Date(Date.now() - 86_400_000)
    await db
      .update(orders)
      .set({ deliveryAt: yesterday })
      .where(eq(orders.number, delivered.number))
  })
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Presses a button of the page by its key; the password is required first. */
async function pressWithPassword(page: Page, name: string, { password }: Customer) {
  await button(page, name).press('Enter')
  const question = page.getByRole('dialog', { name: 'Please confirm your password' })
  await expect(question).toBeVisible()
  await seeNoBarrier(page, 'password again')
  await question.getByLabel('Your password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

async function savedAs(page: Page, name: string, press: () => Promise<void>) {
  const saving = page.waitForEvent('download')
  await press()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe(name)
  return saved.path()
}

async function confirmDeletion(page: Page) {
  await button(page, 'Delete my account').press('Enter')
  const question = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(question).toBeVisible()
  await seeNoBarrier(page, 'delete?')
  await button(page, 'Delete my account').last().press('Enter')
}

test('an account is downloaded, and deleted once its order is delivered', async ({
  page,
  shop,
  someoneElse,
  trouble,
}) => {
  const asha = await signIn(page, newCustomer())
  const order = await orderByDesign(page)
  await timePasses(shop)

  trouble.expect(403, '/account/data')
  await visit(page, '/account')
  await expect(page.getByRole('heading', { name: 'Nominate somebody' })).toBeVisible()
  const json = await savedAs(page, 'my-data.json', () =>
    pressWithPassword(page, 'Download as JSON', asha),
  )
  const data = JSON.parse(await readFile(json, 'utf8'))
  expect(data.account).toMatchObject({ name: asha.name, email: asha.email })
  expect(data.orders).toMatchObject([{ number: order.number }])
  expect(data.orders[0].address).toContain('12 Hill Road')

  const file = await savedAs(page, 'my-data.html', () =>
    button(page, 'Download as a page').press('Enter'),
  )
  const reader = await someoneElse()
  await reader.setContent(await readFile(file, 'utf8'))
  await expect(heading(reader, /^Your data at/)).toBeVisible()
  await expect(reader.getByText(asha.email).first()).toBeVisible()
  const design = reader.getByRole('img', { name: 'Your design' })
  await expect(design).toHaveJSProperty('naturalWidth', 960)
  await seeNoBarrier(reader, 'the data as a page')
  await seeNothingTooWide(reader)

  trouble.expect(409, '/account/delete')
  await confirmDeletion(page)
  await expect(toast(page, `Order ${order.number} is still open.`)).toBeVisible()

  await timePasses(shop, order)
  await visit(page, '/account')
  trouble.expect(403, '/account/delete')
  await confirmDeletion(page)
  await page
    .getByRole('dialog', { name: 'Please confirm your password' })
    .getByLabel('Your password', { exact: true })
    .fill(asha.password)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Your account is deleted.')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  await mailAbout(shop.outbox, asha.email, /^Your account was deleted$/)

  await visit(page, '/login')
  trouble.expect(401, '/users/login')
  await page.getByLabel('Email', { exact: true }).fill(asha.email)
  await page.getByLabel('Password', { exact: true }).fill(asha.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('something is wrong').first()).toBeVisible()
})

test('whoever gives data is told what it is for, and who is under 18 is refused kindly', async ({
  page,
}) => {
  await visit(page, '/register')
  const form = page.getByRole('main')
  await form.getByText('What we keep, and why').click()
  await expect(form.getByText(/^Name, email, mobile number, date of birth/)).toBeVisible()
  await seeNoBarrier(page, 'the notice')
  await seeNothingTooWide(page)
  const child = `${new Date().getFullYear() - 17}-01-01`
  await form.getByLabel('Date of birth').fill(child)
  await form.getByLabel('Date of birth').blur()
  const refusal = 'Accounts are for people of 18 or older. A parent or guardian can order for you.'
  await expect(form.getByText(refusal)).toBeVisible()

  await visit(page, '/contact')
  await page.getByRole('main').getByText('What we keep, and why').click()
  await expect(page.getByText('Name, email, messages and our answers')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /newsletter|offers/i })).not.toBeChecked()
})
