import { seeInvoiceSaved, signInAsAdmin } from '../support/admin-steps.ts'
import {
  amount,
  confirmByMail,
  icing,
  itemButton,
  priceMail,
  quoteLink,
  seeOnInvoice,
  wishFor,
} from '../support/custom-cake-steps.ts'
import {
  dayAhead,
  goToPayment,
  heading,
  ordersOf,
  seeOrderPlaced,
  signIn,
  toast,
  visit,
} from '../support/customer-steps.ts'
import { largePhoto } from '../support/pictures.ts'
import { expect, test } from '../support/shop-test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const name = 'Happy Birthday Ravi'

test('a cake is put into the cart once its drawing is there', async ({ page }) => {
  const { promise: requested, resolve: isRequested } = Promise.withResolvers<void>()
  const { promise: untilPressed, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/cakes/design', async (route) => {
    isRequested()
    await untilPressed
    await route.continue()
  })
  await visit(page, '/customizecake')
  await wishFor(page, { flavour: 'Mango', weight: '2' })
  await page.getByRole('button', { name: 'Design it here' }).click()
  await page.getByRole('button', { name: 'Use this design' }).click()
  await requested
  const add = page.getByRole('button', { name: 'Add To Cart' })
  await add.click()
  await expect(add).toHaveAttribute('aria-busy', 'true')
  goOn()
  await expect(heading(page, 'Your cart')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('row', { name: 'Customized Cake' })).toContainText('2 kg')
})

test('a design uploaded on a phone becomes an agreed price and a cake', {
  tag: '@essential',
}, async ({ page, shop, someoneElse, trouble }) => {
  const customer = await signIn(page)
  await confirmByMail(page, customer, shop.outbox)
  await visit(page, '/customizecake')
  await expect(page.getByLabel('Take a photo')).toHaveAttribute('capture', 'environment')
  const stored = page.waitForResponse('**/cakes/upload')
  await page.getByLabel('Choose pictures').setInputFiles(await largePhoto())
  await wishFor(page, {
    flavour: 'Mango',
    weight: '2',
    nameOnCake: name,
    details: 'A blue elephant',
    egg: 'Egg',
  })
  await expect(page.getByText('Uploaded', { exact: true })).toBeVisible({ timeout: 30_000 })
  // Made smaller by the browser, and upright.
  const { picture } = await (await stored).json()
  expect(picture).toMatchObject({ width: 960, height: 1280 })
  await expect(page.getByRole('img', { name: 'Your first picture' })).toBeVisible()
  await expect(icing(page.getByRole('figure'), 'Happy')).toBeVisible()
  await page.getByRole('button', { name: 'Add To Cart' }).click()
  const line = page.getByRole('row', { name: 'Customized Cake' })
  await expect(line).toContainText('Cash On delivery')
  await expect(line.getByText('Egg', { exact: true })).toBeVisible()
  await expect(icing(line, 'Happy')).toBeVisible()
  await goToPayment(page)
  await page.getByRole('button', { name: 'Place order' }).click()
  await seeOrderPlaced(page)
  const [order] = await ordersOf(page, customer)
  if (!order) throw new Error('The order is not there.')

  const admin = await someoneElse()
  await signInAsAdmin(admin)
  await visit(admin, '/admin')
  const waiting = admin.getByRole('article', { name: `Order ${order.number}` })
  await expect(icing(waiting, 'Happy')).toBeVisible()
  await expect(waiting.getByRole('link', { name: 'View design' })).toHaveAttribute(
    'href',
    /^\/pictures\/.*webp$/,
  )
  await expect(waiting.getByRole('img', { name: 'Contains egg' })).toBeVisible()
  const accept = itemButton(admin, 'Accept', order)
  await accept.click()
  const dialog = admin.getByRole('dialog', { name: /^Accept/ })
  await dialog.getByLabel('Price in rupees').fill('900')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await ordersOf(page, customer)).toMatchObject([{ order: [{ isConfirmed: 'processing' }] }])
  await accept.click()
  trouble.expect(422, '/orders/confirmOrder')
  await dialog.getByLabel('Price in rupees').fill('about 1450')
  await dialog.getByRole('button', { name: 'Send the price' }).click()
  await expect(dialog).toContainText('Please enter the price as a number, like 1450.')
  await dialog.getByLabel('Price in rupees').fill('1450')
  await dialog.getByRole('button', { name: 'Send the price' }).click()
  await expect(accept).toBeHidden()

  const mail = await priceMail(shop.outbox, customer.email, order)
  expect(mail.text).toMatch(/can make it for ₹1,450/)
  expect(mail.text).toContain('1 × Customized Cake, “Mango”, 2 kg, ▲ Egg')
  expect(mail.text).toMatch(/Due in cash on delivery: ₹1,500/)
  expect(mail.attachments).toMatchObject([{ disposition: 'inline', mimeType: 'image/jpeg' }])
  expect(mail.html).toContain(`cid:${mail.attachments[0]?.contentId?.slice(1, -1)}`)

  const byLink = await someoneElse()
  await visit(byLink, quoteLink(mail))
  await expect(byLink.getByRole('main')).toContainText('Hello Asha')
  await expect(amount(byLink, 'Due in cash on delivery')).toHaveText('₹1,500')
  await expect(byLink.getByText('Egg', { exact: true })).toBeVisible()
  const told = expect(
    toast(admin, `The quote for order ${order.number} was accepted`),
  ).toBeVisible()
  await byLink.getByRole('button', { name: 'Accept ₹1,450' }).click()
  await expect(heading(byLink, 'You accepted this quote')).toBeFocused()
  await told
  await visit(admin, `/admin/kitchen?day=${dayAhead(3)}`)
  const ticket = admin.getByRole('article').filter({ hasText: `Order ${order.number}` })
  await expect(ticket.getByText('Egg', { exact: true })).toBeVisible()
  await visit(admin, `/admin/orders/${order.number}`)
  await expect(admin.getByText('Status: accepted')).toBeVisible()
  await itemButton(admin, 'Mark as ready', order).click()
  await expect(admin.getByText('Status: Ready')).toBeVisible()

  await visit(page, '/yourorder')
  await expect(page.getByRole('article')).toContainText('Status: Prepared')
  await expect(page.getByText('Egg', { exact: true })).toBeVisible()
  await expect(amount(page, 'Due in cash')).toHaveText('Rs. 1,500')
  const pdf = await seeInvoiceSaved(page, () =>
    page.getByRole('link', { name: `Invoice of order ${order.number}` }).click(),
  )
  await seeOnInvoice(pdf, [/Customized Cake.*1,450/s, /Mango, 2 kg, Egg/, /1,500/])
})
