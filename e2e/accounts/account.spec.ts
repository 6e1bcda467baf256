import type { Page } from '@playwright/test'
import { seeNoBarrier, seeNothingTooWide } from '../support/barriers.ts'
import { heading, logIn, newCustomer, signIn, toast, visit } from '../support/customer-steps.ts'
import { mailAbout } from '../support/outbox.ts'
import { expect, test } from '../support/shop-test.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

for (const width of [390, 768, 1280]) {
  test(`the account has no barrier at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await signIn(page)
    await visit(page, '/account')
    await expect(heading(page, 'Your account')).toBeVisible()
    await seeNoBarrier(page, '/account')
    await seeNothingTooWide(page)
  })
}

test('a new password signs the other browser out', async ({ page, someoneElse }) => {
  const customer = await signIn(page)
  const phone = await someoneElse()
  await logIn(phone, customer)
  await visit(phone, '/account')
  await expect(heading(phone, 'Your account')).toBeVisible()

  await visit(page, '/account')
  const form = section(page, 'Password')
  await form.getByLabel('Current password').fill(customer.password)
  await form.getByLabel('New password').fill('rosewater-kulfi')
  await form.getByLabel('New password').press('Enter')
  await expect(toast(page, 'Your password is changed.')).toBeVisible()
  await expect(section(page, 'Where you are logged in').getByRole('listitem')).toHaveCount(1)

  await visit(phone, '/account')
  await expect(heading(phone, 'Login Yourself')).toBeVisible()
  await phone.getByLabel('Email', { exact: true }).fill(customer.email)
  await phone.getByLabel('Password', { exact: true }).fill('rosewater-kulfi')
  await phone.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(heading(phone, 'Your account')).toBeVisible()
})

test('the email changes when both mailboxes have confirmed, by keyboard alone', async ({
  page,
  shop,
}) => {
  const { email: former } = await signIn(page)
  const { email } = newCustomer()
  await visit(page, '/account')
  const form = section(page, 'Email')
  await form.getByLabel('New email').focus()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await expect(form.getByRole('button', { name: 'Change email' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toast(page, 'open the links that we have mailed to both addresses')).toBeVisible()
  await expect(form.getByRole('listitem')).toHaveText([former, email])
  // Where the page stands now, its header hides half of a button.
  await page.evaluate(() => scrollTo(0, 0))
  await seeNoBarrier(page, '/account while the email changes')

  await openLink(page, await linkTo(shop.outbox, former, /Confirm your new email/))
  await expect(page.getByRole('status')).toContainText(
    'Now open the link in the email to your other',
  )
  await page.getByRole('link', { name: 'Your account', exact: true }).last().click()
  await expect(form.getByRole('listitem')).toHaveText([email])

  await openLink(page, await linkTo(shop.outbox, email, /Confirm your email/))
  await expect(page.getByRole('status')).toContainText('Your email is changed.')
  await seeNoBarrier(page, '/confirm-email')
  await visit(page, '/account')
  await expect(form.getByText(email)).toBeVisible()
  await mailAbout(shop.outbox, former, /The email of your account was changed/)
})

async function linkTo(outbox: string, email: string, subject: RegExp): Promise<string> {
  const { text = '' } = await mailAbout(outbox, email, subject)
  return /https?:\/\/\S+\/confirm-email#[\w.-]+/.exec(text)?.[0] ?? ''
}

async function openLink(page: Page, link: string) {
  await page.goto('about:blank')
  await visit(page, link)
  const button = page.getByRole('button', { name: 'Confirm', exact: true })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(button).toBeHidden()
}
