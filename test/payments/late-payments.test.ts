import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minuteMs } from '#platform/clock.ts'
import { createLog } from '#platform/log.server.ts'
import { consistencyRules } from '#shop/consistency/check-consistency.server.ts'
import { findViolations } from '#shop/consistency/consistency.store.server.ts'
import { usualDay } from '#shop/delivery/delivery-plan.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import { reconcile } from '#shop/paying/reconcile-payments.job.server.ts'
import { createRazorpayProvider } from '#shop/payments/razorpay/razorpay-provider.server.ts'
import { kolkataToInstant } from '#shop/values/kolkata-time.ts'
import { openRazorpay } from '../stand-ins/razorpay.ts'
import { checkoutOf, comeBack, newCard, pay, type Started } from '../support/checkout-steps.ts'
import { everyDay, newZone, saveSettings, settings, wrongPlaces } from '../support/delivery.ts'
import { storedRefunds } from '../support/ledger.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

type Begun = Started & { secondsToPay: number }

const day = '2026-11-21'
/** From 4 to 6 pm, so that a cake of three hours and the way of half an hour are ordered by 12:30. */
const slots = everyDay({ places: 5, cutOffMinutes: 60 })

let shop: TestShop
let owner: string
let asha: string

async function open(payments?: Parameters<typeof openTestShop>[0]) {
  shop = await openTestShop(payments)
  owner = (await shop.admin()).token
  asha = (await shop.customer()).token
  await shop.addCake()
  expect((await saveSettings(shop, owner, settings({ slots }))).status).toBe(200)
}

const begin = async (more: object = {}) => {
  const body = checkoutOf({ checkoutId: crypto.randomUUID(), amount: 910, ...more })
  return shop.post<Begun & { detail: string }>('/orders/process-payment', body, asha)
}

/** Lets time pass until it is so late on the order's day in Kolkata. */
const waitUntil = (time: string) =>
  shop.wait(kolkataToInstant(`${day}T${time}`).getTime() - shop.context.clock.now().getTime())

const stateOf = async (orderId: string) => (await comeBack(shop, asha, orderId)).body.state

async function violations() {
  const { db, clock } = shop.context
  return findViolations(db, consistencyRules, clock.now())
}

describe('a payment after the hold of its place has lapsed', () => {
  beforeEach(async () => {
    await open()
    return () => shop.close()
  })

  const byCard = async () => (await begin({ paymentMethodId: newCard() })).body

  async function payLate({ orderId, client_secret }: Started) {
    shop.wait(20 * minuteMs)
    await reconcile(shop.context)
    await pay(shop, { client_secret })
    return stateOf(orderId)
  }

  async function expectRefunded(orderId: string) {
    const refunds = (await storedRefunds(shop.context.db)).filter((row) => row.orderId === orderId)
    expect(refunds).toMatchObject([{ amountPaise: 91_000 }])
    const [payment] = (await findOrder(shop.context.db, orderId))?.payments ?? []
    expect(payment).toMatchObject({ returned: 'slot-gone' })
    await shop.runJobs()
    expect(shop.mails.get(`slot-gone-${orderId}`)?.text.replace(/\s+/g, ' ')).toContain(
      'its place on Sat 21 Nov, 4 to 6 pm (India time) is gone',
    )
    expect(await wrongPlaces(shop)).toEqual([])
    expect(await violations()).toEqual([])
  }

  it('places an order whose slot could still be chosen', async () => {
    expect(await payLate(await byCard())).toBe('placed')
    expect(await wrongPlaces(shop)).toEqual([])
  })

  it('is refunded once the cake could not be made in time any more', async () => {
    waitUntil('12:20')
    const late = await byCard()
    expect(await payLate(late)).toBe('expired')
    await expectRefunded(late.orderId)
  })

  it('is refunded if its place lapsed a moment ago and was not given back yet', async () => {
    waitUntil('12:20')
    const late = await byCard()
    shop.wait(16 * minuteMs)
    await pay(shop, late)
    expect(await stateOf(late.orderId)).toBe('expired')
    await expectRefunded(late.orderId)
  })

  it('places an order that was paid while its place was held, whatever the lead says by then', async () => {
    waitUntil('12:20')
    const inTime = await byCard()
    shop.wait(14 * minuteMs)
    await pay(shop, inTime)
    expect(await stateOf(inTime.orderId)).toBe('placed')
  })

  it('is refunded after the cut-off', async () => {
    const early = everyDay({ cutOffMinutes: 300 })
    await saveSettings(shop, owner, settings({ slots: early }))
    waitUntil('10:50')
    const late = await byCard()
    expect(await payLate(late)).toBe('expired')
    await expectRefunded(late.orderId)
  })

  it('is refunded for a day that was closed meanwhile', async () => {
    const late = await byCard()
    const closed = { ...usualDay(day), closedReason: 'Family wedding', reason: '' }
    expect((await shop.post('/delivery/day', closed, owner)).status).toBe(200)
    expect(await payLate(late)).toBe('expired')
    await expectRefunded(late.orderId)
  })

  it.each([
    [
      'a slot that was deleted',
      settings({ slots: everyDay({ startMinute: 600, endMinute: 720 }) }),
    ],
    [
      'a slot whose hours have changed',
      settings({ slots: slots.map((slot) => ({ ...slot, endMinute: 1140, startMinute: 900 })) }),
    ],
    [
      'a zone that is not served any more',
      settings({ slots, zones: [newZone({ active: false })] }),
    ],
    ['a shop that has no slots any more', settings({ slots: [], zones: [] })],
  ])('is refunded for %s', async (_, changed) => {
    const late = await byCard()
    expect((await saveSettings(shop, owner, changed)).status).toBe(200)
    expect(await payLate(late)).toBe('expired')
    await expectRefunded(late.orderId)
  })

  it('of slot gone is told from one that was not expected, from its request on', async () => {
    waitUntil('12:20')
    await payLate(await byCard())
    expect(await violations()).toEqual([])
  })
})

describe('the time to pay', () => {
  beforeEach(async () => {
    await open()
    return () => shop.close()
  })

  it('ends with the hold of the place; then the same checkout is a new order, by the whole rule', async () => {
    const paymentMethodId = newCard()
    const checkout = { checkoutId: crypto.randomUUID(), paymentMethodId }
    const first = (await begin(checkout)).body
    expect(first.secondsToPay).toBe(900)
    shop.wait(5 * minuteMs)
    expect((await begin(checkout)).body).toMatchObject({
      orderId: first.orderId,
      secondsToPay: 600,
    })
    shop.wait(10 * minuteMs)
    const again = (await begin({ ...checkout, paymentMethodId: newCard() })).body
    expect(again.secondsToPay).toBe(900)
    expect(again.orderId).not.toBe(first.orderId)
    expect(await stateOf(first.orderId)).toBe('expired')
    expect((await pay(shop, first)).body.status).not.toBe('succeeded')
  })

  it('is not longer than the order waits', async () => {
    const usual = { ...settings().usual, holdMinutes: 60 }
    await saveSettings(shop, owner, settings({ slots, usual }))
    shop.wait(1)
    expect((await begin({ paymentMethodId: newCard() })).body.secondsToPay).toBe(3600)
  })
})

describe('at Razorpay', () => {
  const account = {
    keyId: 'rzp_test_4xYz',
    keySecret: 'the secret of the key',
    webhookSecret: 'the secret of the webhooks',
  }
  let razorpay: Awaited<ReturnType<typeof openRazorpay>>
  beforeAll(async () => {
    razorpay = await openRazorpay(account)
    const log = createLog('silent')
    await open({
      payments: () => createRazorpayProvider({ ...account, apiBase: razorpay.url }, { log }),
    })
  })
  afterAll(async () => {
    await shop.close()
    await razorpay.close()
  })

  it('a refund of a slot that is gone is made at once, and any other as usual', async () => {
    waitUntil('12:20')
    const { body } = await begin()
    shop.wait(20 * minuteMs)
    await reconcile(shop.context)
    razorpay.pay(body.client_secret ?? '')
    expect(await stateOf(body.orderId)).toBe('expired')
    await shop.runJobs()
    const speeds = () => [...razorpay.ledger.refunds.values()].map((made) => made.speed_requested)
    expect(speeds()).toEqual(['optimum'])
    const tomorrow = (await begin({ time: '2026-11-22T17:30' })).body
    razorpay.pay(tomorrow.client_secret ?? '')
    expect(await stateOf(tomorrow.orderId)).toBe('placed')
    const cancelled = { orderId: tomorrow.orderId, email: 'asha@example.in' }
    expect((await shop.post('/orders/cancelOrders', cancelled, asha)).status).toBe(200)
    await shop.runJobs()
    expect(speeds()).toEqual(['optimum', 'normal'])
  })
})
