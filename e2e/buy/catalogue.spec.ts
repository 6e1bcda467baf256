import type { Page } from '@playwright/test'
import {
  cakeCards,
  heading,
  searchField,
  untilListening,
  visit,
} from '../support/customer-steps.ts'
import { expect, test } from '../support/shop-test.ts'

function found(page: Page, count: number) {
  return expect(page.getByText(`${count} Product Available`)).toBeVisible()
}

function cakeNames(page: Page) {
  return cakeCards(page).getByRole('heading').allTextContents()
}

/** The filters beside the cakes, or in their sheet on a phone. */
async function openFilters(page: Page, isMobile: boolean) {
  if (isMobile) await page.getByRole('button', { name: 'Filters' }).click()
  return page.getByRole('form', { name: 'Filters' })
}

test('filters change what is found and the address, and the back button takes them back', {
  tag: ['@essential', '@phone'],
}, async ({ page, isMobile }) => {
  await visit(page, '/products')
  await found(page, 30)
  const filters = await openFilters(page, isMobile)
  await filters.getByRole('radio', { name: 'Indian Fusion' }).check()
  await found(page, 5)
  await filters.getByRole('radio', { name: 'Egg', exact: true }).check()
  await found(page, 1)
  await expect(page).toHaveURL('/products?category=Indian+Fusion&egg=Egg')

  await page.goBack()
  await found(page, 5)
  await expect(page).toHaveURL('/products?category=Indian+Fusion')
  await page.goBack()
  await found(page, 30)
  await page.goForward()
  await found(page, 5)
})

test('text and price follow as they are typed; clear filters ends them all', {
  tag: '@phone',
}, async ({ page, isMobile }) => {
  await visit(page, '/products')
  const search = searchField(page, 'main')
  await search.pressSequentially('PASTRY')
  await found(page, 1)
  await expect(page).toHaveURL('/products?text=PASTRY')
  await search.fill('no such cake')
  await found(page, 0)
  await search.fill('')
  await found(page, 30)
  const filters = await openFilters(page, isMobile)
  await filters.getByRole('slider', { name: 'Price' }).fill('120')
  await found(page, 4)
  await expect(page).toHaveURL('/products?price=120')
  await filters.getByRole('link', { name: 'Clear filters' }).click()
  await found(page, 30)
  await expect(page).toHaveURL('/products')
})

test('all filters are in sight beside the cakes, and Clear filters is whole', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'a phone has them in a sheet')
  await visit(page, '/products')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Cakes' }).hover()
  await cakeCards(page).nth(8).hover()
  const filters = page.getByRole('form', { name: 'Filters' })
  await expect(filters.getByRole('radio', { name: 'Birthday' })).toBeInViewport({ ratio: 1 })
  await expect(filters.getByRole('link', { name: 'Clear filters' })).toBeInViewport({ ratio: 1 })
})

test('a filtered view can be shared by its address', async ({ page, isMobile }) => {
  await visit(page, '/products?flavour=mango&egg=Eggless&sort=highest&view=list')
  await found(page, 2)
  expect(await cakeNames(page)).toEqual(['Mango Cream Cake', 'Mango Cream Jar'])
  await expect(page.getByRole('link', { name: 'Read More' })).toHaveCount(2)
  const chips = page.getByRole('list', { name: 'Active filters' })
  await chips.getByRole('link', { name: 'Eggless' }).click()
  await expect(page).toHaveURL('/products?flavour=mango&sort=highest&view=list')
  const filters = await openFilters(page, isMobile)
  await expect(filters.getByLabel('Flavour')).toHaveValue('mango')
})

test('cakes are sorted by price and by name, in a grid or a list', async ({ page }) => {
  await visit(page, '/products')
  const sort = page.getByLabel('Sort by')
  const options = await sort.getByRole('option').allTextContents()
  const specified = ['Price(lowest)', 'Price(highest)', 'Price(a-z)', 'Price(z-a)']
  expect(options).toEqual([...specified, 'Popular', 'New'])
  expect((await cakeNames(page))[0]).toBe('Red Velvet Cupcake')
  for (const [label, first] of [
    ['Price(highest)', 'Three-Tier Ivory Wedding Cake'],
    ['Price(a-z)', 'Baked Blueberry Cheesecake'],
    ['Popular', 'Baked Blueberry Cheesecake'],
    ['Price(z-a)', 'Walnut Fudge Brownie'],
  ] as const) {
    await sort.selectOption(label)
    await expect(cakeCards(page).first()).toContainText(first)
  }
  await page.getByRole('link', { name: 'List view' }).click()
  await expect(page).toHaveURL('/products?sort=z-a&view=list')
  await page.getByRole('link', { name: 'Read More about Walnut Fudge Brownie' }).click()
  await expect(heading(page, 'Walnut Fudge Brownie')).toBeVisible()
})

test('go back leads to the filtered catalogue; pictures wrap at both ends', async ({ page }) => {
  await visit(page, '/products?category=Wedding')
  await page.getByRole('link', { name: 'Two-Tier Rose Cake' }).click()
  await expect(heading(page, 'Two-Tier Rose Cake')).toBeVisible()
  await untilListening(page)
  const pictures = page.getByRole('region', { name: 'Pictures of Two-Tier Rose Cake' })
  const count = await pictures.getByRole('button', { name: 'Show picture' }).count()
  await pictures.getByRole('button', { name: 'Previous picture' }).click()
  await expect(pictures.getByRole('list', { name: `Picture ${count} of ${count}` })).toBeVisible()
  await pictures.getByRole('button', { name: 'Next picture' }).click()
  await expect(pictures.getByRole('list', { name: `Picture 1 of ${count}` })).toBeVisible()

  await page.getByRole('link', { name: 'Go Back' }).click()
  await expect(page).toHaveURL('/products?category=Wedding')
  await found(page, 2)
})

test('more cakes are added below, and the way back leads to the same place', async ({ page }) => {
  await visit(page, '/products?sort=a-z')
  await found(page, 30)
  const cards = cakeCards(page)
  await expect(cards).toHaveCount(24)
  await expect(page.getByText('Showing 24 of 30')).toBeVisible()
  const first = await cakeNames(page)
  await page.getByRole('link', { name: 'Show more cakes' }).press('Enter')
  await expect(cards).toHaveCount(30)
  const all = await cakeNames(page)
  expect(all.slice(0, 24)).toEqual(first)
  expect(new Set(all).size).toBe(30)
  await expect(cards.nth(24).getByRole('link')).toBeFocused()
  await expect(page.getByRole('link', { name: 'Show more cakes' })).toBeHidden()
  await expect(page).toHaveURL('/products?sort=a-z')

  await cards.nth(29).getByRole('link').click()
  await expect(heading(page, 'Walnut Fudge Brownie')).toBeVisible()
  await page.goBack()
  await expect(cards).toHaveCount(30)
  await expect(cards.nth(29)).toBeInViewport()
})

test('a word typed wrong finds similar cakes, and says so', async ({ page }) => {
  await visit(page, '/products')
  const search = searchField(page, 'main')
  await search.fill('choclate')
  await expect(page.getByText('Showing results for “chocolate”')).toBeVisible()
  expect((await cakeNames(page)).every((name) => /chocolate/i.test(name))).toBe(true)
  await search.fill('chocolate')
  await expect(page.getByText('Showing results for')).toBeHidden()
})

test('a theme that no cake has leads to a custom cake, with what was typed', async ({ page }) => {
  await visit(page, '/products?text=barbie+cake')
  await found(page, 0)
  await expect(page.getByRole('list', { name: 'Nearest cakes' }).getByRole('listitem')).toHaveCount(
    4,
  )
  await page.getByRole('link', { name: 'Have it made' }).click()
  await expect(heading(page, 'Customise your cake')).toBeVisible()
  await expect(page.getByLabel('Additional Details')).toHaveValue('barbie cake')
})

test('a flavour is found without a filter, and a category is offered beside the names', async ({
  page,
}) => {
  await visit(page, '/products')
  const search = searchField(page, 'main')
  await search.fill('vanilla')
  await found(page, 9)
  await expect(
    page.getByText('No cakes named “vanilla”. Showing matching flavours and categories.'),
  ).toBeVisible()
  await search.fill('birthday')
  await found(page, 1)
  await search.press('Escape')
  await page.getByRole('link', { name: 'Birthday cakes' }).click()
  await expect(page).toHaveURL('/products?category=Birthday')
  await found(page, 5)
})

test('without a line the cakes that were found stay', async ({ page, context, isMobile }) => {
  await visit(page, '/products?category=Wedding')
  await found(page, 2)
  const filters = await openFilters(page, isMobile)
  await context.setOffline(true)
  await filters.getByRole('radio', { name: 'Chocolate', exact: true }).check()
  await expect(page.getByText('You seem to be offline.')).toBeVisible()
  await found(page, 2)
  await context.setOffline(false)
  await expect(page).toHaveURL('/products?category=Chocolate')
  await filters.getByRole('radio', { name: 'Indian Fusion' }).check()
  await found(page, 5)
})

test('an address that makes no sense shows the whole catalogue', async ({ page }) => {
  await visit(page, '/PRODUCTS?egg=maybe&price=-1&sort=odd&view=cube&after=%27&junk=%00')
  await found(page, 30)
})

test('the header finds cakes and categories from every page', async ({ page }) => {
  await visit(page, '/about')
  const search = searchField(page, 'banner')
  await search.click()
  await search.pressSequentially('mango')
  await page.getByRole('option', { name: 'Mango Cream Cake' }).click()
  await expect(heading(page, 'Mango Cream Cake')).toBeVisible()
  await search.click()
  await expect(search).toHaveValue('')
  await search.pressSequentially('pastri')
  await page.getByRole('option', { name: 'Pastries' }).click()
  await expect(page).toHaveURL('/products?category=pestry')
  await found(page, 6)
  // The catalogue has one search field: its own.
  await expect(search).toHaveCount(0)
  await page.goBack()
  await search.click()
  await search.pressSequentially('rasmalai')
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL('/products?text=rasmalai')
  await expect(searchField(page, 'main')).toHaveValue('rasmalai')
  await found(page, 1)
})

test('an occasion leads from the home page into its cakes', async ({ page }) => {
  await visit(page, '/')
  await page.getByRole('link', { name: 'Wedding', exact: true }).click()
  await untilListening(page)
  await expect(page).toHaveURL('/products?occasion=Wedding')
  await found(page, 2)
})
