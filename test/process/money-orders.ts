import { customLine } from '../support/checkout-steps.ts'
import { everyDay, settings } from '../support/delivery.ts'
import { dispatch, makeRun, prepareAll, secret } from './run-client.ts'
import {
  ask,
  beginByCard,
  comeBack,
  newCheckout,
  newCustomer,
  payByCard,
  sampleCart,
} from './shop-client.ts'
import { openSlots, openTwoShops, type TwoShops } from './two-shops.ts'

export interface Customer {
  email: string
  token: string
}

/** An order of two cakes; its total in rupees. */
interface Placed {
  orderId: string
  total: number
}

/** Two shops that take cash, and refund late deliveries only when a test says so. */
export async function openMoneyShops(): Promise<TwoShops> {
  const shops = await openTwoShops({ SESSION_SECRET: secret })
  await shops.select(`delete from pgboss.schedule where name = 'refund-late'`)
  await openSlots(shops, {
    slots: everyDay({ startMinute: 14 * 60 }),
    usual: { ...settings().usual, cashLimitPaise: 1_000_000 },
  })
  return shops
}

let customers = 0

/** Their email is confirmed. */
export async function anyCustomer({ urls: [url], select }: TwoShops): Promise<Customer> {
  customers += 1
  const email = `asha-${customers}@example.in`
  const token = await newCustomer(url, email)
  await select(`update users set email_verified = true where email = '${email}'`)
  return { email, token }
}

async function twoCakes(url: string) {
  const { order: lines, amount } = await sampleCart(url)
  return { order: [...lines, ...lines], amount: 2 * amount - 50 }
}

/** An order that the card has paid. */
export async function orderByCard({ urls: [url] }: TwoShops, { token }: Customer): Promise<Placed> {
  const cart = await twoCakes(url)
  const { body: begun } = await beginByCard(url, token, cart)
  await payByCard(url, begun)
  await comeBack(url, token, begun.orderId)
  return { orderId: begun.orderId, total: cart.amount }
}

/** An order of ready-made cakes that is due in cash. */
export async function orderInCash(
  { urls: [url], select }: TwoShops,
  who: Customer,
): Promise<Placed> {
  // Those before are of other people: three are the most.
  await select(
    `update orders set customer_mobile = '', address = number || ' Rose Lane,560001,Bengaluru'`,
  )
  const cart = await twoCakes(url)
  return { orderId: await orderAtOnce(url, who, { ...cart, cash: true }), total: cart.amount }
}

/** An order of customised cakes at prices that its customer has agreed to. */
export async function orderQuoted(
  { urls: [url], select, asOwner }: TwoShops,
  who: Customer,
): Promise<Placed> {
  const order = await orderAtOnce(url, who, { order: [customLine, customLine], amount: 0 })
  const items = `order_items i where order_id = '${order}'`
  for (const suborder of await select(`select id::text as name from ${items} order by position`)) {
    await asOwner(url, '/orders/confirmOrder', { order, suborder, data: 1, msg: 1450 })
  }
  // In their order: the first agreed cake brings the delivery to its invoice.
  const quotes = `select q.id::text as name from quotes q, ${items} and i.id = q.item_id order by position`
  for (const quote of await select(quotes)) {
    const body = { quote, answer: 'accept' }
    await ask(url, '/orders/answerQuote', { body, token: who.token })
  }
  return { orderId: order, total: 2950 }
}

async function orderAtOnce(url: string, { token }: Customer, cart: object): Promise<string> {
  const body = newCheckout(cart)
  const begun = await ask<{ orderId: string }>(url, '/orders/process-payment', { body, token })
  return begun.body.orderId
}

/** Has an order made, and sends a rider with it. Gives the token of the rider's run. */
export async function sendOut(shops: TwoShops, orderId: string): Promise<string> {
  await prepareAll(shops, orderId)
  const { rider } = await makeRun(shops, orderId)
  await dispatch(shops.urls[0], { orderId, rider })
  return rider
}

/** An order's slot ended 75 minutes ago: a fifth of the order is owed. */
export function turnLate({ select }: TwoShops, orderId: string) {
  const slot = `slot_starts_at = now() - interval '3 hours', slot_ends_at = now() - interval '75.5 minutes'`
  return select(`update orders set ${slot} where id = '${orderId}'`)
}

/** What became of an order and its money, in words that are the same for each order with the same end. */
export async function moneyStory({ select }: TwoShops, orderId: string) {
  const of = (what: string, from: string, where = `order_id = '${orderId}'`) =>
    select(`select concat_ws(' ', ${what}) as name from ${from} where ${where} order by 1`)
  return {
    items: await of('status, unit_paise', 'order_items'),
    order: await of('fulfilment, charged_paise, paid_paise', 'orders', `id = '${orderId}'`),
    refunds: await of('-paise', 'order_payments', `paise < 0 and order_id = '${orderId}'`),
    papers: await of('kind, total_paise', 'order_papers'),
    late: await of('outcome, minutes', 'late_deliveries'),
    charges: await of('line, cause, paise', 'order_charges'),
    door: await of(
      'cause, paise',
      'order_payments',
      `method <> 'provider' and order_id = '${orderId}'`,
    ),
    log: await of('action', 'audit_log', `subject_id = '${orderId}'`),
  }
}
