import {
  asha,
  ask,
  beginByCard,
  comeBack,
  firstCake,
  newCheckout,
  newCustomer,
  orderCustomCake,
  payByCard,
  sampleCart,
  signIn,
} from '../../test/process/shop-client.ts'
import { adminOfBench } from '../shops/accounts.ts'
import type { KnownValues } from './known-values.ts'

export type Sender = 'nobody' | 'customer' | 'owner'

/** What the owner reads, so that requests can name what is there. */
const lists = [
  '/orders/adminOrders?limit=20',
  '/users/allusers?limit=20',
  '/cakes/allcakes?limit=5',
]

const sessionsOfOne = 5

/** Whoever sends requests, with a session each. What they send may end it, or even their account. */
export function openAccounts(url: string, known: KnownValues) {
  let count = 0
  const tokens = { nobody: '', customer: '', owner: '' }
  let firstCakeId = ''
  let opening: Promise<void> | null = null

  /** A customer with an order that is paid, and one that waits for a price; mostly the one before. */
  async function openCustomer() {
    count += 1
    const email = `fuzz-${Math.ceil(count / sessionsOfOne)}@example.in`
    tokens.customer = await signIn(url, { ...asha, email })
    if (tokens.customer) return
    tokens.customer = await newCustomer(url, email)
    known.learn(newCheckout({}))
    const cart = await cartOfShown()
    if (!cart) return
    const { status, body: begun } = await beginByCard(url, tokens.customer, cart)
    // What the owner sent may have closed the shop.
    if (status !== 200) return
    known.learn(begun)
    await payByCard(url, begun)
    await comeBack(url, tokens.customer, begun.orderId)
    await orderCustomCake(url, tokens.customer)
  }

  /** What the owner sent may have hidden every cake of the sample: the first is shown again. Null if it is deleted, too. */
  async function cartOfShown() {
    const body = { id: firstCakeId, hidden: false }
    const show = () => ask(url, '/cakes/showcake', { body, token: tokens.owner })
    if ((await show()).status === 401) {
      await openOwner()
      await show()
    }
    const { body: shown } = await ask<unknown[]>(url, '/cakes/allcakes?limit=1')
    return shown.length > 0 ? sampleCart(url) : null
  }

  async function openOwner() {
    tokens.owner = await signIn(url, adminOfBench)
    for (const path of lists) known.learn((await ask(url, path, { token: tokens.owner })).body)
    firstCakeId ||= (await firstCake(url))._id
  }

  async function open() {
    if (!tokens.owner) await openOwner()
    if (!tokens.customer) await openCustomer()
    opening = null
  }

  return {
    /** A session that is over is replaced first. */
    async tokenOf(sender: Sender): Promise<string> {
      if (sender !== 'nobody' && !tokens[sender]) opening ??= open()
      await opening
      return tokens[sender]
    },
    /** To be called when a request with this token was not let in. */
    end(sender: Sender, token: string) {
      if (tokens[sender] === token) tokens[sender] = ''
    },
  }
}
