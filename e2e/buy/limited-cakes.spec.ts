import { mergeTests, type Page } from '@playwright/test'
import { shortDayText } from '#shop/values/kolkata-time.ts'
import { type Bakery, test as bakeryTest, expect } from '../support/bakery.ts'
import { seeNoBarrier, seeNothingTooWide } from '../support/barriers.ts'
import {
  addCake,
  address,
  cakeCards,
  cards,
  confirmOrder,
  dayAhead,
  goToCheckout,
  heading,
  ordersOf,
  payWith,
  seeOrderPlaced,
  signIn,
  visit,
} from '../support/customer-steps.ts'
import { test as sampleTest } from '../support/sample-shop.ts'

const test = mergeTests(bakeryTest, sampleTest)

const plumCake = { name: 'Plum Cake', price: 1000, flavours: ['Plum'], weight: ['1'] }

test('the last piece of a day goes to somebody else: nothing is paid, and all pages say the next day', {
  tag: '@phone',
}, async ({ page, bakery, trouble }) => {
  const days = { piecesADay: 1, leadHours: 1 }
  const { id, path, name } = await bakery.addCake({ ...plumCake, ...days })
  const customer = await signIn(page)
  await addCake(page, id)
  await goToCheckout(page)
  await sayWhere(page)
  await choose(page, 'Tomorrow')
  await takeTheLast(bakery, id)
  trouble.expect(409, '/orders/process-payment')
  await payWith(page, cards.succeeds)
  const tomorrow = shortDayText(dayAhead(1))
  const whyNot = `${name} is sold out on ${tomorrow}. Please choose another day or cake.`
  await expect(page.getByRole('main').getByText(whyNot)).toBeVisible()
  await seeNoBarrier(page, 'the last piece went to somebody else')
  expect(await ordersOf(page, customer)).toEqual([])

  // It is ready tomorrow, whatever hour it is.
  await bakery.call('/cakes/editcake', { id, leadHours: 24 })
  const next = `Sold out tomorrow, next: ${shortDayText(dayAhead(2))}`
  await visit(page, '/products?text=plum')
  await expect(cakeCards(page).filter({ hasText: name })).toContainText(next)
  await seeNoBarrier(page, 'the card of a cake that is sold out')
  await visit(page, path)
  await expect(page.getByText(next)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add To Cart' })).toBeEnabled()
  await seeNothingTooWide(page)
  await visit(page, '/cart')
  await expect(page.getByRole('row', { name })).toContainText(next)
  await seeNoBarrier(page, 'the cart with a cake that is sold out')

  await goToCheckout(page)
  const day = page.getByRole('group', { name: 'Delivery day' })
  await expect(day.getByRole('radio', { name: /^Tomorrow/ })).toHaveAccessibleName(/Not your cakes/)
  await choose(page, shortDayText(dayAhead(3)))
  await payWith(page, cards.succeeds)
  await seeOrderPlaced(page)
})

test('a cake that is wholly sold out is not put into the cart', { tag: '@phone' }, async ({
  page,
  bakery,
}) => {
  const { id, path, name } = await bakery.addCake({ ...plumCake, piecesInAll: 1, leadHours: 1 })
  await takeTheLast(bakery, id)
  await bakery.call('/cakes/editcake', { id, leadHours: 24 })
  await visit(page, path)
  await expect(heading(page, name)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sold out' })).toBeDisabled()
  await page.getByLabel('Name on cake').press('Enter')
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('button', { name: 'Add To Cart' })).toHaveCount(0)
  await seeNoBarrier(page, 'the page of a cake that is wholly sold out')
})

test('a cake that does not travel to a pincode says so before it is in the cart', {
  tag: '@phone',
}, async ({ page, bakery }) => {
  const { id, path, name } = await bakery.addCake({ ...plumCake, zones: ['Bengaluru'] })
  await visit(page, path)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: /^Deliver to/ }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Where shall we deliver?' })
  await expect(dialog.getByLabel('Pincode')).toBeFocused()
  await page.keyboard.type(address.pincode)
  await page.keyboard.press('Enter')
  const whyNot = `${name} does not travel to Rest of India.`
  const where = main.getByRole('button', { name: /^Deliver to 400050/ })
  await expect(where).toContainText(whyNot)
  await expect(where).toBeFocused()
  await seeNoBarrier(page, 'a cake that does not travel')
  await seeNothingTooWide(page)

  await addCake(page, id)
  const checkout = main.getByRole('button', { name: 'Proceed to checkout' })
  await expect(checkout).toBeDisabled()
  await expect(checkout).toHaveAccessibleDescription(whyNot)
  await main.getByRole('button', { name: /^Deliver to 400050/ }).press('Enter')
  await dialog.getByLabel('Pincode').fill('560034')
  await page.keyboard.press('Enter')
  await expect(checkout).toBeEnabled()
})

/** Staff take it by phone, for tomorrow. */
async function takeTheLast(bakery: Bakery, cakeid: string) {
  const line = { cakeid, flavour: 'Plum', wt: '1', price: 1000, amount: 1, customize: false }
  const where = { address: '12 Hill Road,400050,Mumbai', time: `${dayAhead(1)}T11:30` }
  const checkout = { ...where, order: [{ ...line, bname: '' }], amount: 1050 }
  await bakery.call('/orders/take', {
    customer: { name: 'Meera', email: '', mobileno: '9876501234' },
    paid: { method: 'cash' },
    checkout: { ...checkout, checkoutId: crypto.randomUUID() },
  })
}

async function sayWhere(page: Page) {
  await page.getByLabel('Address').fill(address.address)
  await page.getByLabel('Pincode').fill(address.pincode)
  await expect(page.getByLabel('City')).toHaveValue(address.city)
}

/** A day and its second slot, and on to the payment. */
async function choose(page: Page, day: string) {
  const days = page.getByRole('group', { name: 'Delivery day' })
  await days.getByRole('radio', { name: new RegExp(`^${day}`) }).check()
  await page.getByRole('radio', { name: '11 am to 1 pm' }).check()
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(heading(page, 'Confirm Order')).toBeVisible()
  await confirmOrder(page)
}
