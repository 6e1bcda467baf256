import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { sessions } from '#shop/accounts/accounts.tables.server.ts'
import { auditLog } from '#shop/audit-log/audit-log.tables.server.ts'
import { admin, rowsOf, signInAsAdmin } from '../support/admin-steps.ts'
import { seeNoBarrier, seeNothingTooWide } from '../support/barriers.ts'
import { heading, newCustomer, signIn, toast, visit } from '../support/customer-steps.ts'
import { changeWhileClosed } from '../support/shop-database.ts'
import { expect, test } from '../support/shop-test.ts'

const network = '203.0.113.77'

/** A busy hour of nobody of the staff, and a password that was given before it. */
const forbidden = Array.from({ length: 60 }, () => ({
  at: new Date(),
  kind: 'security' as const,
  actor: 'anyone' as const,
  action: 'forbidden' as const,
  subject: 'users' as const,
  subjectId: '',
  network,
  device: 'Chrome on Android',
  after: { call: 'GET /users/export' },
  count: 1,
}))

/** The entries that are seen: rows of a table, or cards on a phone. */
const entries = (page: Page) =>
  page.locator('main tbody tr, main li.card').filter({ visible: true })

test('the owner sees what to act on, and takes everything out as a file', async ({
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
    await db.insert(auditLog).values(forbidden)
    await db.update(sessions).set({ passwordAt: new Date(Date.now() - 20 * 60_000) })
  })

  await visit(page, '/admin/security')
  await expect(heading(page, 'Security')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main).not.toContainText(network)
  await expect(main).not.toContainText('gave a wrong password')

  trouble.expect(403, '/security/export')
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export security (CSV)' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Please confirm your password' })
  await question.getByLabel('Your password', { exact: true }).fill(admin.password)
  await page.keyboard.press('Enter')
  const file = await readFile(await (await saved).path(), 'utf8')
  await expect(toast(page, 'Export saved.')).toBeVisible()
  const rows = rowsOf(file)
  expect(rows.filter(({ Network }) => Network === network)).toHaveLength(60)
  expect(rows).toContainEqual(
    expect.objectContaining({ Account: asha.email, What: 'gave a wrong password' }),
  )

  await visit(page, '/admin/security')
  await expect(entries(page).first()).toContainText('exported data')
  await expect(entries(page).first()).toContainText('this data has left the shop')
  await seeNoBarrier(page, 'with entries')
  await seeNothingTooWide(page)
})
