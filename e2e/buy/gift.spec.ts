import type { Page } from '@playwright/test'
import { seeNoBarrier, seeNothingTooWide } from '../support/barriers.ts'
import {
  addCake,
  address,
  cards,
  confirmOrder,
  dayAhead,
  goToCheckout,
  heading,
  ordersOf,
  payWith,
  seeOrderPlaced,
  signIn,
} from '../support/customer-steps.ts'
import { expect, test } from '../support/shop-test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('a cake is ordered as a surprise for somebody else', async ({ page }) => {
  const asha = await signIn(page)
  await addCake(page, 'rasmalai-cake')
  await goToCheckout(page)
  await chooseSomebodyElseByKeyboard(page)
  await page.getByLabel('Their name').fill('Meera Rao')
  await page.getByLabel('Their mobile').fill('12345')
  await page.getByRole('checkbox', { name: /^It is a surprise/ }).check()
  await page.getByLabel('Pincode').fill(address.pincode)
  await page.getByLabel('City').fill(address.city)
  await page.getByLabel('Delivery date and time').fill(`${dayAhead(3)}T12:00`)
  await page.getByLabel('Gift message').fill('Happy birthday, Meera! 🎂')
  await expect(page.getByText('25 of 200')).toBeVisible()
  await page.getByLabel('From').fill('Asha')
  await page.getByLabel('Note for the rider').fill('Second gate')
  const next = page.getByRole('button', { name: 'Proceed to Payment' })
  await next.click()
  await expect(page.getByText('A mobile number has 10 digits')).toBeVisible()
  await page.getByLabel('Their mobile').fill('+91 98123 45678')
  await next.click()
  await expect(page.getByText('A surprise needs the whole address')).toBeVisible()
  await expect(page.getByLabel('Address')).toBeFocused()
  await seeNoBarrier(page, 'a gift that lacks its address')
  await seeNothingTooWide(page)
  await page.getByLabel('Address').fill(address.address)
  await next.click()

  await expect(heading(page, 'Confirm Order')).toBeVisible()
  const delivery = page.getByRole('region', { name: 'Delivery' })
  await expect(delivery.getByText('Meera Rao, 9812345678')).toBeVisible()
  await expect(delivery.getByText('Happy birthday, Meera! 🎂')).toBeVisible()
  await seeNoBarrier(page, 'a gift to confirm')
  await delivery.getByRole('link', { name: 'Edit shipping details' }).click()
  await expect(page.getByLabel('Note for the rider')).toHaveValue('Second gate')
  await page.getByLabel('Note for the rider').fill('Second gate, ring twice')
  await next.click()
  await expect(delivery.getByText('Second gate, ring twice')).toBeVisible()
  await confirmOrder(page)
  await payWith(page, cards.succeeds)
  await seeOrderPlaced(page)
  expect(await ordersOf(page, asha)).toMatchObject([
    {
      riderNote: 'Second gate, ring twice',
      gift: {
        recipient: { name: 'Meera Rao', mobile: '9812345678', email: '', surprise: true },
        message: 'Happy birthday, Meera! 🎂',
        from: 'Asha',
      },
    },
  ])
})

async function chooseSomebodyElseByKeyboard(page: Page) {
  await expect(page.getByLabel('Their name')).toBeHidden()
  await page.getByRole('radio', { name: 'For me' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'For somebody else' })).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Their name')).toBeFocused()
}
