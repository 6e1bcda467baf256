import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { callApi, placeOrder, rasmalai, signInAsAdmin } from '../support/admin-steps.ts'
import { seeNoBarrier, seeNothingTooWide } from '../support/barriers.ts'
import { dayAhead, heading, signIn, toast, visit } from '../support/customer-steps.ts'
import { mailAbout } from '../support/outbox.ts'
import { changeWhileClosed } from '../support/shop-database.ts'
import { expect, test } from '../support/shop-test.ts'

test('the owner reads the month, closes the day and takes its files; an accountant sees it too', async ({
  page: owner,
  someoneElse,
  shop,
  trouble,
}) => {
  const asha = await someoneElse()
  const customer = await signIn(asha)
  const { number } = await placeOrder(asha, rasmalai)

  await signInAsAdmin(owner)
  await visit(owner, '/admin/money')
  await expect(owner.getByRole('region', { name: 'Payments', exact: true })).toContainText(
    'Online payments',
  )
  const returns = owner.getByRole('region', { name: 'GSTR-1', exact: true })
  await expect(returns).toContainText(/Files by HSN code: (₹[\d,.]+), ledger: \1$/)
  await seeNoBarrier(owner, 'the money of a month')

  await owner.getByRole('navigation', { name: 'Sales by' }).getByText('Weekday').click()
  const byWeekday = owner.getByRole('region', { name: /^Sales by weekday/ })
  await expect(byWeekday.getByRole('meter').first()).toBeVisible()
  await seeNoBarrier(owner, 'the sales of a month')
  expect((await saved(owner, 'Export as CSV')).name).toMatch(/^sales-by-weekday-20/)

  trouble.expect(422, '/money/close-day')
  await closeDay(owner)
  await owner.setViewportSize({ width: 390, height: 844 })
  await seeNoBarrier(owner, 'the money of a month, on a phone')
  await seeNothingTooWide(owner)
  const sums = owner.getByRole('region', { name: 'Charges', exact: true }).getByRole('row')
  const sum = sums.filter({ hasText: 'All' }).getByRole('cell').last()
  await sum.scrollIntoViewIfNeeded()
  await expect(sum).toBeInViewport({ ratio: 1 })
  await owner.setViewportSize({ width: 1280, height: 800 })

  const section = await saved(owner, 'b2cs.csv')
  expect(section.name).toMatch(/^gstr1-b2cs-20\d\d-\d\d\.csv$/)
  expect(section.text).toContain('27-Maharashtra')
  const papers = await saved(owner, 'All papers as PDFs (ZIP)')
  expect(papers.name).toMatch(/^papers-20\d\d-\d\d\.zip$/)
  expect(papers.text).toMatch(/^PK/)

  const email = `anita-${crypto.randomUUID().slice(0, 8)}@example.in`
  await callApi(owner.request, '/staff/invite', { email, role: 'accountant' })
  const accountant = await someoneElse()
  await join(accountant, await linkOf(shop.outbox, email))
  await expect(accountant).toHaveURL(/\/admin\/money$/)
  const pages = accountant.getByRole('navigation', { name: 'Admin' }).getByRole('link')
  await expect(pages).toHaveText(['Money'])
  await expect(accountant.getByRole('region', { name: /^Papers: / })).toContainText(
    `Order ${number}`,
  )
  await expect(accountant.getByRole('main')).not.toContainText(customer.email)
  await expect(accountant.getByRole('button', { name: 'Close the day' })).toBeHidden()
  await seeNoBarrier(accountant, 'the money of a month, for an accountant')
  trouble.expect(404, '/admin/orders')
  await visit(accountant, '/admin/orders')
  await expect(heading(accountant, "UH OH! You're lost.")).toBeVisible()
})

test('a UPI payment is listed after two days, until a statement of the bank has it', async ({
  page: owner,
  shop,
}) => {
  const reference = '412345678901'
  await signInAsAdmin(owner)
  const line = { bname: '', customize: false, amount: 1, ...rasmalai }
  const { number } = await callApi<{ number: number }>(owner.request, '/orders/take', {
    customer: { name: 'Meera', mobileno: '9876500001' },
    paid: { method: 'upi', reference },
    checkout: {
      address: '12 Hill Road,400050,Mumbai',
      time: `${dayAhead(3)}T12:00`,
      amount: 1000,
      order: [line],
      checkoutId: crypto.randomUUID(),
    },
  })
  const section = owner.getByRole('region', { name: 'UPI payments', exact: true })
  await visit(owner, '/admin/money')
  await expect(section).toContainText('In no statement, but younger than two days: 1.')

  await changeWhileClosed(shop, (db) =>
    db.execute(
      `update order_payments set created_at = created_at - interval '2 days' where method = 'upi'`,
    ),
  )
  await visit(owner, '/admin/money')
  const row = section.getByRole('row').filter({ hasText: `Order ${number}` })
  await expect(row).toContainText(`₹1,000${reference}admin@cakewala.test`)

  const upload = (credit: string, debit = '') =>
    section.getByLabel('Upload a statement (CSV or Excel)').setInputFiles({
      name: 'statement.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `Date,Narration,Debit,Credit\n1/2/26,UPI/${reference}/Meera,${debit},${credit}\n`,
      ),
    })
  await upload('10.00')
  await expect(section.getByRole('status')).toContainText('the statement has no ₹1,000 beside')
  await seeNoBarrier(owner, 'UPI payments')
  await owner.setViewportSize({ width: 390, height: 844 })
  await seeNoBarrier(owner, 'UPI payments, on a phone')
  await seeNothingTooWide(owner)
  await upload('"1,000.00"')
  await expect(toast(owner, '1 more UPI payment is in the account.')).toBeVisible()
  await expect(section).toContainText('All UPI payments are in the account.')
  await upload('', '"1,000.00"')
  await expect(section.getByRole('status')).toContainText('left the account, so it does not count')
  await expect(row).toContainText(`${reference}, left again`)
  await seeNothingTooWide(owner)
})

async function closeDay(owner: Page) {
  await owner.getByLabel('Cash counted (₹)').fill('1,250')
  await owner.getByRole('button', { name: 'Close the day' }).click()
  await expect(owner.getByText(/was expected\. Please say why it differs\.$/).first()).toBeVisible()
  await expect(owner.getByLabel('Note', { exact: true })).toBeFocused()
  await owner.keyboard.type('Change for the weekend')
  await owner.keyboard.press('Enter')
  await expect(toast(owner, /₹1,250 counted/)).toBeVisible()
  await expect(owner.getByRole('region', { name: 'Each day', exact: true })).toContainText(
    'Change for the weekend',
  )
}

async function saved(page: Page, link: string) {
  const waiting = page.waitForEvent('download')
  await page.getByRole('link', { name: link }).click()
  const file = await waiting
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'latin1') }
}

async function linkOf(outbox: string, email: string): Promise<string> {
  const { text = '' } = await mailAbout(outbox, email, /Join the team/)
  return /\/join#\S+/.exec(text)?.[0] ?? ''
}

async function join(page: Page, link: string) {
  const password = 'counts-every-paisa'
  await visit(page, link)
  await page.getByLabel('Name').fill('Anita Desai')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}
