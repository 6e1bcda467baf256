import type { Locator, Page } from '@playwright/test'
import type { Email } from 'postal-mime'
import { wordsOfPdf } from '../../test/support/read-pdf.ts'
import { callApi, customCake, placeOrder } from './admin-steps.ts'
import type { Bakery } from './bakery.ts'
import { type Customer, ordersOf, type SeenOrder, signIn } from './customer-steps.ts'
import { mailAbout } from './outbox.ts'
import { expect } from './shop-test.ts'

/** Somebody logs in and orders a customised cake, with whatever else is named, by the API. */
export async function orderCustomCake(page: Page, ...beside: Parameters<typeof placeOrder>[1][]) {
  const customer = await signIn(page)
  await placeOrder(page, [...beside.flat(), customCake])
  const [order] = await ordersOf(page, customer)
  if (!order) throw new Error('The order is not there.')
  return { customer, order }
}

/** Confirms the email of who is logged in by the link that was mailed when they registered: without it nothing is due at the door. */
export async function confirmByMail(
  page: Page,
  { email }: Pick<Customer, 'email'>,
  outbox: string,
) {
  const { text = '' } = await mailAbout(outbox, email, /^Confirm your email$/)
  const token = /\/confirm-email#(\S+)/.exec(text)?.[1]
  await callApi(page.request, '/account/email/confirm', { token })
}

export interface Wish {
  flavour: string
  weight: string
  egg?: 'Egg' | 'Eggless'
  nameOnCake?: string
  details?: string
}

/** On the page for customised cakes: says what is wished for. */
export async function wishFor(
  page: Page,
  { flavour, weight, egg = 'Eggless', nameOnCake, details }: Wish,
) {
  await page.getByLabel('Flavour').fill(flavour)
  await page.getByLabel('Weight (kg)').fill(weight)
  await page.getByRole('radio', { name: egg, exact: true }).check()
  if (nameOnCake) await page.getByLabel('Name on Cake (if any)').fill(nameOnCake)
  if (details) await page.getByLabel('Additional Details').fill(details)
}

/** The letters of a name as icing over a picture. They are for the eyes alone, and drawn twice for their shadow. */
export function icing(within: Page | Locator, line: string) {
  return within.locator('svg text').filter({ hasText: line, visible: true }).last()
}

/** The baker quotes the customised cake of an order at a price in rupees, by the API. */
export async function quotePrice(bakery: Bakery, { id, order }: SeenOrder, rupees: number) {
  const suborder = order.find(({ name }) => name === 'Customized Cake')?.id
  await bakery.call('/orders/confirmOrder', { data: 1, order: id, suborder, msg: `${rupees}` })
}

/** Waits for the mail with the price of an order's customised cake. */
export function priceMail(outbox: string, email: string, { number }: Pick<SeenOrder, 'number'>) {
  return mailAbout(outbox, email, new RegExp(`^Your quote is ready: order ${number}$`))
}

/** Somebody orders a customised cake, with whatever else is named, and is mailed its price in rupees. */
export async function orderPricedCake(
  page: Page,
  { bakery, outbox, rupees }: { bakery: Bakery; outbox: string; rupees: number },
  ...beside: Parameters<typeof placeOrder>[1][]
) {
  const { customer, order } = await orderCustomCake(page, ...beside)
  await confirmByMail(page, customer, outbox)
  await quotePrice(bakery, order, rupees)
  return { customer, order, mail: await priceMail(outbox, customer.email, order) }
}

/** Where a mail leads to be answered. */
export function quoteLink({ text }: Email): string {
  const [link] = text?.match(/http\S+\/quote\?token=[^\s)\]>]+/) ?? []
  if (!link) throw new Error(`There is no link to a quote in: ${text}`)
  return link
}

/** The button of the customised cake of an order that begins with these words. */
export function itemButton(page: Page, words: string, { number }: Pick<SeenOrder, 'number'>) {
  const begins = words.replaceAll(' ', '\\s')
  return page.getByRole('button', {
    name: new RegExp(`^${begins}:? .*Customized Cake of order ${number}$`),
  })
}

/** A row of amounts by its label: 'Due in cash' → 'Rs. 1,450'. */
export function amount(page: Page, label: string) {
  const row = page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) })
  return row.locator('xpath=following-sibling::dd').filter({ visible: true })
}

/** Looks for words on an invoice. */
export async function seeOnInvoice(pdf: Buffer, words: (string | RegExp)[]) {
  const read = await wordsOfPdf(pdf)
  for (const one of words) expect(read).toMatch(one)
}
