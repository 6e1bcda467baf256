import { admin, placeOrder, rasmalai, signInAsAdmin } from '../support/admin-steps.ts'
import { heading, signIn, visit } from '../support/customer-steps.ts'
import { expect, test } from '../support/shop-test.ts'

const adminPages = [
  '/admin',
  '/admin/addcake',
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

test('no page of the admin is there for a visitor, a customer or a forged cookie', async ({
  page,
  shop,
  trouble,
}) => {
  async function seeNoAdmin(who: string) {
    for (const address of addresses) {
      const answer = await page.request.get(address)
      expect.soft(answer.status(), `${address} for ${who}`).toBe(404)
    }
    await visit(page, '/admin')
    await expect(heading(page, "UH OH! You're lost.")).toBeVisible()
  }

  trouble.expect(404, '/admin')
  await seeNoAdmin('a visitor')
  await page.context().addCookies([{ name: 'isAdmin', value: 'true', url: shop.address }])
  await seeNoAdmin('a visitor with a forged cookie')
  await signIn(page)
  // An order 1001 is there, so that its page is refused and not merely missing.
  await placeOrder(page, rasmalai)
  await page.context().addCookies([{ name: 'isAdmin', value: 'true', url: shop.address }])
  await seeNoAdmin('a customer with a forged cookie')
})

test('the pages are there for an admin, and gone after logging out', async ({ page, trouble }) => {
  await signInAsAdmin(page)
  for (const path of adminPages.filter((one) => !one.includes('1001'))) {
    const answer = await page.request.get(path)
    expect(answer.status(), `${path} for ${admin.email}`).toBe(200)
  }
  await visit(page, '/admin')
  await expect(heading(page, 'Admin panel')).toBeVisible()
  // The panel, open until then, may reload when the admin is no longer one.
  trouble.expect(404, '/admin')
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  for (const address of addresses) {
    const answer = await page.request.get(address)
    expect.soft(answer.status(), `${address} after logging out`).toBe(404)
  }
  await page.goBack()
  await expect(heading(page, "UH OH! You're lost.")).toBeVisible()
})
