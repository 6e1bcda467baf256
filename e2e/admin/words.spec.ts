import { signInAsAdmin } from '../support/admin-steps.ts'
import { seeNoBarrier, seeNothingTooWide } from '../support/barriers.ts'
import { toast, visit } from '../support/customer-steps.ts'
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

  const visitor = await someoneElse()
  await visit(visitor, '/')
  const services = visitor.getByRole('region', { name: 'Our services' })
  await expect(services.getByRole('heading')).toHaveText([
    'Fast and free delivery',
    'Cake back guarantee',
    'Secure payment',
  ])
  await visit(visitor, '/about')
  await expect(visitor.getByRole('figure')).toContainText('Asha and Ravi, who bake for you')
  await seeNoBarrier(visitor, 'about us with a picture')
})
