import type { Locator, Page } from '@playwright/test'
import { customCake, placeOrder, rasmalai, signInAsAdmin } from '../support/admin-steps.ts'
import { expect, test } from '../support/bakery.ts'
import { seeNoBarrier } from '../support/barriers.ts'
import { confirmByMail, itemButton, quotePrice } from '../support/custom-cake-steps.ts'
import {
  address,
  cards,
  cartWith,
  dayAhead,
  goToPayment,
  heading,
  ordersOf,
  payButton,
  searchField,
  seeOrderPlaced,
  signIn,
  toast,
  visit,
} from '../support/customer-steps.ts'

const farEnough = 200

/** Presses Tab until the focus is there, as someone without a mouse does. */
async function tabTo(page: Page, target: Locator) {
  for (let pressed = 0; pressed < farEnough; pressed += 1) {
    if (await isFocused(target)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${target} is not reached by ${farEnough} presses of Tab.`)
}

async function isFocused(target: Locator) {
  const [element] = await target.elementHandles()
  return (await element?.evaluate((node) => node === document.activeElement)) ?? false
}

async function pressOn(page: Page, target: Locator, key = 'Enter') {
  await expect(target).toBeVisible()
  await tabTo(page, target)
  await page.keyboard.press(key)
}

async function typeInto(page: Page, target: Locator, text: string) {
  await expect(target).toBeVisible()
  await tabTo(page, target)
  await page.keyboard.type(text)
}

/** Noon on a day that is the same number as its month: browsers do not agree on which of the two is typed first. */
function evenTime(): string {
  for (let days = 3; ; days += 1) {
    const day = dayAhead(days)
    if (day.slice(5, 7) === day.slice(8)) return `${day}T12:00`
  }
}

async function typeTime(page: Page, target: Locator, local: string) {
  await typeInto(page, target, `${local.slice(5, 7)}${local.slice(8, 10)}${local.slice(0, 4)}`)
  await page.keyboard.type('1200pm')
  await expect(target).toHaveValue(local)
}

test('a cake is bought with the keyboard alone', async ({ page }) => {
  const customer = await signIn(page)
  await visit(page, '/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Explore Cakes' })).toBeFocused()
  await pressOn(page, page.getByRole('link', { name: 'Rasmalai Cake' }))

  await expect(heading(page, 'Rasmalai Cake')).toBeVisible()
  await tabTo(page, page.getByRole('radio', { name: 'Rasmalai', exact: true }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Saffron' })).toBeChecked()
  await tabTo(page, page.getByRole('radio', { name: '0.5 kg' }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^1 kg/ })).toBeChecked()
  await typeInto(page, page.getByLabel('Name on cake'), 'Asha')
  await pressOn(page, page.getByRole('button', { name: 'One more' }), 'Space')
  await pressOn(page, page.getByRole('button', { name: 'Add To Cart' }))

  await expect(cartWith(page, 2)).toBeVisible()
  await pressOn(page, page.getByRole('button', { name: 'Proceed to checkout' }))

  await typeInto(page, page.getByLabel('Address'), address.address)
  await typeInto(page, page.getByLabel('Pincode'), address.pincode)
  await typeInto(page, page.getByLabel('City'), address.city)
  await typeTime(page, page.getByLabel('Delivery date and time'), evenTime())
  await pressOn(page, page.getByRole('button', { name: 'Proceed to Payment' }))
  await pressOn(page, page.getByRole('link', { name: 'Proceed to payment' }))

  await typeInto(page, page.getByLabel('Card number'), cards.secondFactor.replaceAll(' ', ''))
  await typeInto(page, page.getByLabel('Expiry date'), '1230')
  await typeInto(page, page.getByLabel('CVC'), '123')
  await pressOn(page, payButton(page))
  const question = page.getByRole('dialog', { name: 'Your bank asks' })
  await pressOn(page, question.getByRole('button', { name: 'Approve' }))
  await seeOrderPlaced(page)
  expect(await ordersOf(page, customer)).toMatchObject([{ paidByCard: 1950 }])
})

test('a cake is found from the header with the keyboard alone', async ({ page }) => {
  await visit(page, '/contact')
  const search = searchField(page, 'banner')
  const options = page.getByRole('option')
  await typeInto(page, search, 'choc')
  await expect(search).toHaveAttribute('aria-expanded', 'true')
  await expect(options.first()).toHaveText('Chocolate cakes')
  await seeNoBarrier(page, 'suggestions')
  await page.keyboard.press('Escape')
  await expect(options.first()).toBeHidden()
  await expect(search).toHaveValue('choc')
  await page.keyboard.press('ArrowUp')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const chosen = page.getByRole('option', { selected: true })
  await expect(chosen).toContainText('Chocolate')
  await expect(chosen).toBeVisible()
  await expect(search).toBeFocused()
  const id = (await chosen.getAttribute('id')) ?? ''
  await expect(search).toHaveAttribute('aria-activedescendant', id)
  const [name = ''] = ((await chosen.textContent()) ?? '').split('₹')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/singleproduct\//)
  await expect(heading(page, name)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Go Back' })).toBeFocused()
})

test('an order is worked off with the keyboard alone', async ({ page, someoneElse }) => {
  const asha = await someoneElse()
  const customer = await signIn(asha)
  const { number } = await placeOrder(asha, [customCake, rasmalai])
  const standings = async () => {
    const orders = await ordersOf(asha, customer)
    return orders.flatMap(({ order }) => order.map(({ isConfirmed }) => isConfirmed))
  }
  await signInAsAdmin(page)
  await visit(page, '/admin')
  const order = page.getByRole('article', { name: `Order ${number}` })
  const accept = order.getByRole('button', { name: /^Accept Customized Cake/ })
  await pressOn(page, accept)
  const dialog = page.getByRole('dialog', { name: /^Accept/ })
  await typeInto(page, dialog.getByLabel('Price in rupees'), '1450')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(accept).toBeFocused()
  expect(await standings()).toEqual(['processing', 'processing'])

  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Price in rupees')).toHaveValue('')
  await typeInto(page, dialog.getByLabel('Price in rupees'), '1500')
  await page.keyboard.press('Enter')
  await expect(accept).toBeHidden()
  await expect(order.getByText('Quote sent')).toBeVisible()
  await page.keyboard.press('Enter')
  await pressOn(page, order.getByRole('button', { name: /^Confirm/ }))
  await expect(toast(page, `Rasmalai Cake of order ${number} is ready.`)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(order.getByText('Ready', { exact: true }).first()).toBeVisible()
  expect(await standings()).toEqual(['quoted', 'completed'])
})

test('a cake is designed, ordered and its price answered with the keyboard alone', async ({
  page,
  bakery,
  shop,
}) => {
  const customer = await signIn(page)
  await visit(page, '/customizecake')
  await pressOn(page, page.getByRole('button', { name: 'Design it here' }))
  const designer = page.getByRole('region', { name: 'Cake designer' })
  await expect(designer).toBeVisible()
  const choice = (name: string) => designer.getByRole('radio', { name, exact: true })
  await tabTo(page, choice('Round'))
  await page.keyboard.press('ArrowLeft')
  await expect(choice('Heart')).toBeChecked()
  await tabTo(page, choice('Strawberries'))
  await page.keyboard.press('ArrowRight')
  await expect(choice('Roses')).toBeChecked()
  await pressOn(page, designer.getByRole('button', { name: 'Use this design' }))
  // The shop draws it in three widths.
  const added = page.getByRole('button', { name: 'Edit your design' })
  await expect(added).toBeFocused({ timeout: 30_000 })
  await expect(designer).toBeHidden()
  await typeInto(page, page.getByLabel('Flavour'), 'Mango')
  await typeInto(page, page.getByLabel('Weight (kg)'), '1.5')
  await page.keyboard.press('Enter')
  const egg = page.getByRole('radio', { name: 'Egg', exact: true })
  await expect(egg).toBeFocused()
  await expect(page.getByText('Choose Egg or Eggless')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Eggless' })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Your cart')).toBeVisible()
  const drawn = await page
    .getByRole('row', { name: 'Customized Cake' })
    .locator('img')
    .getAttribute('src')
  expect(drawn).toMatch(/^\/pictures\//)
  await goToPayment(page)
  await pressOn(page, page.getByRole('button', { name: 'Place order' }))
  await seeOrderPlaced(page)

  const [order] = await ordersOf(page, customer)
  if (!order) throw new Error('The order is not there.')
  const [cake] = order.order
  // The cart shows a smaller one of the same picture.
  expect(cake?.image).toEqual([drawn?.replace(/\d+\.webp$/, '640.webp')])
  expect(cake?.detail).toMatch(/heart-shaped.*sugar roses/)
  await confirmByMail(page, customer, shop.outbox)
  await quotePrice(bakery, order, 1450)
  await visit(page, '/yourorder')
  const decline = itemButton(page, 'Decline', order)
  await pressOn(page, decline)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(decline).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: `Order ${order.number}` })).toBeFocused()
  expect(await ordersOf(page, customer)).toMatchObject([{ order: [{ isConfirmed: 'accepted' }] }])
})

test('dialogs and sheets keep the focus, close on Escape and give it back', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/products')
  for (const name of ['Menu', 'Filters']) {
    const opener = page.getByRole('button', { name, exact: true })
    await tabTo(page, opener)
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name })
    await expect(sheet).toBeVisible()
    for (let pressed = 0; pressed < 12; pressed += 1) {
      await page.keyboard.press('Tab')
      const outside = await page.evaluate(() => {
        const focused = document.activeElement
        return focused !== document.body && focused?.closest('dialog') === null
      })
      expect(outside, 'the focus is behind the sheet').toBe(false)
    }
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(opener).toBeFocused()
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('what has the focus is not behind the bar at the bottom', async ({ page }) => {
    await visit(page, '/singleproduct/black-forest-cake')
    const add = page.getByRole('button', { name: 'Add To Cart' }).filter({ visible: true })
    const bar = await add.boundingBox()
    const ends: number[] = []
    while (!(await isFocused(add)) && ends.length < farEnough) {
      await page.keyboard.press('Tab')
      ends.push(
        await page.evaluate(() => document.activeElement?.getBoundingClientRect().bottom ?? 0),
      )
    }
    const last = ends.pop()
    expect(last).toBeLessThan(844)
    expect(Math.max(...ends)).toBeLessThanOrEqual(bar?.y ?? 0)
  })
})
