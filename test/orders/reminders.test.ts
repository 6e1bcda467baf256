import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { remindCustomers } from '#shop/handling/remind-customers.job.server.tsx'
import { orders } from '#shop/orders/orders.tables.server.ts'
import {
  buy,
  checkOut,
  customLine,
  moveOrder,
  ordersOf,
  payQuote,
} from '../support/checkout-steps.ts'
import { everyDay, saveSettings, settings } from '../support/delivery.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let asha: { email: string; token: string }
let admin: { token: string }

// At ten on Friday, 20 November in Kolkata.
beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake()
  asha = await shop.customer()
  admin = await shop.admin()
})
afterEach(() => shop.close())

/** Lets the clock stand at a time in Kolkata. */
function waitUntil(time: string) {
  shop.wait(new Date(`${time}+05:30`).getTime() - shop.context.clock.now().getTime())
}

/** The reminders that were sent since the last call. */
async function newReminders() {
  await remindCustomers(shop.context)
  await shop.runJobs()
  const sent = [...shop.mails.values()].filter(({ id }) => /^order-reminder-(?!review)/.test(id))
  shop.mails.clear()
  return sent
}

async function remindedAt(time: string) {
  waitUntil(time)
  return (await newReminders()).map(({ to, subject }) => `${to}: ${subject}`)
}

const tomorrow = 'asha@example.in: Delivery tomorrow: order 1001'

describe('on the evening before', () => {
  it('a gift is told of once: for whom, when, where, the code, until when it can be changed', async () => {
    const recipient = { name: 'Ravi Iyer', mobile: '9123456780', email: 'ravi@example.in' }
    await saveSettings(shop, admin.token, settings())
    const time = '2026-11-21T16:00'
    await buy(shop, asha.token, { recipient, time, amount: 910 })
    expect(await remindedAt('2026-11-20T17:59')).toEqual([])
    waitUntil('2026-11-20T18:00')
    const [mail, ...others] = await newReminders()
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      to: asha.email,
      subject: 'Delivery tomorrow: order 1001',
    })
    const words = mail?.text.replace(/\s+/g, ' ')
    expect(words).toContain('order 1001 will be with you on Sat 21 Nov, 4 to 6 pm (India time).')
    expect(words).toContain('It is for: > Ravi Iyer')
    expect(words).toContain('Delivering to: > 12 Church Street, 560001, Bengaluru')
    expect(words).toMatch(/code: \d{4}\./)
    expect(words).toContain('You can change it until 21 Nov 2026, 1:00 pm')
    expect(words).toContain(`${shop.context.shop.publicUrl}/track/`)
    expect(await remindedAt('2026-11-20T18:05')).toEqual([])
  })

  it('two processes that remind at once, and one that was killed, remind once', async () => {
    await buy(shop, asha.token)
    waitUntil('2026-11-20T18:00')
    await Promise.all([remindCustomers(shop.context), remindCustomers(shop.context)])
    // As if the process had ended here: the queued mail is sent by the next one.
    expect((await newReminders()).map(({ subject }) => subject)).toHaveLength(1)
  })

  it('an order that was placed since gets none, nor one that is cancelled or has left', async () => {
    const { orderId } = await buy(shop, asha.token)
    const other = await buy(shop, asha.token, { checkoutId: crypto.randomUUID() })
    waitUntil('2026-11-20T18:01')
    await buy(shop, asha.token, { checkoutId: crypto.randomUUID() })
    await shop.post('/orders/cancelOrders', { email: asha.email, orderId }, asha.token)
    const { order = [] } = (await ordersOf(shop, asha)).find(({ id }) => id === other.orderId) ?? {}
    const ready = { order: other.orderId, suborder: order[0]?.id, data: '' }
    await shop.post('/orders/confirmOrder', ready, admin.token)
    await moveOrder(shop, { orderId: other.orderId, move: 'dispatch', token: admin.token })
    expect(await newReminders()).toEqual([])
  })

  it('an order that is cancelled between is not told of', async () => {
    const { orderId } = await buy(shop, asha.token)
    waitUntil('2026-11-20T18:01')
    await remindCustomers(shop.context)
    await shop.post('/orders/cancelOrders', { email: asha.email, orderId }, asha.token)
    expect(await newReminders()).toEqual([])
  })

  it('another time has an evening of its own', async () => {
    const { orderId } = await buy(shop, asha.token)
    expect(await remindedAt('2026-11-20T18:00')).toEqual([tomorrow])
    const later = { orderId, time: '2026-11-22T17:30' }
    expect((await shop.post('/orders/changeOrder', later, asha.token)).status).toBe(200)
    expect(await remindedAt('2026-11-20T18:05')).toEqual([])
    expect(await remindedAt('2026-11-21T18:00')).toEqual([tomorrow])
  })

  it('after midnight nobody is told that it is tomorrow', async () => {
    await buy(shop, asha.token)
    expect(await remindedAt('2026-11-21T00:01')).toEqual([])
  })
})

describe('a pickup', () => {
  let orderId: string
  beforeEach(async () => {
    const pickup = everyDay({ kind: 'pickup', startMinute: 600, endMinute: 720 })
    await saveSettings(shop, admin.token, settings({ slots: [...everyDay(), ...pickup] }))
    const more = { pickup: true, address: undefined, time: '2026-11-21T10:00', amount: 850 }
    orderId = (await buy(shop, asha.token, more)).orderId
    expect(await remindedAt('2026-11-20T18:00')).toEqual([
      'asha@example.in: Pickup tomorrow: order 1001',
    ])
  })

  const makeReady = async () => {
    const suborder = (await ordersOf(shop, asha))[0]?.order[0]?.id
    await shop.post('/orders/confirmOrder', { order: orderId, suborder, data: '' }, admin.token)
  }

  it('is told of an hour before, once', async () => {
    expect(await remindedAt('2026-11-21T08:59')).toEqual([])
    waitUntil('2026-11-21T09:00')
    const [mail] = await newReminders()
    expect(mail?.subject).toBe('Pickup in an hour: order 1001')
    expect(mail?.text.replace(/\s+/g, ' ')).toContain('on Sat 21 Nov, 10 am to 12 pm (India time).')
    expect(await remindedAt('2026-11-21T09:30')).toEqual([])
  })

  it('that was missed is told of an hour after, once, if it was ready and is not collected', async () => {
    await makeReady()
    await remindedAt('2026-11-21T09:30')
    expect(await remindedAt('2026-11-21T12:59')).toEqual([])
    expect(await remindedAt('2026-11-21T13:00')).toEqual([
      'asha@example.in: Your cake is still here: order 1001',
    ])
    expect(await remindedAt('2026-11-21T13:05')).toEqual([])
  })

  it.each([
    ['was not ready', async () => {}],
    [
      'was collected',
      async () => {
        await makeReady()
        await moveOrder(shop, { orderId, move: 'collect', token: admin.token })
      },
    ],
  ])('that %s was not missed', async (_, happens) => {
    await happens()
    expect(await remindedAt('2026-11-21T13:00')).toEqual([])
  })
})

describe('a rest after a deposit', () => {
  const balance = 'asha@example.in: ₹1,065 still to be paid: order 1001'

  async function orderCustom() {
    Object.assign(shop.context.shop, { depositPercent: 30, balanceDays: 3 })
    const order = { order: [customLine], amount: 0, time: '2026-11-28T17:30' }
    const { body } = await checkOut(shop, asha.token, order)
    const suborder = (await ordersOf(shop, asha))[0]?.order[0]?.id
    const quote = { order: body.orderId, suborder, data: '1', msg: '1450' }
    await shop.post('/orders/confirmOrder', quote, admin.token)
    return (await ordersOf(shop, asha))[0]?.order[0]?.quote?.id ?? ''
  }

  it('is told of so many days before, once', async () => {
    expect(await payQuote(shop, await orderCustom())).toBe('placed')
    expect(await remindedAt('2026-11-25T09:59')).toEqual([])
    expect(await remindedAt('2026-11-25T10:00')).toEqual([balance])
    expect(await remindedAt('2026-11-25T10:05')).toEqual([])
  })

  it('is not told of while the price is not agreed, or where the shop wants no such mail', async () => {
    const quoteId = await orderCustom()
    expect(await remindedAt('2026-11-25T10:00')).toEqual([])
    await payQuote(shop, quoteId)
    Object.assign(shop.context.shop, { balanceDays: 0 })
    expect(await newReminders()).toEqual([])
  })

  it('is not told of where all is paid', async () => {
    Object.assign(shop.context.shop, { balanceDays: 3 })
    await buy(shop, asha.token, { time: '2026-11-28T17:30' })
    expect(await remindedAt('2026-11-25T10:00')).toEqual([])
  })
})

it('somebody without an email is not reminded', async () => {
  const { orderId } = await buy(shop, asha.token)
  await shop.context.db.update(orders).set({ customerEmail: '' }).where(eq(orders.id, orderId))
  expect(await remindedAt('2026-11-20T18:00')).toEqual([])
})
