import { expect } from 'vitest'
import { z } from 'zod'
import { dayMs } from '#platform/clock.ts'
import { createTokenSigner } from '#platform/secrets.server.ts'
import { customLine } from '../support/checkout-steps.ts'
import { everyDay, settings } from '../support/delivery.ts'
import { anyCustomer, type Customer, moneyStory } from './money-orders.ts'
import { type Account, accounts, type ProviderName } from './provider-accounts.ts'
import { secret } from './run-client.ts'
import { ask, newCheckout, sampleCart } from './shop-client.ts'
import { openSlots, openTwoShops, openWorker, type TwoShops } from './two-shops.ts'

export interface BalanceShops extends TwoShops {
  account: Account
  worker: Awaited<ReturnType<typeof openWorker>>
}

interface Ordered extends Customer {
  orderId: string
  day: string
  item: string
}

/** An order, and what its customer may pay by a link after the checkout. */
export interface Owed extends Ordered {
  /** The token of the link that pays. */
  link: string
  /** The token of the link that answers its quote; '' for a change. */
  answers: string
  /** Of the payment at the provider. */
  clientSecret: string
}

interface Begun {
  orderId: string
  client_secret: string | null
}

const quoteTokens = createTokenSigner({ purpose: 'quote', secret })
const payTokens = createTokenSigner({ purpose: 'pay', secret })

const afternoon = { startMinute: 14 * 60, endMinute: 16 * 60 }
/** It costs ₹99 more, and has one place. */
const evening = { startMinute: 18 * 60, endMinute: 20 * 60, surchargePaise: 9900, places: 1 }

/** Two shops that are paid through a stand-in, and a third process that does jobs. */
export async function openBalanceShops(name: ProviderName): Promise<BalanceShops> {
  const account = await accounts[name]()
  const shops = await openTwoShops({ SESSION_SECRET: secret, ...account.settings })
  const worker = await openWorker(shops)
  await openSlots(shops, {
    slots: [...everyDay(afternoon), ...everyDay(evening)],
    usual: { ...settings().usual, daysAhead: 365 },
  })
  return {
    ...shops,
    account,
    worker,
    async close() {
      await worker.close()
      await shops.close()
      await account.close()
    },
  }
}

/** How many days from today have orders already. */
let usedDays = 3

export function newDay(): string {
  usedDays += 1
  return new Date(Date.now() + usedDays * dayMs).toISOString().slice(0, 10)
}

interface Cart {
  order: object[]
  amount: number
}

/** Orders by somebody new at the first shop; what is not customised is paid at once. */
async function buy(shops: BalanceShops, time: string, cart: Cart) {
  const { urls, account } = shops
  const who = await anyCustomer(shops)
  const { token } = who
  const checkout = newCheckout({ ...cart, time, ...(await account.enterCard()) })
  const path = '/orders/process-payment'
  const { status, body } = await ask<Begun>(urls[0], path, { body: checkout, token })
  const { orderId, client_secret } = body
  if (client_secret) {
    const back = { orderId, ...(await account.pay(client_secret)) }
    await ask(urls[0], '/orders/confirm-payment', { body: back, token })
  }
  return { ...who, status, orderId }
}

async function order(shops: BalanceShops, day: string, cart: Cart): Promise<Ordered> {
  const { status, ...ordered } = await buy(shops, `${day}T14:30`, cart)
  expect(status).toBe(200)
  const [item = ''] = await shops.select(
    `select id::text as name from order_items where order_id = '${ordered.orderId}'`,
  )
  return { ...ordered, day, item }
}

/** Somebody wants the one place of an evening. */
export async function fillEvening(shops: BalanceShops, day: string) {
  const cart = await sampleCart(shops.urls[0])
  return buy(shops, `${day}T18:30`, { ...cart, amount: cart.amount + 99 })
}

const toEvening = ({ day }: Ordered) => ({ time: `${day}T18:30` })

/** A paid order that is to be changed, by default to the evening; the payment for it is begun. */
export async function newChange(
  shops: BalanceShops,
  { day = newDay(), changes = toEvening }: { day?: string; changes?: (of: Ordered) => object } = {},
): Promise<Owed> {
  const [url] = shops.urls
  const ordered = await order(shops, day, await sampleCart(url))
  const { orderId, token } = ordered
  const body = { orderId, ...changes(ordered) }
  expect((await ask(url, '/orders/changeOrder', { body, token })).status).toBe(200)
  return begin(shops, { ...ordered, link: payTokens.sign(orderId), answers: '' })
}

/** A customised cake whose quote waits for its answer; the payment that accepts it is begun. */
export async function newQuote(shops: BalanceShops): Promise<Owed> {
  const ordered = await order(shops, newDay(), { order: [customLine], amount: 0 })
  await quote(shops, shops.urls[0], ordered, 1450)
  const [quoteId = ''] = await shops.select(
    `select id::text as name from quotes where item_id = '${ordered.item}'`,
  )
  const links = { link: payTokens.sign(quoteId), answers: quoteTokens.sign(quoteId) }
  return begin(shops, { ...ordered, ...links })
}

export function quote(
  { asOwner }: BalanceShops,
  url: string,
  { orderId, item }: Ordered,
  rupees: number,
) {
  const body = { order: orderId, suborder: item, data: 1, msg: rupees }
  return asOwner(url, '/orders/confirmOrder', body)
}

/** Begins the payment at both shops at the same moment: it is one. */
async function begin(shops: BalanceShops, owed: Omit<Owed, 'clientSecret'>): Promise<Owed> {
  const begun = await Promise.all(shops.urls.map((url) => startToPay(shops, url, owed)))
  expect(begun.map(({ status }) => status)).toEqual([200, 200])
  const [clientSecret, other] = begun.map(({ body }) => body.client_secret)
  expect(clientSecret).toBe(other)
  return { ...owed, clientSecret: clientSecret ?? '' }
}

/** Begins the payment, or goes on with it. */
export async function startToPay(
  { account }: BalanceShops,
  url: string,
  { link: token }: Omit<Owed, 'clientSecret'>,
) {
  const body = { token, all: true, ...(await account.enterCard()) }
  return ask<Begun>(url, '/payments/start', { body })
}

/** The browser's return from the provider, which says what has become of the payment. */
export async function comeBack(url: string, { link: token }: Owed, brought: object) {
  const body = { token, ...brought }
  return (await ask<{ state: string }>(url, '/payments/confirm', { body })).body.state
}

/** Pays at the provider, and returns to the shop of an address. */
export async function pay({ account }: BalanceShops, url: string, owed: Owed) {
  return comeBack(url, owed, await account.pay(owed.clientSecret))
}

const reconcilePayments = { name: 'reconcile-payments', data: z.object({}), retryLimit: 0 }

/** Has one of the processes reconcile payments now. */
export function reconcile({ worker: { deps } }: BalanceShops) {
  return deps.jobs.enqueue(deps.db, reconcilePayments, {})
}

/** Those that settling a payment sends. */
const settleMails = "'order-rescheduled', 'quote-accepted', 'balance-refunded'"

/** What became of an order and its money, in words that are the same for each order with the same end. */
export async function storyOf(shops: BalanceShops, { orderId, item }: Owed) {
  const of = (what: string, from: string) =>
    shops.select(`select concat_ws(' ', ${what}) as name from ${from} order by 1`)
  return {
    ...(await moneyStory(shops, orderId)),
    slot: await of(
      `(slot_starts_at at time zone 'Asia/Kolkata')::time`,
      `orders where id = '${orderId}'`,
    ),
    payments: await of(
      "cause, buys->>'kind', paise, status",
      `order_payments where order_id = '${orderId}'`,
    ),
    quotes: await of('status, price_paise', `quotes where item_id = '${item}'`),
    mails: await of(
      'kind',
      `mails where kind in (${settleMails}) and data->>'orderId' = '${orderId}'`,
    ),
  }
}

/** {@link storyOf} an order once all its refunds are made. */
export async function endOf(shops: BalanceShops, owed: Owed) {
  const waiting = `select key as name from order_payments where status = 'requested' and order_id = '${owed.orderId}'`
  await expect.poll(() => shops.select(waiting)).toEqual([])
  return storyOf(shops, owed)
}
