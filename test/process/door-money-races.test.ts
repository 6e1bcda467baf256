import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refundLateHandler } from '#shop/handling/late/decide-late.server.ts'
import {
  anyCustomer,
  type Customer,
  moneyStory,
  openMoneyShops,
  orderInCash,
  orderQuoted,
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
  untilHeard,
} from './two-shops.ts'

/** An order of two cakes that is due in cash. */
interface Due extends Carried, Customer {
  /** Rupees that were due when it was placed: so much the rider asks for. */
  total: number
  /** Rupees that its door left open; below 0 what was too much. */
  open: number
}

const asOwner = (url: string, path: string, body: object) => shops.asOwner(url, path, body)
const move = (url: string, orderId: string, more: object) =>
  asOwner(url, '/orders/move', { orderId, moveId: crypto.randomUUID(), detail: '', ...more })
const take = (order: Due, amount = order.total) => ({
  ...handOver(order),
  money: { method: 'cash', amount, reason: 'No change' },
})

/** Everything that changes what is due, or takes it. */
const acts = {
  take: (url, order) => say(order, url, take(order)),
  'take less': (url, order) => say(order, url, take(order, order.total - 100)),
  fail: (url, order) => say(order, url, { move: 'fail', reason: 'nobody-in' }),
  'turn late': async (_, { orderId }) => {
    await turnLate(shops, orderId)
    return { status: 200 }
  },
  'the late job': async () => {
    await lateJob.run({})
    return { status: 200 }
  },
  'waive at the door': (url, { orderId }) =>
    move(url, orderId, { move: 'deliver', waive: 'A race' }),
  waive: (url, { orderId: order }) =>
    asOwner(url, '/orders/waive-cash', { order, reason: 'A race' }),
  settle: (url, { orderId: order, open: amount }) =>
    asOwner(url, '/orders/settle-cash', { order, amount, method: 'cash' }),
  close: (url, { orderId }) => move(url, orderId, { move: 'close' }),
  drop: async (url, { orderId }) => {
    const [itemId = ''] = await select(
      `select id::text as name from order_items where order_id = '${orderId}' order by position limit 1`,
    )
    return asOwner(url, '/orders/dropItem', { orderId, itemId, reason: 'A race' })
  },
  cancel: (url, { orderId, email, token }) =>
    ask(url, '/orders/cancelOrders', { body: { orderId, email }, token }),
  'cancel by the shop': (url, { orderId, email }) =>
    asOwner(url, '/orders/cancelOrders', { orderId, email, reason: 'A race' }),
} satisfies Record<string, Act<Due>>

type ActName = keyof typeof acts
type Start = 'placed' | 'out' | 'late' | 'failed' | 'short' | 'late and short' | 'too much'

interface Races {
  start: Start
  /** What meets what. */
  pairs: readonly (readonly [ActName, ActName])[]
  /** Exactly one of two may happen. */
  excludes?: true
}

const place = { 'cash on delivery': orderInCash, 'an agreed price': orderQuoted }

const ofEach: Races[] = [
  {
    start: 'placed',
    pairs: [
      ['drop', 'waive'],
      ['drop', 'cancel'],
      ['cancel', 'waive'],
    ],
  },
  { start: 'out', pairs: [['take', 'turn late']] },
  { start: 'late', pairs: [['take', 'waive']], excludes: true },
  { start: 'late', pairs: [['take less', 'waive']] },
]
const ofReadyMade: Races[] = [
  {
    start: 'placed',
    pairs: [
      ['drop', 'cancel by the shop'],
      ['waive', 'cancel by the shop'],
    ],
  },
  { start: 'out', pairs: [['take less', 'turn late']] },
  {
    start: 'late',
    pairs: [
      ['take', 'take'],
      ['take', 'take less'],
      ['take', 'fail'],
      ['take', 'waive at the door'],
      ['take', 'drop'],
      ['take', 'cancel'],
      ['take', 'cancel by the shop'],
    ],
    excludes: true,
  },
  { start: 'failed', pairs: [['close', 'waive']] },
  {
    start: 'short',
    pairs: [
      ['settle', 'settle'],
      ['settle', 'waive'],
    ],
    excludes: true,
  },
  { start: 'short', pairs: [['waive', 'waive']] },
  {
    start: 'too much',
    pairs: [
      ['settle', 'settle'],
      ['settle', 'waive'],
    ],
    excludes: true,
  },
  { start: 'late and short', pairs: [['the late job', 'waive']] },
]
const rows = [
  ...rowsOf('cash on delivery', [...ofReadyMade, ...ofEach]),
  ...rowsOf('an agreed price', ofEach),
]

function rowsOf(how: keyof typeof place, races: readonly Races[]) {
  return races.flatMap(({ start, pairs, excludes = false }) =>
    pairs.map(([one, other]) => ({ how, start, one, other, excludes })),
  )
}

let shops: TwoShops
let worker: Awaited<ReturnType<typeof openWorker>>
let lateJob: ReturnType<typeof refundLateHandler>

beforeAll(async () => {
  if (whyNotOnServer) return
  shops = await openMoneyShops()
  worker = await openWorker(shops)
  lateJob = refundLateHandler(worker.deps)
})
afterAll(async () => {
  await worker?.close()
  await shops?.close()
})

const select = (query: string) => shops.select(query)
const storyOf = ({ orderId }: Due) => moneyStory(shops, orderId)

async function newOrder(how: keyof typeof place, start: Start): Promise<Due> {
  // Who has not paid may order only a few times.
  const who = await anyCustomer(shops)
  const placed = { ...who, ...(await place[how](shops, who)), rider: '', open: 0 }
  if (start === 'placed') return placed
  const order = { ...placed, rider: await sendOut(shops, placed.orderId) }
  if (['late', 'late and short', 'too much'].includes(start)) await turnLate(shops, order.orderId)
  if (start === 'failed') await acts.fail(shops.urls[0], order)
  if (start.endsWith('short')) return { ...order, open: await openAfter('take less', order) }
  if (start === 'too much') return { ...order, open: await openAfter('take', order) }
  return order
}

async function openAfter(act: 'take' | 'take less', order: Due): Promise<number> {
  expect((await acts[act](shops.urls[0], order)).status).toBe(200)
  if (act === 'take') await acts['the late job']()
  const [less] = await select(
    `select (charged_paise - paid_paise)::text as name from orders where id = '${order.orderId}'`,
  )
  return Number(less) / 100
}

describe.skipIf(whyNotOnServer)(whyNotOnServer ?? 'money at a door, in two processes', () => {
  it.each(rows)('$how, $start: $one and $other end as one after the other would', async (row) => {
    const { how, start, one, other, excludes } = row
    const statuses = await expectInTurn({
      urls: shops.urls,
      acts: [acts[one], acts[other]],
      newOrder: () => newOrder(how, start),
      storyOf,
    })
    if (excludes) expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })

  it('a process is killed while riders take money: each sum counts once', async () => {
    const starts = ['out', 'late', 'out', 'late', 'out', 'late'] as const
    const orders: Due[] = []
    // In turn: at the same moment a shop takes few orders in cash.
    for (const start of starts) orders.push(await newOrder('cash on delivery', start))
    const rides = orders.map(async (order, n) => {
      const sent = { ...take(order), id: crypto.randomUUID() }
      const urls = n < 3 ? shops.urls : shops.urls.toReversed()
      expect(await untilHeard(urls, (url) => say(order, url, sent))).toBe(200)
    })
    await Promise.race(rides)
    await shops.killOne()
    await Promise.all(rides)
    for (const order of orders) {
      const { door, order: row } = await storyOf(order)
      const due = order.total * 100
      expect([door, row]).toEqual([
        [`door ${order.total * 100}`],
        [`delivered ${due} ${order.total * 100}`],
      ])
    }
  })

  it('the money that is due and that was taken agree', () => expectMoneyAgrees(shops))
})
