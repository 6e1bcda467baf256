import type { Page } from '@playwright/test'
import { callApi, placeOrder, rasmalai, signInAsAdmin } from '../support/admin-steps.ts'
import { seeNoBarrier, seeNothingTooWide, seeTouchable } from '../support/barriers.ts'
import { heading, signIn, toast, visit } from '../support/customer-steps.ts'
import { mailAbout } from '../support/outbox.ts'
import { largePhoto, photo, scriptSvg } from '../support/pictures.ts'
import type { ShopServer } from '../support/shop-server.ts'
import { expect, test } from '../support/shop-test.ts'

const phone = { width: 390, height: 844 }

/** Waits until the page hears of what happens. */
async function open(page: Page, address: string) {
  const live = page.waitForResponse(/\/orders\/liveOrder/)
  await page.goto(address)
  await live
}

/** A paid order of a new customer for somebody whose address they do not know; and the sender's link. */
async function giftIn(shop: ShopServer, page: Page) {
  const { email } = await signIn(page)
  const { number } = await placeOrder(page, rasmalai, 3, {
    address: ',400050,Mumbai',
    recipient: { name: 'Meena Iyer', mobile: '9811100000' },
    riderNote: 'The blue gate',
    giftMessage: 'Happy birthday!',
    giftFrom: 'All of us',
  })
  const { text = '' } = await mailAbout(shop.outbox, email, /is placed/)
  const [link = ''] = /http\S+\/track\/[^\s\]]+/.exec(text) ?? []
  return { number, link }
}

/** What the baker's API knows of an order. */
async function orderBy({ request }: Page, number: number) {
  const found = await request.get(`/api/v1/orders/adminOrders?q=${number}`)
  const [order] = (await found.json()) as { id: string; order: { id: string }[] }[]
  if (!order) throw new Error(`no order ${number}`)
  return order
}

test('sender and recipient follow an order on two phones, from placed to delivered', async ({
  page: sender,
  shop,
  someoneElse,
  trouble,
}) => {
  trouble.expect(422, '/orders/whereTo')
  const { number, link } = await giftIn(shop, sender)
  const [recipient, baker] = [await someoneElse(), await someoneElse()]
  await sender.setViewportSize(phone)
  await recipient.setViewportSize(phone)

  await sender.context().grantPermissions(['clipboard-write'])
  await visit(sender, '/yourorder')
  await seeNoBarrier(sender, 'an order whose address is missing')
  await sender.getByRole('button', { name: 'Copy the link' }).click()
  await expect(toast(sender, 'Link copied.')).toBeVisible()

  await open(sender, link)
  await expect(heading(sender, 'Your order is placed')).toBeVisible()
  await expect(sender.getByText('Address missing')).toBeVisible()
  await seeNoBarrier(sender, 'the sender’s page of a placed order')
  await seeNothingTooWide(sender)
  const theirs = await sender.getByRole('link', { name: 'See what they see' }).getAttribute('href')
  await sender.getByRole('button', { name: 'Copy the link' }).click()
  await expect(toast(sender, 'Link copied.')).toBeVisible()

  const document = await (await recipient.request.get(theirs ?? '')).text()
  expect(document.match(/(?:src|href)="[^"]+\.js"/g)).toEqual([
    expect.stringContaining('recipient-script'),
  ])
  await open(recipient, theirs ?? '')
  await expect(heading(recipient, 'Something sweet is coming')).toBeVisible()
  await seeNoBarrier(recipient, 'the recipient’s page of a placed order')
  await seeNothingTooWide(recipient)
  await recipient.getByRole('textbox', { name: 'Address' }).fill('7 Rose Lane, Bandra')
  await recipient.getByLabel('Your mobile number').fill('98111 2223')
  await recipient.getByRole('button', { name: 'Save' }).click()
  await expect(recipient.getByText('A mobile number has 10 digits')).toBeVisible()
  await expect(recipient.getByLabel('Your mobile number')).toBeFocused()
  await seeNoBarrier(recipient, 'the recipient’s page with an error')
  await recipient.getByLabel('Your mobile number').fill('+91 98111 22233')
  await recipient.keyboard.press('Enter')
  await expect(recipient.getByText('Thank you. We deliver to this address.')).toBeVisible()
  await expect(sender.getByText('7 Rose Lane, Bandra, 400050, Mumbai')).toBeVisible()
  await expect(sender.getByText('Address missing')).toBeHidden()

  await signInAsAdmin(baker)
  const { id: order, order: items } = await orderBy(baker, number)
  await callApi(baker.request, '/orders/confirmOrder', { data: '', order, suborder: items[0]?.id })
  await expect(heading(sender, 'Your order is ready')).toBeVisible()
  await expect(recipient.getByRole('button', { name: 'Save' })).toHaveCount(0)

  await visit(baker, `/admin/orders/${number}`)
  await baker.getByLabel('Take a photo').setInputFiles(await photo('orange'))
  await expect(sender.getByRole('img', { name: 'The order, before it leaves' })).toBeVisible()
  await seeNoBarrier(sender, 'the sender’s page with the photo')
  await expect(recipient.getByRole('img')).toHaveCount(0)

  await sender.getByRole('button', { name: 'Something is wrong with it' }).click()
  await seeNoBarrier(sender, 'stopping an order')
  await sender.getByRole('button', { name: 'Stop my order' }).click()
  await expect(toast(sender, /^We hold your order\./)).toBeVisible()
  await expect(sender.getByText('You said that something is wrong.')).toBeVisible()
  await baker.reload()
  await expect(baker.getByText('Held.')).toBeVisible()
  await seeNoBarrier(baker, 'the baker’s page of a held order')
  await baker.getByRole('button', { name: 'Release the order' }).click()
  await expect(baker.getByText('Held.')).toBeHidden()
  await expect(sender.getByText('You said that something is wrong.')).toBeHidden()

  await sender.getByRole('button', { name: 'Write to us about this order' }).click()
  await seeNoBarrier(sender, 'reporting a problem')
  await sender.getByLabel('Your message').fill('It is squashed')
  await sender.getByLabel('What do you wish for?').selectOption('The cake again')
  await sender.getByLabel('A photo').setInputFiles(scriptSvg.file)
  await sender.getByRole('button', { name: 'Send', exact: true }).click()
  const photoField = sender.getByLabel('A photo')
  await expect(photoField).toHaveAccessibleDescription(new RegExp(scriptSvg.sentence))
  await photoField.setInputFiles(await largePhoto())
  await sender.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(toast(sender, /^Thank you\. We have your message/)).toBeVisible()
  await visit(baker, `/admin/orders?todo=complaint`)
  await baker
    .getByRole('link', { name: `${number}` })
    .first()
    .click()
  const complaint = baker.getByRole('region', { name: 'Messages' })
  await expect(complaint).toContainText('It is squashed')
  await expect(complaint.getByRole('img', { name: 'What is wrong with the order' })).toBeVisible()
  await seeNoBarrier(baker, 'a complaint with a photo')
  await complaint.getByRole('button', { name: 'Mark as answered' }).click()
  await expect(complaint.getByRole('button', { name: 'Open it again' })).toBeFocused()

  const rider = await riderOf(baker, order)
  await rider({ move: 'dispatch' })
  await expect(heading(recipient, 'Something sweet is out for delivery')).toBeVisible()
  await expect(heading(sender, 'Your order is out for delivery')).toBeVisible()
  await seeNoBarrier(recipient, 'the recipient’s page of an order on its way')
  const code = (await recipient.getByText(/Give this code to the rider/).textContent())?.match(
    /\d{4}/,
  )?.[0]
  await rider({ move: 'deliver', receiver: 'recipient', code })
  await expect(heading(recipient, 'Something sweet is delivered')).toBeVisible()
  await expect(heading(sender, 'Your order is delivered')).toBeVisible()

  // As by the link in the mail of the day after, which changes nothing by itself.
  await visit(sender, `${link}?item=${items[0]?.id}&stars=4#reviews-${number}`)
  const said = sender.getByRole('region', { name: 'How was it?' })
  const asked = sender.getByRole('dialog', { name: /^Review / })
  await expect(asked.getByRole('radio', { name: '★★★★ Good' })).toBeChecked()
  await seeNoBarrier(sender, 'a review that is begun')
  await asked.getByRole('radio', { name: '★★★★ Good' }).press('ArrowUp')
  await expect(asked.getByRole('radio', { name: /Loved it/ })).toBeChecked()
  await asked.getByLabel('Your message').fill('Soft & <b>fresh</b>')
  await asked.getByLabel('A photo (optional)').setInputFiles(await photo('teal'))
  await asked.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(said).toContainText('We read it, and then others see it.')
  await seeNoBarrier(sender, 'a review that waits')
  await seeNothingTooWide(sender)
  await seeTouchable(said)

  await visit(baker, '/admin')
  await baker.getByRole('link', { name: /^Reviews to read/ }).click()
  const review = baker.getByRole('article', { name: new RegExp(`order ${number}$`) })
  await expect(review).toContainText('Soft & <b>fresh</b>')
  await review.getByRole('button', { name: 'Do not show it' }).click()
  await seeNoBarrier(baker, 'why a review is not shown')
  await say(baker, 'It names a neighbour.')
  await expect(review).toContainText('Not shown')
  await sender.reload()
  await expect(said).toContainText('It names a neighbour.')
  await review.getByRole('button', { name: 'Answer and show it' }).click()
  await say(baker, 'Thank you!')
  await expect(review).toContainText('Shown')
  await seeNoBarrier(baker, 'the reviews')
  await baker.setViewportSize(phone)
  await seeNothingTooWide(baker)

  await visit(recipient, `/singleproduct/${rasmalai.cakeid}`)
  const shown = recipient.getByRole('region', { name: 'What customers say' })
  await expect(shown).toContainText('5.0 of 5 stars, from 1 customer who got it')
  await expect(shown).toContainText('Soft & <b>fresh</b>')
  await expect(shown).toContainText('Thank you!')
  await seeNoBarrier(recipient, 'a cake with a review')
})

/** In the dialog that is open. */
async function say(page: Page, words: string) {
  const dialog = page.getByRole('dialog').filter({ visible: true })
  await dialog.getByLabel('Your message').fill(words)
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
}

/** What the rider of an order says, by the link of a run that the baker makes. */
async function riderOf({ request }: Page, order: string) {
  const run = { riderName: 'Suresh', riderMobile: '9876500000', orders: [order] }
  const { link } = await callApi<{ link: string }>(request, '/runs/make', run)
  const token = link.split('/').at(-1)
  return (details: object) =>
    callApi(request, '/runs/move', { token, order, id: crypto.randomUUID(), ...details })
}

test('the sender cancels by keyboard, and what was revoked is no page', async ({
  page: sender,
  shop,
  someoneElse,
  trouble,
}) => {
  const { number, link } = await giftIn(shop, sender)
  await open(sender, link)
  await expect(sender.getByText(/cancel it for a full refund, until/)).toBeVisible()
  await sender.getByRole('button', { name: /^Cancel Order/ }).focus()
  await sender.keyboard.press('Enter')
  const dialog = sender.getByRole('dialog', { name: /^Cancel order/ })
  await expect(dialog).toContainText('Rs. 1,000 will be refunded.')
  await dialog.getByRole('button', { name: 'Cancel Order' }).focus()
  await sender.keyboard.press('Enter')
  await expect(heading(sender, 'Your order is cancelled')).toBeVisible()
  await expect(toast(sender, /We’ve refunded ₹1,000\./)).toBeVisible()

  const baker = await someoneElse()
  await signInAsAdmin(baker)
  await visit(baker, `/admin/orders/${number}`)
  trouble.expect(404, '/track/')
  await baker.getByRole('button', { name: 'Revoke and renew the customer’s link' }).click()
  await expect(heading(sender, 'This link does not work')).toBeVisible()
  await seeNoBarrier(sender, 'a link that does not work')
  const answer = await sender.request.get(link)
  expect(answer.status()).toBe(404)
  expect(answer.headers()).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'cache-control': 'no-store',
  })
})

test.describe(() => {
  test.use({ javaScriptEnabled: false })

  test('without script, a tracking page is read', async ({ page, shop }) => {
    const { link } = await giftIn(shop, page)
    await page.goto(link)
    await expect(heading(page, 'Your order is placed')).toBeVisible()
    await expect(page.getByText('The blue gate')).toBeVisible()
    await page.getByRole('link', { name: 'See what they see' }).click()
    await expect(heading(page, 'Something sweet is coming')).toBeVisible()
    await expect(page.getByText('This needs JavaScript. You can also call us.')).toBeVisible()
    await expect(page.getByText('Happy birthday!')).toBeHidden()
  })
})
