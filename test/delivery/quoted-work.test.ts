import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hourMs } from '#platform/clock.ts'
import { itemsOf } from '#shop/orders/orders.store.server.ts'
import { quotesOfOrder } from '#shop/orders/quotes/quotes.store.server.ts'
import { expireQuotes } from '#shop/quotes/answer-quote.server.ts'
import { checkoutOf, customLine, type Started } from '../support/checkout-steps.ts'
import { everyDay, saveSettings, settings, wrongPlaces } from '../support/delivery.ts'
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

const slots = everyDay()
const limitTo = (kitchenMinutes: number | null) =>
  saveSettings(shop, owner, settings({ slots, usual: { ...settings().usual, kitchenMinutes } }))

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

function answer(given: 'accept' | 'decline', { itemId }: { itemId: string }) {
  shop.wait(1)
  return newestQuote(itemId).then((id) =>
    shop.post<{ detail?: string }>('/orders/answerQuote', { quote: id, answer: given }, asha.token),
  )
}

async function newestQuote(itemId: string) {
  const { rows } = await shop.context.db.execute(
    sql`select id from quotes where item_id = ${itemId} order by quoted_at desc limit 1`,
  )
  return rows[0]?.id
}

async function accept(order: { itemId: string }) {
  expect((await answer('accept', order)).status).toBe(200)
}

async function decline(order: { itemId: string }) {
  expect((await answer('decline', order)).status).toBe(200)
}

async function agree(order: Awaited<ReturnType<typeof place>>, work: object = {}) {
  expect((await quote(order, work)).status).toBe(200)
  await accept(order)
}

async function taken() {
  const { rows } = await shop.context.db.execute(
    sql`select taken from delivery_loads where resource = 'kitchen' and day = ${day}`,
  )
  return Number(rows[0]?.taken ?? 0)
}

const expectAgreement = async () => expect(await wrongPlaces(shop)).toEqual([])

/** A refusal changes nothing at all. */
async function refused(
  ask: () => Promise<{
    status: number
    body: { errors?: Record<string, string>; detail?: string }
  }>,
) {
  const before = await tableContents(shop.context.db)
  const { status, body } = await ask()
  expect(await tableContents(shop.context.db)).toEqual(before)
  return { status, errors: body.errors, detail: body.detail }
}

async function cancelAll() {
  const cancel = { email: asha.email }
  const { rows } = await shop.context.db.execute(
    sql`select o.id from orders o join delivery_reservations r on r.id = o.reservation_id where r.state in ('asked', 'kept')`,
  )
  for (const { id } of rows) {
    await shop.post('/orders/cancelOrders', { ...cancel, orderId: id }, asha.token)
  }
  expect(await taken()).toBe(0)
}

describe('the minutes of a customised cake', () => {
  beforeEach(async () => {
    expect((await limitTo(1000)).status).toBe(200)
    await cancelAll()
  })

  it('are taken when its quote is accepted, for each cake, and not before', async () => {
    const order = await place({ amount: 2 })
    expect(await taken()).toBe(0)
    await quote(order, { workMinutes: 300 })
    await quote(order, { workMinutes: 200 })
    expect(await taken()).toBe(0)
    await expectAgreement()
    await accept(order)
    expect(await taken()).toBe(400)
    await accept(order)
    expect(await taken()).toBe(400)
    await expectAgreement()
  })

  it('are the usual ones if the quote says nothing of them', async () => {
    await agree(await place())
    expect(await taken()).toBe(usualMinutes)
  })

  it('may be none', async () => {
    await agree(await place(), { workMinutes: 0 })
    expect(await taken()).toBe(0)
    await expectAgreement()
  })

  it('that the day has not left cannot be quoted, with what is left of it', async () => {
    await agree(await place())
    const order = await place()
    await limitTo(200)
    expect(await refused(() => quote(order, { workMinutes: 250 }))).toMatchObject({
      status: 422,
      errors: {
        workMinutes:
          'The kitchen has 80 minutes left on 22 Nov 2026, and this needs 250. Change the day’s minutes, or call the customer.',
      },
    })
    expect((await quote(order, { workMinutes: 80 })).status).toBe(200)
    await accept(order)
    expect(await taken()).toBe(200)
    await expectAgreement()
  })

  it('are taken once among several customers who accept at the same time', async () => {
    const placed = [await place(), await place(), await place()]
    for (const order of placed) await quote(order)
    await limitTo(usualMinutes + 60)
    const all = await Promise.all(placed.map((order) => answer('accept', order)))
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await taken()).toBe(usualMinutes)
    await expectAgreement()
  })

  it('are given back whole when the order is cancelled', async () => {
    const order = await place()
    await agree(order, { workMinutes: 333 })
    const { orderId } = order
    await shop.post('/orders/cancelOrders', { email: asha.email, orderId }, asha.token)
    expect(await taken()).toBe(0)
    await expectAgreement()
  })
})

describe('an order that has no place', () => {
  beforeAll(() => limitTo(usualMinutes))
  beforeEach(cancelAll)

  it('takes none once its quote is declined, and one with the next one', async () => {
    const order = await place()
    await quote(order)
    await decline(order)
    await expectAgreement()
    expect((await quote(order)).status).toBe(200)
    await expectAgreement()
    expect(await taken()).toBe(0)
    await accept(order)
    expect(await taken()).toBe(usualMinutes)
    await expectAgreement()
  })

  it('is not quoted while the kitchen has no minutes for it', async () => {
    const [order, other] = [await place(), await place()]
    await agree(other)
    expect((await refused(() => quote(order))).errors).toHaveProperty('workMinutes')
  })

  it('has none once its quote has expired, or it is rejected', async () => {
    await quote(await place())
    await expireQuotes({ ...shop.context, clock: { now: () => new Date('2027-01-01') } })
    expect(await taken()).toBe(0)
    await quote(await place(), { data: 2, msg: 'too tall' })
    expect(await taken()).toBe(0)
    await expectAgreement()
  })
})

describe('of several cakes', () => {
  beforeEach(async () => {
    await limitTo(1000)
    await cancelAll()
  })

  it('each takes its own minutes when it is accepted', async () => {
    const [one, other] = await placeTwo()
    await agree(one, { workMinutes: 200 })
    expect(await taken()).toBe(200)
    await quote(other)
    await expectAgreement()
    await accept(other)
    expect(await taken()).toBe(200 + usualMinutes)
    await expectAgreement()
  })

  it.each(['declined', 'rejected', 'expired'])('one that is %s gives back nothing', async (way) => {
    const [one, other] = await placeTwo()
    await agree(one, { workMinutes: 200 })
    if (way === 'rejected') await quote(other, { data: 2, msg: 'too tall' })
    else await quote(other, { workMinutes: 70 })
    if (way === 'declined') await decline(other)
    if (way === 'expired')
      await expireQuotes({ ...shop.context, clock: { now: () => new Date('2027-01-01') } })
    expect(await taken()).toBe(200)
    await expectAgreement()
  })

  it('one that is dropped after it was accepted gives its minutes back, the last one the place', async () => {
    const [one, other] = await placeTwo()
    await agree(one, { workMinutes: 200 })
    await agree(other, { workMinutes: 70 })
    await drop(one)
    expect(await taken()).toBe(70)
    await expectAgreement()
    await drop(other)
    expect(await taken()).toBe(0)
    await expectAgreement()
  })

  it('the place is given back while only prices are open', async () => {
    const [one, other] = await placeTwo()
    await agree(one, { workMinutes: 200 })
    await quote(other, { workMinutes: 70 })
    await drop(one)
    expect(await taken()).toBe(0)
    await expectAgreement()
    await accept(other)
    expect(await taken()).toBe(70)
    await expectAgreement()
  })

  async function drop({ orderId, itemId }: { orderId: string; itemId: string }) {
    const body = { orderId, itemId, reason: 'No more almonds' }
    expect((await shop.post('/orders/dropItem', body, owner)).status).toBe(200)
  }

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
