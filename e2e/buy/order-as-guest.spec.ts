import type { Page } from '@playwright/test'
import { seeNoBarrier, seeNothingTooWide } from '../support/barriers.ts'
import {
  address,
  cards,
  confirmOrder,
  giveCard,
  heading,
  newCustomer,
  payButton,
  seeOrderPlaced,
  toast,
  visit,
} from '../support/customer-steps.ts'
import { mailAbout } from '../support/outbox.ts'
import { test } from '../support/sample-shop.ts'
import { expect } from '../support/shop-test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** The most fields and taps from a cake to a paid order. */
const mostSteps = 15

test('a guest orders on a phone, and later keeps the order in an account', async ({
  page,
  shop,
}) => {
  const guest = newCustomer()
  await visit(page, '/singleproduct/rasmalai-cake')
  const steps = await countSteps(page)
  await page.getByRole('button', { name: 'Add To Cart' }).click()
  await page.getByRole('button', { name: 'Proceed to checkout' }).click()
  await expect(toast(page, 'Login first to place order')).toBeVisible()
  await seeNoBarrier(page, 'the login page on the way to the checkout')
  await seeNothingTooWide(page)
  await orderAsGuest(page, guest)

  await sayWhere(page)
  await confirmOrder(page)
  await expect(page.getByLabel('Cardholder')).toHaveValue(guest.name)
  await giveCard(page, cards.succeeds)
  await payButton(page).click()
  await seeOrderPlaced(page)
  expect(steps.length, steps.join('\n')).toBeLessThanOrEqual(mostSteps)

  await orderAgain(page)
  await seeGuest(page)
  const mail = await mailAbout(shop.outbox, guest.email, /is placed$/)
  const link = /http\S+keep-order\S+/.exec(mail.text ?? '')?.[0] ?? ''
  await visit(page, link)
  await seeNoBarrier(page, 'the page that keeps an order')
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(guest.email)
  await page.getByLabel('Name').fill(guest.name)
  await page.getByLabel('MobileNo').fill(guest.mobileno)
  await page.getByLabel('Date of birth').fill(guest.date)
  await page.getByLabel('Password', { exact: true }).fill(guest.password)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(heading(page, 'Login Yourself')).toBeVisible()
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByRole('button', { name: 'Add to my account' }).click()
  await expect(heading(page, 'View Orders')).toBeVisible()
  await expect(page.getByRole('article')).toContainText('Rasmalai Cake')
})

test('a guest corrects the email before paying', async ({ page }) => {
  const guest = newCustomer()
  await visit(page, '/singleproduct/rasmalai-cake')
  await page.getByRole('button', { name: 'Add To Cart' }).click()
  await page.getByRole('button', { name: 'Proceed to checkout' }).click()
  await orderAsGuest(page, { ...guest, email: `typo.${guest.email}` })
  await sayWhere(page)
  await expect(page.getByText(`typo.${guest.email}`)).toBeVisible()
  await seeNoBarrier(page, 'the order of a guest')
  await page.getByRole('link', { name: 'Change your email' }).click()
  await orderAsGuest(page, guest)
  await expect(heading(page, 'Confirm Order')).toBeVisible()
  await expect(page.getByText(new RegExp(`^${guest.email}`))).toBeVisible()
})

async function orderAsGuest(page: Page, { name, email, mobileno }: ReturnType<typeof newCustomer>) {
  const form = page.getByRole('region', { name: 'Order as guest' })
  await expect(form).toBeInViewport()
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Email for this order').fill(email)
  await form.getByLabel('MobileNo').fill(mobileno)
  await form.getByRole('button', { name: 'Continue as guest' }).click()
}

async function sayWhere(page: Page) {
  await expect(heading(page, 'Shipping Details')).toBeVisible()
  await page.getByLabel('Address').fill(address.address)
  await page.getByLabel('Pincode').fill(address.pincode)
  await expect(page.getByLabel('City')).toHaveValue(address.city)
  await page.getByRole('radio', { name: 'Tomorrow' }).check()
  await page.getByRole('radio', { name: '11 am to 1 pm' }).check()
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(heading(page, 'Confirm Order')).toBeVisible()
}

/** On the same phone nobody asks who they are. */
async function orderAgain(page: Page) {
  await visit(page, '/singleproduct/rasmalai-cake')
  await page.getByRole('button', { name: 'Add To Cart' }).click()
  await page.getByRole('button', { name: 'Proceed to checkout' }).click()
  await expect(heading(page, 'Shipping Details')).toBeVisible()
}

/** The order is theirs to see; a page of an account asks for one. */
async function seeGuest(page: Page) {
  await visit(page, '/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('link', { name: 'Your account Guest' })).toBeVisible()
  await page.getByRole('link', { name: 'View Order', exact: true }).click()
  await expect(heading(page, 'View Orders')).toBeVisible()
  await expect(page.getByRole('article')).toContainText('Rasmalai Cake')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Your account Guest' }).click()
  await expect(heading(page, 'Login Yourself')).toBeVisible()
  await expect(toast(page, 'Login or register to see this page')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Order as guest' })).toBeHidden()
}

/** Every tap, and every field that is filled, once; on this page and all that follow. */
async function countSteps(page: Page): Promise<string[]> {
  const steps: string[] = []
  await page.exposeFunction('countStep', (step: string) => {
    if (step.startsWith('tap') || !steps.includes(step)) steps.push(step)
  })
  const listen = () => {
    const count = (step: string) =>
      (window as unknown as { countStep(step: string): void }).countStep(step)
    addEventListener('click', ({ target }) => {
      const pressed = (target as Element).closest('a, button, summary, label')
      if (pressed) count(`tap ${pressed.textContent?.trim()}`)
    })
    addEventListener('input', ({ target }) => {
      const { name, labels, type } = target as HTMLInputElement
      if (type !== 'radio') count(`field ${labels?.[0]?.textContent ?? name}`)
    })
  }
  await page.addInitScript(listen)
  await page.evaluate(listen)
  return steps
}
