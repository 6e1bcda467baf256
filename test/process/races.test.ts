import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openServer } from '#platform/database/open-database.server.ts'
import { openJobs } from '#platform/jobs/jobs.server.ts'
import { createLog } from '#platform/log.server.ts'
import { expireQuotes } from '#shop/quotes/expire-quotes.job.server.ts'
import { expectConsistent } from '../faults/operator-commands.ts'
import { customLine } from '../support/checkout-steps.ts'
import { onServer } from '../support/test-databases.setup.ts'
import {
  endAll,
  newDatabase,
  type Settings,
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

type Act = (url: string, order: Ordered) => Promise<{ status: number }>

/** Everything that moves an order or its money. The shop has no coupons. */
const acts = {
  accept: (url, { quote, token }) =>
    ask(url, '/orders/answerQuote', { body: { quote, answer: 'accept' }, token }),
  decline: (url, { quote, token }) =>
    ask(url, '/orders/answerQuote', { body: { quote, answer: 'decline' }, token }),
  'quote again': (url, { orderId, custom }) => decide(url, orderId, custom, { data: 1, msg: 1600 }),
  // By a third process, for which the deadline is over.
  expire: async () => {
    await expireAll()
    return { status: 200 }
  },
  cancel: (url, { orderId, email, token }) =>
    ask(url, '/orders/cancelOrders', { body: { orderId, email }, token }),
  refund: (url, { orderId, paid }) => {
    const body = { orderId, amount: paid, reason: 'A race', key: crypto.randomUUID() }
    return ask(url, '/orders/refund', { body, token: ownerToken })
  },
  prepare: (url, { orderId, plain }) => decide(url, orderId, plain),
  undo: (url, { orderId, plain: itemId }) =>
    ask(url, '/orders/undoConfirm', { body: { orderId, itemId }, token: ownerToken }),
  bake: (url, { orderId }) => {
    const body = { orderId, move: 'bake', moveId: crypto.randomUUID() }
    return ask(url, '/orders/move', { body, token: ownerToken })
  },
  drop: (url, { orderId, plain: itemId }) => {
    const body = { orderId, itemId, reason: 'A race' }
    return ask(url, '/orders/dropItem', { body, token: ownerToken })
  },
  change: (url, { orderId, token }) =>
    ask(url, '/orders/changeOrder', { body: { orderId, giftFrom: 'Asha' }, token }),
} satisfies Record<string, Act>

type ActName = keyof typeof acts

let data: ReturnType<typeof temporaryFolder>
let settings: Settings
let urls: [one: string, other: string]
let ownerToken: string
let expireAll: () => Promise<void>
let closeThird: () => Promise<void>
let customers = 0

beforeAll(async () => {
  if (whyNotOnServer) return
  data = temporaryFolder()
  settings = { DATABASE_URL: await newDatabase(), DATA_DIR: data.folder }
  const more = { ADMIN_PASSWORD: owner.password, TRUST_PROXY: 'on' }
  const { one, other } = await startTwo({ ...settings, ...more })
  urls = [one.url, other.url]
  ownerToken = await signIn(one.url, owner)
  const database = await openServer(settings.DATABASE_URL ?? '', null)
  const log = createLog('silent')
  const queue = await openJobs(database, log)
  const clock = { now: () => new Date(Date.now() + 30 * 24 * 60 * 60_000) }
  expireAll = () => expireQuotes({ db: database.db, jobs: queue.jobs, clock, log })
  closeThird = async () => {
    await queue.close()
    await database.close()
  }
})
afterAll(async () => {
  await closeThird?.()
  await endAll()
  data?.remove()
})

/** The baker's call: by default, that an item is prepared. */
function decide(url: string, order: string, suborder: string, more: object = {}) {
  const body = { order, suborder, data: '', ...more }
  return ask(url, '/orders/confirmOrder', { body, token: ownerToken })
}

const select = (query: string) => onServer(settings.DATABASE_URL ?? '', query)

async function newOrder(isPrepared: boolean): Promise<Ordered> {
  const [url] = urls
  customers += 1
  const email = `asha-${customers}@example.in`
  const token = await newCustomer(url, email)
  const cart = await sampleCart(url)
  const order = [...cart.order, customLine]
  const begun = await beginByCard(url, token, { order, amount: cart.amount })
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
      `select refunds.amount_paise::text as name from refunds join payments on payments.id = payment_id where order_id = '${orderId}'`,
    ),
    order: await select(
      `select concat_ws(' ', refunded_paise, fulfilment, gift_from) as name from orders where id = '${orderId}'`,
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
    const both = [acts[one], acts[other]]
    const isPrepared = one === 'undo' || other === 'undo'
    const act = async (at: number, order: Ordered) => both[at]?.(urls[at] ?? '', order)
    const inTurn = async (...turns: number[]) => {
      const order = await newOrder(isPrepared)
      const statuses: (number | undefined)[] = []
      for (const at of turns) statuses[at] = (await act(at, order))?.status
      return { statuses, story: await storyOf(order) }
    }
    const possible = [await inTurn(0, 1), await inTurn(1, 0)]
    // The job finds overdue quotes before it locks them: one that is new by then waits for its next run.
    const expiring = [one, other].indexOf('expire')
    if (expiring !== -1) {
      const alone = await inTurn(1 - expiring)
      alone.statuses[expiring] = 200
      possible.push(alone)
    }
    const order = await newOrder(isPrepared)
    const replies = await Promise.all([act(0, order), act(1, order)])
    const statuses = replies.map((reply) => reply?.status)
    expect(possible).toContainEqual({ statuses, story: await storyOf(order) })
  })

  it('no money went back twice, and the ledger is consistent', async () => {
    const waiting = () => select(`select id::text as name from refunds where status = 'requested'`)
    await expect.poll(waiting, { timeout: 60_000, interval: 100 }).toEqual([])
    const refunded = `select reference as name from sandbox_refunds join sandbox_intents on sandbox_intents.id = intent_id
      group by reference, sandbox_intents.amount_paise having sum(sandbox_refunds.amount_paise) > sandbox_intents.amount_paise`
    expect(await select(refunded)).toEqual([])
    await expectConsistent(settings)
  })
})
