import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '#platform/clock.ts'
import { everyDay, settings } from '../support/delivery.ts'
import { whyNotOnServer } from './server-process.ts'
import {
  ask,
  beginByCard,
  comeBack,
  firstCake,
  newCustomer,
  payByCard,
  sampleCart,
} from './shop-client.ts'
import {
  type Act,
  expectInTurn,
  expectMoneyAgrees,
  openSlots,
  openTwoShops,
  type TwoShops,
  untilHeard,
} from './two-shops.ts'

/** A paid order for an evening that costs ₹99 more; the cheaper afternoon of its day has one place. */
interface Ordered {
  orderId: string
  item: string
  day: string
  /** Of somebody else, for the same evening. */
  rival: string
}

const email = 'asha@example.in'
const afternoon = { startMinute: 14 * 60, endMinute: 16 * 60, places: 1 }
const evening = { startMinute: 18 * 60, endMinute: 20 * 60, surchargePaise: 9900 }

const asOwner = (url: string, path: string, body: object) => shops.asOwner(url, path, body)
const change = (url: string, orderId: string, time: string, token = asha) =>
  ask(url, '/orders/changeOrder', { body: { orderId, time }, token })

/** Everything that wants the last place, or decides whether an order may still have another one. */
const acts = {
  change: (url, { orderId, day }) => change(url, orderId, `${day}T14:30`),
  'change to another day': (url, { orderId, day }) => change(url, orderId, `${next(day)}T18:30`),
  'change of another order': (url, { rival, day }) => change(url, rival, `${day}T14:30`, ravi),
  checkout: (url, { day }) => order(url, ravi, `${day}T14:30`, 0),
  cancel: (url, { orderId }) =>
    ask(url, '/orders/cancelOrders', { body: { orderId, email }, token: asha }),
  'cancel by the shop': (url, { orderId }) =>
    asOwner(url, '/orders/cancelOrders', { orderId, email, reason: 'A race' }),
  bake: (url, { orderId }) => {
    const moveId = crypto.randomUUID()
    return asOwner(url, '/orders/move', { orderId, move: 'bake', moveId, detail: '' })
  },
  drop: (url, { orderId, item: itemId }) =>
    asOwner(url, '/orders/dropItem', { orderId, itemId, reason: 'A race' }),
} satisfies Record<string, Act<Ordered>>

type ActName = keyof typeof acts

/** Of these, no more than one gets the place. */
const forOnePlace: ActName[] = ['checkout', 'change of another order']
const others = Object.keys(acts) as ActName[]

let shops: TwoShops
let asha: string
let ravi: string
/** How many days from today have orders already. */
let usedDays = 3

beforeAll(async () => {
  if (whyNotOnServer) return
  shops = await openTwoShops()
  const [url] = shops.urls
  asha = await newCustomer(url, email)
  ravi = await newCustomer(url, 'ravi@example.in')
  const { _id: id } = await firstCake(url)
  await asOwner(url, '/cakes/editcake', { id, workMinutes: 30 })
  await openSlots(shops, {
    slots: [...everyDay(afternoon), ...everyDay(evening)],
    usual: { ...settings().usual, daysAhead: 365 },
  })
})
afterAll(() => shops?.close())

const select = (query: string) => shops.select(query)

const dayIn = (away: number) => new Date(Date.now() + away * dayMs).toISOString().slice(0, 10)
const next = (day: string) => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10)

/** Begins to order a cake, which the card is to pay. */
async function order(url: string, token: string, time: string, surcharge: number) {
  const cart = await sampleCart(url)
  return beginByCard(url, token, { ...cart, amount: cart.amount + surcharge, time })
}

async function buy(token: string, day: string): Promise<string> {
  const [url] = shops.urls
  const { body: begun } = await order(url, token, `${day}T18:30`, 99)
  await payByCard(url, begun)
  await comeBack(url, token, begun.orderId)
  return begun.orderId
}

/** Each has two days of its own. */
async function newOrder(): Promise<Ordered> {
  usedDays += 2
  const day = dayIn(usedDays)
  const orderId = await buy(asha, day)
  const [item = ''] = await select(
    `select id::text as name from order_items where order_id = '${orderId}'`,
  )
  return { orderId, item, day, rival: await buy(ravi, day) }
}

/** What became of an order and of its two days, in words that are the same for each order with the same end. */
async function storyOf({ orderId, day, rival }: Ordered) {
  const itsDays = `between '${day}' and '${next(day)}'`
  const orderOf = (id: string) =>
    select(`select concat_ws(' ', (slot_starts_at at time zone 'Asia/Kolkata')::time, fulfilment, charged_paise,
      paid_paise, slot_starts_at::date - '${day}') as name from orders where id = '${id}'`)
  return {
    orders: [await orderOf(orderId), await orderOf(rival)],
    places:
      await select(`select concat_ws(' ', day - '${day}', start_minute, state, kitchen_minutes) as name
      from delivery_reservations join delivery_slots s on s.id = slot_id where day ${itsDays} order by 1`),
    taken:
      await select(`select concat_ws(' ', day - '${day}', coalesce(start_minute::text, resource), taken) as name
      from delivery_loads left join delivery_slots s on s.id::text = resource where day ${itsDays} order by 1`),
    refunds: await select(`select (-paise)::text as name
      from order_payments where paise < 0 and order_id = '${orderId}' order by 1`),
    papers: await select(
      `select concat_ws(' ', kind, total_paise) as name from order_papers where order_id = '${orderId}' order by 1`,
    ),
    log: await select(
      `select action as name from audit_log where subject_id = '${orderId}' order by 1`,
    ),
  }
}

describe.skipIf(whyNotOnServer)(whyNotOnServer ?? 'at the same moment, in two processes', () => {
  it.each(others)('a change of slot and %s end as one after the other would', async (other) => {
    const statuses = await expectInTurn({
      urls: shops.urls,
      acts: [acts.change, acts[other]],
      newOrder,
      storyOf,
    })
    if (forOnePlace.includes(other)) expect(statuses.toSorted()).toEqual([200, 409])
  })

  it('a process is killed while six orders want one place: it is had by one, and once', async () => {
    usedDays += 2
    const day = dayIn(usedDays)
    // One after the other: a customer holds two places without paying.
    const orders: string[] = []
    for (let n = 0; n < 6; n += 1) orders.push(await buy(asha, day))
    const changes = orders.map((orderId, n) => {
      const urls = n % 2 ? shops.urls : shops.urls.toReversed()
      return untilHeard(urls, (url) => change(url, orderId, `${day}T14:30`))
    })
    await Promise.race(changes)
    await shops.killOne()
    const statuses = await Promise.all(changes)
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    const refunds = await select(`select key as name from order_payments
      where paise < 0 and order_id in (${orders.map((id) => `'${id}'`).join()})`)
    expect(refunds).toHaveLength(1)
  })

  it('no money went back twice, and places, minutes and the ledger agree', () =>
    expectMoneyAgrees(shops))
})
