import { and, eq, ne, sql } from 'drizzle-orm'
import { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { appContext } from '#app/context.server.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { loadSales } from '#shop/admin/dashboard/dashboard.store.server.ts'
import { loader } from '#shop/checkout/pay/pay.page.tsx'
import { consistencyRules } from '#shop/consistency/check-consistency.server.ts'
import { findViolations } from '#shop/consistency/consistency.store.server.ts'
import type { DeliverySettings } from '#shop/delivery/delivery.schema.ts'
import { payPath } from '#shop/orders/links/tracking-link.server.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'
import { findRun } from '#shop/riders/run/find-run.server.ts'
import { typedDetails } from '#shop/words/shop/typed-details.ts'
import {
  begin,
  buy,
  checkoutOf,
  comeBack,
  customLine,
  moveOrder,
  newCard,
  ordersOf,
  pay,
  payByLink,
  type Started,
  truffleLine,
} from '../support/checkout-steps.ts'
import { everyDay, newZone, saveSettings, settings, wrongPlaces } from '../support/delivery.ts'
import { moneyOf, storedPayments } from '../support/ledger.ts'
import { putItems } from '../support/put-items.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let owner: string
let asha: { email: string; token: string }

const usual = { ...settings().usual, cashLimitPaise: 200_000 }
/** Cash up to ₹2,000 around MG Road, but not in 560037; from 4 to 6 pm and at midnight. */
const withCash = (more: Partial<DeliverySettings> = {}) =>
  settings({
    usual,
    zones: [newZone({ takesCash: true }), newZone({ name: 'East', pincodes: ['560037'] })],
    slots: [
      ...everyDay(),
      ...everyDay({ kind: 'midnight', startMinute: 1380, endMinute: 1440 }),
      ...everyDay({ kind: 'pickup', startMinute: 600, endMinute: 720 }),
    ],
    ...more,
  })

beforeAll(async () => {
  shop = await openTestShop()
  owner = (await shop.admin()).token
  await shop.addCake()
})
afterAll(async () => {
  const { db, clock } = shop.context
  expect(await findViolations(db, consistencyRules, clock.now())).toEqual([])
  await shop.close()
})

let customers = 0

beforeEach(async () => {
  customers += 1
  asha = await shop.customer(`asha${customers}@example.in`)
  await shop.verify(asha.email)
  // The orders of other tests are to other addresses, of people with other mobiles.
  await shop.context.db
    .update(orders)
    .set({ address: sql`${orders.number} || ' Rose Lane,560001,Bengaluru'`, customerMobile: '' })
  expect((await saveSettings(shop, owner, withCash())).status).toBe(200)
})

type Answer = Started & { number: number; detail: string; errors?: Record<string, string> }

/** The truffle cake at ₹850 and its delivery at ₹60, in cash. */
const order = (more: object = {}, token = asha.token) =>
  shop.post<Answer>(
    '/orders/process-payment',
    checkoutOf({ checkoutId: crypto.randomUUID(), amount: 910, cash: true, ...more }),
    token,
  )

const rowOf = async (orderId: string) => {
  const [row] = await shop.context.db.select().from(orders).where(eq(orders.id, orderId))
  return row
}

const openOrdersOf = (email: string) =>
  shop.context.db
    .select()
    .from(orders)
    .where(and(eq(orders.customerEmail, email), ne(orders.state, 'expired')))

const paymentsOf = async (orderId: string) =>
  (await storedPayments(shop.context.db)).filter((payment) => payment.orderId === orderId)

describe('an order in cash', () => {
  it('is placed at once, without a payment, and keeps its place', async () => {
    const { status, body } = await order()
    expect([status, body]).toMatchObject([200, { client_secret: null, placed: true }])
    const amounts = { cardPaise: 0, duePaise: 91_000 }
    expect(await moneyOf(shop.context.db, body.orderId)).toMatchObject({
      state: 'placed',
      ...amounts,
    })
    expect(await paymentsOf(body.orderId)).toEqual([])
    expect(await wrongPlaces(shop)).toEqual([])
  })

  it('can be picked up', async () => {
    const pickup = { pickup: true, address: undefined, time: '2026-11-21T10:30', amount: 850 }
    const { body } = await order(pickup)
    expect(await rowOf(body.orderId)).toMatchObject({ isPickup: true, chargedPaise: 85_000 })
  })

  it('is one order, however often it is sent', async () => {
    const checkoutId = crypto.randomUUID()
    const [one, other] = await Promise.all([order({ checkoutId }), order({ checkoutId })])
    const again = await order({ checkoutId })
    expect([one.status, other.status, again.status]).toEqual([200, 200, 200])
    expect(new Set([one, other, again].map(({ body }) => body.orderId)).size).toBe(1)
  })

  it('has the last place also if it is sent twice at once', async () => {
    await saveSettings(shop, owner, withCash({ slots: everyDay({ places: 1 }) }))
    const same = { checkoutId: crypto.randomUUID(), time: '2026-11-24T17:30' }
    const [one, other] = await Promise.all([order(same), order(same)])
    expect([one.status, other.status]).toEqual([200, 200])
    expect(one.body.orderId).toBe(other.body.orderId)
  })

  it('takes the last place over from its own card payment that is begun at once', async () => {
    await saveSettings(shop, owner, withCash({ slots: everyDay({ places: 1 }) }))
    const same = { checkoutId: crypto.randomUUID(), time: '2026-11-25T17:30' }
    const byCard = { ...same, cash: undefined, paymentMethodId: newCard() }
    const [, first] = await Promise.all([order(byCard), order(same)])
    // While the card is asked, the sentence says to wait a moment.
    const cash = first.status === 409 ? await order(same) : first
    expect([cash.status, cash.body]).toMatchObject([200, { placed: true }])
    expect(await wrongPlaces(shop)).toEqual([])
  })

  it('replaces the card payment that was begun before, and its place', async () => {
    await saveSettings(shop, owner, withCash({ slots: everyDay({ places: 1 }) }))
    const time = '2026-11-24T17:30'
    const checkoutId = crypto.randomUUID()
    const started = await begin(shop, asha.token, { checkoutId, amount: 910, time })
    const { body } = await order({ checkoutId, time })
    expect(body.placed).toBe(true)
    expect(await rowOf(started.body.orderId)).toMatchObject({ state: 'expired' })
    expect((await pay(shop, started.body)).status).not.toBe(200)
    expect(await wrongPlaces(shop)).toEqual([])
  })

  it.each([
    ['card', 'cash'],
    ['cash', 'card'],
  ])('is one order when %s and %s are sent at once', async (...ways) => {
    const more = { checkoutId: crypto.randomUUID() }
    const paymentMethodId = newCard()
    const send = (way: string) => order({ ...more, cash: way === 'cash', paymentMethodId })
    await Promise.all(ways.map(send))
    expect(await openOrdersOf(asha.email)).toHaveLength(1)
    for (const way of ['cash', 'card']) expect((await send(way)).body.placed).toBe(true)
    const placed = { state: 'placed', paymentMethod: 'cash', chargedPaise: 91_000 }
    expect(await openOrdersOf(asha.email)).toMatchObject([placed])
    expect(await wrongPlaces(shop)).toEqual([])
  })

  it('is not ordered again once the card has paid, nor by card once it is ordered in cash', async () => {
    const byCard = crypto.randomUUID()
    const started = await begin(shop, asha.token, { checkoutId: byCard, amount: 910 })
    await pay(shop, started.body)
    const inCash = await order({ checkoutId: byCard })
    expect(inCash.body).toMatchObject({ placed: true, orderId: started.body.orderId })
    expect(await moneyOf(shop.context.db, inCash.body.orderId)).toMatchObject({
      cardPaise: 91_000,
      duePaise: 0,
    })

    const checkoutId = crypto.randomUUID()
    const placed = await order({ checkoutId })
    const again = await begin(shop, asha.token, { checkoutId, amount: 910 })
    expect(again.body).toMatchObject({ placed: true, orderId: placed.body.orderId })
    expect(await paymentsOf(placed.body.orderId)).toEqual([])
  })
})

describe('cash is refused', () => {
  const gift = { name: 'Ravi', mobile: '9876543210', email: '', surprise: false }

  it.each<[string, object, string]>([
    [
      'above the limit',
      { order: [{ ...truffleLine, amount: 3 }], amount: 2550 },
      'Cash on delivery is for orders up to ₹2,000.',
    ],
    [
      'in another zone',
      { address: '1 Lake Road,560037,Bengaluru' },
      'Cash on delivery is not available for 560037.',
    ],
    ['at midnight', { time: '2026-11-21T23:30' }, 'Cash on delivery is not available at midnight.'],
    [
      'for somebody else',
      { recipient: gift },
      'Cash on delivery is not for gifts: nobody pays for their own present.',
    ],
    [
      'beside a customised cake',
      { order: [truffleLine, customLine] },
      'Beside a customised cake, the other cakes are paid online.',
    ],
  ])('%s, and nothing is stored', async (_, more, sentence) => {
    const before = await shop.context.db.$count(orders)
    const { status, body } = await order(more)
    expect([status, body.errors]).toEqual([409, { cash: sentence }])
    expect(await shop.context.db.$count(orders)).toBe(before)
  })

  it('for a price that is another now', async () => {
    const { status, body } = await order({ amount: 900 })
    expect([status, body.errors?.amount]).toEqual([409, 'The total is now ₹910.'])
  })

  it.each([
    ['that has switched it off', withCash({ usual: { ...usual, cashLimitPaise: null } })],
    ['without zones', withCash({ zones: [], slots: [] })],
  ])('by a shop %s', async (_, saved) => {
    await saveSettings(shop, owner, saved)
    const { status, body } = await order({ amount: saved.zones.length > 0 ? 910 : 900 })
    expect([status, body.errors]).toEqual([409, { cash: 'This order is paid online.' }])
  })

  it('for guests', async () => {
    const person = { name: 'Ravi', email: 'ravi@example.in', mobileno: '9811111111' }
    const guest = await shop.post<{ token: string }>('/auth/guest', person)
    const { status, body } = await order({}, guest.body.token)
    const cash = 'Cash on delivery is for customers who are logged in.'
    expect([status, body.errors]).toEqual([409, { cash }])
  })

  it('for a fourth order while three have not arrived', async () => {
    const first = await order()
    await order({ time: '2026-11-22T17:30' })
    expect((await order({ time: '2026-11-23T17:30' })).status).toBe(200)
    const fourth = { time: '2026-11-24T17:30' }
    const cash = 'You have 3 orders in cash that have not arrived yet. Please pay this one online.'
    expect((await order(fourth)).body.errors).toEqual({ cash })
    expect(await buy(shop, asha.token, { ...fourth, amount: 910 })).toMatchObject({
      state: 'placed',
    })
    const { email, token } = asha
    await shop.post('/orders/cancelOrders', { email, orderId: first.body.orderId }, token)
    expect((await order(fourth)).status).toBe(200)
  })
})

describe('a shop that takes cash only of customers with an order that arrived', () => {
  const refused = {
    status: 409,
    body: {
      errors: { cash: 'Cash on delivery is for customers of whom an order has arrived before.' },
    },
  }
  const takesCashOf = async (known: 'yes' | 'no') => {
    const details = { ...typedDetails(shop.context.shop), cashNeedsKnown: known }
    expect((await shop.post('/shop', details, owner)).status).toBe(200)
  }
  async function arrive(
    orderId: string,
    more: { customerMobile?: string; customerEmail?: string } = {},
  ) {
    const { db } = shop.context
    const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, orderId))
    await shop.post('/orders/confirmOrder', { order: orderId, suborder: item?.id, data: '' }, owner)
    for (const move of ['dispatch', 'deliver']) {
      const moved = await moveOrder(shop, { orderId, move, token: owner, detail: 'Asha' })
      expect(moved.status).toBe(200)
    }
    if (Object.keys(more).length > 0)
      await db.update(orders).set(more).where(eq(orders.id, orderId))
  }
  const byCard = () => buy(shop, asha.token, { checkoutId: crypto.randomUUID(), amount: 910 })

  beforeEach(async () => {
    await takesCashOf('yes')
    return () => takesCashOf('no')
  })

  it('refuses a new customer in words, who pays online', async () => {
    expect(await order()).toMatchObject(refused)
    expect(await byCard()).toMatchObject({ state: 'placed' })
    expect(await order(), 'it has not arrived yet').toMatchObject(refused)
  })

  it('takes cash once an order of theirs has arrived', async () => {
    const { orderId } = await byCard()
    await arrive(orderId)
    expect((await order()).body.placed).toBe(true)
  })

  it('takes no cash of who types the mobile number of an order that arrived', async () => {
    const { orderId } = await byCard()
    await arrive(orderId, { customerMobile: '9822222222' })
    const other = await shop.customer(`again${customers}@example.in`)
    const typed = { name: 'Asha Rao', mobileno: '+91 98222 22222' }
    expect((await shop.post('/account/profile', typed, other.token)).status).toBe(200)
    expect(await order({}, other.token)).toMatchObject(refused)
  })

  it('takes cash of a new account with the email of an order that arrived, once it is confirmed', async () => {
    const { orderId } = await byCard()
    const email = `again${customers}@example.in`
    await arrive(orderId, { customerEmail: email })
    const other = await shop.customer(email, { isConfirmed: false })
    expect((await order({}, other.token)).body.errors?.cash).toMatch(
      /email that you have confirmed/,
    )
    await shop.verify(email)
    expect((await order({}, other.token)).body.placed).toBe(true)
  })

  it('says on the pay page why there is no cash', async () => {
    const context = new RouterContextProvider()
    context.set(appContext, shop.context)
    const headers = { authorization: `Bearer ${asha.token}` }
    const request = new Request('http://shop.test/order', { headers })
    const load = async () =>
      (await loader({ request, url: new URL(request.url), context } as never)).payer
    expect(await load()).toMatchObject({ isKnown: false })
    await takesCashOf('no')
    expect(await load()).toMatchObject({ isKnown: true })
  })
})

describe('cash that is refused leaves the card payment that was begun', () => {
  const time = '2026-11-25T17:30'

  /** Begins to pay by card for the last place of a slot, and then asks to pay in cash. */
  async function refusedFor(refuse: () => Promise<unknown>) {
    const slots = [...everyDay({ places: 1 }), ...everyDay({ startMinute: 600, endMinute: 720 })]
    await saveSettings(shop, owner, withCash({ slots }))
    const checkoutId = crypto.randomUUID()
    const started = await begin(shop, asha.token, { checkoutId, amount: 910, time })
    await refuse()
    const { status, body } = await order({ checkoutId, time })
    const { body: again } = await begin(shop, asha.token, { checkoutId, amount: 910, time })
    expect(again.orderId).toBe(started.body.orderId)
    expect((await pay(shop, started.body)).status).toBe(200)
    expect((await comeBack(shop, asha.token, again.orderId)).body.state).toBe('placed')
    expect(await wrongPlaces(shop)).toEqual([])
    return { status, errors: body.errors }
  }

  it('for a fourth order of made-up customers with one mobile or mailbox, or to one address', async () => {
    const orderAs = async (name: string, address: string) => {
      const { email, token } = await shop.customer(`${name}-${customers}@example.in`)
      await shop.verify(email)
      const mobileno = name.endsWith('mobile') ? '9812345678' : `${9_800_000_000 + customers}`
      await shop.context.db.update(users).set({ mobileno }).where(eq(users.email, email))
      return (await order({ address }, token)).status
    }
    const sameMobile = []
    const sameMailbox = []
    const sameAddress = []
    const mailbox = `tulip-${customers}`
    const streets = ['7 Tulip Lane', '7  tulip LANE', '#7, Tulip-Lane.', '7 Tulip Lane ']
    for (const [n, street] of streets.entries()) {
      sameMobile.push(await orderAs(`${n}-mobile`, `${n} Lily Lane,560001,Bengaluru`))
      customers += 1
      sameAddress.push(await orderAs(`${n}-address`, `${street},560001,Bengaluru`))
      customers += 1
      sameMailbox.push(await orderAs(`${mailbox}+${n}`, `${n} Fern Lane,560001,Bengaluru`))
    }
    expect(sameMobile).toEqual([200, 200, 200, 409])
    expect(sameAddress).toEqual([200, 200, 200, 409])
    expect(sameMailbox).toEqual([200, 200, 200, 409])
  })

  it('for more than three of made-up customers who order to one address at once', async () => {
    const tokens: string[] = []
    for (let n = 0; n < 6; n += 1) {
      customers += 1
      const { email, token } = await shop.customer(`at-once-${customers}@example.in`)
      await shop.verify(email)
      const mobileno = `${9_800_000_000 + customers}`
      await shop.context.db.update(users).set({ mobileno }).where(eq(users.email, email))
      tokens.push(token)
    }
    const address = '8 Aster Lane,560001,Bengaluru'
    const answers = await Promise.all(tokens.map((token) => order({ address }, token)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 200, 200, 409, 409, 409])
  })

  it('without an email that the customer has confirmed', async () => {
    const { token } = await shop.customer(`new-${customers}@example.in`, { isConfirmed: false })
    const { status, body } = await order({}, token)
    expect([status, body.errors?.cash]).toEqual([
      409,
      expect.stringContaining('an email that you have confirmed'),
    ])
  })

  it('and its place, for a fourth order', async () => {
    const { status, errors } = await refusedFor(async () => {
      for (const day of [22, 23, 24]) {
        expect((await order({ time: `2026-11-${day}T10:30` })).status).toBe(200)
      }
    })
    expect([status, errors?.cash]).toEqual([409, expect.stringMatching(/^You have 3 orders/)])
  })

  it('and its place, above a limit that was lowered', async () => {
    const lowered = { ...usual, cashLimitPaise: 50_000 }
    const { status, errors } = await refusedFor(() =>
      saveSettings(shop, owner, withCash({ usual: lowered, slots: everyDay({ places: 1 }) })),
    )
    expect([status, errors]).toEqual([409, { cash: 'Cash on delivery is for orders up to ₹500.' }])
  })
})

describe('on its way, an order in cash', () => {
  const view = async (orderId: string) => {
    const body = await ordersOf(shop, asha)
    return body.find(({ id }) => id === orderId)
  }
  const papers = async (orderId: string) =>
    (await view(orderId))?.documents?.map(({ kind, total }) => [kind, total])
  const salesToday = async () => {
    const { db, clock } = shop.context
    return (await loadSales({ db, now: clock.now() })).at(-1)?.revenuePaise ?? 0
  }

  it('is invoiced as due in cash, which its mail and View Orders say', async () => {
    const before = await salesToday()
    const { body } = await order()
    expect(await view(body.orderId)).toMatchObject({
      subtotal: 850,
      shipping: 60,
      paidByCard: 0,
      dueInCash: 910,
    })
    expect(await papers(body.orderId)).toEqual([['invoice', 910]])
    await shop.runJobs()
    const mail = shop.mails.get(`order-placed-${body.orderId}`)?.text
    expect(mail).toMatch(/\nTotal: ₹910\nIncludes GST: ₹43\.34\nDue in cash on delivery: ₹910\n/)
    expect((await salesToday()) - before).toBe(91_000)
  })

  it('is cancelled with nothing to refund, and its invoice is credited', async () => {
    const before = await salesToday()
    const { body } = await order()
    const { email, token } = asha
    const { orderId } = body
    expect((await shop.post('/orders/cancelOrders', { email, orderId }, token)).status).toBe(200)
    expect(await papers(orderId)).toEqual([
      ['invoice', 910],
      ['credit-note', 910],
    ])
    await shop.runJobs()
    const mail = shop.mails.get(`order-cancelled-${orderId}`)?.text
    expect(mail).toContain('so there is nothing to refund.')
    expect(mail).not.toContain('₹')
    expect(await salesToday()).toBe(before)
    expect(await wrongPlaces(shop)).toEqual([])
  })

  it('costs less without a cake that the baker drops, which is credited', async () => {
    const before = await salesToday()
    const two = [truffleLine, { ...truffleLine, bname: 'Ravi' }]
    const { body } = await order({ order: two, amount: 1700 })
    const { orderId } = body
    const drop = async (position: number) => {
      const itemId = (await view(orderId))?.order[position]?.id
      const body = { orderId, itemId, reason: 'No cocoa' }
      expect((await shop.post('/orders/dropItem', body, owner)).status).toBe(200)
      await shop.runJobs()
    }
    await drop(0)
    expect(await view(orderId)).toMatchObject({ subtotal: 850, dueInCash: 850, shipping: 0 })
    expect((await salesToday()) - before).toBe(85_000)
    await drop(1)
    const mails = [...shop.mails].filter(([id]) => id.startsWith('item-dropped'))
    const ofCash = /You pay .* in cash\.|There is nothing left to pay\./
    expect(mails.map(([, { text }]) => text.match(ofCash)?.[0])).toEqual([
      'You pay ₹850 less in cash.',
      'There is nothing left to pay.',
    ])
    expect(await papers(orderId)).toEqual([
      ['invoice', 1700],
      ['credit-note', 850],
      ['credit-note', 850],
    ])
    expect(await salesToday()).toBe(before)
  })

  it('is moved to another slot, and to midnight once all of it is paid', async () => {
    const { body } = await order()
    const move = (time: string) =>
      shop.post('/orders/changeOrder', { orderId: body.orderId, time }, asha.token)
    expect((await move('2026-11-22T17:30')).status).toBe(200)
    expect((await move('2026-11-22T23:30')).body).toMatchObject({
      message: expect.stringMatching(/waits .* ₹910,/),
    })
    expect(await moneyOf(shop.context.db, body.orderId)).toMatchObject({ duePaise: 91_000 })
    const paid = await payByLink(shop, payPath(shop.context, body.orderId))
    expect(paid.state).toBe('placed')
    expect(await moneyOf(shop.context.db, body.orderId)).toMatchObject({ duePaise: 0 })
    expect((await rowOf(body.orderId))?.slotStartsAt?.toISOString()).toBe(
      '2026-11-22T17:30:00.000Z',
    )
  })

  it('is paid at the door, where the rider is told how much', async () => {
    const { body } = await order()
    const { db } = shop.context
    await putItems(shop, eq(orderItems.orderId, body.orderId), 'completed')
    await db.update(orders).set({ fulfilment: 'ready' }).where(eq(orders.id, body.orderId))
    const rider = { riderName: 'Ravi', riderMobile: '9876500000', orders: [body.orderId] }
    const run = await shop.post<{ link: string }>('/runs/make', rider, owner)
    const token = run.body.link.split('/run/')[1] ?? ''
    expect((await findRun(shop.context, token))?.stops).toMatchObject([{ cashDue: 910 }])
    const send = (more: object) =>
      shop.post('/runs/move', { token, order: body.orderId, id: crypto.randomUUID(), ...more })
    expect((await send({ move: 'dispatch' })).status).toBe(200)
    const code = shop.context.deliveryCodeOf({ id: body.orderId })
    const delivered = { move: 'deliver', receiver: 'recipient', code }
    expect((await send(delivered)).status).toBe(422)
    const money = { method: 'cash', amount: 910 }
    expect((await send({ ...delivered, money })).status).toBe(200)
    expect((await rowOf(body.orderId))?.fulfilment).toBe('delivered')
  })
})
