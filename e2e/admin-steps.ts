import type { APIRequestContext, Page } from '@playwright/test'
import { logIn } from './customer-steps.ts'
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
  cakeid: string
  flavour: string
  wt: string
  /** Rupees for one. */
  price: number
  amount?: number
}

/** The signed-in customer orders and pays, by the API. */
export async function placeOrder(page: Page, line: OrderLine) {
  const { request } = page
  const card = { behaviour: 'succeeds', last4: '4242' }
  const method = await callApi<{ id: string }>(request, '/sandbox/payment_methods', card)
  const amount = line.amount ?? 1
  const started = await callApi<{ client_secret: string; orderId: string }>(
    request,
    '/orders/process-payment',
    {
      paymentMethodId: method.id,
      address: '12 Hill Road,400050,Mumbai',
      time: new Date(Date.now() + 3 * 86_400_000).toISOString(),
      amount: line.price * amount + 50,
      order: [{ bname: '', customize: false, ...line, amount }],
      checkoutId: crypto.randomUUID(),
    },
  )
  const { client_secret, orderId } = started
  const intent = client_secret.split('_secret_')[0]
  await callApi(request, `/sandbox/payment_intents/${intent}/confirm`, { client_secret })
  return callApi<{ number: number }>(request, '/orders/confirm-payment', { orderId })
}
