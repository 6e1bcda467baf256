import type { APIRequestContext } from '@playwright/test'
import { everyDay, newZone, settings } from '../../test/support/delivery.ts'
import { seeNoBarrier, seeNothingTooWide, seeTouchable } from '../support/barriers.ts'
import { addCake, cartWith, visit } from '../support/customer-steps.ts'
import { expect, ownShop, test as shopTest } from '../support/shop-test.ts'

/** A shop of its own: its zones would refuse the orders of other walks. */
const test = shopTest.extend({ shop: ownShop() })

test.use({ viewport: { width: 390, height: 844 } })

test('a customer on a phone says the pincode once, and sees when and for how much', async ({
  page,
  request,
}) => {
  await deliverInBengaluru(request)
  await visit(page, '/')
  const bar = page.getByRole('region', { name: 'Delivery' }).getByRole('button')
  await expect(bar).toHaveAccessibleName(/^Deliver to\s+Enter your pincode/)
  await seeTouchable(bar)
  await bar.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Where shall we deliver?' })
  const pincode = dialog.getByLabel('Pincode')
  await expect(pincode).toBeFocused()
  for (const wrong of ['56003', '5600344', '056003', '56OO34']) {
    await pincode.fill(wrong)
    await pincode.press('Enter')
    await expect(pincode).toHaveAccessibleDescription('A pincode has 6 digits, such as 560001')
  }
  await seeNoBarrier(page, 'a wrong pincode')
  await page.keyboard.press('Escape')
  await bar.press('Enter')
  await expect(pincode).toHaveValue('56OO34')

  await pincode.fill('900001')
  await pincode.press('Enter')
  await expect(dialog.getByText('We don’t deliver to 900001 yet.')).toBeVisible()
  await seeNoBarrier(page, 'a pincode that is not served')

  await pincode.fill('५६० ०३४')
  await pincode.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(bar).toBeFocused()
  await expect(bar).toHaveAccessibleName(/^Deliver to 560034\s+Earliest: (today|tomorrow) /)
  await seeNoBarrier(page, 'a promise')
  await seeNothingTooWide(page)

  await visit(page, '/singleproduct/rasmalai-cake')
  const main = page.getByRole('main')
  await expect(main.getByRole('button', { name: /^Deliver to 560034\s+Earliest: / })).toBeVisible()
  await expect(page.getByText(/^Earliest: /)).toHaveCount(1)
  await seeNothingTooWide(page)

  await addCake(page, 'rasmalai-cake')
  const checkout = main.getByRole('button', { name: 'Proceed to checkout' })
  await expect(checkout).toBeDisabled()
  await expect(checkout).toHaveAccessibleDescription(
    'We deliver to Central Bengaluru from ₹600. Please add ₹125 more.',
  )
  await expect(main.getByText(/more for free delivery$/)).toBeHidden()
  await main.getByRole('button', { name: 'One more' }).click()
  await expect(checkout).toBeEnabled()
  await expect(main.getByText('₹550 more for free delivery')).toBeVisible()
  await expect(main.getByText('₹1,010')).toBeVisible()
  await seeNoBarrier(page, 'a cart with its fee')
  await seeNothingTooWide(page)

  // It takes a day.
  await addCake(page, 'three-tier-wedding-cake')
  const promise = main.getByRole('button', { name: /^Deliver to 560034\s+Earliest: / })
  await expect(promise).not.toContainText('today')
  await expect(page.getByText(/^Earliest: /)).toHaveCount(1)

  await promise.click()
  await pincode.fill('900001')
  await pincode.press('Enter')
  await expect(dialog.getByText('We don’t deliver to 900001 yet.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(main.getByText('Not delivered there')).toBeVisible()
  await expect(cartWith(page, 3)).toBeVisible()
})

/** ₹60, free from ₹1,500, for orders from ₹600; all day, every day. */
async function deliverInBengaluru(request: APIRequestContext) {
  const admin = { email: 'admin@cakewala.test', password: 'admin-password' }
  expect((await request.post('/api/v1/users/login', { data: admin })).status()).toBe(200)
  const slots = [6, 9, 12, 15, 18, 21].flatMap((hour) =>
    everyDay({ startMinute: hour * 60, endMinute: (hour + 3) * 60 }),
  )
  const saved = { ...settings({ zones: [newZone({ minimumPaise: 60_000 })], slots }), version: 0 }
  expect((await request.post('/api/v1/delivery/settings', { data: saved })).status()).toBe(200)
}
