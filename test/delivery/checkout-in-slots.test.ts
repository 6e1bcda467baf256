import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minuteMs } from '#platform/clock.ts'
import { reconcile } from '#shop/paying/reconcile-payments.job.server.ts'
import {
  begin as beginCheckout,
  buy,
  comeBack,
  pay,
  type Started,
} from '../support/checkout-steps.ts'
import { everyDay, newZone, saveSettings, settings, wrongPlaces } from '../support/delivery.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let owner: string
let asha: string

beforeAll(async () => {
  shop = await openTestShop()
  owner = (await shop.admin()).token
  asha = (await shop.customer()).token
  await shop.addCake()
})
afterAll(() => shop.close())

const begin = (more: object = {}, token = asha) =>
  beginCheckout(shop, token, { checkoutId: crypto.randomUUID(), amount: 910, ...more })

/** A customer who has no other order. */
const somebody = async () => (await shop.customer(`${crypto.randomUUID()}@example.in`)).token

/** How many places are taken on all days. */
async function placesTaken() {
  const { rows } = await shop.context.db.execute(
    sql`select sum(taken)::integer as taken from delivery_loads where resource <> 'kitchen'`,
  )
  return Number(rows[0]?.taken)
}

describe('a shop with a zone and slots', () => {
  beforeAll(async () => {
    expect((await saveSettings(shop, owner, settings())).status).toBe(200)
  })

  it('takes an order in a slot and keeps what was agreed', async () => {
    const { status, body } = await begin()
    expect(status).toBe(200)
    const [order] = (
      await shop.context.db.execute(
        sql`select zone, slot_starts_at, slot_ends_at,
          (select c.paise from order_charges c where c.order_id = o.id and c.line = 'delivery') as delivery
          from orders o where id = ${body.orderId}`,
      )
    ).rows
    expect(order).toMatchObject({ zone: 'Central Bengaluru', delivery: 6000 })
    expect(new Date(String(order?.slot_starts_at))).toEqual(new Date('2026-11-21T10:30:00Z'))
  })

  it.each([
    ['a fee as before the zone', { amount: 900 }, 409, 'amount', 'The total is now ₹910.'],
    [
      'a pincode outside',
      { address: '1 Hill Road,744101,Port Blair' },
      409,
      'address',
      'We don’t deliver to 744101 yet.',
    ],
    ['a time between slots', { time: '2026-11-21T15:59' }, 422, 'time', /don’t deliver at this/],
    ['the past', { time: '2026-11-19T17:00' }, 422, 'time', /don’t deliver at this/],
    ['beyond the horizon', { time: '2027-03-19T17:00' }, 422, 'time', /don’t deliver at this/],
    ['no time at all', { time: 'tomorrow' }, 422, 'time', /don’t deliver at this/],
  ])('refuses %s', async (_, more, status, field, message) => {
    const refused = await begin(more)
    expect(refused.status).toBe(status)
    expect(refused.body.errors?.[field]).toMatch(message)
  })

  it('refuses a weekday without slots', async () => {
    const slots = everyDay().filter(({ weekday }) => weekday !== 6)
    await saveSettings(shop, owner, settings({ slots }))
    expect(await begin()).toMatchObject({
      status: 422,
      body: { errors: { time: expect.stringContaining('this time') } },
    })
    expect((await begin({ time: '2026-11-22T17:30' })).status).toBe(200)
    await saveSettings(shop, owner, settings())
  })

  it('refuses a zone that is not active', async () => {
    await saveSettings(shop, owner, settings({ zones: [newZone({ active: false })] }))
    expect(await begin()).toMatchObject({
      status: 422,
      body: { errors: { address: 'We don’t deliver to 560001 yet.' } },
    })
    await saveSettings(shop, owner, settings())
  })

  it('delivers for nothing from ₹1,500 on', async () => {
    const order = [{ cakeid: 'truffle', flavour: 'Cocoa', wt: '1', amount: 2, price: 850 }]
    expect((await begin({ order, amount: 1700 })).status).toBe(200)
  })

  it('refuses less than the zone’s minimum', async () => {
    const zones = [newZone({ minimumPaise: 100_000 })]
    await saveSettings(shop, owner, settings({ zones }))
    const refused = await begin()
    expect(refused).toMatchObject({
      status: 422,
      body: {
        errors: {
          order: 'We deliver to Central Bengaluru from ₹1,000. Please add ₹150 more.',
        },
      },
    })
  })

  it('names the fee that is no longer as the customer saw it', async () => {
    await saveSettings(shop, owner, settings({ zones: [newZone({ feePaise: 8000 })] }))
    expect(await begin()).toMatchObject({
      status: 409,
      body: {
        detail: 'Delivery costs ₹80. The total is now ₹930.',
        errors: { fee: 'Delivery costs ₹80.', amount: 'The total is now ₹930.' },
      },
    })
  })

  it('takes a repeated checkout once', async () => {
    await saveSettings(shop, owner, settings())
    const before = await placesTaken()
    const checkoutId = crypto.randomUUID()
    const token = await somebody()
    const both = await Promise.all([begin({ checkoutId }, token), begin({ checkoutId }, token)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both[0]?.body.orderId).toBe(both[1]?.body.orderId)
    expect(await placesTaken()).toBe(before + 1)
  })
})

describe('a fixed slot inside a standard one', () => {
  const standard = everyDay()
  const fixed = everyDay({ kind: 'fixed', endMinute: 17 * 60, surchargePaise: 9900 })
  const pickup = everyDay({ kind: 'pickup' })
  /** On Saturdays. */
  const idOf = (slots: typeof standard) => slots[6]?.id
  const time = '2026-11-21T16:00'
  beforeAll(async () => {
    const slots = [...standard, ...fixed, ...pickup]
    expect((await saveSettings(shop, owner, settings({ slots }))).status).toBe(200)
  })

  it('is bought by its id, and the cheaper one by the time alone', async () => {
    const checkoutId = crypto.randomUUID()
    const cheaper = await begin({ checkoutId, time })
    const chosen = await begin({ checkoutId, time, slot: idOf(fixed), amount: 1009 })
    expect([cheaper.status, chosen.status]).toEqual([200, 200])
    const { rows } = await shop.context.db.execute(
      sql`select slot_ends_at,
        (select sum(c.paise)::integer from order_charges c where c.order_id = o.id and c.line = 'surcharge') as surcharge
        from orders o where id = ${chosen.body.orderId}`,
    )
    expect(rows).toMatchObject([{ surcharge: 9900 }])
    expect(new Date(String(rows[0]?.slot_ends_at))).toEqual(new Date('2026-11-21T11:30:00Z'))
  })

  it.each([
    ['that is none', { slot: crypto.randomUUID() }],
    ['of pickup', { slot: idOf(pickup) }],
    ['of another weekday', { slot: fixed[5]?.id }],
    ['that does not contain the time', { slot: idOf(fixed), time: '2026-11-21T17:30' }],
  ])('refuses a slot %s', async (_, more) => {
    expect(await begin({ time, ...more })).toMatchObject({
      status: 422,
      body: { errors: { time: expect.stringContaining('this time') } },
    })
  })
})

describe('a slot with places', () => {
  const saved = () => settings({ slots: everyDay({ places: 2 }) })
  beforeEach(async () => {
    expect((await saveSettings(shop, owner, saved())).status).toBe(200)
  })

  it('is held for an unpaid order and refused to the next, before any charge', async () => {
    expect((await begin()).status).toBe(200)
    expect((await begin()).status).toBe(200)
    const third = await begin()
    expect(third).toMatchObject({
      status: 409,
      body: { errors: { time: 'Sat 21 Nov, 4 to 6 pm is full. Please choose another time.' } },
    })
  })

  it('is held twice by a customer who does not pay: a further order gives the oldest place back', async () => {
    await saveSettings(shop, owner, settings({ slots: everyDay({ places: 50 }) }))
    const thief = await somebody()
    const before = await placesTaken()
    const begun = []
    for (let n = 0; n < 5; n += 1) begun.push((await begin({}, thief)).body)
    expect((await placesTaken()) - before).toBe(2)
    const states = []
    for (const { orderId } of begun) {
      const { body } = await shop.post<{ state: string }>(
        '/orders/confirm-payment',
        { orderId },
        thief,
      )
      states.push(body.state)
    }
    const waiting = 'awaiting_payment'
    expect(states).toEqual(['expired', 'expired', 'expired', waiting, waiting])
    expect((await pay(shop, begun[0] as Started)).status).toBe(409)
    expect((await pay(shop, begun[4] as Started)).status).toBe(200)
  })

  it('is free again when the hold lapses', async () => {
    await begin()
    await begin()
    shop.wait(15 * minuteMs + 1)
    await reconcile(shop.context)
    expect((await begin()).status).toBe(200)
  })

  it('is kept when it is paid, and released by cancelling', async () => {
    const ravi = await shop.customer(`ravi-${crypto.randomUUID()}@example.in`)
    const first = await buy(shop, ravi.token, { checkoutId: crypto.randomUUID(), amount: 910 })
    await buy(shop, ravi.token, { checkoutId: crypto.randomUUID(), amount: 910 })
    shop.wait(30 * minuteMs)
    await reconcile(shop.context)
    expect((await begin()).status).toBe(409)
    const cancel = { orderId: first.orderId, email: ravi.email }
    expect((await shop.post('/orders/cancelOrders', cancel, ravi.token)).status).toBe(200)
    expect((await begin()).status).toBe(200)
  })

  it('is taken again by a payment after its hold lapsed, while it is free', async () => {
    const { body } = await begin()
    shop.wait(20 * minuteMs)
    await reconcile(shop.context)
    await pay(shop, body)
    expect((await comeBack(shop, asha, body.orderId)).body.state).toBe('placed')
  })

  it('that somebody else has meanwhile is refunded in full', async () => {
    const { body } = await begin()
    shop.wait(20 * minuteMs)
    await reconcile(shop.context)
    await begin({}, await somebody())
    await begin({}, await somebody())
    await pay(shop, body)
    expect((await comeBack(shop, asha, body.orderId)).body.state).toBe('expired')
    await shop.runJobs()
    const { rows } = await shop.context.db.execute(
      sql`select paise, status from order_payments where cause = 'refund' and order_id = ${body.orderId}`,
    )
    expect(rows).toEqual([{ paise: -91_000, status: 'succeeded' }])
    const mail = shop.mails.get(`slot-gone-${body.orderId}`)
    expect(mail?.text).toContain('refunding all of ₹910')
    expect(mail?.text.replace(/\s+/g, ' ')).toContain(
      'its place on Sat 21 Nov, 4 to 6 pm (India time) is gone',
    )
    expect(mail?.text).toContain('Sun 22 Nov, 4 to 6 pm')
    expect(mail?.text).toContain('/cart#cart=')
  })
})

it.each([24, 25, 26])(
  'gives the last place to a checkout that is sent twice at once, both times (%i November)',
  async (day) => {
    await saveSettings(shop, owner, settings({ slots: everyDay({ places: 1 }) }))
    const same = { checkoutId: crypto.randomUUID(), time: `2026-11-${day}T17:30` }
    const both = await Promise.all([begin(same), begin(same)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both[0]?.body).toMatchObject({ orderId: both[1]?.body.orderId, placed: false })
    expect((await begin({ time: same.time })).body.errors?.time).toMatch(/is full/)
  },
)

it('the counters agree with the reservations in the end', async () => {
  expect(await wrongPlaces(shop)).toEqual([])
})
