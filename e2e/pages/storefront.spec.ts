import { seeNoBarrier } from '../support/barriers.ts'
import { heading, newCustomer, signIn, toast, visit } from '../support/customer-steps.ts'
import { mailsTo } from '../support/outbox.ts'
import { expect, test } from '../support/shop-test.ts'

test('a message reaches the shop, and a refused one stays in the form', async ({
  page,
  shop,
  trouble,
}) => {
  const { email } = newCustomer()
  await visit(page, '/contact')
  const form = page.getByRole('main')
  await form.getByRole('button', { name: 'send' }).click()
  await expect(form.getByText('Name is required')).toBeVisible()
  await expect(form.getByText('Email is required')).toBeVisible()
  await expect(form.getByText('Message is required')).toBeVisible()

  await form.getByLabel('username').fill('Asha Rao')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Message').fill('Do you bake on Diwali?')
  trouble.expect(503, '/contact')
  await page.route('**/api/v1/contact', (route) => route.fulfill({ status: 503, body: '' }))
  await form.getByRole('button', { name: 'send' }).click()
  await expect(toast(page, 'Something went wrong on our side. Please try again.')).toBeVisible()
  await expect(form.getByLabel('Message')).toHaveValue('Do you bake on Diwali?')

  await page.unroute('**/api/v1/contact')
  await form.getByRole('button', { name: 'send' }).click()
  await expect(toast(page, 'Message sent')).toBeVisible()
  await expect(form.getByLabel('Message')).toHaveValue('')
  await expect
    .poll(async () => (await mailsTo(shop.outbox, 'shop@cakewala.test')).join('\n'), {
      timeout: 30_000,
    })
    .toContain(email)
})

test('who subscribes confirms it by mail, is welcomed, and can end it', async ({ page, shop }) => {
  const { email } = newCustomer()
  await visit(page, '/about')
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('button', { name: 'Subscribe' }).click()
  await expect(footer.getByText('Email is required')).toBeVisible()
  await footer.getByLabel('Your email').fill(email)
  await footer.getByRole('button', { name: 'Subscribe' }).click()
  await expect(footer.getByText('Please tick this box to subscribe')).toBeVisible()
  await footer.getByRole('checkbox').check()
  await footer.getByRole('button', { name: 'Subscribe' }).click()
  await expect(footer.getByText('please confirm it by the link in our email')).toBeVisible()

  const linkInMail = async (path: string) => {
    const link = new RegExp(`https?://\\S+/${path}\\?token=[\\w-]+`)
    const find = async () => link.exec((await mailsTo(shop.outbox, email)).join('\n'))?.[0]
    await expect.poll(find, { timeout: 30_000 }).toBeTruthy()
    return (await find()) ?? ''
  }
  await visit(page, await linkInMail('confirm-subscription'))
  await page.getByRole('button', { name: 'Confirm subscription' }).click()
  await expect(page.getByText('Thank you for subscribing!')).toBeVisible()
  await visit(page, await linkInMail('unsubscribe'))
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText('You have unsubscribed.')).toBeVisible()
})

for (const path of ['/order', '/nothing/here', '/unsubscribe']) {
  test(`${path} is the not-found page for a visitor`, async ({ page, trouble }) => {
    trouble.expect(404, path)
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(404)
    await expect(heading(page, "UH OH! You're lost.")).toBeVisible()
    await expect(page.getByText('The page you are looking for does not exist.')).toBeVisible()
  })
}

test('a cake that is not on sale leads to others, as an unknown address does', async ({
  page,
  trouble,
}) => {
  for (const [path, title] of [
    ['/singleproduct/no-such-cake', 'This cake isn’t on sale now.'],
    ['/nothing/here', "UH OH! You're lost."],
  ] as const) {
    trouble.expect(404, path)
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await expect(heading(page, title)).toBeVisible()
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    const others = page.getByRole('region', { name: 'You may also like' })
    await expect(others.getByRole('listitem')).toHaveCount(4)
    await seeNoBarrier(page, path)
    await others.getByRole('link').first().click()
    await expect(page.getByRole('button', { name: 'Add To Cart' }).first()).toBeVisible()
  }
})

test('the not-found page leads home; the panel is none for a customer', async ({
  page,
  trouble,
}) => {
  await signIn(page)
  trouble.expect(404, '/admin')
  await visit(page, '/admin')
  await expect(heading(page, "UH OH! You're lost.")).toBeVisible()
  await page.getByRole('link', { name: 'Go Back to Home' }).click()
  await expect(page).toHaveURL('/')
  await expect(heading(page, 'Handcrafted cakes')).toBeVisible()
})

test('the band that invites to order is not where one orders already', async ({ page }) => {
  await signIn(page)
  const band = page.getByRole('contentinfo').getByRole('link', { name: 'Order a cake' })
  await visit(page, '/about')
  await expect(band).toBeVisible()
  for (const path of ['/shipping', '/confirmOrder', '/order']) {
    await visit(page, path)
    await expect(page.getByRole('contentinfo')).toContainText('FSSAI licence')
    await expect(band).toBeHidden()
  }
})

test('an error in the frame itself ends in the calm page', async ({ browser, baseURL }) => {
  // A context that nobody watches: what fails here fails on purpose.
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await page.addInitScript(() => {
    Object.defineProperty(Document.prototype, 'cookie', {
      get() {
        throw new DOMException('refused', 'SecurityError')
      },
    })
  })
  await page.goto('/about')
  await expect(heading(page, 'Something went wrong on our side.')).toBeVisible()
  await expect(page.getByText('Unexpected Application Error')).toBeHidden()
  await context.close()
})

test('addresses are the same in any case', async ({ page }) => {
  await signIn(page)
  for (const [path, title] of [
    ['/yourorder', 'View Orders'],
    ['/yourOrder', 'View Orders'],
    ['/YOURORDER', 'View Orders'],
    ['/Products', 'Cakes'],
    ['/CART', 'Your cart'],
    ['/About', 'A small bakery'],
    ['/SingleProduct/walnut-brownie', 'Walnut Fudge Brownie'],
    ['/confirmorder', 'Confirm Order'],
  ] as const) {
    await page.goto(path)
    await expect(heading(page, title)).toBeAttached()
  }
})

test('the hero leads to the featured cakes in sight, and a cake begins at its top', async ({
  page,
}) => {
  await page.goto('/')
  const cake = page.getByRole('region', { name: 'Delicious Cakes:' }).getByRole('listitem').first()
  await expect(cake).toBeInViewport({ ratio: 0.2 })
  await page.getByRole('link', { name: 'Explore Cakes' }).click()
  await expect(page.getByRole('heading', { name: 'Delicious Cakes:' })).toBeInViewport()
  await page
    .getByRole('link', { name: /Blueberry/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: /Blueberry/ })).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})
