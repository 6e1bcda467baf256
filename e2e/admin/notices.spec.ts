import { readdir } from 'node:fs/promises'
import { admin, placeOrder, rasmalai, signInAsAdmin } from '../support/admin-steps.ts'
import { seeNoBarrier, seeNothingTooWide, seeTouchable } from '../support/barriers.ts'
import { heading, signIn, toast, visit } from '../support/customer-steps.ts'
import { mailAbout } from '../support/outbox.ts'
import { expect, test } from '../support/shop-test.ts'

test('the owner chooses to hear of orders by mail, and is told of the next one', async ({
  page,
  someoneElse,
  shop,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAsAdmin(page)
  await visit(page, '/admin')
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/admin.webmanifest')
  const app = await (await page.request.get('/admin.webmanifest')).json()
  for (const { src } of app.icons) expect((await page.request.get(src)).status()).toBe(200)

  await page.getByRole('link', { name: 'Who hears what' }).click()
  await expect(heading(page, 'Who hears what')).toBeVisible()
  const you = page.getByRole('region', { name: 'You' })
  const order = you.getByRole('checkbox', { name: 'A new order: By email' })
  await expect(order).not.toBeChecked()
  await expect(you.getByRole('checkbox', { name: 'A new order: On my phone' })).toBeChecked()
  const ofShop = page.getByRole('region', { name: 'The shop’s address' })
  await expect(ofShop.getByRole('checkbox', { name: 'A new order: By email' })).toBeChecked()
  await order.check()
  await you.getByLabel('From').fill('22:00')
  await you.getByLabel('Until').fill('07:00')
  await you.getByRole('button', { name: 'Save what I hear' }).click()
  await expect(toast(page, 'Saved.')).toBeVisible()
  await seeNoBarrier(page, 'who hears what')
  await seeNothingTooWide(page)
  await seeTouchable(order.locator('..'))
  await page.reload()
  await expect(order).toBeChecked()
  await expect(you.getByLabel('From')).toHaveValue('22:00')

  // At any time of the day: the rest of the walk is no night.
  await you.getByLabel('From').fill('')
  await you.getByLabel('Until').fill('')
  await you.getByRole('button', { name: 'Save what I hear' }).click()
  await expect(you.getByLabel('From')).toHaveValue('')
  const customer = await someoneElse()
  await signIn(customer)
  const { number } = await placeOrder(customer, { ...rasmalai, bname: 'Kabir' })
  const mail = await mailAbout(shop.outbox, admin.email, new RegExp(`^New order ${number}: `))
  expect(mail.text).toContain('Rasmalai Cake')
  expect(mail.text).toContain('“Kabir”')
  expect(mail.text).toContain(`/admin/orders/${number}`)
  await order.uncheck()
  await you.getByRole('button', { name: 'Save what I hear' }).click()
  await expect(toast(page, 'Saved.')).toBeVisible()
})

test('a phone gets a worker for the bakery’s pages, which stores none of them', async ({
  page,
}) => {
  await signInAsAdmin(page)
  await visit(page, '/admin/notices')
  await expect(page.getByRole('button', { name: 'Tell me on this phone' })).toBeVisible()
  // As the button does; no push service takes the browser of a walk.
  const files = await readdir('build/client/assets')
  const worker = files.find((name) => /^notice-worker-.+\.js$/.test(name))
  const scope = await page.evaluate(async (address) => {
    await navigator.serviceWorker.register(address, { scope: '/admin' })
    return (await navigator.serviceWorker.ready).scope
  }, `/assets/${worker}`)
  expect(new URL(scope).pathname).toBe('/admin')
  await visit(page, '/admin')
  expect(await page.evaluate(() => caches.keys())).toEqual([])
})
