import type { Locator } from '@playwright/test'
import { signInAsAdmin } from '../support/admin-steps.ts'
import { expect, test } from '../support/bakery.ts'
import { seeNoBarrier } from '../support/barriers.ts'
import { toast, visit } from '../support/customer-steps.ts'

test('an owner says what is in a cake: its page shows it, and who avoids nuts finds it', async ({
  page: owner,
  someoneElse,
  bakery,
}) => {
  const cake = await bakery.addCake({ name: 'Jaggery Ragi Cake' })
  const customer = await someoneElse()
  await visit(customer, cake.path)
  const label = customer.getByRole('region', { name: 'What is in it' })
  await expect(label).toContainText('Ask us about allergens')

  await signInAsAdmin(owner)
  await visit(owner, `/admin/cakes/${cake.id}`)
  const form = owner.getByRole('region', { name: 'What is in it' })
  await form.getByLabel('Ingredients').fill('Ragi flour, milk, jaggery')
  await form.getByLabel('Best before').fill('Best within 2 days.')
  await form.getByLabel('I know which allergens it has').check()
  const contains = form.getByRole('group', { name: 'Contains' })
  const traces = form.getByRole('group', { name: 'May contain' })
  await expect(contains.getByLabel('milk')).toBeChecked()
  await contains.getByLabel('gluten').uncheck()
  await contains.getByLabel('egg').check()
  await seeNoBarrier(owner, 'the form with the allergens')
  const save = owner.getByRole('button', { name: 'Save changes' })
  await save.click()
  await expect(form).toContainText('An eggless cake cannot contain egg')
  await contains.getByLabel('egg').uncheck()
  await traces.getByLabel('soy').check()
  await save.click()
  await expect(toast(owner, `${cake.name} is saved.`)).toBeVisible()

  await customer.reload()
  for (const text of ['Ragi flour, milk, jaggery', /Contains\s*milk/, /May contain\s*soy/, '1 kg'])
    await expect(label).toContainText(text)
  await expect(label).toContainText('Best within 2 days.')

  await visit(customer, '/products?text=ragi')
  const filters = customer.getByRole('form', { name: 'Filters' })
  await avoid(filters, 'nuts')
  await expect(customer).toHaveURL(/without=nuts/)
  const found = customer.getByRole('link', { name: cake.name })
  await expect(found).toBeVisible()
  await avoid(filters, 'soy')
  await expect(customer).toHaveURL(/without=soy/)
  await expect(found).toBeHidden()
})

const avoid = (filters: Locator, what: string) =>
  filters.getByLabel('Allergen to avoid').selectOption(what)
