import type { Page } from '@playwright/test'
import { signInAsAdmin } from '../support/admin-steps.ts'
import { scriptsWith } from '../support/built-scripts.ts'
import { wishFor } from '../support/custom-cake-steps.ts'
import { cartWith, heading, searchField, untilListening, visit } from '../support/customer-steps.ts'
import { photo } from '../support/pictures.ts'
import { expect, test } from '../support/shop-test.ts'

/** Holds scripts back. They arrive when the answer is called. */
async function holdScripts(page: Page, which: string | RegExp) {
  const { promise, resolve: arrive } = Promise.withResolvers<void>()
  await page.route(which, async (route) => {
    await promise
    await route.continue()
  })
  return arrive
}

/** Opens a page whose scripts are still on their way; they arrive when the answer is called. */
async function visitEarly(page: Page, path: string) {
  const arrive = await holdScripts(page, '**/*.js')
  await page.goto(path, { waitUntil: 'commit' })
  return async () => {
    arrive()
    await untilListening(page)
  }
}

test('what was typed and chosen before the catalogue listens is taken up', async ({ page }) => {
  const scriptsArrive = await visitEarly(page, '/products?egg=Eggless')
  const filters = page.getByRole('form', { name: 'Filters' })
  await searchField(page, 'main').fill('cake')
  await filters.getByRole('radio', { name: 'Indian Fusion' }).check()
  await page.getByLabel('Sort by').selectOption('Price(highest)')
  await scriptsArrive()
  await expect(page).toHaveURL(
    '/products?text=cake&category=Indian+Fusion&egg=Eggless&sort=highest',
  )
  await expect(page.getByText('4 Product Available')).toBeVisible()
  await expect(searchField(page, 'main')).toHaveValue('cake')
})

test('an address stays as it is when nothing was typed', async ({ page }) => {
  const scriptsArrive = await visitEarly(page, '/products?category=Nowhere&flavour=mang&price=500')
  await scriptsArrive()
  await expect(page.getByText('0 Product Available')).toBeVisible()
  await expect(page).toHaveURL('/products?category=Nowhere&flavour=mang&price=500')
})

test('a cake that was chosen before its page listens is added as chosen', async ({ page }) => {
  const scriptsArrive = await visitEarly(page, '/singleproduct/chocolate-truffle-cake')
  const form = page.getByRole('form', { name: 'Choose your cake' })
  await form.getByLabel('Name on cake').fill('Asha')
  await form.getByRole('radio', { name: /^1 kg/ }).check()
  const add = page.getByRole('button', { name: 'Add To Cart' })
  await expect(add).toBeDisabled()
  await form.getByLabel('Name on cake').press('Enter')
  await scriptsArrive()
  await expect(page).toHaveURL('/singleproduct/chocolate-truffle-cake')
  await add.click()
  await expect(heading(page, 'Your cart')).toBeVisible()
  await expect(page.getByRole('row', { name: 'Asha' })).toContainText('₹850')
  await expect(cartWith(page, 1)).toBeVisible()
})

test('a message that was begun early waits, and never stands in the address', async ({ page }) => {
  const scriptsArrive = await visitEarly(page, '/contact')
  const form = page.getByRole('main')
  await form.getByLabel('username').fill('Asha Rao')
  await form.getByLabel('Email').fill('asha@example.in')
  await form.getByLabel('Email').press('Enter')
  await expect(form.getByRole('button', { name: 'send' })).toBeDisabled()
  const footer = page.getByRole('contentinfo')
  await footer.getByLabel('Your email').fill('asha@example.in')
  await footer.getByLabel('Your email').press('Enter')
  await expect(footer.getByRole('button', { name: 'Subscribe' })).toBeDisabled()
  await scriptsArrive()
  await expect(page).toHaveURL('/contact')
  await expect(form.getByLabel('username')).toHaveValue('Asha Rao')
  await form.getByRole('button', { name: 'send' }).click()
  await expect(form.getByText('Message is required')).toBeVisible()
  await expect(form.getByText('Email is required')).toBeHidden()
})

test('a wish that was begun early is kept, and never stands in the address', async ({ page }) => {
  const scriptsArrive = await visitEarly(page, '/customizecake')
  await wishFor(page, { flavour: 'Mango', weight: '2', nameOnCake: 'Asha', details: 'Blue' })
  await page.getByLabel('Choose pictures').setInputFiles(await photo('#8b1e3f'))
  await page.getByLabel('Flavour').press('Enter')
  const add = page.getByRole('button', { name: 'Add To Cart' })
  await expect(add).toBeDisabled()
  await scriptsArrive()
  await expect(page).toHaveURL('/customizecake')
  await expect(page.getByRole('img', { name: 'Your first picture' })).toBeVisible()
  await add.click()
  await expect(page.getByRole('row', { name: 'Customized Cake' })).toContainText('Asha')
})

test('what staff type early waits, too', async ({ page }) => {
  await signInAsAdmin(page)
  const scriptsArrive = await visitEarly(page, '/admin/notices')
  const you = page.getByRole('region', { name: 'You' })
  await you.getByLabel('From').fill('22:00')
  await you.getByLabel('From').press('Enter')
  const save = you.getByRole('button', { name: 'Save what I hear' })
  await expect(save).toBeDisabled()
  await scriptsArrive()
  await expect(page).toHaveURL('/admin/notices')
  await expect(you.getByLabel('From')).toHaveValue('22:00')
  await expect(save).toBeEnabled()
})

test('a menu that is pressed before it is loaded opens when it is', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  const arrive = await holdScripts(page, scriptsWith('mr-auto ml-0 h-dvh'))
  await visit(page, '/about')
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeHidden()
  arrive()
  await menu.getByRole('link', { name: 'Track my order' }).click()
  await expect(page).toHaveURL('/track')
  await expect(menu).toBeHidden()
})

test('a part that was on its way as the connection was lost stays as it was sent, and comes later', async ({
  page,
  context,
}) => {
  const footerPart = scriptsWith('Sign up for our newsletter')
  const arrive = await holdScripts(page, footerPart)
  await visit(page, '/about')
  await context.setOffline(true)
  const lost = page.waitForEvent('requestfailed', (request) => footerPart.test(request.url()))
  arrive()
  await lost
  const subscribe = page.getByRole('contentinfo').getByRole('button', { name: 'Subscribe' })
  await expect(subscribe).toBeDisabled()
  await context.setOffline(false)
  await expect(subscribe).toBeEnabled()
})

test('a search that is begun before its suggestions are loaded goes on with them', async ({
  page,
}) => {
  const arrive = await holdScripts(page, scriptsWith('aria-activedescendant'))
  await visit(page, '/about')
  const search = searchField(page, 'banner')
  await search.fill('rasma')
  arrive()
  await untilListening(page, 'header input')
  await search.press('l')
  await expect(page.getByRole('option', { name: /^Rasmalai/ })).toBeVisible()
  await expect(search).toHaveValue('rasmal')
  await search.press('Enter')
  await expect(page).toHaveURL('/products?text=rasmal')
})
