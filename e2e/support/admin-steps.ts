import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { newMethodId } from '#shop/payments/sandbox/sandbox-methods.ts'
import { dayAhead, logIn, toast } from './customer-steps.ts'
import { expect } from './shop-test.ts'

/** The admin made at the shop's first start; the password is the one `shop-server.ts` gives. */
export const admin = { email: 'admin@cakewala.test', password: 'admin-password' }

/** Signs the admin in by the API; the browser has the cookies, as after the login page. */
export function signInAsAdmin(page: Page) {
  return logIn(page, admin)
}

/** What the API answers to a call that succeeds. */
export async function callApi<Answer>(request: APIRequestContext, path: string, data: object) {
  const answer = await request.post(`/api/v1${path}`, { data })
  expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200)
  return (await answer.json()) as Answer
}

interface OrderLine {
  /** Anything for a customised cake. */
  cakeid: string
  flavour: string
  wt: string
  /** Rupees a kg; 0 for a customised cake. */
  price: number
  amount?: number
  /** The name on the cake. */
  bname?: string
  customize?: boolean
  /** What is wished of a customised cake. */
  detail?: string
  /** The paths of its designs. */
  image?: string[]
}

/** A cake of the sample catalogue, at ₹950. */
export const rasmalai = {
  cakeid: 'rasmalai-cake',
  flavour: 'Rasmalai',
  wt: '1',
  price: 950,
} satisfies OrderLine

/** A cake that has no price before the baker names one. */
export const customCake = {
  cakeid: 'a1b2c3d4',
  flavour: 'Mango',
  wt: '2',
  price: 0,
  customize: true,
  detail: 'A blue elephant',
} satisfies OrderLine

/** The signed-in customer orders for noon in so many days and pays, by the API; `more` is of a gift, and where it goes. */
export async function placeOrder(
  page: Page,
  lines: OrderLine | OrderLine[],
  daysAhead = 3,
  more: object = {},
) {
  const { request } = page
  const order = [lines].flat().map((line) => ({ bname: '', customize: false, amount: 1, ...line }))
  const goods = order.reduce((sum, { price, wt, amount }) => sum + price * Number(wt) * amount, 0)
  const started = await callApi<{ client_secret: string | null; orderId: string }>(
    request,
    '/orders/process-payment',
    {
      paymentMethodId: newMethodId(),
      address: '12 Hill Road,400050,Mumbai',
      time: `${dayAhead(daysAhead)}T12:00`,
      amount: goods > 0 ? goods + 50 : 0,
      order,
      checkoutId: crypto.randomUUID(),
      ...more,
    },
  )
  const { client_secret, orderId } = started
  if (client_secret !== null) {
    const intent = client_secret.split('_secret_')[0]
    await callApi(request, `/sandbox/payment_intents/${intent}/confirm`, { client_secret })
  }
  return callApi<{ number: number }>(request, '/orders/confirm-payment', { orderId })
}

/** The path of the rider's page, as the message to the rider has it. */
export async function runPath(run: Locator): Promise<string> {
  const href = await run.getByRole('link', { name: 'SMS' }).getAttribute('href')
  return /\/run\/[\w.-]+/.exec(decodeURIComponent(href ?? ''))?.[0] ?? ''
}

/** Presses the button of an export; answers what was saved. */
export async function exported(page: Page, what: 'orders' | 'users' | 'cakes') {
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: `Export ${what} (CSV)` }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(new RegExp(`^${what}-\\d{4}-\\d\\d-\\d\\d\\.csv$`))
  await expect(toast(page, 'Export saved.')).toBeVisible()
  return readFile(await file.path(), 'utf8')
}

/** The rows of a CSV file by the names of its columns. */
export function rowsOf(csv: string): Record<string, string>[] {
  return parse(csv, { columns: true, bom: true })
}

/** Whatever is pressed saves a PDF under the one name that invoices have; answers the PDF. */
export async function seeInvoiceSaved(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const saved = page.waitForEvent('download')
  await press()
  const file = await saved
  expect(file.suggestedFilename()).toBe('invoice.pdf')
  const pdf = await readFile(await file.path())
  expect(pdf.subarray(0, 4).toString()).toBe('%PDF')
  return pdf
}
