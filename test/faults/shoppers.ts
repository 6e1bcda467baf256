import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { newMethodId } from '#shop/payments/sandbox/sandbox-methods.ts'
import { newCheckout, nextAddress } from '../process/shop-client.ts'
import { customLine } from '../support/checkout-steps.ts'

/** How long a browser goes on asking a shop that does not answer, in ms. */
const patienceMs = 60_000

export interface StartedCheckout {
  orderId: string
  client_secret: string | null
  placed: boolean
}

/** The customer's side of a payment provider. */
export interface CardPages {
  enterCard(): Promise<string>
  /** Whether it was paid. */
  confirm(clientSecret: string): Promise<boolean>
}

/** What the shop has answered to all browsers of a crowd. */
export interface Responses {
  /** Orders that the shop has confirmed. */
  startedOrders: Set<string>
  /** Orders that are paid, or placed in cash: from here each must be placed. */
  paidOrders: Set<string>
  /** How often each status was answered; 0 is no answer. */
  statuses: Map<number, number>
}

/**
 * A crowd before a shop of several processes. A call that is not answered, or with 503, is made again at the next one, as
 * a page does when it is reloaded. Any other answer but a good one fails the test.
 */
export function openCrowd(urls: () => readonly string[]) {
  const responses: Responses = {
    startedOrders: new Set(),
    paidOrders: new Set(),
    statuses: new Map(),
  }

  async function once<Answer>(url: string, path: string, body: object, token: string) {
    const response = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': nextAddress(),
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    })
    const answer: unknown = await response.json()
    return { status: response.status, answer: answer as Answer }
  }

  /** With `doneBefore`, the status of a repeated call whose first answer was lost on the way. */
  async function call<Answer>(
    path: string,
    body: object,
    { token = '', doneBefore = 0 } = {},
  ): Promise<Answer> {
    const until = performance.now() + patienceMs
    for (let turn = Math.floor(Math.random() * 2); ; turn += 1) {
      const all = urls()
      const url = all[turn % all.length] ?? ''
      const given = await once<Answer>(url, path, body, token).catch(() => null)
      const status = given?.status ?? 0
      responses.statuses.set(status, (responses.statuses.get(status) ?? 0) + 1)
      if (given && (status < 300 || status === doneBefore)) return given.answer
      if (status !== 0 && status !== 503) {
        throw new Error(`${path} answered ${status}: ${JSON.stringify(given?.answer)}`)
      }
      if (performance.now() > until) throw new Error(`${path} was not answered in a minute`)
      await pause(50)
    }
  }

  /** The sandbox, through whichever process answers. */
  const sandbox: CardPages = {
    enterCard: async () => newMethodId(),
    async confirm(client_secret) {
      const id = client_secret.split('_secret_')[0]
      const path = `/sandbox/payment_intents/${id}/confirm`
      return (await call<{ status: string }>(path, { client_secret })).status === 'succeeded'
    },
  }

  async function newCustomer(email: string): Promise<string> {
    const password = 'asha-password'
    const person = { name: 'Asha Rao', mobileno: '9876543210', date: '1990-05-17' }
    await call('/users/new', { ...person, email, password }, { doneBefore: 409 })
    return (await call<{ token: string }>('/users/login', { email, password })).token
  }

  /** Pays for one cake: the same checkout from its first call to the last, however often a call is made. */
  async function payByCard(token: string, cart: object, card = sandbox): Promise<string> {
    const checkout = { ...newCheckout(cart), paymentMethodId: await card.enterCard() }
    const started = await call<StartedCheckout>('/orders/process-payment', checkout, { token })
    responses.startedOrders.add(started.orderId)
    expect(await card.confirm(started.client_secret ?? '')).toBe(true)
    responses.paidOrders.add(started.orderId)
    return started.orderId
  }

  /** Pays, and comes back from the payment provider. */
  async function buyByCard(token: string, cart: object, card = sandbox) {
    const orderId = await payByCard(token, cart, card)
    await call('/orders/confirm-payment', { orderId }, { token })
  }

  async function orderInCash(token: string): Promise<string> {
    const checkout = newCheckout({ order: [customLine], amount: 0 })
    const { orderId } = await call<StartedCheckout>('/orders/process-payment', checkout, { token })
    responses.paidOrders.add(orderId)
    return orderId
  }

  return { responses, sandbox, call, newCustomer, payByCard, buyByCard, orderInCash }
}

export type Crowd = ReturnType<typeof openCrowd>

/**
 * Has so many customers buy one cake after the other, by card, until it is ended.
 *
 * @param restMs of each customer between two orders
 */
export async function keepBuying(
  crowd: Crowd,
  { customers, cart, restMs = 0 }: { customers: number; cart: object; restMs?: number },
) {
  const { paidOrders } = crowd.responses
  let isOver = false
  // All are logged in first: how often an account is tried is limited.
  const emails = Array.from({ length: customers }, (_, n) => `asha-${n}@example.in`)
  const tokens = await Promise.all(emails.map(crowd.newCustomer))
  const shopping = Promise.all(
    tokens.map(async (token) => {
      while (!isOver) {
        await crowd.buyByCard(token, cart)
        await pause(restMs)
      }
    }),
  )
  return {
    /** Resolves when so many orders are paid; rejects when a customer gives up. */
    bought: (atLeast: number) =>
      Promise.race([expect.poll(() => paidOrders.size).toBeGreaterThanOrEqual(atLeast), shopping]),
    /** Lets each finish what they are at. */
    async end() {
      isOver = true
      await shopping
    },
  }
}

/** Has so many customers buy until `checkouts` are made, one in five of them in cash by somebody new. */
export async function shopTogether(
  crowd: Crowd,
  {
    customers,
    checkouts,
    cart,
    card,
    mayBegin = () => true,
  }: {
    customers: number
    checkouts: number
    cart: object
    card?: CardPages
    /** Called before each checkout with the number of those started; called again after a no. */
    mayBegin?(started: number): boolean
  },
) {
  let started = 0
  await Promise.all(
    Array.from({ length: customers }, async (_, n) => {
      const join = () => crowd.newCustomer(`asha-${n}-${crypto.randomUUID()}@example.in`)
      const token = await join()
      while (started < checkouts) {
        const turn = started++
        while (!mayBegin(turn)) await pause(10)
        if (turn % 5 === 4) await crowd.orderInCash(await join())
        else await crowd.buyByCard(token, cart, card)
      }
    }),
  )
}
