import type { Page } from '@playwright/test'
import { admin, placeOrder, rasmalai, signInAsAdmin } from '../support/admin-steps.ts'
import { seeNoBarrier } from '../support/barriers.ts'
import { heading, signIn, visit } from '../support/customer-steps.ts'
import { expect, test } from '../support/shop-test.ts'

const adminPages = [
  '/admin',
  '/admin/addcake',
  '/admin/cakes',
  '/admin/orders',
  '/admin/orders/1001',
  '/admin/orders/1001/packing',
  '/admin/kitchen',
  '/admin/cakes/rasmalai-cake',
  '/admin/catalogue',
  '/admin/audit-log',
  '/admin/security',
]

/** Each page as it is written, in capitals, and as the router's script asks for it. */
const addresses = adminPages.flatMap((path) => [path, path.toUpperCase(), `${path}.data`])

test('no page of the admin is there for a customer; a visitor is led to the login, whatever the cookies say', async ({
  page,
  shop,
  trouble,
}) => {
  async function seeLogin(who: string) {
    for (const address of addresses) await expectLogin(page, address, who)
    await visit(page, '/admin')
    await expect(heading(page, 'Login')).toBeVisible()
    await expect(page).toHaveURL('/login?next=%2Fadmin')
  }

  await seeLogin('a visitor')
  await page.context().addCookies([{ name: 'isAdmin', value: 'true', url: shop.address }])
  await seeLogin('a visitor with a forged cookie')
  await signIn(page)
  // An order 1001 is there, so that its page is refused and not merely missing.
  await placeOrder(page, rasmalai)
  await page.context().addCookies([{ name: 'isAdmin', value: 'true', url: shop.address }])
  trouble.expect(404, '/admin')
  for (const address of addresses) {
    const answer = await page.request.get(address)
    expect.soft(answer.status(), `${address} for a customer with a forged cookie`).toBe(404)
  }
  await visit(page, '/admin')
  await expect(heading(page, "UH OH! You're lost.")).toBeVisible()
})

/** A page is redirected; what the router's script asks for is answered with a redirect that the script follows. */
async function expectLogin(page: Page, address: string, who: string) {
  const answer = await page.request.get(address, { maxRedirects: 0 })
  expect.soft(answer.status(), `${address} for ${who}`).toBe(address.endsWith('.data') ? 202 : 302)
  const text = address.endsWith('.data') ? await answer.text() : (answer.headers().location ?? '')
  expect.soft(text, `${address} for ${who}`).toContain('/login?next=')
}

test('a press on a page whose session has ended asks to log in, and goes on without a reload', async ({
  page,
  someoneElse,
  trouble,
}) => {
  const asha = await someoneElse()
  await signIn(asha)
  const { number } = await placeOrder(asha, rasmalai)
  await signInAsAdmin(page)
  await visit(page, `/admin/orders/${number}`)
  const note = page.getByLabel('Note for the kitchen')
  await note.fill('Less sugar')
  await page.context().clearCookies()
  trouble.expect(401, '/orders/note')
  await page.getByRole('button', { name: 'Save note' }).click()
  const dialog = page.getByRole('dialog', { name: 'You are logged out' })
  await expect(dialog.getByRole('link', { name: 'Log in in a new tab' })).toBeVisible()
  await seeNoBarrier(page, 'a page whose session has ended')
  await signInAsAdmin(page)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Less sugar')
  await expect(note).toHaveValue('Less sugar')
})

test('the pages are there for an admin, and gone after logging out', async ({ page }) => {
  await signInAsAdmin(page)
  for (const path of adminPages.filter((one) => !one.includes('1001'))) {
    const answer = await page.request.get(path)
    expect(answer.status(), `${path} for ${admin.email}`).toBe(200)
  }
  await visit(page, '/admin')
  await expect(heading(page, 'Admin panel')).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  for (const address of addresses) await expectLogin(page, address, 'who has logged out')
  await page.goBack()
  await expect(heading(page, 'Login')).toBeVisible()
})
