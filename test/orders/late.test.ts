import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { minuteMs } from '#platform/clock.ts'
import { findLateDelivery } from '#shop/handling/handling.store.server.ts'
import { refundLate } from '#shop/handling/late/decide-late.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import { typedDetails } from '#shop/words/shop/typed-details.ts'
import { buy, moveOrder, refundOrder } from '../support/checkout-steps.ts'
import { everyDay, newZone, saveSettings, settings } from '../support/delivery.ts'
import { moneyOf, storedRefunds } from '../support/ledger.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let customer: string
let staff: string

beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake()
  customer = (await shop.customer()).token
  staff = (await shop.admin()).token
})
afterEach(() => shop.close())

/** From 4 to 6 pm, for ₹60 and ₹20 more. */
const withSlots = () =>
  saveSettings(
    shop,
    staff,
    settings({ zones: [newZone()], slots: everyDay({ surchargePaise: 2000 }) }),
  )
const slotEndsAt = new Date('2026-11-21T12:30:00Z')

/** A ready order in that slot, its rider's token, and the time just after the slot. */
async function inRun() {
  await withSlots()
  const { orderId } = await buy(shop, customer, { amount: 930 })
  await shop.context.db.update(orders).set({ fulfilment: 'ready' }).where(eq(orders.id, orderId))
  const { body } = await shop.post<{ link: string }>(
    '/runs/make',
    { riderName: 'Ravi', riderMobile: '9876500000', orders: [orderId] },
    staff,
  )
  return { orderId, token: body.link.split('/run/')[1] ?? '' }
}

type InRun = Awaited<ReturnType<typeof inRun>>

const at = (minutes: number) =>
  shop.wait(slotEndsAt.getTime() + minutes * minuteMs - shop.context.clock.now().getTime())

const send = ({ orderId, token }: InRun, more: object) =>
  shop.post('/runs/move', { token, order: orderId, id: crypto.randomUUID(), ...more })

const out = (run: InRun) => send(run, { move: 'dispatch' })
const deliver = (run: InRun) =>
  send(run, {
    move: 'deliver',
    receiver: 'recipient',
    code: shop.context.deliveryCodeOf({ id: run.orderId }),
  })

const refundsMade = async () =>
  (await storedRefunds(shop.context.db)).map(({ key, amountPaise, reason }) => ({
    key,
    amountPaise,
    reason,
  }))

const outcome = async ({ orderId }: InRun) => findLateDelivery(shop.context.db, orderId)

describe('a delivery', () => {
  it.each([
    [29, []],
    [30, [8_000]],
    [59, [8_000]],
    [60, [18_600]],
    [119, [18_600]],
  ])('%i minutes after its slot gives back %j', async (minutes, amounts) => {
    const run = await inRun()
    await out(run)
    at(minutes)
    expect((await deliver(run)).status).toBe(200)
    await refundLate(shop.context)
    expect((await refundsMade()).map(({ amountPaise }) => amountPaise)).toEqual(amounts)
  })

  it('is refunded once under its own key, however often the job runs, and its customer is mailed', async () => {
    const run = await inRun()
    await out(run)
    at(45)
    await deliver(run)
    await Promise.all([refundLate(shop.context), refundLate(shop.context)])
    await refundLate(shop.context)
    expect(await refundsMade()).toEqual([
      {
        key: `late-${run.orderId}`,
        amountPaise: 8_000,
        reason: 'Delivered 45 minutes late',
      },
    ])
    expect((await moneyOf(shop.context.db, run.orderId)).refundedPaise).toBe(8_000)
    await shop.runJobs()
    const mail = shop.mails.get(`order-late-${run.orderId}`)
    expect(mail?.text.replace(/\s+/g, ' ')).toContain('we’ve refunded ₹80')
  })

  it('gives back no more than is left of the card payment', async () => {
    const run = await inRun()
    await refundOrder(shop, { orderId: run.orderId, amount: 900, token: staff, reason: 'Squashed' })
    await out(run)
    at(60)
    await deliver(run)
    await refundLate(shop.context)
    const { cardPaise, refundedPaise } = await moneyOf(shop.context.db, run.orderId)
    expect([cardPaise, refundedPaise]).toEqual([93_000, 93_000])
  })

  it('that is not decided within a week is left to the baker', async () => {
    const run = await inRun()
    await out(run)
    at(45)
    await deliver(run)
    shop.wait(8 * 24 * 60 * minuteMs)
    await refundLate(shop.context)
    expect(await outcome(run)).toBeNull()
  })
})

describe('an order whose address came late', () => {
  const give = (run: InRun, more: object) =>
    shop.post('/orders/changeOrder', { orderId: run.orderId, ...more }, staff)
  it.each([
    [
      'after its slot began, nothing is owed',
      10,
      { address: { address: '7 Rose Lane' } },
      'nothing',
      [],
    ],
    ['before that, it is late', -130, { address: { address: '7 Rose Lane' } }, 'owed', [18_600]],
    [
      'long before, and a note for the rider after that, it is late',
      10,
      { riderNote: 'Gate 2' },
      'owed',
      [18_600],
    ],
  ])('%s', async (_, minutes, more, what, amounts) => {
    const run = await inRun()
    at(minutes)
    expect((await give(run, more)).status).toBe(200)
    await out(run)
    at(60)
    await deliver(run)
    await refundLate(shop.context)
    expect(await outcome(run)).toMatchObject({ outcome: what, minutes: 60 })
    expect((await refundsMade()).map(({ amountPaise }) => amountPaise)).toEqual(amounts)
  })
})

describe('at a door that did not open', () => {
  const byRider = (reason: string) => (run: InRun) => send(run, { move: 'fail', reason })
  const byStaff = async ({ orderId }: InRun) => {
    const move = (name: string, more: object = {}) =>
      moveOrder(shop, { orderId, move: name, token: staff, ...more })
    expect((await move('fail', { reason: 'nobody-in' })).status).toBe(200)
  }

  it.each<[string, number, (run: InRun) => Promise<unknown>, number, object]>([
    ['in time: nobody in', -30, byRider('nobody-in'), 60, { outcome: 'nothing', minutes: 0 }],
    ['in time: a wrong address', -30, byRider('wrong-address'), 60, { outcome: 'nothing' }],
    ['in time: refused', -30, byRider('refused'), 60, { outcome: 'nothing', minutes: 0 }],
    ['in time, as staff say', -30, byStaff, 60, { outcome: 'nothing', minutes: 0 }],
    ['late: the first try counts', 35, byRider('nobody-in'), 90, { outcome: 'owed', minutes: 35 }],
    ['before its slot: no try', -121, byRider('nobody-in'), 60, { outcome: 'owed', minutes: 60 }],
    ['damaged by the shop', -30, byRider('damaged'), 60, { outcome: 'owed', minutes: 60 }],
  ])('%s, %i minutes after the slot', async (_, triedAt, fail, deliveredAt, expected) => {
    const run = await inRun()
    if (triedAt > -120) await out(run)
    at(triedAt)
    if (triedAt <= -120) await out(run)
    await fail(run)
    await out(run)
    at(deliveredAt)
    await deliver(run)
    await refundLate(shop.context)
    expect(await outcome(run)).toMatchObject(expected)
    const back = { 0: [], 35: [8_000], 60: [18_600] }[(await outcome(run))?.minutes ?? -1]
    expect((await refundsMade()).map(({ amountPaise }) => amountPaise)).toEqual(back)
  })
})

describe('an exceptional day', () => {
  const declare = (reason: string | null) =>
    shop.post('/delivery/exceptional-day', { day: '2026-11-21', reason }, staff)

  it.each([
    ['before the slot begins promises nothing', -121, 'exceptional'],
    ['once it has begun is too late', -119, 'owed'],
  ])('declared %s', async (_, minutes, expected) => {
    const run = await inRun()
    at(minutes)
    await declare('Heavy rain')
    await out(run)
    at(60)
    await deliver(run)
    await refundLate(shop.context)
    expect(await outcome(run)).toMatchObject({ outcome: expected })
  })

  it('declared again keeps its first instant; taken back it is as any other', async () => {
    const run = await inRun()
    at(-200)
    await declare('Heavy rain')
    at(-60)
    await declare('Very heavy rain')
    await out(run)
    at(60)
    await deliver(run)
    await declare(null)
    await refundLate(shop.context)
    expect(await outcome(run)).toMatchObject({ outcome: 'owed' })
  })
})

it('an order without a slot promises nothing', async () => {
  const { orderId } = await buy(shop, customer)
  const arrivedAt = new Date(shop.context.clock.now().getTime())
  shop.wait(48 * 60 * minuteMs)
  await shop.context.db
    .update(orders)
    .set({ fulfilment: 'delivered', arrivedAt })
    .where(eq(orders.id, orderId))
  await refundLate(shop.context)
  expect(await refundsMade()).toEqual([])
})

const saveScale = async (lateScale: string) =>
  expect(
    await shop.post('/shop', { ...typedDetails(shop.context.shop), lateScale }, staff),
  ).toMatchObject({ status: 200 })

it('a shop with its scale off promises nothing', async () => {
  await saveScale('off')
  const run = await inRun()
  await out(run)
  at(60)
  await deliver(run)
  await refundLate(shop.context)
  expect(await outcome(run)).toBeNull()
})

it('a new scale counts for what is delivered from then on', async () => {
  const run = await inRun()
  await out(run)
  at(60)
  await saveScale('60=10%')
  await deliver(run)
  await refundLate(shop.context)
  await saveScale('60=100%')
  await refundLate(shop.context)
  expect((await refundsMade()).map(({ amountPaise }) => amountPaise)).toEqual([9_300])
})
