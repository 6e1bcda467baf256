import { seeNoDeadButton } from '../support/barriers.ts'
import { cakeCards, heading, searchField } from '../support/customer-steps.ts'
import { expect, test } from '../support/shop-test.ts'

test.use({ javaScriptEnabled: false })

test('without script, the catalogue is read, filtered and followed by links', async ({ page }) => {
  await page.goto('/')
  await expect(heading(page, 'Handcrafted cakes')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Chocolate Truffle Cake' })).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Cakes' }).click()
  await expect(page.getByText('30 Product Available')).toBeVisible()

  const filters = page.getByRole('form', { name: 'Filters' })
  await searchField(page, 'main').fill('cake')
  await filters.getByRole('radio', { name: 'Indian Fusion' }).check()
  await filters.getByLabel('Flavour').selectOption('Saffron')
  await page.getByLabel('Sort by').selectOption('Price(highest)')
  await filters.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('2 Product Available')).toBeVisible()
  await expect(cakeCards(page).first()).toContainText('Kesar Pista Cake')

  await page.getByRole('link', { name: 'List view' }).click()
  await page.getByRole('link', { name: 'Read More about Rasmalai Cake' }).click()
  await expect(heading(page, 'Rasmalai Cake')).toBeVisible()
  await page.getByRole('link', { name: 'Go Back' }).click()
  await expect(heading(page, 'Cakes')).toBeVisible()
})

test('without script, the catalogue goes on on another page', async ({ page }) => {
  await page.goto('/products?sort=a-z')
  await expect(cakeCards(page)).toHaveCount(24)
  await page.getByRole('link', { name: 'Show more cakes' }).click()
  await expect(page.getByText('30 Product Available')).toBeVisible()
  await expect(cakeCards(page)).toHaveCount(6)
  await expect(cakeCards(page).last()).toContainText('Walnut Fudge Brownie')
  await page.getByRole('link', { name: 'Back to first page' }).click()
  await expect(cakeCards(page)).toHaveCount(24)
})

test('without script, the header finds cakes, on a phone too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/about')
  const search = searchField(page, 'banner')
  await search.fill('rasmalai')
  await search.press('Enter')
  await expect(page).toHaveURL('/products?text=rasmalai')
  await expect(page.getByText('1 Product Available')).toBeVisible()
})

test('without script, a cake is told in full', async ({ page }) => {
  await page.goto('/singleproduct/rasmalai-cake')
  await expect(page.getByText('Indian Fusion Cake')).toBeVisible()
  await expect(page.getByText('₹950').first()).toBeVisible()
  await expect(page.getByText('Available: In Stock')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Highlights' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Delivery instructions' })).toBeVisible()
  await expect(
    page.getByText('Your cart is saved in your browser and needs JavaScript.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add To Cart' })).toBeHidden()
})

test('without script, a phone is shown no button that does nothing', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/', '/products', '/singleproduct/rasmalai-cake', '/cart', '/login']) {
    await page.goto(path)
    await seeNoDeadButton(page)
  }
})

for (const [path, title] of [
  ['/about', 'A small bakery that takes its time'],
  ['/contact', 'Contact page'],
  ['/customizecake', 'Customise your cake'],
  ['/privacy', 'Privacy policy'],
  ['/terms', 'Terms'],
  ['/refunds', 'Refunds and cancellation'],
  ['/products?category=Wedding', 'Cakes'],
] as const) {
  test(`without script, ${path} is readable and its links lead on`, async ({ page }) => {
    await page.goto(path)
    await expect(heading(page, title)).toBeVisible()
    // biome-ignore lint/performance/useDomNodeTextContent: only what is seen counts
    const words = await page.getByRole('main').innerText()
    expect(words.split(/\s+/).length).toBeGreaterThan(30)
    for (const name of ['Home', 'About', 'Cakes', 'Contact', 'Privacy policy', 'Terms']) {
      const link = page.getByRole('contentinfo').getByRole('link', { name, exact: true })
      const answer = await page.request.get((await link.getAttribute('href')) ?? '')
      expect(answer.status(), name).toBe(200)
    }
  })
}
