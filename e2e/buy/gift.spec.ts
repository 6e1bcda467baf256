import type { Page } from '@playwright/test'
import { signInAsAdmin } from '../support/admin-steps.ts'
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
  visit,
} from '../support/customer-steps.ts'
import { expect, test } from '../support/shop-test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('a cake is ordered as a surprise for somebody else', async ({ page, someoneElse }) => {
  const asha = await signIn(page)
  await addCake(page, 'rasmalai-cake')
  await goToCheckout(page)
  await page.getByLabel('Pincode').fill('560001')
  await chooseSomebodyElseByKeyboard(page)
  await expect(page.getByLabel('Pincode')).toHaveValue('')
  await page.getByLabel('Their name').fill('Meera Rao')
  await page.getByLabel('Their mobile').fill('12345')
  // As slowly as people press: what is wrong with the field that is left must not move it away.
  const surprise = page.getByRole('checkbox', { name: /^It’s a surprise/ })
  const street = page.getByLabel('Address')
  const email = page.getByLabel('Their email')
  await expect(street).toHaveAccessibleDescription(/Leave it empty; we give you a link/)
  await expect(email).toHaveAccessibleDescription(
    'We email them a tracking link. It shows no prices.',
  )
  await surprise.click({ delay: 300 })
  await expect(surprise).toBeChecked()
  await expect(page.getByText('Pincode is required')).toBeHidden()
  await expect(street).toHaveAccessibleDescription('House or flat, street and area')
  await expect(email).toHaveAccessibleDescription(
    'We email them a tracking link once the cake is out for delivery. It shows no prices.',
  )
  await page.getByLabel('Pincode').fill(address.pincode)
  await page.getByLabel('City').fill(address.city)
  await page.getByLabel('Delivery date and time').fill(`${dayAhead(3)}T12:00`)
  await page.getByLabel('Gift message').fill('Happy birthday, Meera! 🎂')
  await expect(page.getByText('24 of 200 letters')).toBeVisible()
  await page.getByLabel('From').fill('Asha')
  await page.getByLabel('Note for the rider').fill('Second gate')
  const next = page.getByRole('button', { name: 'Proceed to Payment' })
  await next.click()
  await expect(page.getByText('A mobile number has 10 digits')).toBeVisible()
  await page.getByLabel('Their mobile').fill('+91 98123 45678')
  await next.click()
  await expect(page.getByText('For a surprise, we need the full address')).toBeVisible()
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
  const [order] = await ordersOf(page, asha)
  expect([order]).toMatchObject([
    {
      riderNote: 'Second gate, ring twice',
      gift: {
        recipient: { name: 'Meera Rao', mobile: '9812345678', email: '', surprise: true },
        message: 'Happy birthday, Meera! 🎂',
        from: 'Asha',
      },
    },
  ])
  await visit(page, '/yourorder')
  await expect(page.getByText('Meera Rao, 9812345678')).toBeVisible()
  await packIt(await someoneElse(), order?.number ?? 0)
})

async function packIt(staff: Page, number: number) {
  await signInAsAdmin(staff)
  await visit(staff, `/admin/orders/${number}`)
  await expect(staff.getByText('Second gate, ring twice')).toBeVisible()
  await staff.getByRole('link', { name: 'Packing slip' }).click()
  await expect(heading(staff, 'Packing slip')).toBeVisible()
  const slip = staff.getByRole('region', { name: `order ${number}` })
  await expect(slip.getByText('Meera Rao')).toBeVisible()
  const card = staff.getByRole('region', { name: 'Gift card' })
  await expect(card.getByText('Happy birthday, Meera! 🎂')).toBeVisible()
  await expect(staff.getByRole('main').getByText(/Rs\.|₹|9812345678|Second gate/)).toHaveCount(0)
  await seeNoBarrier(staff, 'packing slip')
  await seeNothingTooWide(staff)
}

async function chooseSomebodyElseByKeyboard(page: Page) {
  await expect(page.getByLabel('Their name')).toBeHidden()
  await page.getByRole('radio', { name: 'For me' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'For somebody else' })).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Their name')).toBeFocused()
}

test('a note that was typed as a name is questioned, and goes to the rider or the baker', async ({
  page,
}) => {
  await signIn(page)
  await visit(page, '/singleproduct/rasmalai-cake')
  const name = page.getByLabel('Name on cake')
  await name.evaluate((field) =>
    scrollBy(0, field.getBoundingClientRect().bottom - innerHeight + 90),
  )
  await name.pressSequentially('🎂')
  const error = page.getByText('We can’t pipe emoji.')
  await expect.poll(() => error.evaluate(isAboveBar)).toBe(true)

  await name.fill('Leave at gate')
  const question = page.getByText('This will be written on the cake. Is it a note for us?')
  await expect(question).toBeVisible()
  await seeNoBarrier(page, 'a note as a name')
  await name.fill('Leafy')
  await expect(question).toBeHidden()
  await name.fill('gate pe chhod dena')
  await page.getByRole('button', { name: 'It is a note for the rider' }).click()
  await expect(name).toHaveValue('')
  await expect(page.getByText('Moved to the note for the rider.')).toBeFocused()

  await name.fill('Mujhe nuts se allergy hai')
  await expect(page.getByText('An allergy is for the baker to read')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pipe it as it is' })).toBeHidden()
  await page.getByRole('button', { name: 'It is a note for the baker' }).click()
  await expect(page.getByLabel('Note for the baker')).toHaveValue('Mujhe nuts se allergy hai')

  const pasted = 'Happy 50th Wedding Anniversary Mummy Papa, love from Ravi and Asha'
  await name.focus()
  await page.keyboard.insertText(pasted)
  await expect(name).toHaveValue(pasted)
  await expect(page.getByText('66 of 60 letters')).toBeVisible()
  await expect(page.getByText('A name can have 60 letters')).toBeVisible()

  const add = page.getByRole('button', { name: 'Add To Cart' })
  await name.fill('Happy Birthday on both')
  await expect(question).toBeVisible()
  await add.click()
  await expect(name).toBeFocused()
  await page.getByRole('button', { name: 'Pipe it as it is' }).click()
  await add.click()
  const line = page.getByRole('row', { name: 'Rasmalai Cake' })
  await expect(line).toContainText('Name on cake: Happy Birthday on both')
  await expect(line).toContainText('Details: Mujhe nuts se allergy hai')
  await goToCheckout(page)
  await expect(page.getByLabel('Note for the rider')).toHaveValue('gate pe chhod dena')
})

function isAboveBar(element: Element) {
  const bar = document.querySelector('[data-bottom-bar]')
  return bar !== null && element.getBoundingClientRect().bottom <= bar.getBoundingClientRect().top
}
