import { signInAsAdmin } from '../support/admin-steps.ts'
import { expect, test } from '../support/bakery.ts'
import { seeNoBarrier, seeNothingTooWide } from '../support/barriers.ts'
import { chips, textField } from '../support/cake-steps.ts'
import {
  cards,
  cartWith,
  goToPayment,
  heading,
  payWith,
  seeOrderPlaced,
  signIn,
  toast,
  visit,
} from '../support/customer-steps.ts'
import { photo } from '../support/pictures.ts'

test('the owner adds candles; a customer puts them into the box from a cake and in the cart', async ({
  page,
  bakery,
  someoneElse,
}) => {
  const buyer = await someoneElse()
  await buyer.setViewportSize({ width: 390, height: 844 })
  await visit(buyer, '/singleproduct/walnut-brownie')
  const box = buyer.getByRole('region', { name: 'Add to the box' })
  await expect(box).toHaveCount(0)

  await signInAsAdmin(page)
  await visit(page, '/admin/addcake')
  await textField(page, 'Name').fill('Number candle')
  await page.getByLabel('Category').fill('extra: Candles')
  for (const label of ['Egg', 'Weights (comma separated)', 'Ready after', 'Stars'])
    await expect(page.getByLabel(label, { exact: true })).toHaveCount(0)
  await textField(page, 'Kinds (comma separated)').pressSequentially('5, 6,')
  await page.getByLabel('Price', { exact: true }).fill('40')
  await page.getByLabel('Maximum per order').fill('2')
  await page.getByLabel('Choose pictures').setInputFiles(await photo('#8b1e3f'))
  await expect(page.getByRole('button', { name: 'Remove picture 1' })).toBeVisible()
  await seeNoBarrier(page, 'the form of an extra')
  await page.getByRole('button', { name: 'Add Cake' }).click()
  await page.getByRole('link', { name: 'Edit cake' }).click()
  await expect(chips(page, 'Kinds (comma separated)')).toHaveText(['5', '6'])
  await expect(page.getByLabel('Category')).toHaveValue('Extra: Candles')

  await signIn(buyer)
  await visit(buyer, '/products?text=candle')
  await expect(buyer.getByRole('link', { name: 'Number candle' })).toHaveCount(0)
  await visit(buyer, '/singleproduct/walnut-brownie')
  const add = box.getByRole('button', { name: 'Add Number candle' })
  await box.getByLabel('Which Number candle').selectOption('6')
  await seeNoBarrier(buyer, 'the page of a cake with extras')
  await add.click()
  await expect(toast(buyer, 'Number candle is in your cart')).toBeVisible()
  await expect(cartWith(buyer, 1)).toBeVisible()
  await buyer.getByRole('button', { name: 'Add To Cart' }).click()
  await expect(heading(buyer, 'Your cart')).toBeVisible()
  await add.click()
  await expect(cartWith(buyer, 3)).toBeVisible()
  await add.click()
  await expect(toast(buyer, 'Only 2 can be ordered at once')).toBeVisible()
  const lines = buyer.getByRole('row', { name: 'Number candle' })
  await expect(lines).toHaveCount(2)
  await expect(lines.first()).toContainText('Kind: 6')
  await expect(lines.first()).not.toContainText(/Egg|Weight|kg/)
  await expect(lines.getByRole('link')).toHaveCount(0)
  await seeNoBarrier(buyer, 'a cart with extras')
  await seeNothingTooWide(buyer)
  await goToPayment(buyer)
  await payWith(buyer, cards.succeeds)
  await seeOrderPlaced(buyer)

  await bakery.call('/cakes/deletecake', { id: 'number-candle' })
  await visit(buyer, '/singleproduct/walnut-brownie')
  await expect(box).toHaveCount(0)
})
