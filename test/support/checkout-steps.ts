import type { ApiOrder } from '#shop/orders/api/order.schema.ts'
import { startedPayment } from '#shop/orders/money/ledger.store.server.ts'
import { orderPayments } from '#shop/orders/money/ledger.tables.server.ts'
import { payableBy } from '#shop/orders/money/ledger.ts'
import type { Confirmed } from '#shop/paying/start-payment.server.ts'
import { newMethodId as newCard } from '#shop/payments/sandbox/sandbox-methods.ts'
import type { TestShop } from './test-shop.ts'

/** A line as the cart sends it: one kg of the truffle cake at ₹850. */
export const truffleLine = {
  cakeid: 'truffle',
  flavour: 'Cocoa',
  wt: '1',
  amount: 1,
  bname: 'Happy Birthday Ravi',
  customize: false,
  price: 850,
}

export const customLine = {
  cakeid: 'a1b2c3d4',
  flavour: 'Mango',
  wt: '2',
  amount: 1,
  bname: '',
  customize: true,
  detail: 'A blue elephant',
  image: [],
  price: 0,
}

export const checkoutOf = (more: object = {}) => ({
  address: '12 Church Street,560001,Bengaluru',
  time: '2026-11-21T17:30',
  amount: 900,
  order: [truffleLine],
  user: { email: 'asha@example.in' },
  checkoutId: '5f0c6a52-5a0b-4a53-9b8e-0f5b0c7a1a11',
  ...more,
})

export interface Started {
  client_secret: string | null
  orderId: string
  placed: boolean
}

export { newCard }

export async function begin(shop: TestShop, token: string, more: object = {}) {
  const paymentMethodId = newCard()
  return shop.post<Started>(
    '/orders/process-payment',
    checkoutOf({ paymentMethodId, ...more }),
    token,
  )
}

/** Sends a checkout without a card: one of customised cakes alone, or in cash, is placed at once. */
export const checkOut = (shop: TestShop, token: string, more: object = {}) =>
  shop.post<Started>('/orders/process-payment', checkoutOf(more), token)

/** What View Orders shows to a customer: the newest first. */
export async function ordersOf(shop: TestShop, { email, token }: { email: string; token: string }) {
  return (await shop.post<ApiOrder[]>('/orders/viewOrders', { email }, token)).body
}

/** Moves an order as staff do. */
export const moveOrder = (
  shop: TestShop,
  {
    orderId,
    move,
    token,
    ...more
  }: { orderId: string; move: string; token?: string; [detail: string]: unknown },
) =>
  shop.post<{ message: string }>(
    '/orders/move',
    { orderId, move, moveId: crypto.randomUUID(), ...more },
    token,
  )

/** Gives a part of an order back as staff do: to the card, unless it says otherwise. */
export const refundOrder = (
  shop: TestShop,
  {
    token,
    ...more
  }: { orderId: string; amount: number; token: string; reason?: string; key?: string },
) =>
  shop.post<{ message: string }>(
    '/orders/refund',
    { reason: 'Squashed', key: crypto.randomUUID(), ...more },
    token,
  )

/** Confirms the payment with its client secret, as the browser does. */
export function pay(shop: TestShop, { client_secret }: Pick<Started, 'client_secret'>) {
  const id = client_secret?.split('_secret_')[0]
  return shop.post<{ status: string; error?: string }>(`/sandbox/payment_intents/${id}/confirm`, {
    client_secret,
  })
}

export function comeBack(shop: TestShop, token: string, orderId: string) {
  return shop.post<{ state: string; number: number }>('/orders/confirm-payment', { orderId }, token)
}

/** Pays for a quote by its link, which accepts it. */
export async function payQuote(shop: TestShop, quoteId: string, more: object = {}) {
  const token = shop.context.payTokens.sign(quoteId)
  const paymentMethodId = newCard()
  const begun = await shop.post<Started>('/payments/start', { token, paymentMethodId, ...more })
  await pay(shop, begun.body)
  const { body } = await shop.post<{ state: string }>('/payments/confirm', { token })
  return body.state
}

/**
 * Pays what the link of an order asks for.
 *
 * @param meanwhile happens between the start of the payment and its end
 * @returns how its start was answered, and where it stands when the browser comes back
 */
export async function payByLink(shop: TestShop, url: string, meanwhile?: () => Promise<unknown>) {
  const token = /\/pay\/([^/]+)/.exec(url)?.[1] ?? ''
  const paymentMethodId = newCard()
  const started = await shop.post<Started>('/payments/start', { token, paymentMethodId })
  await meanwhile?.()
  if (started.status === 200) await pay(shop, started.body)
  const { body } = await shop.post<Confirmed>('/payments/confirm', { token })
  return { ...body, status: started.status }
}

/** Checks out, pays and returns: a placed order. */
export async function buy(shop: TestShop, token: string, more: object = {}) {
  const { body } = await begin(shop, token, more)
  await pay(shop, body)
  const back = await comeBack(shop, token, body.orderId)
  return { orderId: body.orderId, clientSecret: body.client_secret, ...back.body }
}

/** A payment to the shop's own UPI id for a change of an order, as it is once it was begun by the order's link. */
export async function beginUpi({ db, clock }: TestShop['context'], orderId: string) {
  const buys = { kind: 'change' as const, changes: {} }
  const until = payableBy('upi', clock.now())
  const wanted = { paise: 5_000, provider: 'upi', buys, until, now: clock.now() }
  const started = startedPayment(orderId, wanted)
  const payment = { ...started, providerId: started.id }
  await db.insert(orderPayments).values(payment)
  return payment
}
