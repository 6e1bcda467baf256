import type { Locator, Page } from '@playwright/test'
import { callApi, placeOrder, rasmalai } from '../support/admin-steps.ts'
import { seeNoBarrier, seeNothingTooWide, seeTouchable } from '../support/barriers.ts'
import {
  cards,
  dayAhead,
  heading,
  newCustomer,
  payWith,
  toast,
  visit,
} from '../support/customer-steps.ts'
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

/** Opens the page of a link, and the dialog that changes its order. */
async function openChange(page: Page, link: string): Promise<Locator> {
  await visit(page, link)
  await page.getByRole('button', { name: /^Change order/ }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Change order/ })
  await expect(dialog.getByLabel('Gift message')).toBeVisible()
  return dialog
}

test('a guest whose session is over changes message and slot from the link, by keyboard', async ({
  page,
  shop,
  trouble,
}) => {
  trouble.expect(422, '/orders/changeOrder')
  const link = await giftOfGuest(page, shop)
  const dialog = await openChange(page, link)
  await expect(page.getByRole('main').getByRole('link', { name: 'View Orders' })).toHaveCount(0)
  await seeTouchable(dialog.getByRole('button', { name: 'Save changes' }))
  await dialog.getByRole('button', { name: 'Choose another time' }).focus()
  await page.keyboard.press('Enter')
  await dialog.getByRole('radio', { name: '9 to 11 am' }).focus()
  await page.keyboard.press('Space')
  await expect(dialog.getByText('₹199 will be refunded, the way you paid.')).toBeVisible()
  await seeNoBarrier(page, 'the dialog that changes an order by its link')
  await seeNothingTooWide(page)

  await dialog.getByLabel('Gift message').fill('Happy birthday, Meena!')
  await dialog.getByLabel('Recipient’s mobile').fill('98111')
  await dialog.getByLabel('Pincode').fill('5600')
  await page.keyboard.press('Enter')
  const wrong = dialog.getByLabel('Recipient’s mobile')
  await expect(wrong).toBeFocused()
  await expect(wrong).toHaveAccessibleDescription(/A mobile number has 10 digits/)
  await expect(dialog.getByText('A pincode has 6 digits, such as 400050')).toBeVisible()
  await seeNoBarrier(page, 'the dialog that changes an order, with errors')

  await wrong.fill('9811100000')
  await dialog.getByLabel('Pincode').fill('560034')
  const sent = page.waitForRequest(/\/orders\/changeOrder$/)
  await page.keyboard.press('Enter')
  const { token, ...changes } = (await sent).postDataJSON()
  expect(Object.keys(changes).sort()).toEqual(['giftMessage', 'slot', 'time'])
  expect(token).toBe(link.split('/').at(-1))
  await expect(toast(page, /^Your order is changed\. We’ve refunded ₹199\./)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: /^Change order/ })).toBeFocused()
  await expect(page.getByText(/9 to 11 am/).first()).toBeVisible()
  await expect(page.getByText('Happy birthday, Meena!')).toBeVisible()
  await expect(page.getByText('The blue gate')).toBeVisible()
})

test('a guest adds a cake on a phone, by keyboard, then another, and pays both', async ({
  page,
  shop,
}) => {
  const link = await giftOfGuest(page, shop)
  const dialog = await openChange(page, link)
  await dialog.getByRole('button', { name: 'Add a cake' }).focus()
  await page.keyboard.press('Enter')
  await dialog.getByRole('combobox', { name: 'Add a cake' }).fill('black')
  await page.keyboard.press('Enter')
  const added = dialog.getByRole('list', { name: 'Ordered cakes' })
  await added.getByLabel('Weight').selectOption('0.5')
  await seeNoBarrier(page, 'the dialog that adds a cake')
  await seeNothingTooWide(page)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, /waits for your payment of ₹/)).toBeVisible()
  await page.getByRole('button', { name: /^Change order/ }).click()
  await dialog.getByRole('button', { name: 'Add a cake' }).click()
  await dialog.getByRole('combobox', { name: 'Add a cake' }).fill('black')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, /The change that waited already is part of it/)).toBeVisible()
  await expect(page.getByText('(2 more items)')).toBeVisible()
  await seeNoBarrier(page, 'an order with a change that waits')
  await page.getByRole('link', { name: /^Pay ₹/ }).click()
  await payWith(page, cards.succeeds)
  await expect(heading(page, 'Your order is changed')).toBeVisible()
  await visit(page, link)
  await expect(page.getByText('Black Forest').first()).toBeVisible()

  await openChange(page, link)
  await dialog.getByLabel('Weight').first().selectOption('2')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('button', { name: /^Drop the change/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Drop it' }).click()
  await expect(toast(page, 'The change that waited is dropped.')).toBeVisible()
  await expect(page.getByText(/^Your change of this order/)).toBeHidden()
})

test('what one open page changed, another does not undo', async ({ page, shop }) => {
  const link = await giftOfGuest(page, shop)
  const other = await page.context().newPage()
  const dialog = await openChange(page, `${link}/change`)
  const dialogOfOther = await openChange(other, link)
  await dialogOfOther.getByLabel('Note for the rider').fill('Gate 2')
  await dialog.getByLabel('Gift message').fill('Hello')
  await dialog.getByLabel('Name on cake').fill('Meenu')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, 'Your order is changed.')).toBeVisible()
  await expect(dialogOfOther.getByLabel('Note for the rider')).toHaveValue('Gate 2')
  await dialogOfOther.getByRole('button', { name: 'Save changes' }).click()
  for (const each of [page, other]) {
    for (const text of ['Hello', 'Meenu', 'Gate 2']) {
      await expect(each.getByRole('definition').getByText(text, { exact: true })).toBeVisible()
    }
  }

  await callApi(page.request, '/orders/cancelOrders', { token: link.split('/').at(-1) })
  await expect(heading(page, 'Your order is cancelled')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Change order/ })).toHaveCount(0)
})
