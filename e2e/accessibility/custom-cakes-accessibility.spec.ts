import { rasmalai, signInAsAdmin } from '../support/admin-steps.ts'
import { expect, test } from '../support/bakery.ts'
import { seeNoBarrierAtAnyWidth } from '../support/barriers.ts'
import { itemButton, orderPricedCake, quoteLink, wishFor } from '../support/custom-cake-steps.ts'
import { goToPayment, heading, seeOrderPlaced, signIn, visit } from '../support/customer-steps.ts'
import { photo } from '../support/pictures.ts'

test('asking for a cake of one’s own has no barrier', async ({ page }) => {
  await signIn(page)
  await visit(page, '/customizecake')
  await page.getByLabel('Name on Cake (if any)').fill('Asha 🎂')
  await page.getByRole('button', { name: 'Add To Cart' }).click()
  await expect(page.getByText('Tell us the flavour', { exact: true })).toBeVisible()
  await seeNoBarrierAtAnyWidth(page, 'customise with errors')

  await page.getByRole('button', { name: 'Design it here' }).click()
  await page.getByRole('button', { name: 'Use this design' }).click()
  // The shop draws it in three widths.
  const added = page.getByRole('button', { name: 'Edit your design' })
  await expect(added).toBeVisible({ timeout: 30_000 })
  await page.getByLabel('Add pictures').setInputFiles(await photo('#8b1e3f'))
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await wishFor(page, { flavour: 'Mango', weight: '2', nameOnCake: 'Asha' })
  await seeNoBarrierAtAnyWidth(page, 'customise, designed and filled')
  await page.getByRole('button', { name: 'Add To Cart' }).click()
  await expect(heading(page, 'Your cart')).toBeVisible()
  await seeNoBarrierAtAnyWidth(page, 'customised cake in the cart')
  await goToPayment(page)
  await seeNoBarrierAtAnyWidth(page, 'cash on delivery')
  await page.getByRole('button', { name: 'Place order' }).click()
  await seeOrderPlaced(page)
  await visit(page, '/yourorder')
  await expect(page.getByText('email you a quote')).toBeVisible()
  await seeNoBarrierAtAnyWidth(page, 'customised cake without a price')
})

test('the price of a cake and its mails have no barrier', async ({
  page,
  bakery,
  shop,
  someoneElse,
  trouble,
}) => {
  const price = { bakery, outbox: shop.outbox, rupees: 1450 }
  const { order, mail } = await orderPricedCake(page, price, rasmalai)
  await visit(page, '/yourorder')
  await expect(itemButton(page, 'Accept', order)).toBeVisible()
  await seeNoBarrierAtAnyWidth(page, 'quote in View Orders')
  trouble.expect(404, '/quote')
  await visit(page, '/quote?token=x')
  await expect(heading(page, 'This link does not work')).toBeVisible()
  await seeNoBarrierAtAnyWidth(page, 'no quote')
  await visit(page, quoteLink(mail))
  await seeNoBarrierAtAnyWidth(page, 'quote')
  await page.getByRole('button', { name: 'Decline' }).click()
  const dialog = page.getByRole('dialog', { name: 'Decline this quote?' })
  await expect(dialog).toBeVisible()
  await seeNoBarrierAtAnyWidth(page, 'declining')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(heading(page, 'You declined this quote')).toBeVisible()
  await seeNoBarrierAtAnyWidth(page, 'declined')

  const admin = await someoneElse()
  await signInAsAdmin(admin)
  await visit(admin, `/admin/orders/${order.number}`)
  await expect(admin.getByRole('list', { name: 'Emails' })).toContainText(mail.subject ?? 'none')
  await itemButton(admin, 'Quote a new price', order).click()
  await expect(admin.getByRole('dialog', { name: /^Quote a new price/ })).toBeVisible()
  await seeNoBarrierAtAnyWidth(admin, 'quoting again')
  await visit(admin, '/admin/outbox')
  await expect(heading(admin, 'Emails')).toBeVisible()
  await seeNoBarrierAtAnyWidth(admin, 'mails that were not sent')
})
