import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTokenSigner } from '#platform/secrets.server.ts'
import { createDeliveryCodes } from '#shop/orders/fulfilment/delivery-code.server.ts'
import { trackingUrlOf } from '#shop/tracking/link/tracking-url.server.ts'
import { expectConsistent } from '../faults/operator-commands.ts'
import { plainPicture } from '../support/hostile-pictures.ts'
import { onServer } from '../support/test-databases.setup.ts'
import {
  endAll,
  newDatabase,
  type Settings,
  startServer,
  startTwo,
  temporaryFolder,
  whyNotOnServer,
} from './server-process.ts'
import {
  ask,
  beginByCard,
  comeBack,
  newCustomer,
  payByCard,
  sampleCart,
  signIn,
} from './shop-client.ts'

const owner = { email: 'admin@cakewala.test', password: 'a password of the admin' }
/** Of the shops: links and codes are made from it. */
const secret = randomBytes(32).toString('base64url')

/** A paid order with two cakes, in a run, with its photo. */
interface Carried {
  orderId: string
  email: string
  token: string
  item: string
  run: string
  /** Of the run's link. */
  rider: string
}

type Act = (url: string, order: Carried) => Promise<{ status: number }>

const code = createDeliveryCodes(secret)
const trackingTokens = createTokenSigner({ purpose: 'tracking', secret })

/** What the rider says; the same id is the same move. */
function say({ orderId, rider }: Carried, url: string, said: object) {
  const id = crypto.randomUUID()
  return ask(url, '/runs/move', { body: { token: rider, order: orderId, id, ...said } })
}
const deliver = (order: Carried) => ({
  move: 'deliver',
  receiver: 'recipient',
  code: code({ id: order.orderId }),
})
const asOwner = (url: string, path: string, body: object) =>
  ask(url, path, { body, token: ownerToken })
const dispatch = (url: string, order: Carried) => say(order, url, { move: 'dispatch' })

/** Everybody who may say something of an order that is about to leave, or has left. */
const acts = {
  rider: {
    out: dispatch,
    delivered: (url, order) => say(order, url, deliver(order)),
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
    hold: (url, { orderId }) => {
      const link = { orderId, audience: 'sender', version: 1 } as const
      const address = trackingUrlOf({ shop: { publicUrl: '' }, trackingTokens }, link)
      return ask(url, '/track/hold', { body: { token: address.split('/').at(-1) } })
    },
  },
  // The hours of the run go by.
  clock: {
    'end of the run': async (_, { run }) => {
      const past = "created_at = now() - interval '2 hours', link_ends_at = now()"
      await select(`update rider_runs set ${past} where id = '${run}'`)
      return { status: 200 }
    },
  },
} satisfies Record<string, Record<string, Act>>

type Group = keyof typeof acts
const all: Record<string, Act> = Object.assign({}, ...Object.values(acts))
const groups = Object.keys(acts) as Group[]

/** Each with each of another group; the rider also with himself, on two phones. */
const pairs = groups.flatMap((one, at) =>
  groups
    .slice(at + (one === 'rider' ? 0 : 1))
    .flatMap((other) =>
      Object.keys(acts[one]).flatMap((first) =>
        Object.keys(acts[other]).map((second) => [first, second] as const),
      ),
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

let data: ReturnType<typeof temporaryFolder>
let settings: Settings
let two: Awaited<ReturnType<typeof startTwo>>
let ownerToken: string
let customers = 0

beforeAll(async () => {
  if (whyNotOnServer) return
  data = temporaryFolder()
  settings = { DATABASE_URL: await newDatabase(), DATA_DIR: data.folder, SESSION_SECRET: secret }
  const more = { ADMIN_PASSWORD: owner.password, TRUST_PROXY: 'on' }
  two = await startTwo({ ...settings, ...more })
  ownerToken = await signIn(two.one.url, owner)
})
afterAll(async () => {
  await endAll()
  data?.remove()
})

const select = (query: string) => onServer(settings.DATABASE_URL ?? '', query)

async function newOrder(start: ReturnType<typeof startOf>): Promise<Carried> {
  const { url } = two.one
  customers += 1
  const email = `asha-${customers}@example.in`
  const token = await newCustomer(url, email)
  const { order: lines, amount } = await sampleCart(url)
  const cart = { order: [...lines, ...lines], amount: 2 * (amount - 50) + 50 }
  const begun = await beginByCard(url, token, cart)
  await payByCard(url, begun)
  const { orderId } = begun
  await comeBack(url, token, orderId)
  const items = await select(
    `select id::text as name from order_items where order_id = '${orderId}' order by position`,
  )
  for (const suborder of items) {
    await asOwner(url, '/orders/confirmOrder', { order: orderId, suborder, data: '' })
  }
  await takePhoto(url, orderId)
  const run = { riderName: 'Ravi', riderMobile: '9876500000', orders: [orderId] }
  const made = await ask<{ id: string; link: string }>(url, '/runs/make', {
    body: run,
    token: ownerToken,
  })
  const rider = made.body.link.split('/run/')[1] ?? ''
  const carried = { orderId, email, token, item: items[0] ?? '', run: made.body.id, rider }
  if (start !== 'ready') await dispatch(url, carried)
  if (start === 'failed') await say(carried, url, { move: 'fail', reason: 'nobody-in' })
  return carried
}

async function takePhoto(url: string, orderId: string) {
  const form = new FormData()
  const bytes = new Uint8Array(await plainPicture('#8b1e3f').png().toBuffer())
  form.set('image', new File([bytes], 'cake.png'))
  const headers = { authorization: `Bearer ${ownerToken}` }
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
    refunds: await of(
      'refunds.amount_paise::text',
      'refunds join payments on payments.id = payment_id where',
    ),
    stops: await of("'in a run'", 'rider_stops where'),
    papers: await of("kind || ' ' || taxable_paise", 'tax_documents where'),
    order: await select(
      `select concat_ws(' ', refunded_paise, fulfilment, dispatch_held_at is not null, rider_note) as name from orders where id = '${orderId}'`,
    ),
  }
}

describe.skipIf(whyNotOnServer)(whyNotOnServer ?? 'at the same moment, in two processes', () => {
  it.each(pairs)('%s and %s end as one after the other would', async (...pair) => {
    const urls = [two.one.url, two.other.url]
    const act = async (at: number, order: Carried) => all[pair[at] ?? '']?.(urls[at] ?? '', order)
    const inTurn = async (...turns: number[]) => {
      const order = await newOrder(startOf(pair))
      const statuses: (number | undefined)[] = []
      for (const at of turns) statuses[at] = (await act(at, order))?.status
      return { statuses, story: await storyOf(order) }
    }
    const possible = [await inTurn(0, 1), await inTurn(1, 0)]
    const order = await newOrder(startOf(pair))
    const replies = await Promise.all([act(0, order), act(1, order)])
    const statuses = replies.map((reply) => reply?.status)
    expect(possible).toContainEqual({ statuses, story: await storyOf(order) })
    if (excludes.has(pair.join(' × ')))
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })

  it('a process is killed while riders send: each move counts once', async () => {
    const orders = await Promise.all(Array.from({ length: 6 }, () => newOrder('ready')))
    const rides = orders.map(async (order, n) => {
      for (const said of [{ move: 'dispatch' }, deliver(order)])
        await sendUntilHeard(order, said, n)
    })
    await Promise.race(rides)
    const { url } = two.one
    await two.one.end('SIGKILL')
    two.one = await startServer({
      ...settings,
      TRUST_PROXY: 'on',
      PORT: new URL(url).port,
    })
    await Promise.all(rides)
    for (const order of orders) {
      const { moves } = await storyOf(order)
      expect(moves.filter((move) => /dispatch|deliver/.test(move))).toEqual([
        'deliver from out_for_delivery',
        'dispatch from ready',
      ])
    }
  })

  it('no money went back twice, and the ledger is consistent', async () => {
    const waiting = () => select(`select id::text as name from refunds where status = 'requested'`)
    await expect.poll(waiting, { timeout: 60_000, interval: 100 }).toEqual([])
    await expectConsistent(settings)
  })
})

/** As the rider's page does: the same move, until the shop has said what became of it. */
async function sendUntilHeard(order: Carried, said: object, n: number) {
  const id = crypto.randomUUID()
  for (let tries = n; ; tries++) {
    const { url } = tries % 2 ? two.one : two.other
    const heard = await say(order, url, { ...said, id }).catch(() => null)
    if (heard && heard.status < 500) {
      expect(heard.status).toBe(200)
      return
    }
  }
}
