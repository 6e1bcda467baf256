import type { Page } from '@playwright/test'

/** The card of a cake in the shop, by its name. */
export function card(page: Page, name: string) {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
}

/** A field for text, not the list of chips that has the same name. */
export function textField(page: Page, name: string) {
  return page.getByRole('textbox', { name, exact: true })
}

/** The chips of a list. */
export function chips(page: Page, name: string) {
  return page.getByRole('list', { name }).getByRole('listitem')
}

/** Fills the form with a cake at ₹980 a kg, without its pictures. */
export async function fillCake(page: Page, name: string) {
  await textField(page, 'Name').fill(name)
  await page.getByLabel('Category').fill('Indian Fusion')
  await page.getByLabel('Egg', { exact: true }).selectOption('Eggless')
  await textField(page, 'Description').fill('Figs and saffron on almond sponge.')
  await textField(page, 'Flavors (comma separated)').pressSequentially('Saffron, Fig,')
  await textField(page, 'Weights (comma separated)').pressSequentially('0.5kg, 1,')
  await page.getByLabel('Price', { exact: true }).fill('980')
  await page.getByLabel('Stars', { exact: true }).fill('5')
}

/** Answers what a dialog asks. */
export function confirm(page: Page, answer: string) {
  return page.getByRole('dialog').getByRole('button', { name: answer }).click()
}

/** An answer of the shop when something in it is broken. */
export const broken = {
  status: 500,
  contentType: 'application/problem+json',
  json: { status: 500, title: 'Error', detail: 'Something went wrong on our side.' },
}
