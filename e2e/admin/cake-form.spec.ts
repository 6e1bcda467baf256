import type { Page } from '@playwright/test'
import { signInAsAdmin } from '../support/admin-steps.ts'
import { expect, test } from '../support/bakery.ts'
import { seeNoBarrier } from '../support/barriers.ts'
import { broken, card, chips, confirm, fillCake, textField } from '../support/cake-steps.ts'
import {
  cards,
  cartWith,
  dayAhead,
  goToPayment,
  heading,
  payWith,
  seeOrderPlaced,
  signIn,
  toast,
  untilListening,
  visit,
} from '../support/customer-steps.ts'
import { photo } from '../support/pictures.ts'

test('the form says what is wrong once a field was left, and asks before it is left', async ({
  page,
}) => {
  await signInAsAdmin(page)
  await visit(page, '/admin/addcake')
  const name = textField(page, 'Name')
  await name.focus()
  await name.blur()
  await expect(name).toHaveAccessibleDescription(/Name is required/)
  await expect(page.getByText('Choose Egg or Eggless')).toBeHidden()
  const wrong = [
    [page.getByLabel('Price', { exact: true }), '-5', /must be more than ₹0/],
    [page.getByLabel('Stars', { exact: true }), '4.3', /steps of 0.5/],
    [page.getByLabel('Maximum per order'), '1.5', /whole number/],
    [textField(page, 'Weights (comma separated)'), 'small', /“small” is not a weight/],
  ] as const
  for (const [field, text, sentence] of wrong) {
    await field.fill(text)
    await field.blur()
    await expect(field).toHaveAccessibleDescription(sentence)
  }
  await page.getByRole('button', { name: 'Add Cake' }).click()
  await expect(name).toBeFocused()
  await expect(page.getByText('Add at least one picture')).toBeVisible()
  await expect(page.getByText('Choose Egg or Eggless')).toBeVisible()

  await name.fill('Half a cake')
  const panel = page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Panel' })
  await panel.click()
  await confirm(page, 'Keep editing')
  await expect(name).toHaveValue('Half a cake')
  await expect(chips(page, 'Weights (comma separated)')).toHaveText(['small'])
  await panel.click()
  await confirm(page, 'Leave')
  await expect(heading(page, 'Admin panel')).toBeVisible()
})

test('the first picture is on the card; a refusal keeps all that was written', async ({
  page,
  trouble,
}) => {
  const name = 'Fig Tart'
  await signInAsAdmin(page)
  await visit(page, '/admin/addcake')
  await fillCake(page, name)
  const cardPicture = (where: Page) => card(where, name).getByRole('img', { name: 'Eggless' })
  await page.getByLabel('Choose pictures').setInputFiles(await photo('#aa2200'))
  await expect(cardPicture(page)).toHaveAttribute('src', /./)
  const red = await cardPicture(page).getAttribute('src')
  await page.getByLabel('Add pictures').setInputFiles(await photo('#0022aa'))
  await page.getByRole('button', { name: 'Move picture 2 earlier' }).click()
  await expect(cardPicture(page)).not.toHaveAttribute('src', String(red))
  const blue = String(await cardPicture(page).getAttribute('src'))

  const refusal = 'There is a cake of this name already.'
  const wrong = { status: 422, title: 'Invalid', detail: refusal, errors: { name: refusal } }
  const submit = page.getByRole('button', { name: 'Add Cake' })
  trouble.expect(422, '/cakes/addcake')
  trouble.expect(500, '/cakes/addcake')
  await page.route('**/cakes/addcake', (route) => route.fulfill(broken), { times: 1 })
  await page.route('**/cakes/addcake', (route) => route.fulfill({ status: 422, json: wrong }), {
    times: 1,
  })
  await submit.click()
  await expect(toast(page, refusal)).toBeVisible()
  await expect(textField(page, 'Name')).toHaveAccessibleDescription(refusal)
  await submit.click()
  await expect(toast(page, broken.json.detail)).toBeVisible()
  await expect(textField(page, 'Name')).toHaveValue(name)
  await expect(chips(page, 'Flavors (comma separated)')).toHaveText(['Saffron', 'Fig'])
  await submit.click()
  await page.getByRole('link', { name: 'View in shop' }).click()
  await expect(heading(page, name)).toBeVisible()
  await page.goto('/products')
  await expect(cardPicture(page)).toHaveAttribute('src', blue)

  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await confirm(page, 'Delete')
  await expect(page.getByText('30 Product Available')).toBeVisible()
})

test('two who change the same cake do not undo each other unseen', async ({
  page,
  bakery,
  trouble,
}) => {
  trouble.expect(409, '/cakes/editcake')
  const cake = await bakery.addCake()
  const elsewhere = (price: number) => bakery.call('/cakes/editcake', { id: cake.id, price })
  await signInAsAdmin(page)
  await visit(page, `/admin/cakes/${cake.id}`)
  const price = page.getByLabel('Price', { exact: true })
  const stars = page.getByLabel('Stars', { exact: true })
  const save = page.getByRole('button', { name: 'Save changes' })
  await elsewhere(950)
  await stars.fill('3')
  await save.click()
  const conflict = page.getByRole('alert').filter({ hasText: 'was changed in another window' })
  await expect(conflict).toBeVisible()
  await conflict.getByRole('button', { name: 'Load latest version' }).click()
  await expect(price).toHaveValue('950')
  await expect(stars).toHaveValue('4')
  await untilListening(page)

  await elsewhere(990)
  await stars.fill('3')
  await save.click()
  await conflict.getByRole('button', { name: 'Overwrite with mine' }).click()
  await expect(toast(page, `${cake.name} is saved.`)).toBeVisible()
  await expect(conflict).toBeHidden()
  await page.reload()
  await expect(stars).toHaveValue('3')
  await expect(price).toHaveValue('950')
})

test('a cake of some days says when it can be had, on its card and its page', async ({
  page,
  bakery,
}) => {
  const cake = await bakery.addCake({ name: 'Sunday Roll' })
  const inThreeDays = dayAhead(3)
  await signInAsAdmin(page)
  await visit(page, `/admin/cakes/${cake.id}`)
  const save = page.getByRole('button', { name: 'Save changes' })
  await page.getByRole('heading', { name: 'When and how many' }).click()
  await page.getByLabel('How many a day').fill('0')
  await save.click()
  await expect(page.getByText('The pieces a day must be at least 1')).toBeVisible()
  await page.getByLabel('How many a day').fill('3')
  await page.getByLabel('First day').fill(inThreeDays)
  await save.click()
  await expect(toast(page, `${cake.name} is saved.`)).toBeVisible()
  await seeNoBarrier(page, 'a cake of some days, its form')
  await visit(page, cake.path)
  const next = /^Next: \w{3} \d+ \w{3}$/
  await expect(page.getByText(next)).toBeVisible()
  await seeNoBarrier(page, 'a cake of some days')
  await visit(page, '/products?text=sunday')
  await expect(card(page, cake.name).getByText(next)).toBeVisible()
})

test('a new cake gets the hours and minutes of its category, but for those that were typed', async ({
  page,
}) => {
  await signInAsAdmin(page)
  await visit(page, '/admin/addcake')
  await untilListening(page)
  const work = ['Ready after', 'Work on each cake', 'Work on each kg'].map((label) =>
    page.getByLabel(label, { exact: true }),
  )
  const category = page.getByLabel('Category', { exact: true })
  const seeWork = async (...values: string[]) => {
    for (const [index, value] of values.entries()) await expect(work[index]!).toHaveValue(value)
  }
  await seeWork('3', '0', '0')
  await category.fill('Wedding')
  await seeWork('24', '90', '30')
  await work[1]!.fill('240')
  await category.fill('Fruit')
  await seeWork('3', '240', '15')
  await category.fill('Pastry')
  await expect(page.getByLabel('Work on each piece')).toHaveValue('5')
})

test('a new cake starts with the choices of its category, but for those that were typed', async ({
  page,
  bakery,
}) => {
  const shared = 'Shape: Round, Heart +100'
  await bakery.addCake({ name: 'Alike Cake', category: 'Alike', choices: [shared] })
  await signInAsAdmin(page)
  await visit(page, '/admin/addcake')
  await untilListening(page)
  const category = page.getByLabel('Category', { exact: true })
  const choices = page.getByLabel('What else customers choose')
  await category.fill('Alike')
  await expect(choices).toHaveValue(shared)
  await category.fill('Fruit')
  await expect(choices).toHaveValue('')
  await choices.fill('Filling: Cream, Mango')
  await category.fill('Alike')
  await expect(choices).toHaveValue('Filling: Cream, Mango')
})

test('what the owner lets customers choose is priced, ordered, made and packed as chosen', async ({
  page,
  bakery,
  someoneElse,
}) => {
  const egg = { egg: 'Egg', contains: ['gluten', 'egg'], ingredients: 'Flour, eggs' }
  const cake = await bakery.addCake({ name: 'Plum Cake', ...egg })
  await signInAsAdmin(page)
  await visit(page, `/admin/cakes/${cake.id}`)
  const choices = page.getByLabel('What else customers choose')
  const save = page.getByRole('button', { name: 'Save changes' })
  await choices.fill('Shape - Heart')
  await save.click()
  await expect(choices).toHaveAccessibleDescription(/“Shape - Heart” is not a choice/)
  await choices.fill('Egg or eggless: Egg, Eggless +50\nFilling: Cream, Almond +100 (tree nuts)')
  await save.click()
  await expect(toast(page, `${cake.name} is saved.`)).toBeVisible()
  await seeNoBarrier(page, 'a cake with choices, its form')

  const asha = await someoneElse()
  await signIn(asha)
  await visit(asha, cake.path)
  const form = asha.getByRole('form', { name: 'Choose your cake' })
  await expect(asha.getByRole('main')).toContainText('IngredientsFlour, eggsContainsgluten, egg')
  await form.getByRole('radio', { name: 'Egg', exact: true }).press('ArrowRight')
  await expect(form.getByRole('radio', { name: /^Eggless/ })).toBeChecked()
  await form.getByRole('radio', { name: /^Almond/ }).check()
  await expect(asha.getByRole('main')).toContainText(
    'IngredientsFlour, AlmondContainsgluten, tree nuts',
  )
  await expect(form.getByRole('status').last()).toHaveText('₹600')
  await expect(form.getByRole('radio', { name: /^1 kg/ })).toHaveAccessibleName(/₹1,050, serves/)
  await seeNoBarrier(asha, 'a cake with choices')
  await asha.getByRole('button', { name: 'Add To Cart' }).click()
  await expect(cartWith(asha, 1)).toBeVisible()
  const line = asha.getByRole('row', { name: cake.name })
  await expect(line).toContainText('Almond')
  await expect(line).toContainText('₹600')
  await goToPayment(asha)
  await payWith(asha, cards.succeeds)
  await seeOrderPlaced(asha)
  await visit(asha, '/yourorder')
  const order = asha.getByRole('article').first()
  await expect(order).toContainText('Almond')
  await expect(order).toContainText('Rs. 650')

  await visit(page, `/admin/kitchen?day=${dayAhead(3)}`)
  const ticket = page.getByRole('article').filter({ hasText: cake.name })
  await expect(ticket).toContainText('Fig, Almond')
  await expect(ticket).toContainText('Eggless')
  await expect(ticket).toContainText('Contains: gluten, tree nuts.')
})
