import type { Page } from '@playwright/test'
import type { Email } from 'postal-mime'
import { placeOrder, rasmalai, signInAsAdmin } from '../support/admin-steps.ts'
import { seeNoBarrier, seeNothingTooWide, seeTouchable } from '../support/barriers.ts'
import { itemButton, orderCustomCake, priceMail, quoteLink } from '../support/custom-cake-steps.ts'
import { heading, signIn, toast, visit } from '../support/customer-steps.ts'
import { mailAbout } from '../support/outbox.ts'
import { expect, test } from '../support/shop-test.ts'

const phone = { width: 390, height: 844 }

/** The page of the order that a mail leads to. */
function orderLink({ text = '' }: Email): string {
  const [link = ''] = /http\S+\/track\/[^\s\]]+/.exec(text) ?? []
  return link
}

/** Writes in the dialog that is open. */
async function writeAndSend(page: Page, words: string) {
  const dialog = page.getByRole('dialog').filter({ visible: true })
  await dialog.getByLabel('Your message').fill(words)
  await seeNoBarrier(page, 'writing')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog).toBeHidden()
}

test('a complaint is answered in the inbox, read by its customer, and answered back', {
  tag: '@essential',
}, async ({ page, someoneElse, shop }) => {
  await page.setViewportSize(phone)
  const { email } = await signIn(page)
  const { number: order } = await placeOrder(page, rasmalai)
  await visit(page, orderLink(await mailAbout(shop.outbox, email, /is placed/)))
  await page.getByRole('button', { name: 'Write to us about this order' }).click()
  await page.getByLabel('What do you wish for?').selectOption('Part of the money back')
  await writeAndSend(page, 'It is squashed')
  await expect(toast(page, /^Thank you\. We have your message/)).toBeVisible()
  const receipt = await mailAbout(shop.outbox, email, /^We have your message: number \d+$/)
  const number = /\d+$/.exec(receipt.subject ?? '')?.[0]
  const seen = page.getByRole('region', { name: `Message ${number}` })
  await expect(seen).toContainText('It is squashed')

  const baker = await someoneElse()
  await signInAsAdmin(baker)
  await visit(baker, '/admin')
  const toDo = baker.getByRole('region', { name: 'To do' })
  await toDo.getByRole('link', { name: /^Messages/ }).click()
  await expect(heading(baker, 'Inbox')).toBeVisible()
  const message = baker.getByRole('article', { name: `Complaint ${number}` })
  await expect(message).toContainText('open')
  await expect(message).toContainText('Wishes for: part of the money back')
  await expect(message.getByRole('link', { name: `Order ${order}` })).toBeVisible()
  await seeNoBarrier(baker, 'the inbox')
  await baker.setViewportSize(phone)
  await seeNothingTooWide(baker)
  await seeTouchable(message)
  await message.getByRole('button', { name: `Answer message ${number}` }).click()
  await writeAndSend(baker, 'We are sorry, and give ₹200 back.')
  await expect(message).toContainText('answered')

  const answer = await mailAbout(
    shop.outbox,
    email,
    new RegExp(`^Our answer to message ${number}$`),
  )
  expect(answer.text).toContain('give ₹200 back')
  await visit(page, orderLink(answer))
  await expect(seen).toContainText('We are sorry, and give ₹200 back.')
  await seeNoBarrier(page, 'an answer on the page of the order')
  await seeNothingTooWide(page)
  await seen.getByRole('button', { name: 'Write back' }).click()
  await writeAndSend(page, 'Thank you, all is well.')
  await expect(seen).toContainText('Thank you, all is well.')

  await visit(baker, `/admin/orders/${order}`)
  await expect(message).toContainText('Thank you, all is well.')
  await message.getByRole('button', { name: 'Mark as answered' }).click()
  await expect(message.getByRole('button', { name: 'Open it again' })).toBeFocused()
})

test('the baker asks back, and prices the cake with a note once it is answered', async ({
  page,
  someoneElse,
  shop,
}) => {
  const asha = await someoneElse()
  await asha.setViewportSize(phone)
  const { customer, order } = await orderCustomCake(asha)
  await signInAsAdmin(page)
  await visit(page, '/admin')
  const accept = itemButton(page, 'Accept', order)
  await accept.click()
  const dialog = page.getByRole('dialog', { name: /^Accept/ })
  await expect(dialog).toContainText('Delivery: ')
  await expect(dialog.getByRole('link', { name: customer.email })).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', /wa\.me\/91/)
  await seeNoBarrier(page, 'the dialog of a price')
  await dialog.getByLabel('Note with the price').fill('Which blue is it?')
  await dialog.getByRole('button', { name: 'Ask back' }).click()
  await expect(toast(page, /^The customer is asked about/)).toBeVisible()
  const waiting = page.getByRole('article', { name: `Order ${order.number}` }).first()
  await expect(waiting).toContainText(/Asked \d/)

  const asked = await mailAbout(shop.outbox, customer.email, /^About your cake$/)
  expect(asked.text).toContain('Which blue is it?')
  await visit(asha, orderLink(asked))
  const seen = asha.getByRole('region', { name: /^Message/ })
  await expect(seen).toContainText('Which blue is it?')
  await seen.getByRole('button', { name: 'Write back' }).click()
  await writeAndSend(asha, 'Sky blue, please')
  await expect(toast(page, `The customer of order ${order.number} has written back`)).toBeVisible()

  await page.setViewportSize(phone)
  await visit(page, '/admin')
  await expect(waiting).toContainText(/Answered \d/)
  await seeNothingTooWide(page)
  await accept.click()
  await expect(dialog).toContainText('Sky blue, please')
  await dialog.getByLabel('Price in rupees').fill('1450')
  await dialog.getByLabel('Note with the price').fill('The elephant is of sugar.')
  await dialog.getByRole('button', { name: 'Send the price' }).click()
  await expect(accept).toBeHidden()
  const mail = await priceMail(shop.outbox, customer.email, order)
  expect(mail.text).toContain('The elephant is of sugar.')
  await visit(asha, quoteLink(mail))
  await expect(asha.getByRole('main')).toContainText('The elephant is of sugar.')
  await seeNoBarrier(asha, 'a quote with a note')
})
