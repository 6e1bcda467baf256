import { customCake, placeOrder, rasmalai, signInAsAdmin } from '../support/admin-steps.ts'
import { seeNoBarrier, seeNothingTooWide } from '../support/barriers.ts'
import { dayAhead, heading, signIn, visit } from '../support/customer-steps.ts'
import { photo } from '../support/pictures.ts'
import { expect, test } from '../support/shop-test.ts'

/** No other walk orders for this day: the walk by keyboard takes one that comes within 34 days. */
const daysAhead = 40

test('the bake sheet adds up a day, follows what is prepared, and prints alone', async ({
  page,
  someoneElse,
}) => {
  const asha = await someoneElse()
  await signIn(asha)
  const first = { ...rasmalai, amount: 2, bname: 'Happy Birthday Ravi' }
  await placeOrder(asha, [first, { ...rasmalai, wt: '0.5', bname: 'Nut free' }], daysAhead)
  const { number } = await placeOrder(asha, rasmalai, daysAhead)
  await signInAsAdmin(page)
  await visit(page, `/admin/kitchen?day=${dayAhead(daysAhead)}`)
  const sheet = page.getByRole('region', { name: 'What to bake' }).getByRole('row')
  await expect(sheet).toHaveCount(4)
  const halves = sheet.nth(1).getByRole('cell')
  const wholes = sheet.nth(2).getByRole('cell')
  const total = sheet.nth(3).getByRole('cell')
  await expect(halves).toHaveText(['Rasmalai', '0.5 kg', 'Eggless', '1', '0.5 kg', '0', '1'])
  await expect(wholes).toHaveText(['Rasmalai', '1 kg', 'Eggless', '3', '3 kg', '0', '3'])
  await expect(total).toHaveText(['4', '3.5 kg', '0', '4'])

  const tickets = page.getByRole('article')
  await expect(tickets.filter({ hasText: 'Allergy: read what the customer wrote.' })).toHaveCount(1)
  const ticket = tickets.filter({ hasText: `Order ${number}` })
  const ready = ticket.getByRole('button', { name: 'Mark as ready' })
  const button = await ready.boundingBox()
  await ready.click()
  const undo = await ticket.getByRole('button', { name: /^Undo/ }).boundingBox()
  // A late second press hits nothing.
  expect(undo ? undo.x + undo.width : Number.NaN).toBeLessThan(button?.x ?? Number.NaN)
  await expect(wholes).toHaveText(['Rasmalai', '1 kg', 'Eggless', '3', '3 kg', '1', '2'])
  await expect(total).toHaveText(['4', '3.5 kg', '1', '3'])
  await ticket.getByLabel('Take a photo').setInputFiles(await photo('orange'))
  await expect(ticket.getByLabel(`Replace the photo of order ${number}`)).toBeAttached()

  // A new order comes in while the page is open.
  await placeOrder(asha, rasmalai, daysAhead)
  await expect(wholes).toHaveText(['Rasmalai', '1 kg', 'Eggless', '4', '4 kg', '1', '3'])
  await expect(total).toHaveText(['5', '4.5 kg', '1', '4'])

  // On a phone its rows are stacked, and nothing is cut off.
  await page.setViewportSize({ width: 320, height: 640 })
  const list = page.getByRole('list', { name: 'What to bake' })
  await expect(list).toContainText('Rasmalai 1 kgEggless4 pieces, 4 kg in all1 done, 3 left')
  await expect(sheet).toHaveCount(0)
  expect(await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)

  await page.emulateMedia({ media: 'print' })
  await expect(heading(page, 'Kitchen')).toBeVisible()
  await expect(sheet).toHaveCount(4)
  // What is prepared needs no paper.
  await expect(tickets).toHaveCount(3)
  await expect(tickets.first()).toContainText('Happy Birthday Ravi')
  for (const role of ['navigation', 'button', 'banner', 'contentinfo'] as const) {
    await expect(page.getByRole(role), role).toHaveCount(0)
  }
})

test('a day is packed: its slips are printed together, once made with their dates', async ({
  page,
  someoneElse,
}) => {
  const asha = await someoneElse()
  await signIn(asha)
  const first = await placeOrder(asha, [rasmalai, customCake], daysAhead + 1)
  const gift = { recipient: { name: 'Meena', mobile: '9812345678' }, giftMessage: 'For you' }
  const second = await placeOrder(asha, rasmalai, daysAhead + 1, gift)
  await signInAsAdmin(page)
  await visit(page, `/admin/kitchen?day=${dayAhead(daysAhead + 1)}`)
  await expect(page.getByRole('list', { name: 'Weight by flavour' })).toContainText(
    'Rasmalai Eggless2 kg',
  )
  const ticket = page.getByRole('article').filter({ hasText: `Order ${second.number}` })
  await ticket.getByRole('button', { name: 'Mark as ready' }).click()
  await expect(ticket.getByRole('button', { name: 'Mark as ready' })).toBeHidden()
  await page.getByRole('link', { name: 'Packing slips' }).click()
  await expect(heading(page, 'Packing slips: 2')).toBeVisible()
  const slip = (number: number) =>
    page.getByRole('region', { name: new RegExp(`, order ${number}$`) })
  await expect(slip(first.number)).not.toContainText('Made on')
  await expect(slip(second.number)).toContainText('Made on')
  await expect(page.getByRole('region', { name: 'Gift card' })).toContainText('For you')
  await expect(page.getByRole('button', { name: 'Print all' })).toBeVisible()
  await seeNoBarrier(page, 'packing slips of a day')
  await page.setViewportSize({ width: 390, height: 844 })
  await seeNothingTooWide(page)
})
