import { findChromium } from '../../scripts/chromium.ts'
import { heading, untilListening, visit } from '../support/customer-steps.ts'
import { test as base, expect } from '../support/shop-test.ts'

const test = base.extend({
  launchOptions: [
    // Playwright switches off what these walks are about.
    async ({ launchOptions }, use) => {
      const executablePath = findChromium({ keepsPages: true })
      const ignoreDefaultArgs = ['--disable-back-forward-cache']
      await use({ ...launchOptions, ignoreDefaultArgs, ...(executablePath && { executablePath }) })
    },
    { scope: 'worker' },
  ],
})

for (const path of ['/', '/cart']) {
  test(`${path} is shown again by Back as it was left`, async ({ page }) => {
    await visit(page, path)
    await page.evaluate(() => document.body.setAttribute('data-left', 'so'))
    await page.goto('/about')
    await expect(heading(page, /./)).toBeVisible()
    await page.goBack({ waitUntil: 'commit' })
    await expect(page.locator('body[data-left="so"]')).toBeVisible()
  })
}

test('shown again, a page is reloaded for a customer who has logged out meanwhile', async ({
  page,
  context,
  baseURL,
  trouble,
}) => {
  trouble.expect(401, '/users/getnamebyemail')
  await context.addCookies([{ name: 'user', value: 'a%40b.in', url: baseURL ?? '' }])
  await page.goto('/about')
  await untilListening(page)
  await page.evaluate(() => document.body.setAttribute('data-left', 'so'))
  await page.goto('/contact')
  await context.clearCookies()
  await page.goBack({ waitUntil: 'commit' })
  await expect(page.locator('html:not([data-session])')).toBeVisible()
  await expect(page.locator('body[data-left="so"]')).toHaveCount(0)
})
