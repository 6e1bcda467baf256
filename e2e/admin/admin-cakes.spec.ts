import type { Page } from '@playwright/test'
import { admin, placeOrder, signInAsAdmin } from '../support/admin-steps.ts'
import { expect, test } from '../support/bakery.ts'
import { broken, card, chips, confirm, fillCake } from '../support/cake-steps.ts'
import { heading, signIn, toast, visit } from '../support/customer-steps.ts'
import { photo } from '../support/pictures.ts'

test.describe('from a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a cake is added, gets another price, is hidden, shown and deleted, and the shop follows at once', {
    tag: '@essential',
  }, async ({ page, someoneElse, trouble }) => {
    const name = 'Saffron Fig Cake'
    const own = '/singleproduct/saffron-fig-cake'
    const lists = ['/', '/products?text=fig', '/singleproduct/kesar-pista-cake']
    const untouched = '/singleproduct/walnut-brownie'
    const visitor = await someoneElse()
    for (const path of [...lists, own, untouched]) await visitor.request.get(path)
    const tagOf = async (path: string) => (await visitor.request.get(path)).headers().etag
    const untouchedTag = await tagOf(untouched)
    const see = async (who: Page, price: string, where = lists) => {
      for (const path of where) {
        await visit(who, path)
        await expect(card(who, name), path).toContainText(price)
      }
      // By a link: what the page reads then is kept as well.
      await card(who, name).getByRole('link', { name }).click()
      await expect(heading(who, name)).toBeVisible()
      await expect(who.getByRole('main')).toContainText(price)
    }
    const missing = async (who: Page) => {
      trouble.expect(404, own)
      for (const path of lists) {
        expect(await (await who.request.get(path)).text(), path).not.toContain(name)
      }
      await visit(who, own)
      await expect(heading(who, 'This cake isn’t on sale now.')).toBeVisible()
    }

    await visit(page, '/login')
    await page.getByLabel('Email', { exact: true }).fill(admin.email)
    await page.getByLabel('Password', { exact: true }).fill(admin.password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL('/admin')
    await expect(heading(page, 'Admin panel')).toBeVisible()

    const pages = page.getByRole('navigation', { name: 'Admin' })
    await pages.getByText('Cakes', { exact: true }).click()
    await pages.getByText('Add Cake').click()
    await fillCake(page, name)
    await expect(chips(page, 'Flavors (comma separated)')).toHaveText(['Saffron', 'Fig'])
    await expect(chips(page, 'Weights (comma separated)')).toHaveText(['0.5', '1'])
    await page
      .getByLabel('Choose pictures')
      .setInputFiles([await photo('#d99a2b'), await photo('#6a3fa0')])
    await page.getByLabel('Description of picture 2').fill('Cut open')
    await page.getByLabel(/^Featured/).check()
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText('₹490')
    await page.getByRole('button', { name: 'Add Cake' }).click()
    await expect(page.getByRole('heading', { name: `${name} is in the shop.` })).toBeFocused()
    await see(page, '₹980', ['/'])
    await expect(page.getByRole('list', { name: 'Picture 1 of 2' })).toBeVisible()
    await see(visitor, '₹980')
    await expect(visitor.getByAltText('Cut open')).toBeAttached()

    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await expect(heading(page, `Edit ${name}`)).toBeVisible()
    await page.getByLabel('Price', { exact: true }).fill('1100')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(toast(page, `${name} is saved.`)).toBeVisible()
    await see(visitor, '₹1,100')
    await page.getByRole('link', { name: 'View in shop' }).click()
    await expect(heading(page, name)).toBeVisible()
    await expect(page.getByRole('main')).toContainText('₹1,100')
    expect(await tagOf(untouched)).toBe(untouchedTag)

    await visit(page, '/admin?cakes=saffron+fig#cakes')
    await page.getByRole('button', { name: `Hide ${name}` }).click()
    await expect(toast(page, `${name} is hidden from the shop.`)).toBeVisible()
    await missing(visitor)
    await page.getByRole('button', { name: `Undo: ${name} is hidden from the shop.` }).click()
    await expect(toast(page, `${name} is in the shop.`)).toBeVisible()
    await see(visitor, '₹1,100', ['/'])
    await page.getByRole('button', { name: `Hide ${name}` }).click()
    await missing(visitor)
    await page.getByRole('button', { name: `Show ${name}` }).click()
    await expect(toast(page, `${name} is in the shop.`)).toBeVisible()
    await see(visitor, '₹1,100', ['/'])

    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await confirm(page, 'Delete')
    await expect(toast(page, 'Deleted succesfully')).toBeVisible()
    await expect(page.getByText('Total No of Cakes: 30')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No cakes found' })).toBeVisible()
    await missing(visitor)
    expect(await tagOf(untouched)).toBe(untouchedTag)
  })
})

test('a deleted cake stays in the orders that have it, with its picture', async ({
  page,
  bakery,
}) => {
  const cake = await bakery.addCake()
  await signIn(page)
  const { number } = await placeOrder(page, {
    cakeid: cake.id,
    flavour: 'Fig',
    wt: '1',
    price: 900,
  })
  await bakery.call('/cakes/deletecake', { id: cake.id })

  await visit(page, '/yourorder')
  const order = page.getByRole('article', { name: `Order ${number}` })
  await expect(order).toContainText(cake.name)
  await expect(order).toContainText('Rs. 950')
  const picture = order.getByRole('presentation')
  const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(width).toBe(320)
})

test.describe('delete buttons in the shop', () => {
  const neighbour = '/singleproduct/kesar-pista-cake'

  test('are there for admins, on every card and on the page', async ({ page, bakery }) => {
    const cake = await bakery.addCake({
      name: 'Fig Cake',
      category: 'Indian Fusion',
      stars: 5,
      featured: true,
    })
    await signInAsAdmin(page)
    const bin = page.getByRole('button', { name: `Delete ${cake.name}` })
    for (const path of ['/', '/products?view=list', neighbour]) {
      await visit(page, path)
      await expect(bin, path).toBeVisible()
      await bin.click()
      await confirm(page, 'Keep cake')
      await expect(page.getByRole('dialog'), path).toBeHidden()
      await expect(bin, path).toBeFocused()
    }
    expect((await bakery.request.get(cake.path)).status()).toBe(200)

    await visit(page, cake.path)
    await bin.click()
    await confirm(page, 'Delete')
    await expect(toast(page, 'Deleted succesfully')).toBeVisible()
    await expect(page).toHaveURL('/products')
    await expect(page.getByText('30 Product Available')).toBeVisible()
    await expect(card(page, cake.name)).toHaveCount(0)
  })

  test('work by the keyboard; a failure is shown and changes nothing', async ({
    page,
    bakery,
    trouble,
  }) => {
    const cake = await bakery.addCake()
    await signInAsAdmin(page)
    await visit(page, '/products')
    const bin = page.getByRole('button', { name: `Delete ${cake.name}` })
    await bin.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: `Delete ${cake.name}?` })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(bin).toBeFocused()

    trouble.expect(500, '/cakes/deletecake')
    await page.route('**/cakes/deletecake', (route) => route.fulfill(broken), { times: 1 })
    await page.keyboard.press('Enter')
    await confirm(page, 'Delete')
    await expect(toast(page, broken.json.detail)).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(card(page, cake.name)).toBeVisible()

    await bin.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(toast(page, 'Deleted succesfully')).toBeVisible()
    await expect(card(page, cake.name)).toHaveCount(0)
    await expect(card(page, 'Fresh Fruit Gateau').getByRole('link')).toBeFocused()
  })

  test('appear on cards without the pointer moving or the page scrolling', async ({ page }) => {
    await signInAsAdmin(page)
    for (const path of ['/', '/products']) {
      // A fresh document, and no input after it.
      await page.goto(path)
      await expect(page.getByRole('button', { name: /^Delete / }).first()).toBeVisible()
    }
  })

  test('are not there for others, nor is their code', async ({ page, someoneElse }) => {
    const customer = await someoneElse()
    await signIn(customer)
    for (const who of [page, customer]) {
      const scripts: string[] = []
      who.on('request', (request) => scripts.push(request.url()))
      for (const path of ['/', '/products', neighbour]) {
        await visit(who, path)
        const account = who === customer ? 'Logout' : 'Login'
        await expect(who.getByRole('banner').getByText(account)).toBeVisible()
        await expect(who.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
        await expect(who.getByRole('link', { name: 'Edit' })).toHaveCount(0)
      }
      expect(scripts.filter((url) => /delete-cake|cake-tools|cake-form/.test(url))).toEqual([])
    }
  })
})
