import type { Page } from '@playwright/test'
import { placeOrder, rasmalai, signInAsAdmin } from '../support/admin-steps.ts'
import { seeNoBarrier, seeNothingTooWide } from '../support/barriers.ts'
import {
  address,
  dayAhead,
  heading,
  signIn,
  toast,
  untilListening,
  visit,
} from '../support/customer-steps.ts'
import { mailAbout } from '../support/outbox.ts'
import { dialog, setUpByKeyboard } from '../support/second-factor-steps.ts'
import { expect, test } from '../support/shop-test.ts'

const hand = { name: 'Meena Iyer', password: 'bakes-before-dawn' }

/** What the kitchen must not have, in what is seen or sent. */
const hidden = (customerEmail: string) => [
  ...['₹', 'Rs.', /\b950(?:00)?\b/, address.address, address.pincode, customerEmail],
  ...['pricePaise', 'RefundLimit', 'mobileno'],
]

test('the owner invites a kitchen hand, who sees no price and no address, until removed', {
  tag: '@essential',
}, async ({ page, someoneElse, shop }) => {
  const customer = await signIn(page)
  await placeOrder(page, { ...rasmalai, bname: 'Happy Birthday Kabir' })
  await page.context().clearCookies()
  const email = `meena-${crypto.randomUUID().slice(0, 8)}@example.in`

  await signInAsAdmin(page)
  await visit(page, '/admin/staff')
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Tab')
  // The one role with this letter: what is typed slowly begins anew.
  await page.keyboard.press('K')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(toast(page, /is on its way/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Invitations' })).toContainText(email)
  await seeNoBarrier(page, 'the staff')
  await seeNothingTooWide(page)

  const phone = await someoneElse()
  await phone.setViewportSize({ width: 390, height: 844 })
  await join(phone, await linkOf(shop.outbox, email))
  await expect(phone).toHaveURL(/\/login/)
  await phone.getByLabel('Password', { exact: true }).fill(hand.password)
  await phone.keyboard.press('Enter')
  await expect(phone).toHaveURL(/\/admin\/kitchen$/)
  await expect(phone.getByRole('navigation', { name: 'Admin' }).getByRole('link')).toHaveText([
    'Kitchen',
  ])

  const day = `/admin/kitchen?day=${dayAhead(3)}`
  await visit(phone, day)
  await expect(phone.getByRole('region', { name: 'Bake sheet' })).toContainText('Rasmalai Cake')
  await expect(phone.getByText('Happy Birthday Kabir')).toBeVisible()
  const seen = await phone.getByRole('main').textContent()
  const sent = await (await phone.request.get(day.replace('?', '.data?'))).text()
  for (const secret of hidden(customer.email)) {
    expect.soft(seen, 'what is seen').not.toMatch(secret)
    expect.soft(sent, 'what is sent').not.toMatch(secret)
  }
  await seeNoBarrier(phone, 'the kitchen')
  await seeNothingTooWide(phone)

  await setUpByKeyboard(phone, hand)
  await visit(page, '/admin/staff')
  await expect(page.getByText('The shop needs an owner.')).toBeVisible()
  await expect(page.getByRole('button', { name: `Remove ${hand.name}` })).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Remove Admin' })).toHaveCount(0)
  const resetButton = page.getByRole('button', { name: `Reset two-step login of ${hand.name}` })
  await resetButton.click()
  await seeNoBarrier(page, 'resetting a colleague’s two-step login')
  await dialog(page).getByRole('button', { name: 'Reset' }).click()
  await expect(toast(page, /logs in with the password alone/)).toBeVisible()
  await expect(resetButton).toBeHidden()
  await mailAbout(shop.outbox, email, /^Two-step login was reset$/)
  await phone.reload()
  await expect(phone).toHaveURL(/\/login/)
  await untilListening(phone)
  await phone.getByLabel('Email', { exact: true }).fill(email)
  await phone.getByLabel('Password', { exact: true }).fill(hand.password)
  await phone.keyboard.press('Enter')
  await expect(heading(phone, 'Your account')).toBeVisible()
  await visit(phone, day)

  await page.getByRole('button', { name: `Remove ${hand.name}` }).click()
  await dialog(page).getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, /does not work here any more/)).toBeVisible()
  await phone.reload()
  await expect(heading(phone, 'Login')).toBeVisible()
})

test('a kitchen hand without an email known to the shop joins by a link that is handed over', async ({
  page,
  someoneElse,
}) => {
  await signInAsAdmin(page)
  await visit(page, '/admin/staff')
  await page.getByLabel('Role', { exact: true }).selectOption('Counter')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('Only kitchen staff can be invited without an email')).toBeVisible()
  await page.getByLabel('Role', { exact: true }).selectOption('Kitchen')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(toast(page, 'The link works once, within 48 hours.')).toBeVisible()
  const invite = page.getByRole('region', { name: 'Invite somebody' })
  await expect(invite.getByRole('img', { name: 'QR code of the invitation' })).toBeVisible()
  const send = invite.getByRole('link', { name: 'WhatsApp' })
  const message = new URL((await send.getAttribute('href')) ?? '').searchParams.get('text') ?? ''
  await expect(page.getByRole('region', { name: 'Invitations' })).toContainText('By a link')
  await seeNoBarrier(page, 'a link for a colleague')
  await page.setViewportSize({ width: 390, height: 844 })
  await seeNothingTooWide(page)

  const phone = await someoneElse()
  await phone.setViewportSize({ width: 390, height: 844 })
  await visit(phone, /\/join#\S+/.exec(message)?.[0] ?? '')
  const email = `salma-${crypto.randomUUID().slice(0, 8)}@example.in`
  await phone.getByLabel('Email', { exact: true }).fill(email)
  await phone.getByLabel('Name', { exact: true }).fill('Salma')
  await phone.getByLabel('Password', { exact: true }).fill(hand.password)
  await seeNoBarrier(phone, 'an invitation without an email')
  await phone.getByRole('button', { name: 'Join' }).click()
  await expect(phone.getByLabel('Email', { exact: true })).toHaveValue(email)
  await phone.getByRole('button', { name: 'Login' }).click()
  await expect(phone).toHaveURL(/\/admin\/kitchen$/)
  await visit(page, '/admin/staff')
  await expect(page.getByRole('main')).toContainText(email)
  await expect(page.getByText('By a link')).toBeHidden()
  await page.getByRole('button', { name: 'Remove Salma' }).click()
  await dialog(page).getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, /does not work here any more/)).toBeVisible()
})

async function linkOf(outbox: string, email: string): Promise<string> {
  const { text = '' } = await mailAbout(outbox, email, /Join the team/)
  const link = /\/join#\S+/.exec(text)?.[0]
  if (!link) throw new Error('the invitation has no link')
  return link
}

/** With the keyboard alone. */
async function join(page: Page, link: string) {
  await visit(page, link)
  await expect(heading(page, 'Join the team')).toBeVisible()
  await seeNoBarrier(page, 'the invitation')
  await seeNothingTooWide(page)
  await page.getByLabel('Name', { exact: true }).focus()
  await page.keyboard.type(hand.name)
  await page.keyboard.press('Tab')
  await page.keyboard.type(hand.password)
  await page.keyboard.press('Enter')
}
