import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refundLateHandler } from '#shop/handling/late/decide-late.server.ts'
import {
  anyCustomer,
  type Customer,
  moneyStory,
  openMoneyShops,
  orderByCard,
  sendOut,
  turnLate,
} from './money-orders.ts'
import { type Carried, handOver, say } from './run-client.ts'
import { whyNotOnServer } from './server-process.ts'
import { ask } from './shop-client.ts'
import {
  type Act,
  expectInTurn,
  expectMoneyAgrees,
  openWorker,
  type TwoShops,
} from './two-shops.ts'

/** An order that the card has paid, out for delivery and late. */
interface Late extends Carried {
  /** Rupees. */
  total: number
}

const asOwner = (url: string, path: string, body: object) => shops.asOwner(url, path, body)

function refund(url: string, orderId: string, amount: number) {
  const body = { orderId, amount, reason: 'A race', key: crypto.randomUUID() }
  return asOwner(url, '/orders/refund', body)
}

/** Everything that gives money back, or might. */
const acts = {
  // By a process that does jobs alone.
  'the job': async () => {
    await lateJob.run({})
    return { status: 200 }
  },
  'a refund of a part': (url, { orderId }) => refund(url, orderId, 300),
  'a refund of all': (url, { orderId, total }) => refund(url, orderId, total),
  'a dropped item': async (url, { orderId }) => {
    const [itemId = ''] = await select(
      `select id::text as name from order_items where order_id = '${orderId}' limit 1`,
    )
    return asOwner(url, '/orders/dropItem', { orderId, itemId, reason: 'A race' })
  },
  'a cancellation': (url, { orderId }) =>
    ask(url, '/orders/cancelOrders', { body: { ...asha, orderId }, token: asha.token }),
  'a cancellation by the shop': (url, { orderId }) =>
    asOwner(url, '/orders/cancelOrders', { ...asha, orderId, reason: 'A race' }),
  'a waiver': (url, { orderId: order }) =>
    asOwner(url, '/orders/waive-cash', { order, reason: 'A race' }),
  'the delivery': (url, order) => say(order, url, handOver(order)),
  'a failed delivery': (url, order) => say(order, url, { move: 'fail', reason: 'nobody-in' }),
} satisfies Record<string, Act<Late>>

type ActName = keyof typeof acts
const names = Object.keys(acts) as ActName[]
/** Of an order that is still out. */
const atDoor: ActName[] = ['the delivery', 'a failed delivery']
const pairs = [
  ...names.map((name) => ['the job', name] as const),
  ['a refund of all', 'the delivery'] as const,
]

let shops: TwoShops
let worker: Awaited<ReturnType<typeof openWorker>>
let lateJob: ReturnType<typeof refundLateHandler>
let asha: Customer

beforeAll(async () => {
  if (whyNotOnServer) return
  shops = await openMoneyShops()
  asha = await anyCustomer(shops)
  worker = await openWorker(shops)
  lateJob = refundLateHandler(worker.deps)
})
afterAll(async () => {
  await worker?.close()
  await shops?.close()
})

const select = (query: string) => shops.select(query)
const storyOf = ({ orderId }: Late) => moneyStory(shops, orderId)

async function newOrder({ isDelivered }: { isDelivered: boolean }): Promise<Late> {
  const placed = await orderByCard(shops, asha)
  const order = { ...placed, rider: await sendOut(shops, placed.orderId) }
  if (isDelivered) await acts['the delivery'](shops.urls[0], order)
  await turnLate(shops, order.orderId)
  return order
}

describe.skipIf(whyNotOnServer)(whyNotOnServer ?? 'a late delivery, in two processes', () => {
  it.each(pairs)('%s and %s end as one after the other would', async (one, other) => {
    const isDelivered = !atDoor.includes(other)
    await expectInTurn({
      urls: shops.urls,
      acts: [acts[one], acts[other]],
      newOrder: () => newOrder({ isDelivered }),
      storyOf,
    })
  })

  it('a process is killed while both refund: each order is refunded once', async () => {
    // One after the other: a customer holds two places without paying.
    const orders: Late[] = []
    for (let n = 0; n < 12; n += 1) orders.push(await newOrder({ isDelivered: true }))
    const ids = orders.map(({ orderId }) => `'${orderId}'`).join()
    const decided = () =>
      select(`select order_id::text as name from late_deliveries where order_id in (${ids})`)
    const { db, jobs } = worker.deps
    const startJob = () => jobs.enqueue(db, lateJob.job, {})
    // More than one process takes at once, so that both are at it.
    for (let runs = 0; runs < 15; runs++) await startJob()
    await expect.poll(decided, { interval: 5 }).not.toEqual([])
    await shops.killOne()
    await startJob()
    await expect.poll(decided).toHaveLength(orders.length)
    for (const order of orders) {
      const { refunds, late } = await storyOf(order)
      const owed = order.total * 20
      expect([refunds, late]).toEqual([[`${owed}`], ['owed 75']])
    }
  })

  it('no money went back twice, and the ledger is consistent', () => expectMoneyAgrees(shops))
})
