import type { Page } from '@playwright/test'
import { appCode } from '../../test/support/authenticator.ts'
import { admin } from '../support/admin-steps.ts'
import { seeNoBarrier, seeNothingTooWide } from '../support/barriers.ts'
import { type Customer, heading, signIn, toast, visit } from '../support/customer-steps.ts'
import { mailAbout } from '../support/outbox.ts'
import { dialog, setUpByKeyboard, signInAsStaff } from '../support/second-factor-steps.ts'
import { expect, test } from '../support/shop-test.ts'

const phone = { width: 390, height: 844 }

async function givePassword(
  page: Page,
  { email, password }: Pick<Customer, 'email' | 'password'>,
  next = '',
) {
  await visit(page, `/login${next}`)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

test('a second factor is set up on a phone, required, and replaced when the phone is lost', async ({
  page,
  shop,
  trouble,
}) => {
  await page.setViewportSize(phone)
  const asha = await signInAsStaff(page, shop.outbox)
  const { key, codes } = await setUpByKeyboard(page, asha)

  await page.context().clearCookies()
  await givePassword(page, asha, '?next=/contact')
  await expect(heading(page, 'Enter your code')).toBeVisible()
  const code = page.getByLabel('Code from your app')
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await seeNoBarrier(page, 'code page')
  await seeNothingTooWide(page)
  trouble.expect(422, '/users/login/code')
  await code.fill('000000')
  await page.keyboard.press('Enter')
  await expect(code).toHaveAccessibleDescription(/This code is not right/)
  // The page outlives a phone that forgets it while the app is open.
  await page.reload()
  await code.fill(appCode(key, { steps: 1 }))
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/contact$/)

  await page.context().clearCookies()
  await givePassword(page, asha)
  await page.getByRole('button', { name: 'I don’t have my phone' }).click()
  await expect(heading(page, 'Use a recovery code')).toBeVisible()
  await seeNoBarrier(page, 'recovery code page')
  await page.getByLabel('Recovery code').fill(codes[3] ?? '')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/account#authenticator$/)
  await page.getByRole('button', { name: 'Turn off' }).click()
  await dialog(page).getByLabel('Your password', { exact: true }).fill(asha.password)
  await dialog(page).getByRole('button', { name: 'Turn off' }).click()
  await expect(toast(page, 'Your authenticator app is off.')).toBeVisible()
  const again = await setUpByKeyboard(page, asha)
  expect(again.key).not.toBe(key)
  await mailAbout(shop.outbox, asha.email, /^Two-step login was turned off$/)
})

test('recovery codes are copied and downloaded', async ({ page, context, shop }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const asha = await signInAsStaff(page, shop.outbox)
  await setUpByKeyboard(page, asha)
  await page.getByRole('button', { name: 'New recovery codes' }).click()
  await dialog(page).getByRole('button', { name: 'Make new codes' }).click()
  await expect(dialog(page).getByText('Password is required')).toBeVisible()
  await dialog(page).getByLabel('Your password', { exact: true }).fill(asha.password)
  await dialog(page).getByRole('button', { name: 'Make new codes' }).click()
  const list = page.getByRole('list', { name: /^Recovery codes/ })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  const codes = (await list.getByRole('listitem').allInnerTexts()).join('\n')
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(toast(page, 'Recovery codes copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
})

test('a passkey is added, logs in alone, and is removed', async ({ page, context, shop }) => {
  // Passkeys belong to a name, not to the number of an address.
  await shop.stop()
  const named = shop.address.replace('127.0.0.1', 'localhost')
  await shop.start({ PUBLIC_URL: named })
  const open = (path: string) => visit(page, `${named}${path}`)
  const browser = await context.newCDPSession(page)
  await browser.send('WebAuthn.enable')
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.request.post(`${named}/api/v1/users/login`, { data: admin })
  await open('/account')
  await page.getByRole('button', { name: 'Add a passkey' }).press('Enter')
  await expect(toast(page, 'Your passkey is added.')).toBeVisible()
  await expect(page.getByText(/^Passkey, added/)).toBeVisible()
  await seeNoBarrier(page, 'passkeys')

  await context.clearCookies()
  await open('/login?next=/account')
  await page.getByRole('button', { name: 'Log in with a passkey' }).press('Enter')
  await expect(heading(page, 'Your account')).toBeVisible()
  await expect(page.getByRole('strong').filter({ hasText: admin.email })).toBeVisible()

  await page.getByRole('button', { name: 'Remove Passkey' }).click()
  await seeNoBarrier(page, 'removing a passkey?')
  await dialog(page).getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, 'The passkey is removed.')).toBeVisible()
  await expect(page.getByText(/^Passkey, added/)).toBeHidden()
})

test('a customer’s account offers neither', async ({ page }) => {
  await signIn(page)
  await visit(page, '/account')
  await expect(page.getByRole('region', { name: 'Password', exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Where you are logged in' })).toBeVisible()
  for (const name of ['Two-step login', 'Passkeys']) {
    await expect(page.getByRole('region', { name })).toHaveCount(0)
  }
})
