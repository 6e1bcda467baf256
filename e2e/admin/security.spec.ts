import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { securityLog, sessions } from '#shop/accounts/accounts.tables.server.ts'
import { admin, rowsOf, signInAsAdmin } from '../support/admin-steps.ts'
import { seeNoBarrier, seeNothingTooWide } from '../support/barriers.ts'
import { heading, newCustomer, signIn, toast, visit } from '../support/customer-steps.ts'
import { changeWhileClosed } from '../support/shop-database.ts'
import { expect, test } from '../support/shop-test.ts'

const network = '203.0.113.77'

/** A busy hour, and a password that was given before it. */
const forbidden = Array.from({ length: 60 }, () => ({
  at: new Date(),
  kind: 'forbidden' as const,
  network,
  device: 'Chrome on Android',
  details: { call: 'GET /users/export' },
  count: 1,
}))

/** The entries that are seen: rows of a table, or cards on a phone. */
const entries = (page: Page) =>
  page.locator('main tbody tr, main li.card').filter({ visible: true })

test('the owner finds out who tried what, takes it out as a file, and leafs through it', async ({
  page,
  shop,
  someoneElse,
  trouble,
}) => {
  const stranger = await someoneElse()
  const asha = await signIn(stranger, newCustomer())
  const wrong = { email: asha.email, password: 'not-her-password' }
  await stranger.request.post('/api/v1/users/login', { data: wrong })
  await signInAsAdmin(page)
  await changeWhileClosed(shop, async (db) => {
    await db.insert(securityLog).values(forbidden)
    await db.update(sessions).set({ passwordAt: new Date(Date.now() - 20 * 60_000) })
  })

  await visit(page, '/admin/security')
  await expect(heading(page, 'Security')).toBeVisible()
  await page.getByLabel('Account').focus()
  await page.keyboard.type(asha.email)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/account=asha/)
  await expect(entries(page)).toHaveCount(3)
  await expect(page.getByRole('main')).not.toContainText(network)
  await seeNoBarrier(page, 'found')
  await seeNothingTooWide(page)
  await page.getByLabel('What').focus()
  await page.keyboard.type('gave a wrong password')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(entries(page)).toHaveCount(1)
  await expect(entries(page)).toContainText('gave a wrong password')

  trouble.expect(403, '/security/export')
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export security (CSV)' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Please confirm your password' })
  await question.getByLabel('Your password', { exact: true }).fill(admin.password)
  await page.keyboard.press('Enter')
  const file = await readFile(await (await saved).path(), 'utf8')
  await expect(toast(page, 'Export saved.')).toBeVisible()
  expect(rowsOf(file)).toMatchObject([{ Account: asha.email, What: 'gave a wrong password' }])

  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(entries(page)).toHaveCount(50)
  await expect(entries(page).first()).toContainText('exported data')
  await page.getByLabel('Network').fill(network)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/network=203/)
  await expect(entries(page)).toHaveCount(50)
  await page.getByRole('link', { name: 'Older entries' }).press('Enter')
  await expect(entries(page)).toHaveCount(10)
  await page.getByRole('link', { name: 'Newest entries' }).press('Enter')
  await expect(entries(page)).toHaveCount(50)

  await page.getByLabel('Network').fill('203.0.113.1')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('No entries found.')).toBeVisible()
  await seeNoBarrier(page, 'nothing found')
  await seeNothingTooWide(page)
})
