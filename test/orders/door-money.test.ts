import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { minuteMs } from '#platform/clock.ts'
import { cashDays } from '#shop/accounting/month/close-day.server.ts'
import { loadMonth } from '#shop/accounting/month/read-month.server.ts'
import { listAuditLog } from '#shop/audit-log/audit-log.store.server.ts'
import { findLateDelivery } from '#shop/handling/handling.store.server.ts'
import { refundLate } from '#shop/handling/late/decide-late.server.ts'
import { orderPayments } from '#shop/orders/money/ledger.tables.server.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import { papersOf } from '#shop/papers/papers.store.server.ts'
import { loadRuns } from '#shop/riders/plan/plan-runs.server.ts'
import { cashOrders, contradictions } from '../support/cash-orders.ts'
import { customLine, truffleLine } from '../support/checkout-steps.ts'
import { everyDay, newZone, saveSettings, settings } from '../support/delivery.ts'
import { storedRefunds } from '../support/ledger.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let owner: string
let does: ReturnType<typeof cashOrders>

beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake()
  const customer = (await shop.customer()).token
  owner = (await shop.admin()).token
  does = cashOrders(shop, { customer, owner })
})
afterEach(async () => {
  expect(await contradictions(shop)).toEqual([])
  await shop.close()
})

const cash = (amount: number, more: object = {}) => ({ money: { method: 'cash', amount, ...more } })
const dueOf = async (order: string) =>
  (await shop.get<{ due: number }>(`/orders/door-money?order=${order}`, owner)).body
const moneyOf = async (order: string) => {
  const { money } = await loadRuns(shop.context, '2026-11-21')
  return money.lines.find(({ orderId }) => orderId === order)
}
const fulfilmentOf = async (order: string) => (await findOrder(shop.context.db, order))?.fulfilment
const settle = (order: string, amount: number, more: object = {}) =>
  shop.post('/orders/settle-cash', { order, amount, method: 'cash', ...more }, owner)

describe('what staff say at the door', () => {
  it('has the money that is due, by the rule of riders', async () => {
    const order = await does.out()
    expect(await dueOf(order)).toMatchObject({ due: 1550 })
    const refusals = [
      [{}, 422, ['money']],
      [cash(1551), 422, ['money.amount']],
      [cash(1500), 422, ['money.reason']],
      [{ money: { method: 'upi', amount: 1550 } }, 422, ['money.reference']],
    ] as const
    for (const [more, status, fields] of refusals) {
      const { body, ...reply } = await does.move(order, 'deliver', more)
      expect([reply.status, Object.keys(body.errors ?? {})]).toEqual([status, fields])
    }
    expect(await fulfilmentOf(order)).toBe('out_for_delivery')
    expect((await does.move(order, 'deliver', cash(1550))).status).toBe(200)
    expect(await moneyOf(order)).toMatchObject({ state: 'taken', takenPaise: 155_000 })
    expect(await dueOf(order)).toMatchObject({ due: 0 })
  })

  it('counts once, however often it is sent', async () => {
    const order = await does.out()
    const moveId = crypto.randomUUID()
    for (const status of [200, 200]) {
      expect((await does.move(order, 'deliver', { moveId, ...cash(1550) })).status).toBe(status)
    }
    expect((await moneyOf(order))?.payments).toHaveLength(1)
  })

  it('waives it for owner and manager only', async () => {
    const order = await does.out()
    const counter = (await shop.staff('counter')).token
    const waive = { waive: 'A broken cake' }
    expect((await does.move(order, 'deliver', waive, counter)).status).toBe(403)
    expect((await does.move(order, 'deliver', waive)).status).toBe(200)
    expect(await moneyOf(order)).toMatchObject({ state: 'waived', takenPaise: 0 })
    expect(await does.invoiced(order)).toBe(0)
  })

  it('takes money for what is picked up', async () => {
    await saveSettings(
      shop,
      owner,
      settings({ zones: [newZone()], slots: everyDay({ kind: 'pickup' }) }),
    )
    const order = await does.place([customLine], { pickup: true, time: '2026-11-21T16:00' })
    await does.agree(order, 1500)
    await does.prepare(order)
    expect((await does.move(order, 'collect')).status).toBe(422)
    const upi = { method: 'upi', amount: 1500, reference: '123456789012' }
    expect((await does.move(order, 'collect', { money: upi })).status).toBe(200)
    expect(await moneyOf(order)).toMatchObject({ state: 'taken', payments: [{ method: 'upi' }] })
  })
})

describe('what was short', () => {
  async function short() {
    const order = await does.out()
    await does.move(order, 'deliver', cash(1500, { reason: 'No change' }))
    return order
  }

  it('is still due, and paid later once', async () => {
    const order = await short()
    expect([(await moneyOf(order))?.state, await does.invoiced(order)]).toEqual(['short', 1550])
    expect((await settle(order, 49)).status).toBe(409)
    expect((await settle(order, 50, { method: 'upi' })).status).toBe(422)
    const upi = { method: 'upi', reference: '123456789012' }
    expect((await settle(order, 50, upi)).status).toBe(200)
    expect((await settle(order, 50, upi)).status).toBe(409)
    expect(await moneyOf(order)).toMatchObject({
      state: 'taken',
      takenPaise: 155_000,
      duePaise: 0,
      payments: [
        { paise: 150_000, reason: 'No change' },
        { paise: 5_000, method: 'upi' },
      ],
    })
  })

  it('has a reference of its own', async () => {
    const upi = { method: 'upi', reference: '123456789012' }
    const first = await does.out()
    await does.move(first, 'deliver', { money: { ...upi, amount: 1550 } })
    const { status, body } = await settle(await short(), 50, upi)
    expect([status, Object.keys(body.errors ?? {})]).toEqual([409, ['reference']])
  })

  it('is waived, and credited', async () => {
    const order = await short()
    for (const status of [200, 200]) expect((await does.waive(order)).status).toBe(status)
    expect(await moneyOf(order)).toMatchObject({ state: 'waived', waivedPaise: 5_000 })
    expect(await does.invoiced(order)).toBe(1500)
    expect((await settle(order, 50)).status).toBe(409)
  })
})

describe('what is due of an order that was handed over without a word about its money', () => {
  async function handOverSilently(order: string) {
    await does.move(order, 'deliver', cash(1550))
    await shop.context.db.delete(orderPayments).where(eq(orderPayments.orderId, order))
    await shop.context.db.update(orders).set({ paidPaise: 0 }).where(eq(orders.id, order))
  }

  it('is recorded as paid at its door, once, and not before it has arrived', async () => {
    const order = await does.out()
    expect((await settle(order, 1550)).status).toBe(409)
    expect(await moneyOf(order)).toMatchObject({ state: 'due', maySettle: false })
    await handOverSilently(order)
    expect(await moneyOf(order)).toMatchObject({ state: 'due', maySettle: true })
    expect((await settle(order, 1500)).status).toBe(409)
    const upi = { method: 'upi', reference: '123456789012' }
    for (const status of [200, 409]) expect((await settle(order, 1550, upi)).status).toBe(status)
    const payments = [{ paise: 155_000, ...upi, reason: '' }]
    expect(await moneyOf(order)).toMatchObject({ state: 'taken', duePaise: 0, payments })
    expect(await does.invoiced(order)).toBe(1550)
  })

  it('is not paid by a reference that another payment has', async () => {
    const upi = { method: 'upi', reference: '123456789012' }
    const first = await does.out()
    await does.move(first, 'deliver', { money: { ...upi, amount: 1550 } })
    const order = await does.out()
    await handOverSilently(order)
    const { status, body } = await settle(order, 1550, upi)
    expect([status, Object.keys(body.errors ?? {})]).toEqual([409, ['reference']])
  })
})

describe('what was taken at a door', () => {
  const refund = (orderId: string, amount: number, more: object = {}, who = owner) => {
    const body = { orderId, amount, reason: 'Squashed', method: 'cash', key: crypto.randomUUID() }
    return shop.post<{ message: string }>('/orders/refund', { ...body, ...more }, who)
  }
  const upi = { method: 'upi', reference: '123456789012' }

  async function paid() {
    const order = await does.out()
    await does.move(order, 'deliver', cash(1550))
    return order
  }

  it('is refunded in part, with a credit note and a mail, once for each key', async () => {
    const order = await paid()
    await shop.runJobs()
    shop.mails.clear()
    const key = crypto.randomUUID()
    for (const _ of [1, 2]) {
      const { status, body } = await refund(order, 300, { key })
      expect([status, body.message]).toEqual([200, '₹300 refunded.'])
    }
    expect((await refund(order, 300, { key, ...upi })).status).toBe(409)
    expect(await moneyOf(order)).toMatchObject({
      ...{ state: 'taken', askedPaise: 155_000, takenPaise: 125_000, duePaise: 0 },
      payments: [{ paise: 155_000 }, { paise: -30_000, method: 'cash', reason: 'Squashed' }],
    })
    expect(await does.invoiced(order)).toBe(1250)
    const notes = await papersOf(shop.context.db, [order])
    expect(notes.at(-1)?.content.credits?.reason).toBe('Refunded by the shop')
    await shop.runJobs()
    const [mail] = [...shop.mails.values()]
    expect([shop.mails.size, mail?.subject]).toEqual([1, expect.stringContaining('Refund')])
    const text = mail?.text.replace(/\s+/g, ' ')
    expect(text).toMatch(/we’ve refunded ₹300 for order \d+, in cash\. Credit note/)
    expect(text).not.toMatch(/Squashed|working days/)
    const entries = await listAuditLog(shop.context.db, { subject: 'order', id: order, limit: 1 })
    const after = { refundedPaise: 30_000, amountPaise: 30_000, method: 'cash' }
    expect(entries).toMatchObject([{ action: 'refund-order', before: { refundedPaise: 0 }, after }])
  })

  it('is refunded by UPI with its own reference, and never more than was taken', async () => {
    const order = await paid()
    expect((await refund(order, 1551)).body).toMatchObject({
      errors: { amount: 'Only ₹1,550 of what was taken is left to refund.' },
    })
    expect((await refund(order, 50, { method: 'upi' })).status).toBe(422)
    expect((await refund(order, 50, upi)).status).toBe(200)
    const again = await refund(order, 50, upi)
    expect([again.status, again.body]).toMatchObject([409, { errors: { reference: /./ } }])
    expect((await refund(order, 1500.5)).status).toBe(409)
    expect((await refund(order, 1500)).status).toBe(200)
    expect((await refund(order, 1)).status).toBe(409)
    expect(await moneyOf(order)).toMatchObject({ takenPaise: 0, duePaise: 0 })
    expect(await does.invoiced(order)).toBe(0)
  })

  it('that was short and paid later is refunded from each payment', async () => {
    const order = await does.out()
    await does.move(order, 'deliver', cash(1500, { reason: 'No change' }))
    expect((await refund(order, 500)).status).toBe(200)
    expect(await moneyOf(order)).toMatchObject({ state: 'short', duePaise: 5000 })
    await settle(order, 50)
    expect((await refund(order, 1001)).status).toBe(409)
    expect((await refund(order, 1000)).status).toBe(200)
    expect((await refund(order, 50)).status).toBe(200)
    expect(await moneyOf(order)).toMatchObject({ state: 'taken', takenPaise: 0 })
  })

  it('is not refunded to a card, nor before it was taken, nor by the counter', async () => {
    const order = await does.out()
    expect((await refund(order, 100)).status).toBe(409)
    await does.move(order, 'deliver', cash(1550))
    expect((await refund(order, 100, { method: 'provider' })).status).toBe(409)
    const counter = (await shop.staff('counter')).token
    expect((await refund(order, 100, {}, counter)).status).toBe(403)
  })

  it('counts towards what a manager may refund of an order', async () => {
    const order = await does.out(5000)
    await does.move(order, 'deliver', cash(5050))
    const manager = (await shop.staff('manager')).token
    expect((await refund(order, 300, {}, manager)).status).toBe(200)
    expect((await refund(order, 201, {}, manager)).status).toBe(403)
    expect((await refund(order, 600)).status).toBe(200)
  })

  it('is less in the day’s cash, on the day on which it is given back', async () => {
    const order = await paid()
    shop.wait(24 * 60 * minuteMs)
    owner = (await shop.admin()).token
    await refund(order, 300)
    await refund(order, 200, upi)
    expect(await cashDays(shop.context.db, '2026-11')).toMatchObject([
      { day: '2026-11-21', expectedPaise: -300_00 },
      { day: '2026-11-20', expectedPaise: 1550_00 },
    ])
    const { payments } = await loadMonth(shop.context, new URLSearchParams('month=2026-11'))
    expect(payments).toMatchObject([
      { method: 'cash', cause: 'door', paise: 1550_00 },
      { method: 'cash', cause: 'refund', paise: -300_00 },
      { method: 'upi', cause: 'refund', paise: -200_00 },
    ])
  })
})

describe('what is waived', () => {
  it('is credited, and due no more', async () => {
    const order = await does.out()
    expect((await does.waive(order)).status).toBe(200)
    expect([await dueOf(order), await does.invoiced(order)]).toMatchObject([{ due: 0 }, 0])
    expect((await does.move(order, 'deliver')).status).toBe(200)
  })

  it('leaves a price that is agreed later due as a whole', async () => {
    const order = await does.place([customLine, customLine])
    await does.agree(order, 1500)
    await does.waive(order)
    await does.agree(order, 900, 1)
    expect([await dueOf(order), await does.invoiced(order)]).toMatchObject([{ due: 900 }, 900])
    for (const position of [0, 1]) await does.prepare(order, position)
    await does.move(order, 'dispatch')
    expect((await does.move(order, 'deliver')).status).toBe(422)
    expect((await does.move(order, 'deliver', cash(900))).status).toBe(200)
  })

  it('before a price is agreed is not charged with it', async () => {
    const order = await does.place()
    await does.waive(order)
    await does.agree(order, 900)
    expect([await dueOf(order), await does.invoiced(order)]).toMatchObject([{ due: 900 }, 900])
    const papers = await papersOf(shop.context.db, [order])
    expect(
      papers.map(({ content }) => content.lines.map(({ of, amount }) => [of, amount.total])),
    ).toEqual([[[expect.any(String), 90_000]]])
  })

  it('is less once a cake of it is dropped', async () => {
    const order = await does.place([customLine, customLine, customLine])
    await does.agree(order, 1500)
    await does.agree(order, 1000, 1)
    await does.waive(order)
    await does.drop(order)
    await does.agree(order, 700, 2)
    expect([await dueOf(order), await does.invoiced(order)]).toMatchObject([{ due: 700 }, 700])
  })

  it('of a cake that is dropped is not given away with another', async () => {
    const order = await does.place([customLine, customLine])
    await does.agree(order, 1000)
    await does.waive(order)
    await does.agree(order, 500, 1)
    await does.drop(order)
    expect([await dueOf(order), await does.invoiced(order)]).toMatchObject([{ due: 500 }, 500])
  })

  it('stays so when a cake is dropped that the card paid', async () => {
    const order = await does.place([truffleLine, customLine])
    await does.agree(order, 1500, 1)
    await does.waive(order)
    await does.drop(order)
    expect([await dueOf(order), await does.invoiced(order)]).toMatchObject([{ due: 0 }, 50])
  })

  it('credits the invoice that was to be paid in cash', async () => {
    const order = await does.place([truffleLine, customLine])
    await does.agree(order, 1500, 1)
    await does.waive(order)
    expect(await does.invoiced(order)).toBe(900)
    const [, custom, note] = await papersOf(shop.context.db, [order])
    expect([note?.invoiceId, note?.totalPaise]).toEqual([custom?.id, 150_000])
  })
})

it('a cake that nobody got is due no more once its order is closed', async () => {
  const order = await does.out()
  await does.move(order, 'fail', { reason: 'nobody-in' })
  expect((await does.move(order, 'close')).status).toBe(200)
  expect([await dueOf(order), await does.invoiced(order)]).toMatchObject([{ due: 0 }, 0])
  const notes = await papersOf(shop.context.db, [order])
  expect(notes.at(-1)?.content.credits?.reason).toBe('Not delivered')
})

describe('a late delivery', () => {
  const slotEndsAt = new Date('2026-11-21T12:30:00Z')
  const at = (minutes: number) =>
    shop.wait(slotEndsAt.getTime() + minutes * minuteMs - shop.context.clock.now().getTime())

  /** Out in a slot from 4 to 6 pm: ₹1,400 for the cake, ₹60 for its delivery and ₹40 for the slot. */
  async function outInSlot() {
    await saveSettings(
      shop,
      owner,
      settings({ zones: [newZone()], slots: everyDay({ surchargePaise: 4000 }) }),
    )
    return does.out(1400, { time: '2026-11-21T16:00' })
  }

  /** What a late delivery took off what is due, and what of it was refunded. */
  const lessOf = async (order: string) => {
    const { charges = [] } = (await findOrder(shop.context.db, order)) ?? {}
    const late = charges.filter(({ cause }) => cause === 'late')
    return 0 - late.reduce((sum, { paise }) => sum + paise, 0)
  }

  it.each([
    [29, 0],
    [30, 100],
    [60, 300],
  ])(
    '%i minutes after its slot asks for all that was due, and ₹%i go back',
    async (minutes, less) => {
      const order = await outInSlot()
      at(minutes)
      expect(await dueOf(order)).toMatchObject({ due: 1500 })
      expect((await does.move(order, 'deliver', cash(1500))).status).toBe(200)
      await refundLate(shop.context)
      expect(await does.invoiced(order)).toBe(1500 - less)
      const state = less > 0 ? 'over' : 'taken'
      expect(await moneyOf(order)).toMatchObject({
        state,
        takenPaise: 150_000,
        duePaise: 0 - less * 100,
      })
      expect(await lessOf(order)).toBe(less * 100)
    },
  )

  it('is told with what goes back, which staff give back once', async () => {
    const order = await outInSlot()
    at(31)
    await does.move(order, 'deliver', cash(1500))
    await refundLate(shop.context)
    await shop.runJobs()
    const text = shop.mails.get(`order-late-${order}`)?.text.replace(/\s+/g, ' ')
    expect(text).toContain('As promised, we’ll give you ₹100 back.')
    expect((await does.waive(order)).status).toBe(409)
    for (const status of [200, 409]) expect((await settle(order, -100)).status).toBe(status)
    expect(await moneyOf(order)).toMatchObject({ state: 'taken', takenPaise: 140_000 })
  })

  it('lowers what was short first', async () => {
    const order = await outInSlot()
    at(31)
    await does.move(order, 'deliver', cash(1450, { reason: 'No change' }))
    await refundLate(shop.context)
    expect(await moneyOf(order)).toMatchObject({ state: 'over', duePaise: -5_000 })
    await shop.runJobs()
    const text = shop.mails.get(`order-late-${order}`)?.text.replace(/\s+/g, ' ')
    expect(text).toContain('₹50 less is due. As promised, we’ll give you ₹50 back.')
  })

  it('takes no more than was due, and no less without a reason, however late it is said', async () => {
    const order = await outInSlot()
    at(61)
    const more = await does.move(order, 'deliver', cash(1501))
    expect([more.status, more.body.errors]).toEqual([
      422,
      { 'money.amount': 'Only ₹1,500 is due.' },
    ])
    const less = await does.move(order, 'deliver', cash(1200))
    expect([less.status, Object.keys(less.body.errors ?? {})]).toEqual([422, ['money.reason']])
    expect(await findLateDelivery(shop.context.db, order)).toBeNull()
  })

  it('that is waived is not lowered besides', async () => {
    const order = await outInSlot()
    at(60)
    await does.move(order, 'deliver', { waive: 'A broken cake' })
    await refundLate(shop.context)
    expect(await does.invoiced(order)).toBe(0)
  })

  it('goes back to the card as far as that has paid, once', async () => {
    await saveSettings(
      shop,
      owner,
      settings({ zones: [newZone({ feePaise: 20_000 })], slots: everyDay() }),
    )
    const more = { amount: 1050, time: '2026-11-21T16:00' }
    const order = await does.place([truffleLine, customLine], more)
    await does.agree(order, 150, 1)
    for (const position of [0, 1]) await does.prepare(order, position)
    await does.move(order, 'dispatch')
    at(30)
    expect((await dueOf(order)).due).toBe(150)
    expect((await does.move(order, 'deliver', cash(150))).status).toBe(200)
    for (const _ of [1, 2]) await refundLate(shop.context)
    expect(await lessOf(order)).toBe(20_000)
    expect((await storedRefunds(shop.context.db)).map(({ amountPaise }) => amountPaise)).toEqual([
      20_000,
    ])
    expect(await moneyOf(order)).toMatchObject({ state: 'taken', duePaise: 0 })
    expect(await does.invoiced(order)).toBe(1000)
  })

  it('of a closed door in time asks for all of it', async () => {
    const order = await outInSlot()
    at(-30)
    await does.move(order, 'fail', { reason: 'nobody-in' })
    await does.move(order, 'dispatch')
    at(60)
    expect(await dueOf(order)).toMatchObject({ due: 1500 })
    expect((await does.move(order, 'deliver', cash(1500))).status).toBe(200)
  })
})
