import { admin, signInAsAdmin } from '../support/admin-steps.ts'
import { seeNoBarrier, seeNothingTooWide, seeTouchable } from '../support/barriers.ts'
import { heading, toast, visit } from '../support/customer-steps.ts'
import { mailAbout } from '../support/outbox.ts'
import { photo } from '../support/pictures.ts'
import { expect, ownShop, test as shopTest } from '../support/shop-test.ts'

/** A shop as a newcomer starts it, and its own: once it is open, it is for other walks too. */
const test = shopTest.extend({ shop: ownShop({ SEED: 'sample' }) })

test('an owner goes from a fresh start through the checklist to the open shop, on a phone', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAsAdmin(page)
  await visit(page, '/admin')
  const list = page.getByRole('region', { name: 'Your shop is not open yet' })
  const stepOf = (name: string) => list.getByRole('listitem').filter({ hasText: name })
  await expect(list).toContainText('0 of 8 steps are done.')
  await expect(stepOf('Where you deliver')).toContainText('Srinagar too')
  await expect(stepOf('Your cakes and pictures')).toContainText('Cakes of the sample: 30 of 30.')
  await expect(stepOf('How you are paid')).toContainText('No money moves')
  await expect(stepOf('Words and promises')).toContainText('Say only what you keep.')
  await seeNoBarrier(page, 'a panel with its checklist')
  await seeNothingTooWide(page)
  await seeTouchable(stepOf('Who you are').getByRole('link'))

  for (const [step, title] of [
    ['Who you are', 'Shop'],
    ['Where you deliver', 'Delivery settings'],
    ['How much you can bake a day', 'Delivery settings'],
    ['Your cakes and pictures', 'Cakes'],
    ['How you are paid', 'Cakes'],
    ['Email that arrives', 'Emails'],
    ['Words and promises', 'Words'],
    ['Who hears of orders', 'Who hears what'],
  ] as const) {
    await list.getByRole('link', { name: step }).click()
    await expect(heading(page, title)).toBeVisible()
    await visit(page, '/admin')
  }

  await list.getByRole('button', { name: 'Send a test mail' }).click()
  await expect(
    toast(page, new RegExp(`a test mail to ${admin.email} lies in the folder`)),
  ).toBeVisible()
  await mailAbout(shop.outbox, admin.email, /^A test mail of Cakewala$/)
  await page.reload()
  await expect(stepOf('Email that arrives')).not.toContainText('Send a test mail to yourself')

  await page.getByRole('link', { name: 'Help' }).click()
  await expect(heading(page, 'The baker')).toBeVisible()
  await expect(page.getByRole('img', { name: /^The panel/ })).toBeVisible()
  await seeNoBarrier(page, 'the handbook')
  await seeNothingTooWide(page)

  await visit(page, '/admin')
  await list.getByRole('button', { name: 'Open the shop' }).click()
  const dialog = page.getByRole('dialog', { name: 'Open the shop?' })
  await expect(dialog).toContainText('Customers see: Cakewala, 12 Church Street')
  await expect(dialog).toContainText('How you are paid: No money moves')
  await seeNoBarrier(page, 'what opening the shop means')
  await dialog.getByRole('button', { name: 'Go back' }).click()
  await expect(list).toBeVisible()
  await list.getByRole('button', { name: 'Open the shop' }).click()
  await dialog.getByRole('button', { name: 'Open the shop' }).click()
  await expect(toast(page, 'Your shop is open.')).toBeVisible()
  await expect(list).toBeHidden()
  await page.reload()
  await expect(heading(page, 'Admin panel')).toBeVisible()
  await expect(list).toBeHidden()
})

test('the owner’s colour, logo, large picture, profiles and map are seen on pages and in mails', async ({
  page,
  shop,
  someoneElse,
}) => {
  await signInAsAdmin(page)
  await visit(page, '/')
  const follow = page.getByRole('contentinfo').getByRole('list', { name: 'Follow us' })
  await expect(follow).toBeHidden()

  await visit(page, '/admin/shop')
  const colour = page.getByLabel('Colour of buttons and links')
  await colour.fill('#f5a623')
  await page.getByLabel('Instagram').fill('https://www.instagram.com/')
  const save = page.getByRole('button', { name: 'Save' })
  await save.click()
  await expect(page.getByText('Too light to read: its contrast to the page is 1.7')).toBeVisible()
  await expect(page.getByText('Copy the address of your profile')).toBeVisible()
  await seeNoBarrier(page, 'a colour that cannot be read')
  await colour.fill('#1f5c4a')
  await page.getByLabel('Instagram').fill('https://www.instagram.com/ovenly')
  await page.getByLabel('On the map').fill('18.5246, 73.8418')
  await save.click()
  await expect(toast(page, 'Saved. Pages, mails and new papers say it now.')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await seeNothingTooWide(page)

  await page.getByRole('main').getByRole('link', { name: 'Words' }).last().click()
  const home = page.getByRole('region', { name: 'Home' })
  for (const [index, name] of [
    'Logo, on pages, emails and papers',
    'The large picture',
  ].entries()) {
    await home
      .getByLabel('Choose a picture')
      .first()
      .setInputFiles(await photo(index === 0 ? '#1f5c4a' : '#e9d9cd'))
    await expect(home.getByRole('group', { name }).getByRole('img')).toBeVisible()
  }
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Saved. The pages show it now.')).toBeVisible()

  const visitor = await someoneElse()
  await visit(visitor, '/')
  const look = (name: string) =>
    visitor
      .getByRole('link', { name })
      .first()
      .evaluate((link) => getComputedStyle(link).backgroundColor)
  expect(await look('Explore Cakes')).toBe('rgb(31, 92, 74)')
  const logo = visitor.getByRole('banner').locator('img').first()
  await expect(logo).toHaveAttribute('src', /^\/pictures\//)
  await expect(visitor.locator('section:has(h1) img')).toHaveAttribute('src', /^\/pictures\//)
  await expect(
    visitor.getByRole('contentinfo').getByRole('link', { name: 'Instagram' }),
  ).toHaveAttribute('href', 'https://www.instagram.com/ovenly')
  await expect(visitor.getByRole('link', { name: 'Facebook' })).toBeHidden()
  await seeNoBarrier(visitor, 'a home page with the owner’s own face')
  await visitor.setViewportSize({ width: 390, height: 844 })
  await seeNothingTooWide(visitor)
  await visit(page, '/contact')
  await expect(page.locator('iframe')).toHaveAttribute('src', /marker=18\.5246%2C73\.8418/)

  await visitor.getByRole('contentinfo').getByLabel('Your email').fill('meena@example.in')
  await visitor.getByRole('contentinfo').getByRole('checkbox').check()
  await visitor.getByRole('button', { name: 'Subscribe' }).click()
  const { html = '' } = await mailAbout(shop.outbox, 'meena@example.in', /confirm/i)
  expect(html).toContain('#1f5c4a')
  expect(html).toMatch(/<img[^>]*src="http[^"]*\/pictures\/[^"]*\/320\.webp"/)
})
