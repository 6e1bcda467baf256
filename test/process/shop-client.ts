import { dayMs } from '#platform/clock.ts'
import { newMethodId } from '#shop/payments/sandbox/sandbox-methods.ts'
import { checkoutOf, customLine } from '../support/checkout-steps.ts'

/** A checkout of its own, for a delivery in three days at half past two in the afternoon in India, unless `more` says. */
export function newCheckout(more: object) {
  const time = new Date(Date.now() + 3 * dayMs)
  time.setUTCHours(9, 0, 0, 0)
  return checkoutOf({ time: time.toISOString(), checkoutId: crypto.randomUUID(), ...more })
}

let requests = 0

/** Another visitor's address each time, so that no limit on visitors is met where a proxy is trusted. */
export function nextAddress(): string {
  requests += 1
  return `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`
}

/** Asks the shop of an address and answers status and body. */
export async function ask<Body = unknown>(
  url: string,
  path: string,
  { body, token = '' }: { body?: object; token?: string } = {},
) {
  const response = await fetch(`${url}/api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': nextAddress(),
      authorization: `Bearer ${token}`,
    },
    body: body ? JSON.stringify(body) : undefined,
  })
  return { status: response.status, body: (await response.json()) as Body }
}

export const asha = {
  name: 'Asha Rao',
  email: 'asha@example.in',
  mobileno: '9876543210',
  date: '1990-05-17',
  password: 'asha-password',
}

export async function signIn(url: string, person: { email: string; password: string }) {
  return (await ask<{ token: string }>(url, '/users/login', { body: person })).body.token
}

/** Registers a customer and logs in. */
export async function newCustomer(url: string, email = asha.email): Promise<string> {
  const person = { ...asha, email }
  await ask(url, '/users/new', { body: person })
  return signIn(url, person)
}

/** Orders a customised cake, which is placed at once. */
export async function orderCustomCake(url: string, token: string): Promise<string> {
  const body = newCheckout({ order: [customLine], amount: 0 })
  const begun = await ask<{ orderId: string }>(url, '/orders/process-payment', { body, token })
  return begun.body.orderId
}

interface Cake {
  _id: string
  price: number
  category: string
  flavours: string[]
  weight: string[]
}

export async function firstCake(url: string): Promise<Cake> {
  const [cake] = (await ask<Cake[]>(url, '/cakes/allcakes?limit=1')).body
  if (!cake) throw new Error('the catalogue is empty')
  return cake
}

/** One cake of the catalogue, with what it costs with its shipping. */
export async function sampleCart(url: string) {
  const cake = await firstCake(url)
  const wt = cake.weight[0] ?? ''
  const unit = cake.category === 'pestry' ? cake.price : cake.price * Number(wt)
  const line = { cakeid: cake._id, flavour: cake.flavours[0], wt, amount: 1, price: cake.price }
  return { order: [line], amount: unit + 50 }
}

/** Begins to buy a cake, or what else is in the cart, by a card that will succeed. Answers status and body. */
export async function beginByCard(url: string, token: string, cart?: object) {
  const inCart = cart ?? (await sampleCart(url))
  const body = newCheckout({ ...inCart, paymentMethodId: newMethodId() })
  return ask<{ orderId: string; client_secret: string }>(url, '/orders/process-payment', {
    body,
    token,
  })
}

/** Pays at the payment provider, as the browser does. */
export function payByCard(url: string, { client_secret }: { client_secret: string }) {
  const intent = client_secret.split('_secret_')[0]
  return ask(url, `/sandbox/payment_intents/${intent}/confirm`, { body: { client_secret } })
}

/** Confirms the payment, as the browser does after it was at the payment provider. */
export function comeBack(url: string, token: string, orderId: string) {
  return ask<{ state: string }>(url, '/orders/confirm-payment', { body: { orderId }, token })
}
