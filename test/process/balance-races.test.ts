import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '#platform/clock.ts'
import { expireQuotes } from '#shop/quotes/answer-quote.server.ts'
import {
  type BalanceShops,
  endOf,
  fillEvening,
  newChange,
  newQuote,
  type Owed,
  openBalanceShops,
  pay,
  quote,
  reconcile,
  startToPay,
} from './balance-orders.ts'
import { whyNotOnServer } from './server-process.ts'
import { ask } from './shop-client.ts'
import { type Act, expectInTurn, expectMoneyAgrees } from './two-shops.ts'

let shops: BalanceShops

const answer = (url: string, { answers: token }: Owed, answer: 'accept' | 'decline') =>
  ask(url, '/quotes/answer', { body: { token, answer } })

async function payAtOnce(url: string, owed: Owed) {
  return { status: (await pay(shops, url, owed)) === 'placed' ? 200 : 409 }
}

/** Everything that meets a payment which buys a quote or a change. */
const acts = {
  pay: payAtOnce,
  'begin again': async (url, owed) => {
    const { status } = await startToPay(shops, url, owed)
    return status === 200 ? payAtOnce(url, owed) : { status }
  },
  // It was begun an hour ago.
  lapse: async (_, { orderId }) => {
    const its = `where buys ->> 'kind' <> 'order' and order_id = '${orderId}'`
    const hour = "interval '1 hour'"
    const earlier = `created_at = created_at - ${hour}, until = until - ${hour}`
    await shops.select(`update order_payments set ${earlier} ${its}`)
    const status = async () => {
      await reconcile(shops)
      return shops.select(`select status as name from order_payments ${its}`)
    }
    await expect.poll(status, { interval: 500 }).not.toEqual(['started'])
    return { status: 200 }
  },
  cancel: (url, { orderId, email, token }) =>
    ask(url, '/orders/cancelOrders', { body: { orderId, email }, token }),
  'cancel by the shop': (url, { orderId, email }) =>
    shops.asOwner(url, '/orders/cancelOrders', { orderId, email, reason: 'A race' }),
  bake: (url, { orderId }) => {
    const body = { orderId, move: 'bake', moveId: crypto.randomUUID(), detail: '' }
    return shops.asOwner(url, '/orders/move', body)
  },
  'order for its place': (_, { day }) => fillEvening(shops, day),
  accept: (url, owed) => answer(url, owed, 'accept'),
  decline: (url, owed) => answer(url, owed, 'decline'),
  'quote again': (url, owed) => quote(shops, url, owed, 1600),
  // By a third process, for which the deadline is over.
  expire: async () => {
    const clock = { now: () => new Date(Date.now() + 400 * dayMs) }
    await expireQuotes({ ...shops.worker.deps, clock })
    return { status: 200 }
  },
} satisfies Record<string, Act<Owed>>

type ActName = keyof typeof acts

const ofBoth: ActName[] = ['pay', 'begin again', 'lapse', 'cancel', 'cancel by the shop']
const bought = {
  'a quote': () => newQuote(shops),
  'a change': () => newChange(shops),
}
const meets: Record<keyof typeof bought, ActName[]> = {
  'a quote': [...ofBoth, 'accept', 'decline', 'quote again', 'expire'],
  'a change': [...ofBoth, 'bake', 'order for its place'],
}
const whats = ['a quote', 'a change'] as const
const rows = whats.flatMap((what) => meets[what].map((other) => ({ what, other })))

/** Without mails: one that no longer holds when it is written is not sent. */
async function raceStory(owed: Owed) {
  const { mails: _, ...story } = await endOf(shops, owed)
  const [, charged, paid = ''] = story.order[0]?.split(' ') ?? []
  expect([charged, '0'], 'all is paid or nothing').toContain(paid)
  return story
}

describe.skipIf(whyNotOnServer).each(['stripe', 'razorpay'] as const)(
  `${whyNotOnServer ?? 'a payment after the checkout, in two processes'}, by %s`,
  (name) => {
    beforeAll(async () => {
      shops = await openBalanceShops(name)
    })
    afterAll(() => shops?.close())

    it.each(rows)(
      'for $what, and $other, end as one after the other would',
      async ({ what, other }) => {
        const statuses = await expectInTurn({
          urls: shops.urls,
          acts: [acts.pay, acts[other]],
          newOrder: bought[what],
          storyOf: raceStory,
        })
        if (other === 'pay') expect(statuses).toEqual([200, 200])
      },
    )

    it('no money went back twice, and the ledger is consistent', () => expectMoneyAgrees(shops))
  },
)
