import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plainPicture } from '../support/hostile-pictures.ts'
import {
  type Carried,
  dispatch,
  handOver,
  makeRun,
  prepareAll,
  say,
  secret,
  senderToken,
} from './run-client.ts'
import { whyNotOnServer } from './server-process.ts'
import { ask, beginByCard, comeBack, newCustomer, payByCard, sampleCart } from './shop-client.ts'
import {
  type Act,
  expectInTurn,
  expectMoneyAgrees,
  openTwoShops,
  type TwoShops,
  untilHeard,
} from './two-shops.ts'

/** A paid order with two cakes, in a run, with its photo. */
interface Paid extends Carried {
  email: string
  token: string
  item: string
  run: string
}

const asOwner = (url: string, path: string, body: object) => shops.asOwner(url, path, body)

/** Everybody who may say something of an order that is about to leave, or has left. */
const acts = {
  rider: {
    out: dispatch,
    delivered: (url, order) => say(order, url, handOver(order)),
    failed: (url, order) => say(order, url, { move: 'fail', reason: 'nobody-in' }),
  },
  baker: {
    'cancel by the shop': (url, { orderId, email }) =>
      asOwner(url, '/orders/cancelOrders', { orderId, email, reason: 'A race' }),
    drop: (url, { orderId, item: itemId }) =>
      asOwner(url, '/orders/dropItem', { orderId, itemId, reason: 'A race' }),
    'take out of the run': (url, { orderId: order, run }) =>
      asOwner(url, '/runs/leave', { run, order }),
    close: (url, { orderId }) => {
      const moveId = crypto.randomUUID()
      return asOwner(url, '/orders/move', { orderId, move: 'close', moveId, detail: '' })
    },
    release: (url, { orderId: order }) => asOwner(url, '/orders/release', { order }),
  },
  customer: {
    change: (url, { orderId, token }) =>
      ask(url, '/orders/changeOrder', { body: { orderId, riderNote: 'Gate 2' }, token }),
    cancel: (url, { orderId, email, token }) =>
      ask(url, '/orders/cancelOrders', { body: { orderId, email }, token }),
    hold: (url, { orderId }) => ask(url, '/orders/hold', { body: { token: senderToken(orderId) } }),
  },
  // The hours of the run go by.
  clock: {
    'end of the run': async (_, { run }) => {
      const past = "created_at = now() - interval '2 hours', link_ends_at = now()"
      await select(`update rider_runs set ${past} where id = '${run}'`)
      return { status: 200 }
    },
  },
} satisfies Record<string, Record<string, Act<Paid>>>

type Group = keyof typeof acts
type ActName = { [group in Group]: keyof (typeof acts)[group] }[Group]

const all: Record<ActName, Act<Paid>> = {
  ...acts.rider,
  ...acts.baker,
  ...acts.customer,
  ...acts.clock,
}
const groups = Object.keys(acts) as Group[]
const namesOf = (group: Group) => Object.keys(acts[group]) as ActName[]

/** Each with each of another group; the rider also with himself, on two phones. */
const pairs = groups.flatMap((one, at) =>
  groups
    .slice(at + (one === 'rider' ? 0 : 1))
    .flatMap((other) =>
      namesOf(one).flatMap((first) => namesOf(other).map((second) => [first, second] as const)),
    ),
)

/** Of these exactly one may happen. */
const excludes = new Set([
  ...['out × out', 'out × cancel by the shop', 'out × take out of the run', 'out × close'],
  ...['out × hold', 'delivered × delivered', 'delivered × failed', 'failed × failed'],
])

/** How far an order is before two say something of it at once. */
function startOf(pair: readonly string[]): 'ready' | 'out' | 'failed' {
  if (pair.includes('delivered') || pair.includes('failed')) return 'out'
  return pair.includes('close') ? 'failed' : 'ready'
}

let shops: TwoShops
let customers = 0

beforeAll(async () => {
  if (whyNotOnServer) return
  shops = await openTwoShops({ SESSION_SECRET: secret })
})
afterAll(() => shops?.close())

const select = (query: string) => shops.select(query)

async function newOrder(start: ReturnType<typeof startOf>): Promise<Paid> {
  const [url] = shops.urls
  customers += 1
  const email = `asha-${customers}@example.in`
  const token = await newCustomer(url, email)
  const { order: lines, amount } = await sampleCart(url)
  const cart = { order: [...lines, ...lines], amount: 2 * (amount - 50) + 50 }
  const { body: begun } = await beginByCard(url, token, cart)
  await payByCard(url, begun)
  const { orderId } = begun
  await comeBack(url, token, orderId)
  const [item = ''] = await prepareAll(shops, orderId)
  await takePhoto(url, orderId)
  const paid = { orderId, email, token, item, ...(await makeRun(shops, orderId)) }
  if (start !== 'ready') await dispatch(url, paid)
  if (start === 'failed') await say(paid, url, { move: 'fail', reason: 'nobody-in' })
  return paid
}

async function takePhoto(url: string, orderId: string) {
  const form = new FormData()
  const bytes = new Uint8Array(await plainPicture('#8b1e3f').png().toBuffer())
  form.set('image', new File([bytes], 'cake.png'))
  const headers = { authorization: `Bearer ${shops.ownerToken}` }
  const path = `${url}/api/v1/orders/photo?order=${orderId}`
  const { status } = await fetch(path, { method: 'POST', body: form, headers })
  expect(status).toBe(200)
}

/** What became of an order, in words that are the same for each order with the same end. */
async function storyOf({ orderId }: Carried) {
  const of = (what: string, from: string) =>
    select(`select ${what} as name from ${from} order_id = '${orderId}' order by 1`)
  return {
    items: await of('status', 'order_items where'),
    moves: await of(`move || ' from ' || "from"`, 'order_moves where'),
    refunds: await of('(-paise)::text', 'order_payments where paise < 0 and'),
    stops: await of("'in a run'", 'rider_stops where'),
    papers: await of("kind || ' ' || taxable_paise", 'order_papers where'),
    order: await select(
      `select concat_ws(' ', charged_paise, paid_paise, fulfilment, dispatch_held_at is not null, rider_note) as name from orders where id = '${orderId}'`,
    ),
  }
}

describe.skipIf(whyNotOnServer)(whyNotOnServer ?? 'at the same moment, in two processes', () => {
  it.each(pairs)('%s and %s end as one after the other would', async (...pair) => {
    const statuses = await expectInTurn({
      urls: shops.urls,
      acts: [all[pair[0]], all[pair[1]]],
      newOrder: () => newOrder(startOf(pair)),
      storyOf,
    })
    if (excludes.has(pair.join(' × ')))
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })

  it('a process is killed while riders send: each move counts once', async () => {
    const orders = await Promise.all(Array.from({ length: 6 }, () => newOrder('ready')))
    const rides = orders.map(async (order, n) => {
      const urls = n % 2 ? shops.urls : shops.urls.toReversed()
      for (const move of [{ move: 'dispatch' }, handOver(order)]) {
        const sent = { ...move, id: crypto.randomUUID() }
        expect(await untilHeard(urls, (url) => say(order, url, sent))).toBe(200)
      }
    })
    await Promise.race(rides)
    await shops.killOne()
    await Promise.all(rides)
    for (const order of orders) {
      const { moves } = await storyOf(order)
      expect(moves.filter((move) => /dispatch|deliver/.test(move))).toEqual([
        'deliver from out_for_delivery',
        'dispatch from ready',
      ])
    }
  })

  it('no money went back twice, and the ledger is consistent', () => expectMoneyAgrees(shops))
})
