import { seeNoBarrier, seeNothingTooWide } from '../support/barriers.ts'
import {
  addCake,
  address,
  dayAhead,
  goToCheckout,
  heading,
  signIn,
  toast,
  visit,
} from '../support/customer-steps.ts'
import { expect, test } from '../support/shop-test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('addresses are added, changed, chosen at checkout, saved there, and deleted', async ({
  page,
}) => {
  await signIn(page)
  await visit(page, '/account')
  const book = page.getByRole('region', { name: 'Saved addresses' })
  const row = (label: string) => book.getByRole('listitem').filter({ hasText: label })
  await book.getByRole('button', { name: 'Add an address' }).focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Add an address' })
  const save = sheet.getByRole('button', { name: 'Save' })
  await save.click()
  await expect(sheet.getByLabel('Name this address')).toBeFocused()
  await seeNoBarrier(page, 'an address with errors')
  await sheet.getByLabel('Name this address').fill('Mother')
  await sheet.getByLabel('Name (if it is not yours)').fill('Meera Rao')
  await sheet.getByLabel('Their mobile').fill('098123 45678')
  await sheet.getByLabel('Address', { exact: true }).fill('7 Lake Road')
  await sheet.getByLabel('Pincode').fill('560002')
  await expect(sheet.getByLabel('City')).toHaveValue('Bengaluru')
  await save.click()
  await expect(toast(page, 'The address is saved.')).toBeVisible()
  await expect(row('Mother')).toContainText('Meera Rao, 9812345678, 7 Lake Road')
  await expect(row('Mother')).toContainText('Default')
  await seeNoBarrier(page, 'saved addresses')
  await seeNothingTooWide(page)

  await addCake(page, 'rasmalai-cake')
  await goToCheckout(page)
  await page.getByLabel('Address').fill(address.address)
  await page.getByLabel('Pincode').fill(address.pincode)
  await page.getByLabel('City').fill(address.city)
  await page.getByLabel('Delivery date and time').fill(`${dayAhead(3)}T12:00`)
  await page.getByRole('checkbox', { name: 'Save for my next order' }).check()
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(heading(page, 'Confirm Order')).toBeVisible()
  await page.getByRole('link', { name: 'Edit shipping details' }).click()
  await page.getByRole('radio', { name: /^Mother/ }).check()
  await expect(page.getByLabel('Address')).toHaveValue('7 Lake Road')
  await expect(page.getByLabel('Their name')).toHaveValue('Meera Rao')
  await expect(page.getByLabel('Their mobile')).toHaveValue('9812345678')
  await seeNoBarrier(page, 'saved addresses at checkout')
  await seeNothingTooWide(page)
  await page.getByRole('radio', { name: /^Home/ }).check()
  await expect(page.getByLabel('Pincode')).toHaveValue(address.pincode)
  await expect(page.getByLabel('Their name')).toBeHidden()

  await visit(page, '/account')
  await book.getByRole('button', { name: 'Make default Home' }).click()
  await expect(toast(page, 'Home is now your default address.')).toBeVisible()
  await expect(row('Mother')).not.toContainText('Default')
  await book.getByRole('button', { name: 'Edit Mother' }).click()
  const change = page.getByRole('dialog', { name: 'Change the address' })
  await change.getByLabel('Address', { exact: true }).fill('8 Lake Road')
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(row('Mother')).toContainText('8 Lake Road')
  await expect(row('Home')).toContainText('Default')
  await book.getByRole('button', { name: 'Delete Mother' }).click()
  const question = page.getByRole('dialog', { name: 'Delete this address?' })
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(row('Mother')).toBeVisible()
  await book.getByRole('button', { name: 'Delete Mother' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'The address is deleted.')).toBeVisible()
  await expect(row('Mother')).toHaveCount(0)
  await expect(row('Home')).toBeVisible()
})
