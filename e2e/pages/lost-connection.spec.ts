import type { Page } from '@playwright/test'
import { scriptsWith } from '../support/built-scripts.ts'
import {
  addCake,
  address,
  cards,
  cartWith,
  dayAhead,
  giveCard,
  heading,
  seeOrderPlaced,
  signIn,
  toast,
  untilListening,
  visit,
} from '../support/customer-steps.ts'
import { expect, test } from '../support/shop-test.ts'

const cake = 'walnut-brownie'
const offline = /^You seem to be offline/

/** Presses while nothing can be reached: the page says so, stays, and goes on to `next` once the connection is back. */
async function pressWithoutLine(page: Page, stays: string | RegExp, press: () => Promise<void>) {
  await page.context().setOffline(true)
  await press()
  await expect(toast(page, offline)).toBeVisible()
  await expect(heading(page, stays)).toBeVisible()
  await page.context().setOffline(false)
}

test('without a connection each step of the purchase waits, and goes on when it is back', async ({
  page,
}) => {
  await signIn(page)
  await visit(page, `/singleproduct/${cake}`)
  await pressWithoutLine(page, /Brownie/, () =>
    page.getByRole('button', { name: 'Add To Cart' }).click(),
  )
  await expect(heading(page, 'Your cart')).toBeVisible()
  await expect(cartWith(page, 1)).toBeVisible()
  await expect(toast(page, offline)).toBeHidden()

  await pressWithoutLine(page, 'Your cart', () =>
    page.getByRole('button', { name: 'Proceed to checkout' }).click(),
  )
  await expect(heading(page, 'Shipping Details')).toBeVisible()

  await page.getByLabel('Address').fill(address.address)
  await page.getByLabel('Pincode').fill(address.pincode)
  await page.getByLabel('City').fill(address.city)
  await page.getByLabel('Delivery date and time').fill(`${dayAhead(3)}T12:00`)
  await pressWithoutLine(page, 'Shipping Details', async () => {
    await page.getByRole('button', { name: 'Proceed to Payment' }).click()
    await expect(page.getByLabel('Address')).toHaveValue(address.address)
  })
  await expect(heading(page, 'Confirm Order')).toBeVisible()

  await pressWithoutLine(page, 'Confirm Order', () =>
    page.getByRole('link', { name: 'Proceed to payment' }).click(),
  )
  await expect(heading(page, 'Pay now')).toBeVisible()

  await page.getByLabel('Cardholder name').fill('Asha Rao')
  await giveCard(page, cards.succeeds)
  await page.context().setOffline(true)
  const pay = page.getByRole('button', { name: /^Pay Now/ })
  await pay.click()
  await expect(page.getByRole('main').getByText('The shop could not be reached.')).toBeVisible()
  await page.context().setOffline(false)
  await pay.click()
  await seeOrderPlaced(page)
})

test('a shop that does not respond is waited for, though the phone is connected', async ({
  browser,
  shop,
}) => {
  // React Router writes to the console which module it could not load.
  const context = await browser.newContext({ baseURL: shop.address })
  const page = await context.newPage()
  await addCake(page, cake)
  await page.route('**/*', (route) => route.abort('connectionrefused'))
  await page.getByRole('button', { name: 'Proceed to checkout' }).click()
  await expect(toast(page, offline)).toBeVisible()
  await expect(heading(page, 'Your cart')).toBeVisible()
  await page.unroute('**/*')
  await expect(page.getByRole('region', { name: 'Order as guest' })).toBeVisible()
  await untilListening(page)

  await page.route('**/register.data*', (route) => route.abort('connectionreset'))
  await page
    .getByRole('link', { name: /Register$/ })
    .last()
    .click()
  await expect(toast(page, offline)).toBeVisible()
  await page.unroute('**/register.data*')
  await expect(heading(page, 'Register Yourself')).toBeVisible()
  await context.close()
})

test('a part that a deploy has removed leaves the page and what was typed', async ({
  browser,
  shop,
}) => {
  const context = await browser.newContext({ baseURL: shop.address })
  const page = await context.newPage()
  await visit(page, `/singleproduct/${cake}`)
  const questionPart = scriptsWith('Pipe it as it is')
  const payPart = scriptsWith('Sandbox Bank')
  for (const gone of [questionPart, payPart, scriptsWith('perspective(24rem)')]) {
    await page.route(gone, (route) => route.fulfill({ status: 404, body: 'gone' }))
  }
  const name = page.getByLabel('Name on cake')
  const question = page.waitForResponse(questionPart)
  await name.fill('Please mention if it has egg')
  await question
  await expect(name).toHaveValue('Please mention if it has egg')
  await expect(page.getByRole('button', { name: 'Add To Cart' })).toBeEnabled()
  await expect(page.getByText('could not be loaded')).toBeHidden()
  await name.fill('Asha')
  await page.getByRole('button', { name: 'Add To Cart' }).click()
  await expect(cartWith(page, 1)).toBeVisible()

  await signIn(page)
  await visit(page, '/shipping')
  await page.getByLabel('Address').fill(address.address)
  await page.getByLabel('Pincode').fill(address.pincode)
  await page.getByLabel('City').fill(address.city)
  await page.getByLabel('Delivery date and time').fill(`${dayAhead(3)}T12:00`)
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await page.getByRole('link', { name: 'Proceed to payment' }).click()
  await expect(page.getByText('This part could not be loaded.')).toBeVisible()
  await page.unroute(payPart)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
  await context.close()
})
