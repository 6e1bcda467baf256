import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '#platform/clock.ts'
import { expireQuotes } from '#shop/quotes/answer-quote.server.ts'
import { customLine } from '../support/checkout-steps.ts'
import { whyNotOnServer } from './server-process.ts'
import { ask, beginByCard, comeBack, newCustomer, payByCard, sampleCart } from './shop-client.ts'
import {
  type Act,
  expectInTurn,
  expectMoneyAgrees,
  openTwoShops,
  openWorker,
  type TwoShops,
} from './two-shops.ts'

/** An order with a cake that the card has paid, and a customised one at a price that waits for its answer. */
interface Ordered {
  orderId: string
  email: string
  token: string
  paid: number
  plain: string
  custom: string
  quote: string
}

/** Everything that moves an order or its money. The shop has no coupons. */
const acts = {
  accept: (url, { quote, token }) =>
    ask(url, '/orders/answerQuote', { body: { quote, answer: 'accept' }, token }),
  decline: (url, { quote, token }) =>
    ask(url, '/orders/answerQuote', { body: { quote, answer: 'decline' }, token }),
  'quote again': (url, { orderId, custom }) => decide(url, orderId, custom, { data: 1, msg: 1600 }),
  // By a third process, for which the deadline is over.
  expire: async () => {
    const clock = { now: () => new Date(Date.now() + 30 * dayMs) }
    await expireQuotes({ ...worker.deps, clock })
    return { status: 200 }
  },
  cancel: (url, { orderId, email, token }) =>
    ask(url, '/orders/cancelOrders', { body: { orderId, email }, token }),
  refund: (url, { orderId, paid }) => {
    const body = { orderId, amount: paid, reason: 'A race', key: crypto.randomUUID() }
    return shops.asOwner(url, '/orders/refund', body)
  },
  prepare: (url, { orderId, plain }) => decide(url, orderId, plain),
  undo: (url, { orderId, plain: itemId }) =>
    shops.asOwner(url, '/orders/undoConfirm', { orderId, itemId }),
  bake: (url, { orderId }) => {
    const body = { orderId, move: 'bake', moveId: crypto.randomUUID() }
    return shops.asOwner(url, '/orders/move', body)
  },
  drop: (url, { orderId, plain: itemId }) => {
    const body = { orderId, itemId, reason: 'A race' }
    return shops.asOwner(url, '/orders/dropItem', body)
  },
  change: (url, { orderId, token }) =>
    ask(url, '/orders/changeOrder', { body: { orderId, giftFrom: 'Asha' }, token }),
} satisfies Record<string, Act<Ordered>>

type ActName = keyof typeof acts

let shops: TwoShops
let worker: Awaited<ReturnType<typeof openWorker>>
let customers = 0

beforeAll(async () => {
  if (whyNotOnServer) return
  shops = await openTwoShops()
  worker = await openWorker(shops)
})
afterAll(async () => {
  await worker?.close()
  await shops?.close()
})

/** The baker's call: by default, that an item is prepared. */
function decide(url: string, order: string, suborder: string, more: object = {}) {
  const body = { order, suborder, data: '', ...more }
  return shops.asOwner(url, '/orders/confirmOrder', body)
}

const select = (query: string) => shops.select(query)

async function newOrder(isPrepared: boolean): Promise<Ordered> {
  const [url] = shops.urls
  customers += 1
  const email = `asha-${customers}@example.in`
  const token = await newCustomer(url, email)
  await select(`update users set email_verified = true where email = '${email}'`)
  const cart = await sampleCart(url)
  const order = [...cart.order, customLine]
  const { body: begun } = await beginByCard(url, token, { order, amount: cart.amount })
  await payByCard(url, begun)
  await comeBack(url, token, begun.orderId)
  const { orderId } = begun
  const items = await select(
    `select id::text as name from order_items where order_id = '${orderId}' order by position`,
  )
  const [plain = '', custom = ''] = items
  expect((await decide(url, orderId, custom, { data: 1, msg: 1450 })).status).toBe(200)
  if (isPrepared) expect((await decide(url, orderId, plain)).status).toBe(200)
  const [quote = ''] = await select(
    `select id::text as name from quotes where item_id = '${custom}'`,
  )
  return { orderId, email, token, paid: cart.amount, plain, custom, quote }
}

/** What became of an order, in words that are the same for each order with the same end. */
async function storyOf({ orderId, custom }: Ordered) {
  return {
    items: await select(
      `select status || ' ' || price_paise as name from order_items where order_id = '${orderId}' order by position`,
    ),
    quotes: await select(
      `select status || ' ' || price_paise as name from quotes where item_id = '${custom}' order by quoted_at`,
    ),
    refunds: await select(
      `select (-paise)::text as name from order_payments where paise < 0 and order_id = '${orderId}' order by 1`,
    ),
    order: await select(
      `select concat_ws(' ', charged_paise, paid_paise, fulfilment, gift_from) as name from orders where id = '${orderId}'`,
    ),
    log: (
      await select(`select action as name from audit_log where subject_id = '${orderId}'`)
    ).sort(),
  }
}

/** What moves an order on its way, or is shut out by that, meets what it may meet. */
const onTheWay: readonly (readonly [ActName, ActName])[] = [
  ['bake', 'bake'],
  ['cancel', 'bake'],
  ['change', 'bake'],
  ['change', 'cancel'],
  ['drop', 'bake'],
  ['drop', 'prepare'],
  ['drop', 'undo'],
  ['drop', 'cancel'],
  ['drop', 'refund'],
  ['drop', 'accept'],
  ['drop', 'drop'],
]
const met = new Set(onTheWay.flat().filter((name) => ['bake', 'drop', 'change'].includes(name)))
const names = (Object.keys(acts) as ActName[]).filter((name) => !met.has(name))
const pairs = [
  ...names.flatMap((one, at) => names.slice(at).map((other) => [one, other] as const)),
  ...onTheWay,
]

describe.skipIf(whyNotOnServer)(whyNotOnServer ?? 'at the same moment, in two processes', () => {
  it.each(pairs)('%s and %s end as one after the other would', async (one, other) => {
    await expectInTurn({
      urls: shops.urls,
      acts: [acts[one], acts[other]],
      newOrder: () => newOrder(one === 'undo' || other === 'undo'),
      storyOf,
      // The job finds overdue quotes before it locks them: one that is new by then waits for its next run.
      mayMiss: [one, other].indexOf('expire'),
    })
  })

  it('no money went back twice, and the ledger is consistent', () => expectMoneyAgrees(shops))
})
