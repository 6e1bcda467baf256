import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hourMs } from '#platform/clock.ts'
import { auditLog } from '#shop/audit-log/audit-log.tables.server.ts'
import type { DeliveryOptions } from '#shop/delivery/delivery.schema.ts'
import type { ApiOrder } from '#shop/orders/api/order.schema.ts'
import { payPath } from '#shop/orders/links/tracking-link.server.ts'
import { addCharges } from '#shop/orders/money/ledger.store.server.ts'
import { takeOff, unpaidOrderLifetimeMs } from '#shop/orders/money/ledger.ts'
import { isMadeOn } from '#shop/orders/order-filters.store.server.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import { papersOf } from '#shop/papers/papers.store.server.ts'
import { reconcile } from '#shop/paying/reconcile-payments.job.server.ts'
import { cashOrders, contradictions } from '../support/cash-orders.ts'
import {
  buy,
  checkOut,
  customLine,
  newCard,
  ordersOf,
  pay,
  payByLink,
  refundOrder,
  type Started,
  truffleLine,
} from '../support/checkout-steps.ts'
import { everyDay, newZone, saveSettings, settings, wrongPlaces } from '../support/delivery.ts'
import { storedRefunds } from '../support/ledger.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let asha: { email: string; token: string }
let owner: { token: string }

beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake({ leadHours: 3, workMinutes: 30, minutesPerKg: 20 })
  asha = await shop.customer()
  owner = await shop.admin()
})
afterEach(async () => {
  expect(await wrongPlaces(shop)).toEqual([])
  expect(await contradictions(shop)).toEqual([])
  await shop.close()
})

/** In Kolkata, on Saturday; what each costs more. */
const afternoon = { startMinute: 16 * 60, endMinute: 18 * 60 }
const evening = { startMinute: 18 * 60, endMinute: 20 * 60, surchargePaise: 9900 }
const late = { startMinute: 20 * 60, endMinute: 22 * 60, surchargePaise: 19_900 }

const saturdayAt = (time: string) => `2026-11-21T${time}`
const sundayAt = (time: string) => `2026-11-22T${time}`

const zone = newZone()

const open = (more: object = {}) =>
  saveSettings(
    shop,
    owner.token,
    settings({
      zones: [zone],
      slots: [...everyDay(afternoon), ...everyDay(evening), ...everyDay(late)],
      ...more,
    }),
  )

const orderOf = async () => (await ordersOf(shop, asha))[0] as ApiOrder

async function move(time: string, token = asha.token, more: object = {}) {
  const { id: orderId } = await orderOf()
  return shop.post<{ message: string }>('/orders/changeOrder', { orderId, time, ...more }, token)
}

const buyLate = (more: object = {}) =>
  buy(shop, asha.token, { time: saturdayAt('21:00'), amount: 1109, ...more })
const slotsOf = async () => {
  const { id } = await orderOf()
  return shop.get<DeliveryOptions>(`/orders/slots?orderId=${id}&days=3`, asha.token)
}

const refundsMade = async () =>
  (await storedRefunds(shop.context.db)).map(({ key, amountPaise }) => ({ key, amountPaise }))
/** The documents of an order in short: kind, lines and total in paise. */
async function documents(orderId: string) {
  const found = await papersOf(shop.context.db, [orderId])
  return found.map(({ kind, content, totalPaise }) => [
    kind,
    content.lines.map(({ of }) => of).filter((of) => of === 'surcharge'),
    totalPaise,
  ])
}

const mailOf = (words: string) =>
  [...shop.mails.values()].find(({ subject }) => subject.includes(words))

describe('a cheaper slot', () => {
  it('moves the order, its lock and its place, and gives the difference back with a credit note and a mail', async () => {
    await open()
    const { orderId } = await buyLate()
    const { status, body } = await move(sundayAt('19:00'))
    expect([status, body.message]).toEqual([
      200,
      'Your order is changed. We’ve refunded ₹100. It will reach you in 5 to 7 working days, the way you paid.',
    ])
    expect(await orderOf()).toMatchObject({
      slot: { start: '2026-11-22T12:30:00.000Z', end: '2026-11-22T14:30:00.000Z', surcharge: 99 },
      locksAt: '2026-11-22T09:30:00.000Z',
      shipping: 159,
      paidByCard: 1109,
      refunded: 100,
    })
    expect(await refundsMade()).toEqual([
      { key: expect.stringMatching(/^change-/), amountPaise: 10_000 },
    ])
    expect(await documents(orderId)).toEqual([
      ['invoice', ['surcharge'], 110_900],
      ['credit-note', ['surcharge'], 10_000],
    ])
    await shop.runJobs()
    const mail = mailOf('new time')
    expect(mail?.text.replace(/\s+/g, ' ')).toMatch(
      /Delivery: Sun 22 Nov, 6 to 8 pm \(India time\)\..*refunded ₹100\./,
    )
    const made = (day: string) => shop.context.db.$count(orders, isMadeOn(shop.context.db, day))
    expect([await made('2026-11-21'), await made('2026-11-22')]).toEqual([0, 1])
    const [entry] = await shop.context.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'change-order'))
    expect([entry?.before, entry?.after]).toEqual([
      { time: '21 Nov 2026, 8 to 10 pm', refundedPaise: 0 },
      {
        change: expect.any(String),
        parts: ['time'],
        time: '22 Nov 2026, 6 to 8 pm',
        refundedPaise: 10_000,
        amountPaise: 10_000,
      },
    ])
  })

  it('is refunded once: the same again, also at once, changes nothing, and each step gives back its own', async () => {
    await open()
    await buyLate()
    const both = await Promise.all([move(saturdayAt('18:30')), move(saturdayAt('18:30'))])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const again = await shop.unchanged(() => move(saturdayAt('19:45')))
    expect(again.body.message).toBe('Nothing was changed.')
    await move(saturdayAt('16:00'))
    expect((await refundsMade()).map(({ amountPaise }) => amountPaise)).toEqual([10_000, 9_900])
    expect(await orderOf()).toMatchObject({ shipping: 60, refunded: 199 })
  })

  it('gives back no more than what is still charged for the slot', async () => {
    await open()
    const { orderId } = await buyLate()
    await refundOrder(shop, { orderId, amount: 1000, token: owner.token, reason: 'Sorry' })
    await move(saturdayAt('16:00'))
    expect((await refundsMade()).map(({ amountPaise }) => amountPaise)).toEqual([100_000, 1_956])
    expect((await findOrder(shop.context.db, orderId))?.paidPaise).toBe(8_944)
  })

  it('lowers what is due in cash where the card paid nothing', async () => {
    await open()
    await buy(shop, asha.token, { time: sundayAt('21:00'), amount: 0, order: [customLine] })
    expect((await orderOf()).dueInCash).toBe(259)
    expect((await move(sundayAt('19:00'))).body.message).toBe('Your order is changed.')
    const { id: orderId, order, ...due } = await orderOf()
    expect(due).toMatchObject({ dueInCash: 159, shipping: 159, refunded: 0 })
    const decision = { order: orderId, suborder: order[0]?.id, data: 1, msg: 1500 }
    await shop.post('/orders/confirmOrder', decision, owner.token)
    const quote = (await orderOf()).order[0]?.quote?.id
    await shop.post('/orders/answerQuote', { quote, answer: 'accept' }, asha.token)
    expect((await move(sundayAt('16:00'))).status).toBe(200)
    expect(await orderOf()).toMatchObject({ dueInCash: 1560, shipping: 60, refunded: 0 })
    expect(await documents(orderId)).toEqual([
      ['invoice', ['surcharge'], 165_900],
      ['credit-note', ['surcharge'], 9_900],
    ])
  })

  it('does not give back a surcharge that was waived', async () => {
    await open()
    await buy(shop, asha.token, {
      time: sundayAt('21:00'),
      amount: 0,
      order: [customLine, customLine],
    })
    const does = cashOrders(shop, { customer: asha.token, owner: owner.token })
    const { id } = await orderOf()
    await does.agree(id, 1500)
    await does.waive(id)
    await does.agree(id, 900, 1)
    for (const time of ['19:00', '16:00']) {
      expect((await move(sundayAt(time))).status).toBe(200)
      expect([(await orderOf()).dueInCash, await does.invoiced(id)]).toEqual([900, 900])
    }
  })
})

describe('the mail about a cheaper slot', () => {
  /** Part of what is due is waived; staff can waive only all of it. */
  async function takeOffCash(paise: number) {
    const { db, clock } = shop.context
    const order = await findOrder(db, (await orderOf()).id)
    if (!order) throw new Error('no order')
    const charges = takeOff(order, paise, 'due')
    await addCharges(db, order, { charges, cause: 'waived', event: 'half', now: clock.now() })
  }

  it.each([
    ['all that is saved', 0, 'You pay ₹100 less in cash.'],
    ['what of it was still due', 20_000, 'You pay ₹45.33 less in cash.'],
    ['nothing where all was waived', 25_900, null],
  ])('says of what is due in cash %s', async (_, waivedPaise, sentence) => {
    await open()
    await buy(shop, asha.token, { time: sundayAt('21:00'), amount: 0, order: [customLine] })
    await takeOffCash(waivedPaise)
    expect((await move(sundayAt('19:00'))).status).toBe(200)
    await shop.runJobs()
    const mail = mailOf('new time')
    expect(mail?.text.match(/You pay .* in cash\./)?.[0] ?? null).toBe(sentence)
  })
})

describe('a dearer slot', () => {
  const buyEarly = (more: object = {}) =>
    buy(shop, asha.token, { time: saturdayAt('17:00'), amount: 910, ...more })

  /** By the link that View Orders shows. */
  async function payForIt(orderId: string, meanwhile?: () => Promise<unknown>) {
    const url = payPath(shop.context, orderId)
    const { status, state } = await payByLink(shop, url, meanwhile)
    return status === 200 ? state : status
  }

  it('is had once its difference is paid, with an invoice of its own and a mail', async () => {
    await open()
    const { orderId } = await buyEarly()
    const before = await documents(orderId)
    const asked = await move(saturdayAt('19:00'))
    expect([asked.status, asked.body.message]).toEqual([
      200,
      'What is paid first waits for your payment of ₹99, within an hour: see your order.',
    ])
    expect(await orderOf()).toMatchObject({ time: '2026-11-21T11:30:00.000Z', shipping: 60 })
    expect(await documents(orderId)).toEqual(before)

    expect(await payForIt(orderId)).toBe('placed')
    expect(await orderOf()).toMatchObject({
      ...{ time: '2026-11-21T13:30:00.000Z', shipping: 159, dueInCash: 0, refunded: 0 },
    })
    expect(await documents(orderId)).toEqual([
      ['invoice', [], 91_000],
      ['invoice', ['surcharge'], 9_900],
    ])
    await shop.runJobs()
    expect(mailOf('new time')?.text).toMatch(/It\s+costs\s+₹99\s+more\./)
    expect(await payForIt(orderId)).toBe(409)
  })

  it('of a paid-for change in a cheaper one later gives all of it back, the newest payment first', async () => {
    await open()
    const { orderId } = await buyEarly()
    await move(saturdayAt('21:00'))
    await payForIt(orderId)
    await move(saturdayAt('17:00'))
    expect(await orderOf()).toMatchObject({ shipping: 60, refunded: 199 })
    expect((await refundsMade()).map(({ amountPaise }) => amountPaise)).toEqual([19_900])
  })

  it('is paid once: asked for again it is the same payment, and another time is another', async () => {
    await open()
    const { orderId } = await buyEarly()
    for (const time of ['19:00', '19:00', '21:00']) await move(saturdayAt(time))
    const asked = async () =>
      (await findOrder(shop.context.db, orderId))?.payments.map(({ paise, status }) => [
        paise,
        status,
      ])
    const started = [
      [9_900, 'started'],
      [19_900, 'started'],
    ]
    expect(await asked()).toEqual([[91_000, 'succeeded'], ...started])
    expect(await payForIt(orderId)).toBe('placed')
    expect(await orderOf()).toMatchObject({ shipping: 259 })
    shop.wait(unpaidOrderLifetimeMs)
    await reconcile(shop.context)
    expect((await asked())?.map(([, status]) => status)).toEqual([
      'succeeded',
      'cancelled',
      'succeeded',
    ])
  })

  it('gives the money back where it is full by then, and the order stays as it is', async () => {
    await open({ slots: [...everyDay(afternoon), ...everyDay({ ...evening, places: 1 })] })
    const { orderId } = await buyEarly()
    await move(saturdayAt('19:00'))
    const ravi = await shop.customer('ravi@example.in')
    const fill = () => buy(shop, ravi.token, { time: saturdayAt('19:00'), amount: 1009 })
    expect(await payForIt(orderId, fill)).toBe('expired')
    expect(await orderOf()).toMatchObject({ time: '2026-11-21T11:30:00.000Z', shipping: 60 })
    expect((await refundsMade()).map(({ amountPaise }) => amountPaise)).toEqual([9_900])
    await shop.runJobs()
    expect(mailOf('is refunded')?.text).toMatch(/your\s+order\s+stays\s+as\s+it\s+was/)
  })

  it('gives the money back where it costs more by then, and the rest where it costs less', async () => {
    await open()
    const { orderId } = await buyEarly()
    await move(saturdayAt('19:00'))
    const dearer = { ...evening, surchargePaise: 12_000 }
    const raise = () => open({ slots: [...everyDay(afternoon), ...everyDay(dearer)] })
    expect(await payForIt(orderId, raise)).toBe('expired')
    await move(saturdayAt('19:00'))
    const cheaper = { ...evening, surchargePaise: 5_000 }
    await open({ slots: [...everyDay(afternoon), ...everyDay(cheaper)] })
    expect(await payForIt(orderId)).toBe('placed')
    expect(await orderOf()).toMatchObject({ shipping: 110 })
    expect((await refundsMade()).map(({ amountPaise }) => amountPaise)).toEqual([9_900, 7_000])
  })

  it('is not begun to be paid once it is full', async () => {
    await open({ slots: [...everyDay(afternoon), ...everyDay({ ...evening, places: 1 })] })
    const { orderId } = await buyEarly()
    await move(saturdayAt('19:00'))
    const ravi = await shop.customer('ravi@example.in')
    await buy(shop, ravi.token, { time: saturdayAt('19:00'), amount: 1009 })
    const token = shop.context.payTokens.sign(orderId)
    expect((await shop.unchanged(() => shop.post('/payments/start', { token }))).status).toBe(409)
  })

  it('is not paid twice: what came for a change that is made already goes back', async () => {
    await open()
    const { orderId } = await buyEarly()
    await move(saturdayAt('19:00'))
    const token = shop.context.payTokens.sign(orderId)
    const first = { token, paymentMethodId: newCard() }
    const begun = await shop.post<Started>('/payments/start', first)
    const cheaper = { ...evening, surchargePaise: 5_000 }
    await open({ slots: [...everyDay(afternoon), ...everyDay(cheaper)] })
    await move(saturdayAt('19:00'))
    expect(await payForIt(orderId)).toBe('placed')
    await pay(shop, begun.body)
    shop.wait(11_000)
    await reconcile(shop.context)
    expect(await orderOf()).toMatchObject({ shipping: 110, refunded: 99 })
  })

  it('does not wait for what is changed beside it, and no note of it stays in the payment', async () => {
    await open()
    const { orderId } = await buyEarly()
    const { body } = await move(saturdayAt('19:00'), asha.token, { riderNote: 'Ring twice' })
    expect(body.message).toBe(
      'Your order is changed. What is paid first waits for your payment of ₹99, within an hour: see your order.',
    )
    const order = await findOrder(shop.context.db, orderId)
    expect(order?.riderNote).toBe('Ring twice')
    expect(order?.payments.at(-1)?.buys).toEqual({
      kind: 'change',
      changes: { time: saturdayAt('19:00') },
    })
  })

  it('is due at the hand-over of an order in cash', async () => {
    await open({
      zones: [{ ...zone, takesCash: true }],
      usual: { ...settings().usual, cashLimitPaise: 200_000 },
    })
    await shop.verify(asha.email)
    await checkOut(shop, asha.token, { time: saturdayAt('17:00'), amount: 910, cash: true })
    const { body } = await move(saturdayAt('19:00'))
    expect(body.message).toBe('Your order is changed. You pay ₹99 more in cash.')
    expect(await orderOf()).toMatchObject({ dueInCash: 1009, shipping: 159 })
  })
})

it('an order of ready-made cakes in cash is due less in a cheaper slot, with a credit note, and moves to midnight once all is paid', async () => {
  const midnight = { startMinute: 23 * 60, endMinute: 24 * 60, kind: 'midnight' as const }
  await open({
    zones: [{ ...zone, takesCash: true }],
    slots: [...everyDay(afternoon), ...everyDay(evening), ...everyDay(midnight)],
    usual: { ...settings().usual, cashLimitPaise: 200_000 },
  })
  await shop.verify(asha.email)
  const cash = { time: saturdayAt('19:00'), amount: 1009, cash: true }
  const send = () => checkOut(shop, asha.token, cash)
  const { body } = await send()
  expect((await move(saturdayAt('23:30'))).body.message).toMatch(
    /^What is paid first waits .* ₹910,/,
  )
  expect(await orderOf()).toMatchObject({ dueInCash: 1009 })
  expect((await move(saturdayAt('17:00'))).body.message).toBe('Your order is changed.')
  expect(await orderOf()).toMatchObject({ dueInCash: 910, shipping: 60, refunded: 0 })
  const again = await shop.unchanged(send)
  expect([again.status, again.body]).toMatchObject([200, { ...body, placed: true }])
  expect(await documents(body.orderId)).toEqual([
    ['invoice', ['surcharge'], 100_900],
    ['credit-note', ['surcharge'], 9_900],
  ])
})

describe('a slot that cannot be had', () => {
  it('is one that is full, of places or of the kitchen', async () => {
    const slots = [
      ...everyDay({ ...afternoon, places: 1 }),
      ...everyDay({ ...late, surchargePaise: 0 }),
    ]
    await open({ slots })
    const ravi = await shop.customer('ravi@example.in')
    await buy(shop, ravi.token, { time: saturdayAt('17:00'), amount: 910 })
    await buy(shop, asha.token, { time: saturdayAt('21:00'), amount: 910 })
    const full = await shop.unchanged(() => move(saturdayAt('17:00')))
    expect([full.status, full.body.errors]).toEqual([
      409,
      { time: 'Sat 21 Nov, 4 to 6 pm is full. Please choose another time.' },
    ])
    const usual = { kitchenMinutes: 60, holdMinutes: 15, daysAhead: 60 }
    await open({ slots: everyDay({ ...afternoon }), usual })
    const lily = await shop.customer('lily@example.in')
    await buy(shop, lily.token, { time: sundayAt('17:00'), amount: 910 })
    const { id } = await orderOf()
    const { body } = await shop.post(
      '/orders/changeOrder',
      { orderId: id, time: sundayAt('17:00') },
      asha.token,
    )
    expect(body.errors).toEqual({
      time: 'Sun 22 Nov, 4 to 6 pm is full. Please choose another time.',
    })
  })

  it.each([
    ['between slots', '2026-11-21T15:00', 422, /We don’t deliver at this time/],
    ['in the past', '2026-11-19T17:00', 422, /We don’t deliver at this time/],
    ['sooner than its cakes', '2026-11-20T17:00', 422, /Your cakes take longer than until/],
    ['no time', 'tomorrow', 422, /We don’t deliver at this time/],
  ])('is one %s', async (_, time, status, sentence) => {
    await open()
    await buyLate()
    shop.wait(4 * hourMs)
    const refused = await shop.unchanged(() => move(time))
    expect(refused.status).toBe(status)
    expect(refused.body.errors?.time).toMatch(sentence)
  })

  it('is any of a closed day', async () => {
    await open()
    await buyLate()
    await shop.post('/delivery/day', { day: '2026-11-22', closedReason: 'Holiday' }, owner.token)
    const refused = await shop.unchanged(() => move(sundayAt('17:00')))
    expect([refused.status, refused.body.errors]).toEqual([
      409,
      { time: 'We are closed then: Holiday. Please choose another day.' },
    ])
  })

  it('is any from the lock on, of another’s order, and of another kind', async () => {
    await open({ slots: [...everyDay(afternoon), ...everyDay({ ...late, kind: 'pickup' })] })
    await buy(shop, asha.token, { time: saturdayAt('17:00'), amount: 910 })
    const pickup = await shop.unchanged(() => move(saturdayAt('21:00')))
    expect(pickup.status).toBe(422)
    const ravi = await shop.customer('ravi@example.in')
    expect((await shop.unchanged(() => move(sundayAt('17:00'), ravi.token))).status).toBe(403)
    shop.wait(27 * hourMs)
    const locked = await shop.unchanged(() => move(sundayAt('17:00')))
    expect(locked.status).toBe(409)
    expect(locked.body.errors?.time).toMatch(/could be changed until 21 Nov 2026, 1:00 pm/)
    expect((await slotsOf()).status).toBe(409)
  })

  it('is any where the zone is another now', async () => {
    await open()
    await buyLate()
    await open({ zones: [newZone()] })
    const { status, body } = await shop.unchanged(() => move(saturdayAt('17:00')))
    expect([status, Object.keys(body.errors ?? {})]).toEqual([409, ['time']])
  })
})

describe('one last place', () => {
  it('wanted by two orders at once is had by one of them', async () => {
    await open({
      slots: [
        ...everyDay({ ...afternoon, places: 1 }),
        ...everyDay({ ...late, surchargePaise: 0 }),
      ],
    })
    const ravi = await shop.customer('ravi@example.in')
    const mine = await buy(shop, asha.token, { time: saturdayAt('21:00'), amount: 910 })
    const his = await buy(shop, ravi.token, { time: saturdayAt('21:00'), amount: 910 })
    const time = saturdayAt('17:00')
    const both = await Promise.all([
      shop.post('/orders/changeOrder', { orderId: mine.orderId, time }, asha.token),
      shop.post('/orders/changeOrder', { orderId: his.orderId, time }, ravi.token),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('that its own order has does not stand in its way: the kitchen of the day has no more to do', async () => {
    const slots = [
      ...everyDay({ ...afternoon, places: 1 }),
      ...everyDay({ ...late, surchargePaise: 0 }),
    ]
    await open({ slots, usual: { kitchenMinutes: 50, holdMinutes: 15, daysAhead: 60 } })
    await buy(shop, asha.token, { time: saturdayAt('17:00'), amount: 910 })
    const [, saturday] = (await slotsOf()).body.days
    expect(saturday?.slots.map(({ state }) => state)).toEqual(['open', 'open'])
    expect((await move(saturdayAt('21:00'))).status).toBe(200)
    expect((await move(saturdayAt('17:00'))).status).toBe(200)
  })
})

describe('the slots of an order', () => {
  it('say what can be had instead, its own at the price that it was ordered for', async () => {
    await open()
    await buyLate()
    await open({ slots: [...everyDay(afternoon), ...everyDay(evening)] })
    const [, saturday] = (await slotsOf()).body.days
    expect(saturday?.slots.map(({ state, surcharge, total }) => [state, surcharge, total])).toEqual(
      [
        ['open', 0, 910],
        ['open', 99, 1009],
      ],
    )
  })

  it('are those of pickup for an order that is picked up', async () => {
    const pickups = everyDay({ ...evening, kind: 'pickup', surchargePaise: 0 })
    await open({ slots: [...everyDay(afternoon), ...pickups] })
    await buy(shop, asha.token, { pickup: true, time: saturdayAt('19:00'), amount: 850 })
    const { body } = await slotsOf()
    expect(body.days.map(({ slots }) => slots.length)).toEqual([1, 1, 1])
    expect((await move(sundayAt('19:00'))).status).toBe(200)
    expect(await orderOf()).toMatchObject({
      pickup: true,
      slot: { start: '2026-11-22T12:30:00.000Z' },
    })
  })
})

describe('a customised cake', () => {
  async function quoted(work: object) {
    await open()
    await buy(shop, asha.token, {
      time: '2026-11-25T17:00',
      order: [truffleLine, customLine],
      amount: 910,
    })
    const { id: orderId, order } = await orderOf()
    const item = order.find(({ customize }) => customize)
    const reply = await shop.post(
      '/orders/confirmOrder',
      { order: orderId, suborder: item?.id, data: 1, msg: 1500, ...work },
      owner.token,
    )
    expect(reply.status).toBe(200)
    return { orderId, itemId: item?.id }
  }

  it('keeps the lead of the baker’s quote', async () => {
    await quoted({ leadHours: 72 })
    const refused = await shop.unchanged(() => move('2026-11-22T17:00'))
    expect(refused.body.errors?.time).toMatch(/Your cakes take longer/)
    expect((await move('2026-11-24T17:00')).status).toBe(200)
  })

  it('has no lead any more once it is dropped', async () => {
    const item = await quoted({ leadHours: 72 })
    const quote = (await orderOf()).order.find(({ customize }) => customize)?.quote?.id
    await shop.post('/orders/answerQuote', { quote, answer: 'accept' }, asha.token)
    const dropped = await shop.post(
      '/orders/dropItem',
      { ...item, reason: 'No icing' },
      owner.token,
    )
    expect(dropped.status).toBe(200)
    expect((await move('2026-11-22T17:00')).status).toBe(200)
  })

  it('has to be agreed to before the new delivery', async () => {
    await quoted({})
    expect((await move('2026-11-23T17:00')).status).toBe(200)
    const { rows } = await shop.context.db.execute(sql`select answer_by from quotes`)
    expect(new Date(String(rows[0]?.answer_by))).toEqual(new Date('2026-11-22T14:30:00Z'))
  })
})

describe('a shop without zones', () => {
  it('delivers at another time of its hours, for the same', async () => {
    await buy(shop, asha.token)
    expect((await move(saturdayAt('18:15'))).body.message).toBe('Your order is changed.')
    expect(await orderOf()).toMatchObject({
      time: '2026-11-21T12:45:00.000Z',
      shipping: 50,
      refunded: 0,
    })
    const again = await shop.unchanged(() => move(saturdayAt('18:15')))
    expect(again.body.message).toBe('Nothing was changed.')
    const closed = await shop.unchanged(() => move(saturdayAt('22:00')))
    expect(closed.body.errors?.time).toMatch(/We deliver between 9:00 am and 9:00 pm/)
    expect((await slotsOf()).body.days).toEqual([])
  })

  it('that has zones now delivers an order of before at its time', async () => {
    await buy(shop, asha.token)
    await open()
    const { status, body } = await shop.unchanged(() => move(saturdayAt('18:15')))
    expect([status, Object.keys(body.errors ?? {})]).toEqual([409, ['time']])
  })
})
