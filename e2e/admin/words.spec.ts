import { signInAsAdmin } from '../support/admin-steps.ts'
import { seeNoBarrier, seeNothingTooWide } from '../support/barriers.ts'
import { cakeCards, toast, visit } from '../support/customer-steps.ts'
import { photo } from '../support/pictures.ts'
import { expect, test } from '../support/shop-test.ts'

test('the owner says on one page what the shop promises, and shows its people', async ({
  page,
  someoneElse,
}) => {
  await signInAsAdmin(page)
  await visit(page, '/admin/words')
  const home = page.getByRole('region', { name: 'Home' })
  const about = page.getByRole('region', { name: 'About us' })
  await expect(
    page.getByText('Saving says that you keep the promises that stand here'),
  ).toBeVisible()
  await home.getByLabel('Service: money back').fill('Cake back guarantee')
  await home.getByLabel('Service: at the door').fill('')
  await about
    .getByLabel('Choose a picture')
    .nth(1)
    .setInputFiles(await photo('#8b1e3f'))
  const people = about.getByRole('group', { name: 'Your people' })
  await expect(people.getByRole('img')).toBeVisible()
  await people.getByLabel('Words below it').fill('Asha and Ravi, who bake for you')
  await seeNoBarrier(page, 'the words')
  await seeNothingTooWide(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Saved. The pages show it now.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await home.getByLabel('Service: money back').fill('Money back')
  await expect(page.getByText('1 changed, not saved yet')).toBeVisible()

  const own = page.getByRole('region', { name: 'Occasions and areas' })
  await own.getByLabel('A page for').fill('Wedding')
  await own.getByRole('button', { name: 'Add page' }).click()
  await expect(own.getByLabel('/occasions/wedding')).toBeFocused()
  await own.getByLabel('/occasions/wedding').fill('Wedding cakes in Bengaluru\nTiers, and time.')
  await own.getByLabel('A page for').fill('Indiranagar 560038')
  await own.getByRole('button', { name: 'Add page' }).click()
  await own.getByLabel('/areas/indiranagar-560038').fill('Cakes in Indiranagar')
  await seeNoBarrier(page, 'pages of one’s own')
  await seeNothingTooWide(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()

  const visitor = await someoneElse()
  await visit(visitor, '/')
  const services = visitor.getByRole('region', { name: 'Our services' })
  await expect(services.getByRole('heading')).toHaveText([
    'Fast and free delivery',
    'Money back',
    'Secure payment',
  ])
  const links = visitor.getByRole('navigation', { name: 'Occasions and areas' })
  await expect(links.getByRole('link')).toHaveText([
    'Cakes in Indiranagar',
    'Wedding cakes in Bengaluru',
  ])
  await links.getByRole('link').last().click()
  await expect(visitor).toHaveURL('/occasions/wedding')
  await expect(visitor.getByText('Tiers, and time.')).toBeVisible()
  await expect(cakeCards(visitor)).toHaveCount(2)
  await seeNoBarrier(visitor, 'a page for an occasion')
  await seeNothingTooWide(visitor)
  await visitor.getByRole('link', { name: 'See all cakes' }).click()
  await expect(visitor.getByText('2 Product Available')).toBeVisible()
  const area = await visitor.goto('/areas/indiranagar-560038')
  expect(area?.status()).toBe(200)
  await visit(visitor, '/about')
  await expect(visitor.getByRole('figure')).toContainText('Asha and Ravi, who bake for you')
  await seeNoBarrier(visitor, 'about us with a picture')
})
