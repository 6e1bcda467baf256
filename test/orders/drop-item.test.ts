import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { consistencyRules } from '#shop/consistency/check-consistency.server.ts'
import { findViolations } from '#shop/consistency/consistency.store.server.ts'
import { deliveryReservations } from '#shop/delivery/delivery.tables.server.ts'
import type { ApiOrder } from '#shop/orders/api/order.schema.ts'
import { undoWithinMs } from '#shop/orders/item-status.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import { orderItems } from '#shop/orders/orders.tables.server.ts'
import { recordDispute } from '#shop/paying/record-dispute.server.ts'
import { expireQuotes } from '#shop/quotes/answer-quote.server.ts'
import {
  buy,
  customLine,
  moveOrder,
  ordersOf,
  refundOrder,
  truffleLine,
} from '../support/checkout-steps.ts'
import { statementsOf } from '../support/count-statements.ts'
import { migrateOrders, saveSettings, settings, wrongPlaces } from '../support/delivery.ts'
import { moneyOf, storedRefunds } from '../support/ledger.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let asha: { email: string; token: string }
let admin: { token: string }

const twoCakes = { order: [truffleLine, { ...truffleLine, bname: '', amount: 2 }], amount: 2600 }

beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake()
  asha = await shop.customer()
  admin = await shop.admin()
})
afterEach(async () => {
  const { db, clock } = shop.context
  expect(await findViolations(db, consistencyRules, clock.now())).toEqual([])
  await shop.close()
})

const order = async () => (await ordersOf(shop, asha))[0] as ApiOrder

async function drop(position: number, reason = 'It fell down', token = admin.token) {
  const { id: orderId, order: items } = await order()
  const body = { orderId, itemId: items[position]?.id, reason }
  return shop.post<{ message: string }>('/orders/dropItem', body, token)
}

async function decide(position: number, more: object = {}) {
  const { id, order: items } = await order()
  const body = { order: id, suborder: items[position]?.id, data: '', ...more }
  return shop.post('/orders/confirmOrder', body, admin.token)
}

const answer = (quote: string, answer: 'accept' | 'decline') =>
  shop.post('/orders/answerQuote', { quote, answer }, asha.token)

const refunded = async () =>
  (await storedRefunds(shop.context.db)).map(({ amountPaise }) => amountPaise)

describe('one item of several', () => {
  it('is dropped: its price is refunded, the customer is told why, and the rest is made', async () => {
    await buy(shop, asha.token, twoCakes)
    const { status, body } = await drop(0)
    expect([status, body.message]).toEqual([
      200,
      'Truffle Cake of order 1001 is dropped. ₹850 refunded.',
    ])
    expect(await order()).toMatchObject({
      refunded: 850,
      order: [
        { isConfirmed: 'cancelled', problem: 'It fell down' },
        { isConfirmed: 'processing', problem: '' },
      ],
    })
    await shop.runJobs()
    const [mail] = [...shop.mails].filter(([id]) => id.startsWith('item-dropped'))
    expect(mail?.[1]).toMatchObject({ to: asha.email, subject: 'A change to your order 1001' })
    expect(mail?.[1].text).toMatch(/It fell down[\s\S]*₹850/)
    expect((await decide(1)).status).toBe(200)
    expect((await order()).fulfilment).toBe('ready')
  })

  it('makes the order ready when it was the last that was not prepared', async () => {
    await buy(shop, asha.token, twoCakes)
    await decide(1)
    await drop(0)
    expect((await order()).fulfilment).toBe('ready')
  })

  it('was prepared: it is dropped until the order has left, and then not', async () => {
    await buy(shop, asha.token, twoCakes)
    await decide(0)
    await decide(1)
    expect((await drop(0)).status).toBe(200)
    expect((await order()).fulfilment).toBe('ready')
    const { id: orderId } = await order()
    await moveOrder(shop, { orderId, move: 'dispatch', token: admin.token })
    const { status, body } = await shop.unchanged(() => drop(1))
    expect([status, body.detail]).toEqual([
      409,
      'Order 1001 is out for delivery. Please look at it again.',
    ])
  })

  it('was prepared and announced: the rest is not announced again', async () => {
    await buy(shop, asha.token, twoCakes)
    await decide(0)
    await decide(1)
    shop.wait(undoWithinMs)
    await shop.runJobs()
    await drop(0)
    await shop.runJobs()
    const announced = [...shop.mails.keys()].filter((id) => id.startsWith('order-prepared'))
    expect(announced).toHaveLength(1)
  })

  it('is dropped once', async () => {
    await buy(shop, asha.token, twoCakes)
    await drop(0)
    const again = await shop.unchanged(() => drop(0))
    expect([again.status, again.body.detail]).toEqual([
      409,
      'Truffle Cake of order 1001 was cancelled.',
    ])
    expect(await refunded()).toEqual([85_000])
  })

  it('is dropped after the bank took the rest back: nothing is left to make', async () => {
    const { orderId, clientSecret } = await buy(shop, asha.token, twoCakes)
    const paymentId = clientSecret?.split('_secret_')[0] ?? ''
    await recordDispute(shop.context, {
      provider: 'sandbox',
      paymentId,
      report: {
        id: 'du_1',
        amountPaise: 175_000,
        reason: 'general',
        status: 'lost',
        isRefundable: true,
        answerBy: null,
        reportedAt: shop.context.clock.now(),
      },
    })
    shop.wait(1)
    expect((await drop(0)).status).toBe(200)
    expect(await moneyOf(shop.context.db, orderId)).toMatchObject({ refundedPaise: 260_000 })
    expect((await findOrder(shop.context.db, orderId))?.paidPaise).toBe(0)
  })

  it('is a customised cake: it is not due in cash any more', async () => {
    await buy(shop, asha.token, { order: [truffleLine, customLine] })
    await decide(1, { data: 1, msg: 1450 })
    await answer((await order()).order[1]?.quote?.id ?? '', 'accept')
    expect((await order()).dueInCash).toBe(1450)
    expect((await drop(1)).body.message).toBe('Customized Cake of order 1001 is dropped.')
    expect(await order()).toMatchObject({ dueInCash: 0, refunded: 0 })
    expect(await refunded()).toEqual([])
  })
})

describe('the mail about a dropped item', () => {
  it.each([
    ['what it would have cost', { position: 1, isWaived: false }, 'You pay ₹1,450 less in cash.'],
    ['nothing where that was waived', { position: 1, isWaived: true }, null],
    [
      'less where the card paid for it',
      { position: 0, isWaived: false },
      'You pay ₹850 less in cash.',
    ],
  ])('says of what is due in cash %s', async (_, { position, isWaived }, sentence) => {
    const { orderId } = await buy(shop, asha.token, { order: [truffleLine, customLine] })
    await decide(1, { data: 1, msg: 1450 })
    await answer((await order()).order[1]?.quote?.id ?? '', 'accept')
    const waive = { order: orderId, reason: 'Our fault' }
    if (isWaived) await shop.post('/orders/waive-cash', waive, admin.token)
    expect((await drop(position)).status).toBe(200)
    await shop.runJobs()
    const [, mail] = [...shop.mails].find(([id]) => id.startsWith('item-dropped')) ?? []
    expect(mail?.text.match(/You pay .* in cash\./)?.[0] ?? null).toBe(sentence)
  })

  it('names no amount where it was the last, whose price was not agreed yet', async () => {
    await buy(shop, asha.token, { order: [customLine], amount: 0 })
    expect((await order()).dueInCash).toBe(50)
    await drop(0)
    await shop.runJobs()
    const [, mail] = [...shop.mails].find(([id]) => id.startsWith('item-dropped')) ?? []
    expect(mail?.text).toContain('There is nothing left to pay.')
    expect(mail?.text).not.toContain('₹')
  })
})

it('the last item takes the shipping with it', async () => {
  await buy(shop, asha.token, twoCakes)
  await drop(0)
  await drop(1, 'The oven broke')
  expect(await refunded()).toEqual([85_000, 175_000])
  expect(await order()).toMatchObject({ refunded: 2600, canCancel: false })
  const { status } = await shop.unchanged(() => decide(1))
  expect(status).toBe(409)
})

it.each([
  ['declined', (quote: string) => answer(quote, 'decline')],
  [
    'expired',
    () => expireQuotes({ ...shop.context, clock: { now: () => new Date('2027-01-01') } }),
  ],
  ['rejected', null],
])('the customised cake that was left, %s, takes the shipping with it', async (status, end) => {
  await buy(shop, asha.token, { order: [truffleLine, customLine] })
  if (end) await decide(1, { data: 1, msg: 1450 })
  const quote = (await order()).order[1]?.quote?.id ?? ''
  await drop(0)
  expect(await refunded()).toEqual([85_000])
  await (end ? end(quote) : decide(1, { data: 2, msg: 'Too tall' }))
  expect((await order()).order[1]?.isConfirmed).toBe(status)
  expect(await refunded()).toEqual([85_000, 5_000])
})

it('refunds no more than what is still charged for it', async () => {
  const { orderId } = await buy(shop, asha.token, twoCakes)
  await refundOrder(shop, { orderId, amount: 2000, token: admin.token, reason: 'Late' })
  await drop(0)
  // Of ₹2,000, ₹653.85 were of this cake of ₹850.
  expect(await refunded()).toEqual([200_000, 19_615])
})

it('gives the minutes of the kitchen back, and with the last item the place', async () => {
  await saveSettings(shop, admin.token, settings())
  const inSlot = { ...twoCakes, amount: 2550, time: '2026-11-21T17:00' }
  await buy(shop, asha.token, inSlot)
  const place = async () => {
    const [row] = await shop.context.db.select().from(deliveryReservations)
    return `${row?.state} ${row?.kitchenMinutes}`
  }
  const whole = await place()
  const sent = await statementsOf(() => drop(1))
  const lastOf = (table: string) => sent.findLastIndex(({ text }) => text.includes(`"${table}"`))
  expect(lastOf('credit_note_serials'), 'locked behind what others lock first').toBeGreaterThan(
    lastOf('delivery_reservations'),
  )
  const minutes = (text: string) => Number(text.split(' ')[1])
  expect(minutes(await place()) * 3).toBe(minutes(whole))
  await drop(0)
  expect(await place()).toMatch(/^released /)
})

it('took what the migration says', async () => {
  await shop.editCake({ workMinutes: 7, minutesPerKg: 45 })
  await saveSettings(shop, admin.token, settings())
  const lines = [truffleLine, { ...truffleLine, bname: '', wt: '0.5', amount: 2 }, customLine]
  await buy(shop, asha.token, { order: lines, amount: 1700, time: '2026-11-22T17:00' })
  await decide(2, { data: 1, msg: 1450, workMinutes: 33 })
  await answer((await order()).order[2]?.quote?.id ?? '', 'accept')
  await shop.context.db.update(orderItems).set({ kitchenMinutes: 0 })
  await migrateOrders(shop)
  expect(await wrongPlaces(shop)).toEqual([])
})

it.each([
  ['takes more work', { workMinutes: 300, minutesPerKg: 90 }],
  ['takes less', { workMinutes: 0, minutesPerKg: 0 }],
  ['is priced by the piece', { category: 'pestry' }],
])('gives the minutes back that it took, where its cake %s by now', async (_, cake) => {
  await shop.editCake({ workMinutes: 7, minutesPerKg: 45 })
  await saveSettings(shop, admin.token, settings())
  await buy(shop, asha.token, { ...twoCakes, amount: 2550, time: '2026-11-21T17:00' })
  await shop.editCake(cake)
  const place = () => shop.context.db.select().from(deliveryReservations)
  expect(await place()).toMatchObject([{ kitchenMinutes: 3 * 52 }])
  await drop(1)
  expect(await place()).toMatchObject([{ kitchenMinutes: 52, state: 'kept' }])
  expect(await wrongPlaces(shop)).toEqual([])
})
