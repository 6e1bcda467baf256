import { placeOrder, rasmalai, runPath, signInAsAdmin } from '../support/admin-steps.ts'
import { seeNoBarrier, seeNothingTooWide } from '../support/barriers.ts'
import { dayAhead, signIn, toast, visit } from '../support/customer-steps.ts'
import { mailAbout } from '../support/outbox.ts'
import { expect, test } from '../support/shop-test.ts'

/** No other walk orders for this day. */
const daysAhead = 48

test('one order of a day goes by courier, which its customer follows; others of two times by one rider', async ({
  page,
  someoneElse,
  shop,
}) => {
  const asha = await someoneElse()
  const { email } = await signIn(asha)
  const place = (time: string) =>
    placeOrder(asha, rasmalai, daysAhead, { time: `${dayAhead(daysAhead)}T${time}` })
  const [noon, evening, couriers] = [
    await place('12:00'),
    await place('17:30'),
    await place('12:00'),
  ]
  await signInAsAdmin(page)
  for (const { number } of [noon, evening, couriers]) {
    await visit(page, `/admin/orders/${number}`)
    await page.getByRole('button', { name: 'Mark as ready' }).click()
    await expect(toast(page, /is ready/i)).toBeVisible()
  }

  await visit(page, `/admin/runs?day=${dayAhead(daysAhead)}`)
  await page.getByRole('link', { name: `By courier for order ${couriers.number}` }).click()
  const part = page.getByRole('region', { name: 'A courier instead of a rider' })
  await part.getByLabel('Tracking link').fill('porter.in/t/7')
  await part.getByRole('button', { name: 'Save courier' }).click()
  await expect(part.getByText('Please say who carries it, such as Porter.')).toBeVisible()
  await expect(part.getByText('Copy the whole link: it begins with https://')).toBeVisible()
  await seeNoBarrier(page, 'an order with a wrong courier')
  await part.getByLabel('Courier').fill('Porter')
  await part.getByLabel('Tracking link').fill('https://porter.in/t/7')
  await part.getByLabel('Fare, or another note').fill('₹140')
  await part.getByRole('button', { name: 'Save courier' }).click()
  await expect(toast(page, 'Porter is saved.')).toBeVisible()
  await expect(part.getByRole('button', { name: 'No courier' })).toBeVisible()
  await seeNoBarrier(page, 'an order with a courier')
  await page.setViewportSize({ width: 390, height: 844 })
  await seeNothingTooWide(page)

  await visit(page, `/admin/runs?day=${dayAhead(daysAhead)}`)
  const slot = page.getByRole('region', { name: '12:00 pm' })
  await expect(slot).toContainText('by Porter')
  await expect(slot.getByRole('button', { name: 'Make a run of 1 order' })).toBeVisible()
  await slot.getByText('Take orders of another time along').click()
  await slot.getByRole('checkbox', { name: `Order ${evening.number}, 5:30 pm` }).check()
  await slot.getByLabel('Rider’s name').fill('Manu')
  await slot.getByLabel('Rider’s mobile').fill('9876500007')
  await seeNoBarrier(page, 'a run of two times')
  await seeNothingTooWide(page)
  await slot.getByRole('button', { name: 'Make a run of 2 orders' }).click()
  const run = page.getByRole('region', { name: 'Manu' })
  await expect(run.getByRole('listitem')).toHaveText([
    new RegExp(`Order ${noon.number}`),
    new RegExp(`Order ${evening.number}`),
  ])
  const rider = await someoneElse()
  await rider.goto(await runPath(run))
  await expect(rider.getByRole('article')).toHaveCount(2)

  await visit(page, `/admin/orders/${couriers.number}`)
  await page.getByRole('button', { name: 'Out for delivery' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Out for delivery' }).click()
  await expect(toast(page, /is out for delivery/)).toBeVisible()
  const mail = await mailAbout(shop.outbox, email, /is out for delivery/)
  expect(mail.text).toContain('Porter')
  expect(mail.text).toContain('https://porter.in/t/7')
  expect(mail.text).not.toMatch(/asks for this code|140/)

  await asha.setViewportSize({ width: 390, height: 844 })
  await visit(asha, '/yourorder')
  const card = asha.getByRole('article', { name: `Order ${couriers.number}` })
  await card.getByRole('link', { name: /^Track or report/ }).click()
  const main = asha.getByRole('main')
  await expect(main).toContainText('A courier brings it: Porter')
  await expect(main).not.toContainText('Give this code')
  const link = main.getByRole('link', { name: 'See where it is' })
  await expect(link).toHaveAttribute('href', 'https://porter.in/t/7')
  await seeNoBarrier(asha, 'an order that a courier brings')
  await seeNothingTooWide(asha)
  await visit(asha, '/yourorder')
  await expect(card.getByRole('link', { name: 'See where it is' })).toBeVisible()
  await seeNoBarrier(asha, 'View Orders with a courier')
})
