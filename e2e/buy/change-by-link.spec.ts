import type { Page } from '@playwright/test'
import { callApi, placeOrder, rasmalai } from '../support/admin-steps.ts'
import { seeNoBarrier, seeNothingTooWide, seeTouchable } from '../support/barriers.ts'
import { dayAhead, heading, newCustomer } from '../support/customer-steps.ts'
import { mailAbout } from '../support/outbox.ts'
import { test } from '../support/sample-shop.ts'
import type { ShopServer } from '../support/shop-server.ts'
import { expect } from '../support/shop-test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** A guest's paid gift at 11 pm, and the link in its mail; of the guest's session nothing is left. */
async function giftOfGuest(page: Page, shop: ShopServer): Promise<string> {
  const { name, email, mobileno } = newCustomer()
  await callApi(page.request, '/auth/guest', { name, email, mobileno })
  await placeOrder(page, { ...rasmalai, bname: 'Meena' }, 3, {
    address: '12 Hill Road,560034,Bengaluru',
    time: `${dayAhead(3)}T23:00`,
    amount: 1199,
    recipient: { name: 'Meena Iyer', mobile: '9811100000' },
    riderNote: 'The blue gate',
    giftMessage: 'Happy birthday!',
  })
  const { text = '' } = await mailAbout(shop.outbox, email, /is placed/)
  await page.context().clearCookies()
  return /http\S+\/track\/[^\s\]]+/.exec(text)?.[0] ?? ''
}

test('a guest whose session is over changes message and slot from the link, by keyboard', async ({
  page,
  shop,
  trouble,
}) => {
  trouble.expect(422, '/orders/changeOrder')
  const link = await giftOfGuest(page, shop)
  await page.goto(link)
  await expect(page.getByRole('main').getByRole('link', { name: 'View Orders' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Change the order' }).focus()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Change your order')).toBeVisible()
  await seeNoBarrier(page, 'the page that changes an order')
  await seeNothingTooWide(page)
  await seeTouchable(page.getByRole('button', { name: 'Save changes' }))

  const time = page.getByLabel('Delivery time')
  await time.focus()
  await page.keyboard.press('ArrowDown')
  await expect(time.locator('option:checked')).toHaveText(/, refund ₹199$/)
  await page.getByLabel('Gift message').fill('Happy birthday, Meena!')
  await page.getByLabel('Recipient’s mobile').fill('98111')
  await page.getByLabel('Pincode').fill('5600')
  await page.keyboard.press('Enter')
  const wrong = page.getByLabel('Recipient’s mobile')
  await expect(wrong).toBeFocused()
  await expect(wrong).toHaveAccessibleDescription(/A mobile number has 10 digits/)
  await expect(page.getByText('A pincode has 6 digits, such as 400050')).toBeVisible()
  await seeNoBarrier(page, 'the page that changes an order, with errors')

  await wrong.fill('9811100000')
  await page.getByLabel('Pincode').fill('560034')
  const sent = page.waitForRequest(/\/orders\/changeOrder$/)
  await page.keyboard.press('Enter')
  const { token, ...changes } = (await sent).postDataJSON()
  expect(Object.keys(changes).sort()).toEqual(['giftMessage', 'items', 'slot', 'time'])
  expect(token).toBe(link.split('/').at(-1))
  await expect(page.getByText(/^Your order is changed\. We’ve refunded ₹199\./)).toBeFocused()
  await expect(time.locator('option:checked')).toHaveText(/^\w{3} \d+ \w{3}, \d+ (to|am)/)
  await expect(page.getByLabel('Gift message')).toHaveValue('Happy birthday, Meena!')

  await page.getByRole('link', { name: 'Back to your order' }).click()
  await expect(page.getByText('Happy birthday, Meena!')).toBeVisible()
  await expect(page.getByText('The blue gate')).toBeVisible()
})

test('what one open page changed, another does not undo', async ({ page, shop }) => {
  const link = `${await giftOfGuest(page, shop)}/change`
  const other = await page.context().newPage()
  await page.goto(link)
  await other.goto(link)
  await other.getByLabel('Note for the rider').fill('Gate 2')
  await page.getByLabel('Gift message').fill('Hello')
  await page.getByLabel('Name on cake').fill('Meenu')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Your order is changed.')).toBeVisible()
  await other.getByRole('button', { name: 'Save changes' }).click()
  await expect(other.getByText('Your order is changed.')).toBeVisible()
  await expect(other.getByLabel('Gift message')).toHaveValue('Hello')
  await expect(other.getByLabel('Name on cake')).toHaveValue('Meenu')
  await expect(page.getByLabel('Note for the rider')).toHaveValue('Gate 2')

  await callApi(page.request, '/orders/cancelOrders', { token: link.split('/').at(-2) })
  await expect(page.getByText(/^Every item of this order is cancelled, so it/)).toBeVisible()
})
