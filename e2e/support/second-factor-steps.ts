import type { Page } from '@playwright/test'
import { appCode } from '../../test/support/authenticator.ts'
import { admin, callApi } from './admin-steps.ts'
import { seeNoBarrier, seeNothingTooWide } from './barriers.ts'
import { type Customer, logIn, newCustomer, toast, visit } from './customer-steps.ts'
import { mailAbout } from './outbox.ts'
import { expect } from './shop-test.ts'

export const dialog = (page: Page) => page.getByRole('dialog')

/** Makes somebody new of the staff, whom two-step login is for, and logs them in. */
export async function signInAsStaff(page: Page, outbox: string) {
  const { email, name, password } = newCustomer()
  await logIn(page, admin)
  await callApi(page.request, '/staff/invite', { email, role: 'kitchen' })
  const { text = '' } = await mailAbout(outbox, email, /Join the team/)
  const token = /\/join#(\S+)/.exec(text)?.[1]
  await page.context().clearCookies()
  await callApi(page.request, '/staff/accept', { token, name, password })
  await logIn(page, { email, password })
  return { email, password }
}

/** Confirms the email of the account that is logged in: cash on delivery needs it. */
export async function confirmEmail(page: Page, { email }: Pick<Customer, 'email'>, outbox: string) {
  await expect(page.getByText('open the link that we have mailed to you')).toBeVisible()
  await seeNoBarrier(page, 'an email that is not confirmed')
  const { text = '' } = await mailAbout(outbox, email, /^Confirm your email$/)
  await page.goto(/https?:\/\/\S+\/confirm-email#\S+/.exec(text)?.[0] ?? '')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Thank you. Your email is confirmed.')).toBeVisible()
}

/** Sets an authenticator app up by the keyboard alone; its key and the recovery codes. */
export async function setUpByKeyboard(page: Page, { password }: Pick<Customer, 'password'>) {
  await visit(page, '/account')
  await page.getByRole('button', { name: 'Set up' }).press('Enter')
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await dialog(page).getByLabel('Your password', { exact: true }).focus()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  const code = page.getByLabel('Code from your app')
  await expect(code).toBeVisible()
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  const shown = await page.getByText('Or type this key').locator('code').textContent()
  const key = shown?.replaceAll(' ', '') ?? ''
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(code).toHaveAttribute('inputmode', 'numeric')
  // Where the page stands now, its header hides half of a button.
  await page.evaluate(() => scrollTo(0, 0))
  await seeNoBarrier(page, 'setting up an app')
  await seeNothingTooWide(page)
  await code.focus()
  await page.keyboard.type(appCode(key))
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Your authenticator app is on.')).toBeVisible()
  const list = page.getByRole('list', { name: /^Recovery codes/ })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  await seeNoBarrier(page, 'recovery codes')
  const codes = await list.getByRole('listitem').allInnerTexts()
  await page.getByRole('button', { name: 'I have saved them' }).press('Enter')
  await expect(page.getByText('On. Logging in asks for a code')).toBeVisible()
  return { key, codes }
}
