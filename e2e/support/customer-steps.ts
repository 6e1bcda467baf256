import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { dayMs } from '#platform/clock.ts'
import { expect } from './shop-test.ts'

export interface Customer {
  name: string
  email: string
  mobileno: string
  date: string
  password: string
}

/** Someone nobody has met yet. */
export function newCustomer(): Customer {
  return {
    name: 'Asha Rao',
    email: `asha-${randomUUID().slice(0, 8)}@example.in`,
    mobileno: '9876543210',
    date: '1990-05-17',
    password: 'asha-password',
  }
}

/** Opens a page by its address and waits until it listens to presses. */
export async function visit(page: Page, path: string) {
  // Its pictures may come later.
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await untilListening(page)
}

/** React has taken the page, or a part of it, over: its own properties are on the elements. */
export async function untilListening(page: Page, part = '#main') {
  await page.waitForFunction((selector) => {
    const element = document.querySelector(selector)
    return element !== null && Object.keys(element).some((key) => key.startsWith('__reactProps'))
  }, part)
}

export function toast(page: Page, text: string | RegExp) {
  return page.getByRole('region', { name: 'Notifications' }).getByText(text)
}

/** The cards of the catalogue. */
export function cakeCards(page: Page) {
  return page.getByRole('list', { name: 'Cakes', exact: true }).getByRole('listitem')
}

export function heading(page: Page, name: string | RegExp) {
  return page.getByRole('heading', { level: 1, name })
}

/** Where cakes are looked for: in the header of every page, or above the filters of the catalogue. */
export function searchField(page: Page, place: 'banner' | 'main') {
  return page.getByRole(place).getByRole('combobox', { name: 'Search cakes' })
}

/** The link to the cart, by how many pieces are in it. */
export function cartWith(page: Page, pieces: number) {
  const name = `Cart, ${pieces} ${pieces === 1 ? 'item' : 'items'}`
  return page.getByRole('banner').getByRole('link', { name })
}

/** Registers and logs in by the API; the browser has the cookies, as after the login page. */
export async function signIn(page: Page, customer = newCustomer()): Promise<Customer> {
  const registered = await page.request.post('/api/v1/users/new', { data: customer })
  expect(registered.status()).toBe(200)
  await logIn(page, customer)
  return customer
}

export async function logIn(page: Page, { email, password }: Pick<Customer, 'email' | 'password'>) {
  const answer = await page.request.post('/api/v1/users/login', { data: { email, password } })
  expect(answer.status()).toBe(200)
}

/** On the login page. */
export async function logInByPage(
  page: Page,
  { email, password }: Pick<Customer, 'email' | 'password'>,
) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

export interface Choice {
  flavour?: string
  weight?: string
  nameOnCake?: string
  /** How many pieces. */
  pieces?: number
}

/** From a cake's own page into the cart. */
export async function addCake(page: Page, id: string, choice: Choice = {}) {
  await visit(page, `/singleproduct/${id}`)
  await chooseAndAdd(page, choice)
}

/** On a cake's page: chooses and adds. */
export async function chooseAndAdd(page: Page, choice: Choice = {}) {
  const { flavour, weight, nameOnCake, pieces = 1 } = choice
  const form = page.getByRole('form', { name: 'Choose your cake' })
  if (flavour) await form.getByRole('radio', { name: flavour, exact: true }).check()
  if (weight) await form.getByRole('radio', { name: new RegExp(`^${weight} kg`) }).check()
  if (nameOnCake) await form.getByLabel('Name on cake').fill(nameOnCake)
  for (let more = 1; more < pieces; more += 1) {
    await form.getByRole('button', { name: 'One more' }).click()
  }
  await page.getByRole('button', { name: 'Add To Cart' }).click()
  await expect(heading(page, 'Your cart')).toBeVisible()
}

/** From the cart to the shipping page, for who is logged in. */
export async function goToCheckout(page: Page) {
  await page.getByRole('button', { name: 'Proceed to checkout' }).click()
  await expect(heading(page, 'Shipping Details')).toBeVisible()
}

/** The day in Kolkata so many days from now, 'YYYY-MM-DD'. */
export function dayAhead(days: number): string {
  const day = new Date(Date.now() + days * dayMs)
  return day.toLocaleDateString('en-CA', { timeZone: 'Asia/Kolkata' })
}

export const address = { address: '12 Hill Road, Bandra', pincode: '400050', city: 'Mumbai' }

export async function sayWhereAndWhen(page: Page, daysAhead = 3, time = '12:00') {
  await page.getByLabel('Address').fill(address.address)
  await page.getByLabel('Pincode').fill(address.pincode)
  await page.getByLabel('City').fill(address.city)
  await page.getByLabel('Delivery date and time').fill(`${dayAhead(daysAhead)}T${time}`)
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(heading(page, 'Confirm Order')).toBeVisible()
}

export async function confirmOrder(page: Page) {
  await page.getByRole('link', { name: 'Proceed to payment' }).click()
  await expect(heading(page, 'Pay now')).toBeVisible()
}

/** With something in the cart and logged in: all the way to the last step. */
export async function goToPayment(page: Page) {
  await goToCheckout(page)
  await sayWhereAndWhen(page)
  await confirmOrder(page)
}

export const cards = {
  succeeds: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  secondFactor: '4000 0025 0000 3155',
}

export async function giveCard(page: Page, number: string) {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry date').fill(`12 / ${(new Date().getUTCFullYear() + 2) % 100}`)
  await page.getByLabel('CVC').fill('123')
}

export function payButton(page: Page) {
  return page.getByRole('button', { name: /^(Pay Now ₹[\d,.]+|Processing\.\.\.)$/ })
}

export async function payWith(page: Page, number: string) {
  await giveCard(page, number)
  await payButton(page).click()
}

/** The order is placed: the toast, the home page, an empty cart. */
export async function seeOrderPlaced(page: Page) {
  await expect(toast(page, 'Your Order is Placed.')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(cartWith(page, 0)).toBeVisible()
}

export interface SeenOrder {
  id: string
  number: number
  paidByCard: number
  dueInCash: number
  order: { id: string; name: string; isConfirmed: string; detail: string; image: string[] }[]
}

/** The signed-in customer's orders as the API has them. */
export async function ordersOf(page: Page, { email }: Pick<Customer, 'email'>) {
  const answer = await page.request.post('/api/v1/orders/viewOrders', { data: { email } })
  expect(answer.status()).toBe(200)
  return (await answer.json()) as SeenOrder[]
}
