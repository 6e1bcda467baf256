import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hourMs } from '#platform/durations.ts'
import { itemsOf } from '#shop/orders/orders.store.server.ts'
import { expireQuotes } from '#shop/orders/quotes/expire-quotes.job.server.ts'
import { quotesOfOrder } from '#shop/orders/quotes/quotes.store.server.ts'
import { checkoutOf, customLine, type Started } from '../support/checkout-steps.ts'
import { saveSettings, settings, wrongPlaces } from '../support/delivery.ts'
import { tableContents } from '../support/table-contents.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let owner: string
let asha: { email: string; token: string }

beforeAll(async () => {
  shop = await openTestShop()
  owner = (await shop.admin()).token
  asha = await shop.customer()
})
afterAll(() => shop.close())

const day = '2026-11-22'
/** The customised cake of 2 kg: 60 minutes, and 30 for each kg. */
const usualMinutes = 120

const limitTo = (kitchenMinutes: number | null) =>
  saveSettings(shop, owner, settings({ usual: { ...settings().usual, kitchenMinutes } }))

/** A placed order of one customised cake, from 4 to 6 pm in two days. */
async function place(line: object = {}, others: object[] = []) {
  const more = { order: [{ ...customLine, ...line }, ...others], amount: 0, time: `${day}T17:00` }
  const body = checkoutOf({ ...more, checkoutId: crypto.randomUUID() })
  const placed = await shop.post<Started>('/orders/process-payment', body, asha.token)
  expect(placed.status).toBe(200)
  const { orderId } = placed.body
  const [item] = await itemsOf(shop.context.db, orderId)
  return { orderId, itemId: item?.id ?? '' }
}

function quote({ orderId, itemId }: Awaited<ReturnType<typeof place>>, work: object = {}) {
  shop.wait(1)
  return shop.post<{ message: string; errors?: Record<string, string> }>(
    '/orders/confirmOrder',
    { order: orderId, suborder: itemId, data: 1, msg: 1450, ...work },
    owner,
  )
}

async function decline({ orderId }: { orderId: string }) {
  const open = (await quotesOfOrder(shop.context.db, orderId)).at(-1)
  const body = { quote: open?.id, answer: 'decline' }
  expect((await shop.post('/orders/answerQuote', body, asha.token)).status).toBe(200)
}

async function taken() {
  const { rows } = await shop.context.db.execute(
    sql`select taken from delivery_loads where resource = 'kitchen' and day = ${day}`,
  )
  return Number(rows[0]?.taken ?? 0)
}

const expectAgreement = async () => expect(await wrongPlaces(shop)).toEqual([])

/** A refusal changes nothing at all. */
async function refused(ask: () => ReturnType<typeof quote>) {
  const before = await tableContents(shop.context.db)
  const { status, body } = await ask()
  expect(await tableContents(shop.context.db)).toEqual(before)
  return { status, errors: body.errors }
}

async function cancelAll() {
  const cancel = { email: asha.email }
  const { rows } = await shop.context.db.execute(
    sql`select o.id from orders o join delivery_reservations r on r.id = o.reservation_id where r.state <> 'released'`,
  )
  for (const { id } of rows) {
    await shop.post('/orders/cancelOrders', { ...cancel, orderId: id }, asha.token)
  }
  expect(await taken()).toBe(0)
}

describe('the minutes of a quote', () => {
  beforeEach(async () => {
    expect((await limitTo(1000)).status).toBe(200)
    await cancelAll()
  })

  it('take the place of what was reckoned with, for each cake', async () => {
    const order = await place({ amount: 2 })
    expect(await taken()).toBe(2 * usualMinutes)
    expect((await quote(order, { workMinutes: 200 })).status).toBe(200)
    expect(await taken()).toBe(400)
    await expectAgreement()
  })

  it('of another quote take the place of the first one’s, and fewer give some back', async () => {
    const order = await place()
    await quote(order, { workMinutes: 300 })
    await quote(order, { workMinutes: 45 })
    expect(await taken()).toBe(45)
    await quote(order, { workMinutes: 0 })
    expect(await taken()).toBe(0)
    await expectAgreement()
  })

  it('left out change nothing, even on a day that is over its limit', async () => {
    const order = await place()
    await limitTo(10)
    expect((await quote(order)).status).toBe(200)
    expect((await quote(order, { workMinutes: usualMinutes })).status).toBe(200)
    expect(await taken()).toBe(usualMinutes)
  })

  it('that the day has not left are refused, with what is left of it', async () => {
    const order = await place()
    await limitTo(200)
    expect(await refused(() => quote(order, { workMinutes: 250 }))).toEqual({
      status: 422,
      errors: {
        workMinutes:
          'The kitchen has 80 minutes left on 22 Nov 2026, and this needs 130 more. Change the day’s minutes, or call the customer.',
      },
    })
    expect((await quote(order, { workMinutes: 200 })).status).toBe(200)
    expect(await taken()).toBe(200)
    await expectAgreement()
  })

  it('are taken once among several bakers who quote at the same time', async () => {
    const placed = [await place(), await place(), await place()]
    await limitTo(3 * usualMinutes + 100)
    const all = await Promise.all(
      placed.map((order) => quote(order, { workMinutes: usualMinutes + 60 })),
    )
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
    expect(await taken()).toBe(3 * usualMinutes + 60)
    await expectAgreement()
  })

  it('are given back whole when the order is cancelled', async () => {
    const order = await place()
    await quote(order, { workMinutes: 333 })
    const { orderId } = order
    await shop.post('/orders/cancelOrders', { email: asha.email, orderId }, asha.token)
    expect(await taken()).toBe(0)
    await expectAgreement()
  })
})

describe('an order of which nothing is made', () => {
  beforeAll(() => limitTo(usualMinutes))
  beforeEach(cancelAll)

  it('has no place once its quote is declined, and takes it again with the next one', async () => {
    const order = await place()
    await quote(order)
    await decline(order)
    expect(await taken()).toBe(0)
    await expectAgreement()
    expect((await quote(order)).status).toBe(200)
    expect(await taken()).toBe(usualMinutes)
    await expectAgreement()
  })

  it('is not quoted again while somebody else has its place', async () => {
    const order = await place()
    await quote(order)
    await decline(order)
    const other = await place()
    await quote(other)
    expect((await refused(() => quote(order))).status).toBe(422)
    const detail = expect.stringContaining('22 Nov 2026, 4 to 6 pm is full now.')
    expect((await quote(order)).body).toMatchObject({ detail })
    await decline(other)
    expect((await quote(order)).status).toBe(200)
  })

  it('has no place once its quote has expired, or it is rejected', async () => {
    await quote(await place())
    await expireQuotes({ ...shop.context, clock: { now: () => new Date('2027-01-01') } })
    expect(await taken()).toBe(0)
    await quote(await place(), { data: 2, msg: 'too tall' })
    expect(await taken()).toBe(0)
    await expectAgreement()
  })

  it('takes the minutes of its next quote alone, however many it had before', async () => {
    await limitTo(200)
    const order = await place()
    await quote(order, { workMinutes: 180 })
    await decline(order)
    await limitTo(100)
    expect((await quote(order, { workMinutes: 90 })).status).toBe(200)
    expect(await taken()).toBe(90)
    await expectAgreement()
    await decline(order)
    expect((await quote(order)).status).toBe(200)
    expect(await taken()).toBe(90)
    await expectAgreement()
  })
})

describe('a cake that is not made, of several', () => {
  beforeEach(async () => {
    await limitTo(1000)
    await cancelAll()
  })

  it('gives its minutes back when it is rejected', async () => {
    await quote(await place({}, [customLine]), { data: 2, msg: 'too tall' })
    expect(await taken()).toBe(usualMinutes)
    await expectAgreement()
  })

  it.each(['declined', 'expired'])('gives those of its quote back when that is %s', async (way) => {
    const order = await place({ amount: 2 }, [customLine])
    await quote(order, { workMinutes: 200 })
    expect(await taken()).toBe(400 + usualMinutes)
    if (way === 'declined') await decline(order)
    else await expireQuotes({ ...shop.context, clock: { now: () => new Date('2027-01-01') } })
    expect(await taken()).toBe(usualMinutes)
    await expectAgreement()
  })

  it('takes the minutes of its next quote, or those it had, if the kitchen has them', async () => {
    const order = await place({}, [customLine])
    await quote(order, { workMinutes: 300 })
    await decline(order)
    expect((await quote(order, { workMinutes: 45 })).status).toBe(200)
    expect(await taken()).toBe(45 + usualMinutes)
    await decline(order)
    await limitTo(usualMinutes + 44)
    expect((await refused(() => quote(order))).errors).toHaveProperty('workMinutes')
    await limitTo(usualMinutes + 45)
    expect((await quote(order)).status).toBe(200)
    expect(await taken()).toBe(45 + usualMinutes)
    await expectAgreement()
  })

  it('leaves nothing behind when the last one is declined', async () => {
    const [one, other] = await placeTwo()
    await quote(one, { workMinutes: 300 })
    await quote(other, { data: 2, msg: 'too tall' })
    expect(await taken()).toBe(300)
    await decline(one)
    expect(await taken()).toBe(0)
    await expectAgreement()
    expect((await quote(one, { workMinutes: 70 })).status).toBe(200)
    expect(await taken()).toBe(70)
    await expectAgreement()
  })

  async function placeTwo() {
    const { orderId } = await place({}, [customLine])
    const [one, other] = await itemsOf(shop.context.db, orderId)
    return [
      { orderId, itemId: one?.id ?? '' },
      { orderId, itemId: other?.id ?? '' },
    ] as const
  }
})

describe('the hours of a quote', () => {
  beforeAll(() => limitTo(null))

  it('that end after the slot’s start are refused, the way included', async () => {
    const order = await place()
    const start = Date.parse(`${day}T16:00+05:30`)
    const travelHours = 0.5
    const most = Math.floor((start - shop.context.clock.now().getTime()) / hourMs - travelHours)
    const { status, errors } = await refused(() => quote(order, { leadHours: most + 1 }))
    expect(status).toBe(422)
    expect(errors?.leadHours).toContain('its slot begins at 22 Nov 2026, 4:00 pm')
    expect((await quote(order, { leadHours: most })).status).toBe(200)
  })

  it('count from now, also those of an earlier quote', async () => {
    const order = await place()
    expect((await quote(order, { leadHours: 40 })).status).toBe(200)
    shop.wait(20 * hourMs)
    expect((await quote(order, { leadHours: 40 })).status).toBe(422)
    expect((await quote(order)).status).toBe(200)
    shop.wait(-20 * hourMs)
  })

  it('leave time to answer while they still fit in, and no longer', async () => {
    const order = await place()
    await quote(order, { leadHours: 40 })
    const [open] = await quotesOfOrder(shop.context.db, order.orderId)
    expect(open?.answerBy).toEqual(new Date('2026-11-20T23:30+05:30'))
    await quote(order, { leadHours: 2 })
    const newest = (await quotesOfOrder(shop.context.db, order.orderId)).at(-1)
    expect(newest?.answerBy).toEqual(new Date('2026-11-21T20:00+05:30'))
  })

  it('are no matter where the order has no slot', async () => {
    await saveSettings(shop, owner, settings({ zones: [], slots: [] }))
    const order = await place()
    expect((await quote(order, { leadHours: 300, workMinutes: 1440 })).status).toBe(200)
    await limitTo(null)
  })
})

it.each([
  ['hours without end', { leadHours: 337 }, 'leadHours'],
  ['half an hour', { leadHours: 0.5 }, 'leadHours'],
  ['less than no work', { workMinutes: -1 }, 'workMinutes'],
  ['more than a day of work', { workMinutes: 1441 }, 'workMinutes'],
  ['words', { workMinutes: 'long' }, 'workMinutes'],
])('%s are no work of a quote', async (_, work, field) => {
  const order = await place()
  const { status, errors } = await refused(() => quote(order, work))
  expect([status, Object.keys(errors ?? {})]).toEqual([422, [field]])
})
