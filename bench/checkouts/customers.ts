import { Agent } from 'node:http'
import { priceCart } from '#shop/cart/price-cart.ts'
import { newMethodId } from '#shop/payments/sandbox/sandbox-methods.ts'
import { newCheckout } from '../../test/process/shop-client.ts'
import { answersParent, whileForked } from '../measure/forked.ts'
import { post } from '../measure/post.ts'
import { percentile } from '../report/statistics.ts'
import { passwordOfAll } from '../shops/accounts.ts'

/** What a customer needs to know of a cake to order it. */
export interface CakeToOrder {
  _id: string
  price: number
  category: string
  flavours: string[]
  weight: string[]
}

/** Customers who do the same again and again, each on a connection of its own, until the time is up. */
export interface Customers {
  url: string
  seconds: number
  /** Tells the addresses of these customers from those of others: 1 to 255. */
  group: number
  does:
    | { what: 'register'; clients: number }
    | { what: 'log in'; clients: number; among: number }
    /** Each with the session of a customer of its own. */
    | { what: 'check out'; tokens: string[]; cakes: CakeToOrder[] }
}

export interface Done {
  perSecond: number
  /** Times in ms, each of the whole. */
  p50: number
  p99: number
  count: number
  /** What went wrong, each time. */
  faults: string[]
}

/** As a server answers that customers can do all of this at, and which does nothing. */
export const answerToAll = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(
    JSON.stringify({ id: 'card', orderId: 'order', client_secret: 'a_secret_b', state: 'placed' }),
  ),
}

export type SendCustomers = (customers: Customers) => Promise<Done>

/** Starts a process that sends customers. */
export function whileSending<T>(use: (send: SendCustomers) => Promise<T>): Promise<T> {
  return whileForked(import.meta.filename, use)
}

async function sendHere({ url, seconds, group, does }: Customers): Promise<Done> {
  const times: number[] = []
  const faults: string[] = []
  const start = performance.now()
  let begun = 0

  async function customer(act: (visit: Visit) => Promise<unknown>) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (performance.now() < start + seconds * 1000 && faults.length < mostFaults) {
      begun += 1
      const at = performance.now()
      try {
        await act({ url, agent, number: begun, address: addressOf(group, begun) })
        times.push(performance.now() - at)
      } catch (error) {
        faults.push(String(error))
      }
    }
    agent.destroy()
  }

  await Promise.all(actsOf(does).map(customer))
  const passed = (performance.now() - start) / 1000
  return {
    perSecond: times.length / passed,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    count: times.length,
    faults,
  }
}

/** Customers give up when nothing works. */
const mostFaults = 20

interface Visit {
  url: string
  agent: Agent
  /** Of all visits of this group, from 1. */
  number: number
  address: string
}

/** What each of the customers does. */
function actsOf(does: Customers['does']): ((visit: Visit) => Promise<unknown>)[] {
  switch (does.what) {
    case 'register':
      return Array.from({ length: does.clients }, () => register)
    case 'log in':
      return Array.from({ length: does.clients }, () => (visit) => signIn(visit, does.among))
    case 'check out':
      return does.tokens.map((token) => (visit) => checkOut(visit, token, does.cakes))
  }
}

function register(visit: Visit) {
  const email = `new-${visit.address}@example.in`
  const body = { name: 'Asha Rao', email, mobileno: '9876543210', date: '1990-05-17' }
  return post({ ...visit, path: '/users/new', body: { ...body, password: passwordOfAll } })
}

/** Each time as another of the customers that `fillDatabase` made. */
function signIn({ number, ...visit }: Visit, among: number) {
  const email = `customer${1 + (number % among)}@example.in`
  return post({ ...visit, path: '/users/login', body: { email, password: passwordOfAll } })
}

/** What the browser does from the button to the page that says that the order is placed. */
async function checkOut(visit: Visit, token: string, cakes: CakeToOrder[]) {
  const begun = await post<{ orderId: string; client_secret: string }>({
    ...visit,
    token,
    path: '/orders/process-payment',
    body: newCheckout({ ...cartOf(visit.number, cakes), paymentMethodId: newMethodId() }),
  })
  const [intent] = begun.client_secret.split('_secret_')
  await post({
    ...visit,
    path: `/sandbox/payment_intents/${intent}/confirm`,
    body: { client_secret: begun.client_secret },
  })
  const { state } = await post<{ state: string }>({
    ...visit,
    token,
    path: '/orders/confirm-payment',
    body: { orderId: begun.orderId },
  })
  if (state !== 'placed') throw new Error(`An order that was paid is ${state}`)
}

/** One to three cakes, others for every order, and what they cost in rupees. */
function cartOf(number: number, cakes: CakeToOrder[]) {
  const order = Array.from({ length: 1 + (number % 3) }, (_, at) => {
    const cake = cakes[(number * 7 + at) % cakes.length]
    if (!cake) throw new Error('There is no cake to order')
    const { _id: cakeid, price, category, flavours, weight } = cake
    const choice = { flavour: flavours[0] ?? '', wt: weight[0] ?? '', amount: 1, bname: 'Asha' }
    return { cakeid, price, category, customize: false, ...choice }
  })
  return { order, amount: priceCart(order).cardTotal / 100 }
}

/** No two visits are from one address: changes are limited for each. */
function addressOf(group: number, number: number): string {
  return `10.${group}.${(number >> 8) & 255}.${number & 255}`
}

if (import.meta.main) answersParent(sendHere)
