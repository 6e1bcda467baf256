import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hourMs } from '#platform/clock.ts'
import { askedText, dayLoad } from '#shop/delivery/day-load.ts'
import { readAskedRows, readLoadRows } from '#shop/delivery/delivery.store.server.ts'
import { usualDay } from '#shop/delivery/delivery-plan.ts'
import { itemsOf } from '#shop/orders/orders.store.server.ts'
import { begin, buy, checkOut, customLine, truffleLine } from '../support/checkout-steps.ts'
import { everyDay, saveSettings, settings, wrongPlaces } from '../support/delivery.ts'
import { tableContents } from '../support/table-contents.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let owner: string
let asha: { email: string; token: string }

const day = '2026-11-22'
/** The truffle cake and the zone's fee. */
const amount = 910
const [first, second] = [`${day}T17:00`, `${day}T19:00`]
/** One order each, from 4 to 6 and from 6 to 8 pm; orders end at 6 pm on the day before. */
const slots = [
  ...everyDay({ places: 1, cutOffMinutes: null, cutOffDayBefore: 18 * 60 }),
  ...everyDay({
    places: 1,
    cutOffMinutes: null,
    cutOffDayBefore: 18 * 60,
    startMinute: 18 * 60,
    endMinute: 20 * 60,
  }),
]

beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake({ leadHours: 3, workMinutes: 30, minutesPerKg: 20 })
  owner = (await shop.admin()).token
  asha = await shop.customer()
  expect((await saveSettings(shop, owner, settings({ slots }))).status).toBe(200)
})
afterEach(async () => {
  expect(await wrongPlaces(shop)).toEqual([])
  await shop.close()
})

/** A placed order of one customised cake. */
async function ask(time = first, token = asha.token) {
  const line = { order: [customLine], amount: 0, time, checkoutId: crypto.randomUUID() }
  const { status, body } = await checkOut(shop, token, line)
  expect(status).toBe(200)
  return body.orderId
}

async function quote(orderId: string) {
  const items = await itemsOf(shop.context.db, orderId)
  const suborder = items.find(({ customize }) => customize)?.id
  return shop.post('/orders/confirmOrder', { order: orderId, suborder, data: 1, msg: 1450 }, owner)
}

/** The customer's answer to a quote. */
async function answer(orderId: string, given: 'accept' | 'decline' = 'accept') {
  const { rows } = await shop.context.db.execute(
    sql`select q.id from quotes q join order_items i on i.id = q.item_id where i.order_id = ${orderId}`,
  )
  return shop.post<{ detail?: string }>(
    '/orders/answerQuote',
    { quote: rows[0]?.id, answer: given },
    asha.token,
  )
}

/** What its two slots have taken, and how many orders only ask for them. */
async function slotsOfDay() {
  const { db, deliveryPlan } = shop.context
  const rows = await readLoadRows(db, day, day)
  const { slots: loads } = dayLoad(
    deliveryPlan.current(),
    day,
    rows,
    await readAskedRows(db, day, day),
  )
  return loads.map(({ taken, askedOrders: asked }) => ({ taken, asked }))
}

/** A refusal changes nothing at all. */
async function refused(orderId: string) {
  const before = await tableContents(shop.context.db)
  const { status, body } = await answer(orderId)
  expect(await tableContents(shop.context.db)).toEqual(before)
  expect(status).toBe(409)
  return body.detail
}

const closeDay = (closedReason: string | null) =>
  shop.post('/delivery/day', { ...usualDay(day), closedReason, reason: '' }, owner)

it('twenty customised cakes that cost nothing fill no slot, and the baker sees them', async () => {
  for (let n = 0; n < 20; n += 1) await ask()
  expect(await slotsOfDay()).toEqual([
    { taken: 0, asked: 20 },
    { taken: 0, asked: 0 },
  ])
  expect([askedText(20), askedText(1)]).toEqual([
    '20 custom orders asked for',
    '1 custom order asked for',
  ])
  expect((await buy(shop, asha.token, { time: first, amount })).state).toBe('placed')
  expect((await slotsOfDay())[0]).toEqual({ taken: 1, asked: 20 })
})

it('an order takes its place when its price is accepted, and is asked for no more', async () => {
  const orderId = await ask()
  expect((await quote(orderId)).status).toBe(200)
  expect((await slotsOfDay())[0]).toEqual({ taken: 0, asked: 1 })
  expect((await answer(orderId)).status).toBe(200)
  expect((await slotsOfDay())[0]).toEqual({ taken: 1, asked: 0 })
  await shop.post('/orders/cancelOrders', { email: asha.email, orderId }, asha.token)
  expect((await slotsOfDay())[0]).toEqual({ taken: 0, asked: 0 })
})

it('an order that is declined was only asked for', async () => {
  const orderId = await ask()
  await quote(orderId)
  expect((await answer(orderId, 'decline')).status).toBe(200)
  expect((await slotsOfDay())[0]).toEqual({ taken: 0, asked: 0 })
})

it('of two who accept for the last place one has it; the other chooses another time and accepts', async () => {
  const both = [await ask(), await ask()]
  for (const orderId of both) await quote(orderId)
  const answers = await Promise.all(both.map((orderId) => answer(orderId)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await slotsOfDay())[0]).toEqual({ taken: 1, asked: 1 })
  const loser = both[answers.findIndex(({ status }) => status === 409)] ?? ''
  expect(await refused(loser)).toMatch(
    /^Sun 22 Nov, 4 to 6 pm is full\. Please choose another time\. Change the time of your order and accept then, or call us on /,
  )
  const moved = await shop.post('/orders/changeOrder', { orderId: loser, time: second }, asha.token)
  expect(moved.status).toBe(200)
  expect(await slotsOfDay()).toEqual([
    { taken: 1, asked: 0 },
    { taken: 0, asked: 1 },
  ])
  expect((await answer(loser)).status).toBe(200)
  expect((await slotsOfDay())[1]).toEqual({ taken: 1, asked: 0 })
})

it('a slot that is full is not asked for, nor quoted, nor changed to', async () => {
  const early = await ask()
  const other = await ask(second)
  await buy(shop, asha.token, { time: first, amount })
  const line = { order: [customLine], amount: 0, time: first, checkoutId: crypto.randomUUID() }
  const late = await checkOut(shop, asha.token, line)
  expect(late.status).toBe(409)
  const quoted = await quote(early)
  expect(quoted.status).toBe(422)
  expect(quoted.body.detail).toBe(
    'Sun 22 Nov, 4 to 6 pm is full now. Change the day’s places, or call the customer.',
  )
  const change = await shop.post('/orders/changeOrder', { orderId: other, time: first }, asha.token)
  expect(change.status).toBe(409)
})

it('a price is accepted neither on a closed day nor past the cut-off', async () => {
  const orderId = await ask()
  await quote(orderId)
  await closeDay('Diwali')
  expect(await refused(orderId)).toMatch(
    /^We are closed then: Diwali\. Please choose another day\. /,
  )
  expect((await quote(orderId)).body.detail).toMatch(
    /takes no more orders\. Please call the customer\.$/,
  )
  await closeDay(null)
  const sevenInTheEvening = new Date('2026-11-21T19:00+05:30').getTime()
  shop.wait(sevenInTheEvening - shop.context.clock.now().getTime())
  expect(await refused(orderId)).toMatch(
    /^Orders for Sun 22 Nov, 4 to 6 pm ended at 6 pm on Sat 21 Nov\. .* Please call us on /,
  )
  shop.wait(-2 * hourMs)
  expect((await answer(orderId)).status).toBe(200)
})

it('ready-made cakes hold the place of an order, and customised ones beside them only their minutes later', async () => {
  const order = [truffleLine, customLine]
  const { orderId } = await buy(shop, asha.token, { time: first, amount, order })
  const kitchen = async () =>
    (await readLoadRows(shop.context.db, day, day)).find(({ resource }) => resource === 'kitchen')
  expect((await slotsOfDay())[0]).toEqual({ taken: 1, asked: 0 })
  expect(await kitchen()).toMatchObject({ taken: 50 })
  await closeDay('Diwali')
  await quote(orderId)
  expect((await answer(orderId)).status).toBe(200)
  expect(await kitchen()).toMatchObject({ taken: 50 + 120 })
})

it('an unpaid order still holds its place, beside those that only ask', async () => {
  const asking = await ask()
  await quote(asking)
  expect((await begin(shop, asha.token, { time: first, amount })).status).toBe(200)
  expect(await refused(asking)).toContain('is full')
})

it('the migration gives back the places that were held without a price', async () => {
  const { db } = shop.context
  const [asking, agreed] = [await ask(), await ask(second)]
  await quote(agreed)
  await answer(agreed)
  const now = await slotsOfDay()
  await db.execute(sql`update delivery_reservations set state = 'kept'`)
  await db.execute(sql`
    insert into delivery_loads select r.day, r.slot_id::text, 1 from delivery_reservations r
    join orders o on o.reservation_id = r.id where o.id = ${asking}`)
  await db.execute(sql`update delivery_loads set taken = taken + 120 where resource = 'kitchen'`)
  const migration = readFileSync('db/migrations/0003_asked-places.sql', 'utf8')
  await db.execute(sql.raw(migration.split('--> statement-breakpoint').at(-1) ?? ''))
  expect(await slotsOfDay()).toEqual(now)
})
